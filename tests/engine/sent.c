/* SPDX-License-Identifier: MIT */
/* Sends what the message writer makes to a real engine over ENet, for test_sent.sh: each packet that a client or a
 * server of Godot 3 sends, and a value of each type. What the engine makes of them is sent.gd's to say.
 *
 *      sent client PORT     connects to the engine, which serves
 *      sent server          listens, says where, and serves the engine
 *
 * Ends with status 0 where the engine has called back as it was asked to, and has hung up. */
#include <enet/enet.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/calls.h"

enum {
    OTHER = 77,       /* a client that is not there; the server speaks of it */
    OWN = 0x1234567,  /* as a client */
    CHANNELS = 3,     /* of Godot 3: its own messages, reliable, unreliable */
    MOST_MS = 100000, /* of all: the engine may take long on a busy machine */
    MOST_BYTES = 4096
};

typedef struct side {
    bool serves;
    uint32_t own;
    int32_t theirs;
    ENetHost *host;
    ENetPeer *peer;
    unsigned calls;        /* that the engine has made */
    unsigned called_by_id; /* of those */
    bool is_over;
} side;

static _Noreturn void fail(const char *what, const char *why)
{
    (void)fprintf(stderr, "sent: %s: %s\n", what, why);
    exit(1);
}

/* ---- what is sent */

typedef struct row {
    const char *claim;
    gdv_message message; /* without struct_size, and ids of the envelope */
    const char *values;  /* calls of calls.h with ; between them, one for each; NULL for none */
} row;

#define IS(name) .command = GDV_COMMAND_##name
#define TEXT(characters) {characters, sizeof(characters) - 1}
#define MAIN .path = TEXT("Main")
#define DEEP .path = TEXT("Main/Deep")
#define CALLED(value) IS(CALL), .node = 1, .name = TEXT(value)

/* In this order. The envelope's ids are those of the side that sends. */
static const row kinds[] = {
    {.claim = "a call with a path", .message = {IS(CALL), MAIN, .name = TEXT("none")}},
    {.claim = "a path", .message = {IS(SIMPLIFY_PATH), .id = 1, MAIN}},
    {.claim = "another path", .message = {IS(SIMPLIFY_PATH), .id = 0x7fffffff, DEEP}},
    {.claim = "a call with an id", .message = {CALLED("none")}},
    {.claim = "a call with the highest id", .message = {IS(CALL), .node = 0x7fffffff, .name = TEXT("none")}},
    {.claim = "arguments before a path",
     .message = {IS(CALL), DEEP, .name = TEXT("three")},
     .values = "int=1;str=two;f32=Vector3,1,2,3"},
    {.claim = "arguments with an id", .message = {CALLED("three")}, .values = "nil;array true end;bytes=0a"},
    {.claim = "a set with an id", .message = {IS(SET), .node = 1, .name = TEXT("note")}, .values = "str=by%20id"},
    {.claim = "a set with a path", .message = {IS(SET), DEEP, .name = TEXT("note")}, .values = "dict str=by int=2 end"},
    {.claim = "raw bytes", .message = {IS(RAW), .data = TEXT("\0raw\377")}},
};

#define VALUE(calls) {.claim = (calls), .message = {CALLED("value")}, .values = (calls)}

/* One and more of each type, in the order of `expected` in sent.gd. */
static const row types[] = {
    VALUE("nil"),
    VALUE("false"),
    VALUE("true"),
    VALUE("int=-5"),
    VALUE("int=2147483647"),
    VALUE("int=-9223372036854775808"),
    VALUE("float=0.5"),
    VALUE("float=0.1"),
    VALUE("str="),
    VALUE("str=abc"),
    VALUE("str=h%C3%A9%E2%82%AC%F0%9F%98%80"),
    VALUE("f32=Vector2,1,-2.5"),
    VALUE("f32=Rect2,1,2,3,4"),
    VALUE("f32=Vector3,1,-2.5,3"),
    VALUE("f32=Transform2D,1,2,3,4,5,6"),
    VALUE("f32=Plane,0,1,0,4"),
    VALUE("f32=Quaternion,0.5,0.25,-1,2"),
    VALUE("f32=AABB,1,2,3,4,5,6"),
    VALUE("f32=Basis,1,2,3,4,5,6,7,8,9"),
    VALUE("f32=Transform3D,1,2,3,4,5,6,7,8,9,10,11,12"),
    VALUE("f32=Color,1,0.5,0.25,0.75"),
    VALUE("path=/root/Main:position:x"),
    VALUE("path=a/b"),
    VALUE("rid=0"),
    VALUE("id=5"),
    VALUE("dict end"),
    VALUE("dict str=hp int=100 int=7 array nil end end"),
    VALUE("array end"),
    VALUE("array int=1 array str=deep dict str=k float=0.5 end end true end"),
    VALUE("bytes="),
    VALUE("bytes=00ff7f8001"),
    VALUE("i32=PackedInt32Array"),
    VALUE("i32=PackedInt32Array,1,-2,2147483647"),
    VALUE("f32=PackedFloat32Array,0.5,-1"),
    VALUE("strs"),
    VALUE("strs=a,,%C3%A9bcd"),
    VALUE("f32=PackedVector2Array,1,2,3,4"),
    VALUE("f32=PackedVector3Array,1,2,3,4,5,6"),
    VALUE("f32=PackedColorArray,1,0.5,0.25,0.75,0,0,0,1"),
};

#define COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))

static void send_bytes(side *self, uint8_t channel, const uint8_t *bytes, size_t size)
{
    ENetPacket *made = enet_packet_create(bytes, size, ENET_PACKET_FLAG_RELIABLE);
    if (made == NULL || enet_peer_send(self->peer, channel, made) != 0) {
        fail("a packet", "ENet does not send it");
    }
    enet_host_flush(self->host);
}

static void add_values(gdv_message_writer *writer, const char *values)
{
    char value[256];
    while (values != NULL) {
        const size_t length = strcspn(values, ";");
        if (length >= sizeof value) {
            fail(values, "is too long");
        }
        memcpy(value, values, length);
        value[length] = '\0';
        (void)calls_make(gdv_message_add_value(writer), value);
        values = values[length] == ';' ? values + length + 1 : NULL;
    }
}

static void send_from(side *self, uint32_t source, const row *sent)
{
    static gdv_message_writer writer;
    static uint8_t buffer[MOST_BYTES];
    static uint8_t scratch[65536];
    gdv_message message = sent->message;
    gdv_message_policy policy;
    size_t size = 0;
    const bool is_system = message.command == GDV_COMMAND_ADD_PEER || message.command == GDV_COMMAND_REMOVE_PEER;

    gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
    policy.direction = self->serves ? GDV_DIRECTION_S2C : GDV_DIRECTION_C2S;
    policy.envelope = is_system ? GDV_ENVELOPE_ENET3_SYS : GDV_ENVELOPE_ENET3;
    policy.values.permit = GDV_PERMIT_OBJECT_ID | GDV_PERMIT_RID;
    message.struct_size = sizeof message;
    message.source = source;
    message.target = self->theirs;
    (void)gdv_message_writer_init(&writer, buffer, sizeof buffer, GDV_PROTOCOL_GODOT3, &policy, &message, scratch,
                                  sizeof scratch);
    add_values(&writer, sent->values);
    const gdv_status status = gdv_message_writer_finish(&writer, &size);
    if (status != GDV_OK) {
        fail(sent->claim, gdv_status_name(status));
    }
    send_bytes(self, is_system ? 0 : 1, buffer, size);
}

static void send_row(side *self, const row *sent)
{
    send_from(self, self->own, sent);
}

static void ask_back(side *self)
{
    const row sent = {.claim = "ask back", .message = {CALLED("ask_back")}};
    send_row(self, &sent);
}

/* What a server sends besides: the others that come, what they say, and that they go. */
static void send_of_other(side *self)
{
    const row come = {.claim = "a peer has come", .message = {IS(ADD_PEER), .peer = OTHER}};
    const row said = {.claim = "a call of that peer", .message = {IS(CALL), MAIN, .name = TEXT("none")}};
    send_row(self, &come);
    send_from(self, OTHER, &said);
}

static void send_other_gone(side *self)
{
    const row gone = {.claim = "a peer has gone", .message = {IS(REMOVE_PEER), .peer = OTHER}};
    send_row(self, &gone);
}

static void send_all(side *self)
{
    for (size_t index = 0; index < COUNT(kinds); index += 1) {
        send_row(self, &kinds[index]);
    }
    for (size_t index = 0; index < COUNT(types); index += 1) {
        send_row(self, &types[index]);
    }
    if (self->serves) {
        send_of_other(self);
    }
    ask_back(self);
}

/* ---- what comes back: the engine announces its path, and once that is confirmed it calls by id */

static void answer(side *self, const gdv_message *message)
{
    if (message->command == GDV_COMMAND_SIMPLIFY_PATH) {
        const row sent = {.claim = "a confirmation", .message = {IS(CONFIRM_PATH), .path = message->path}};
        send_row(self, &sent);
    } else if (message->command == GDV_COMMAND_CALL && message->node == 0) {
        self->calls += 1;
        if (self->serves) {
            send_other_gone(self);
        }
        ask_back(self);
    } else if (message->command == GDV_COMMAND_CALL) {
        const row sent = {.claim = "the end", .message = {CALLED("end")}};
        self->calls += 1;
        self->called_by_id += 1;
        send_row(self, &sent);
    }
}

static void take(side *self, const ENetEvent *event)
{
    static gdv_node nodes[MOST_BYTES + 64];
    gdv_message message = {.struct_size = sizeof message};
    gdv_message_policy policy;
    gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
    policy.direction = self->serves ? GDV_DIRECTION_C2S : GDV_DIRECTION_S2C;
    policy.envelope = event->channelID == 0 ? GDV_ENVELOPE_ENET3_SYS : GDV_ENVELOPE_ENET3;
    if (gdv_message_parse(GDV_PROTOCOL_GODOT3, event->packet->data, event->packet->dataLength, &policy, nodes,
                          MOST_BYTES, &message, NULL) != GDV_OK) {
        fail("a packet of the engine", "does not parse");
    }
    answer(self, &message);
    enet_packet_destroy(event->packet);
}

static void serve_event(side *self, const ENetEvent *event)
{
    switch (event->type) {
    case ENET_EVENT_TYPE_CONNECT:
        self->peer = event->peer;
        self->theirs = self->serves ? (int32_t)event->data : 1;
        send_all(self);
        break;
    case ENET_EVENT_TYPE_RECEIVE:
        take(self, event);
        break;
    case ENET_EVENT_TYPE_DISCONNECT:
        self->is_over = true;
        break;
    default:
        break;
    }
}

static void open_host(side *self)
{
    ENetAddress address = {.port = 0};
    if (enet_initialize() != 0 || enet_address_set_host(&address, "127.0.0.1") != 0) {
        fail("127.0.0.1", "no address");
    }
    self->host = enet_host_create(self->serves ? &address : NULL, 1, CHANNELS, 0, 0);
    if (self->host == NULL || enet_socket_get_address(self->host->socket, &address) != 0) {
        fail("127.0.0.1", "no socket");
    }
    if (self->serves) {
        printf("listening on 127.0.0.1:%u\n", (unsigned)address.port);
        (void)fflush(stdout);
    }
}

static void connect_to(side *self, const char *port)
{
    ENetAddress address = {.port = (uint16_t)strtoul(port, NULL, 10)};
    (void)enet_address_set_host(&address, "127.0.0.1");
    self->peer = enet_host_connect(self->host, &address, CHANNELS, OWN);
    if (self->peer == NULL) {
        fail(port, "no connection");
    }
}

int main(int argc, char **argv)
{
    side self = {.serves = argc == 2 && strcmp(argv[1], "server") == 0};
    ENetEvent event;
    if (!self.serves && (argc != 3 || strcmp(argv[1], "client") != 0)) {
        fail("usage", "sent client PORT | sent server");
    }
    self.own = self.serves ? 1 : OWN;
    open_host(&self);
    if (!self.serves) {
        connect_to(&self, argv[2]);
    }
    const uint32_t begun = enet_time_get();
    while (!self.is_over && enet_time_get() - begun < MOST_MS) {
        if (enet_host_service(self.host, &event, 50) > 0) {
            serve_event(&self, &event);
        }
    }
    printf("the engine called %u times, %u of them by id, and %s\n", self.calls, self.called_by_id,
           self.is_over ? "hung up" : "did not hang up");
    enet_host_destroy(self.host);
    return self.is_over && self.calls == 2 && self.called_by_id == 1 ? 0 : 1;
}
