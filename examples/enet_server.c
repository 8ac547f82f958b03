/* SPDX-License-Identifier: MIT */
/* A server for clients that use the multiplayer API of Godot 3 over ENet, in place of a server made with the engine. Each
 * packet is judged before a byte of it is used: is it one that an engine sends, and does it call a method that the game
 * has, with arguments that the method takes? The methods stand in a schema, which gdv drafts from the game's own scripts:
 *
 *     gdv schema --from-gd --rpc client.gd >game.gdvs
 *     bazel run //examples:enet_server -- --schema $PWD/game.gdvs --port 5000
 *
 * A call that passes is answered by a call of `answered` with the number of those that have passed; one that does not
 * costs its sender the answer and the server a line of log. Peers see the server alone: nothing is relayed. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): POSIX wants this very name */
#define _POSIX_C_SOURCE 200809L

#include <enet/enet.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gdv/gdv.h>

#include "serve.h"

enum {
    MOST_PEERS = 32,
    MOST_BYTES = 16384, /* of a packet: ENet refuses longer ones before it has their bytes */
    MOST_PATHS = 64,    /* that one peer may announce */
    MOST_TEXT = 4096,   /* bytes of those */
    CHANNELS = 3,       /* of Godot 3: its own messages, reliable, unreliable */
    WAIT_MS = 50
};

typedef struct client {
    uint32_t id; /* that it said when it connected; 0 for none */
    uint32_t calls;
    gdv_peer_cache cache;
    gdv_cached_path paths[MOST_PATHS];
    char text[MOST_TEXT];
} client;

typedef struct server {
    ENetHost *host;
    gdv_schema schema;
    gdv_message_policy policy;
    gdv_message message;
    gdv_match match;
    gdv_node nodes[MOST_BYTES]; /* a node for each byte suffices: gdv_message_bound */
    client clients[MOST_PEERS];
    uint64_t answered;
    uint64_t refused;
} server;

static _Noreturn void fail(const char *what, const char *why)
{
    (void)fprintf(stderr, "enet_server: %s: %s\n", what, why);
    exit(2);
}

/* ---- at the start */

typedef struct settings {
    const char *schema;
    const char *address;
    uint16_t port;
} settings;

static settings read_settings(int argc, char **argv)
{
    settings all = {NULL, "127.0.0.1", 0};
    for (int index = 1; index + 1 < argc; index += 2) {
        const char *value = argv[index + 1];
        char *end = NULL;
        if (strcmp(argv[index], "--schema") == 0) {
            all.schema = value;
        } else if (strcmp(argv[index], "--address") == 0) {
            all.address = value;
        } else if (strcmp(argv[index], "--port") == 0) {
            const unsigned long port = strtoul(value, &end, 10);
            if (*value < '0' || *value > '9' || *end != '\0' || port > UINT16_MAX) {
                fail(value, "a port is a number up to 65535");
            }
            all.port = (uint16_t)port;
        } else {
            fail(argv[index], "unknown option; there are --schema FILE, --address A and --port N");
        }
    }
    if (argc % 2 == 0 || all.schema == NULL) {
        fail(argc % 2 == 0 ? argv[argc - 1] : "--schema", "a value is missing");
    }
    return all;
}

/* The text of a file, which is not freed: it is needed as long as nothing else is. */
static gdv_schema_source read_source(const char *path)
{
    enum { MOST = 1 << 20 };
    static char text[MOST];
    FILE *file = fopen(path, "rb");
    const size_t size = file != NULL ? fread(text, 1, sizeof text, file) : 0;
    if (file == NULL || ferror(file) != 0 || size == sizeof text) {
        fail(path, "cannot be read, or has a megabyte and more");
    }
    (void)fclose(file);
    const gdv_schema_source source = {path, text, size};
    return source;
}

static gdv_schema load_schema(const char *path)
{
    const gdv_schema_source source = read_source(path);
    gdv_schema schema;
    gdv_schema_error error = {.struct_size = sizeof error};
    gdv_status status = gdv_schema_compile(&source, 1, GDV_DIALECT_GODOT3, NULL, 0, &schema, &error);
    if (status == GDV_E_NO_SPACE) {
        const size_t need = (size_t)error.need;
        status = gdv_schema_compile(&source, 1, GDV_DIALECT_GODOT3, serve_memory(need), need, &schema, &error);
    }
    if (status != GDV_OK) {
        (void)fprintf(stderr, "%s:%" PRIu32 ":%" PRIu32 ": %s\n", path, error.line, error.column, error.message);
        exit(2);
    }
    return schema;
}

static void open_host(server *self, const settings *all)
{
    ENetAddress address = {.port = all->port};
    if (enet_initialize() != 0 || enet_address_set_host(&address, all->address) != 0) {
        fail(all->address, "no address");
    }
    self->host = enet_host_create(&address, MOST_PEERS, CHANNELS, 0, 0);
    if (self->host == NULL || enet_socket_get_address(self->host->socket, &address) != 0) {
        fail(all->address, "cannot be listened on");
    }
    self->host->maximumPacketSize = MOST_BYTES;
    self->host->maximumWaitingData = 4 * (size_t)MOST_BYTES; /* of one peer: parts of packets that have not all come */
    (void)setvbuf(stdout, NULL, _IOLBF, 0);                  /* each line at once, into a pipe too */
    printf("listening on %s:%u\n", all->address, (unsigned)address.port);
}

/* ---- what is sent */

/* Sends a message to a peer, with one int as argument where it is a call. */
static void send_to(server *self, ENetPeer *to, const client *peer, gdv_message *message)
{
    static gdv_message_writer writer;
    uint8_t buffer[2048];
    size_t size = 0;
    gdv_message_policy policy;
    gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
    policy.envelope = GDV_ENVELOPE_ENET3;
    policy.direction = GDV_DIRECTION_S2C;
    message->struct_size = sizeof *message;
    message->source = 1;
    message->target = (int32_t)peer->id;
    (void)gdv_message_writer_init(&writer, buffer, sizeof buffer, GDV_PROTOCOL_GODOT3, &policy, message, NULL, 0);
    if (message->command == GDV_COMMAND_CALL) {
        (void)gdv_write_int(gdv_message_add_value(&writer), (int64_t)peer->calls);
    }
    if (gdv_message_writer_finish(&writer, &size) != GDV_OK) {
        return; /* a path that has no room: its sender goes on with the whole of it */
    }
    ENetPacket *packet = enet_packet_create(buffer, size, ENET_PACKET_FLAG_RELIABLE);
    if (packet != NULL && enet_peer_send(to, 1, packet) != 0) {
        enet_packet_destroy(packet);
    }
    enet_host_flush(self->host);
}

/* ---- what comes */

/* Its id is the word that an engine connects with: what a packet says of itself is held to it. */
static void admit(server *self, ENetPeer *from, uint32_t id)
{
    client *one = &self->clients[from->incomingPeerID];
    bool is_new = id > 1 && id <= INT32_MAX;
    for (size_t index = 0; index < MOST_PEERS; index += 1) {
        is_new = is_new && self->clients[index].id != id;
    }
    one->id = 0;
    if (!is_new || gdv_peer_cache_init(&one->cache, id, one->paths, MOST_PATHS, one->text, MOST_TEXT) != GDV_OK) {
        serve_log("peer %" PRIu32 " refused: no id of a client, or one that is in use", id);
        enet_peer_reset(from);
        return;
    }
    one->id = id;
    one->calls = 0;
    serve_log("peer %" PRIu32 " has come", id);
}

static void refuse(server *self, const client *from, const char *why)
{
    self->refused += 1;
    serve_log("peer %" PRIu32 " refused: %s", from->id, why);
}

static void answer(server *self, ENetPeer *to, client *from)
{
    const gdv_message *message = &self->message;
    gdv_message reply = {.command = GDV_COMMAND_CONFIRM_PATH, .path = message->path};
    if (message->command == GDV_COMMAND_CALL) {
        from->calls += 1;
        self->answered += 1;
        serve_log("peer %" PRIu32 " calls %s, %" PRIu32 " arguments", from->id,
                  gdv_schema_packet_name(&self->schema, self->match.packet), message->values);
        reply.command = GDV_COMMAND_CALL;
        reply.path = message->node != 0 ? gdv_peer_cache_path(&from->cache, message->node) : message->path;
        reply.name = (gdv_text){"answered", 8};
    }
    if (message->command == GDV_COMMAND_CALL || message->command == GDV_COMMAND_SIMPLIFY_PATH) {
        send_to(self, to, from, &reply);
    }
}

/* Is it a packet of the engine's, and then one that the game sends? */
static void take(server *self, const ENetEvent *event)
{
    client *from = &self->clients[event->peer->incomingPeerID];
    gdv_message_report report = {.struct_size = sizeof report};
    gdv_violation violation = {.struct_size = sizeof violation};
    char why[512];
    self->policy.envelope = event->channelID == 0 ? GDV_ENVELOPE_ENET3_SYS : GDV_ENVELOPE_ENET3;
    self->policy.peer = from->id;
    if (gdv_message_parse(GDV_PROTOCOL_GODOT3, event->packet->data, event->packet->dataLength, &self->policy,
                          self->nodes, MOST_BYTES, &self->message, &report) != GDV_OK) {
        (void)gdv_message_report_format(&report, why, sizeof why);
        refuse(self, from, why);
    } else if (gdv_message_check(&self->schema, &from->cache, &self->message, NULL, &self->match, &violation) !=
               GDV_OK) {
        (void)gdv_violation_format(&violation, why, sizeof why);
        refuse(self, from, why);
    } else if (self->message.target == -1 || self->message.target > 1) {
        refuse(self, from, "it is for other peers");
    } else {
        answer(self, event->peer, from); /* a game would act on gdv_match_value(&self->match, ..) here */
    }
}

static void serve_event(server *self, const ENetEvent *event)
{
    switch (event->type) {
    case ENET_EVENT_TYPE_CONNECT:
        admit(self, event->peer, event->data);
        break;
    case ENET_EVENT_TYPE_DISCONNECT:
        serve_log("peer %" PRIu32 " has gone", self->clients[event->peer->incomingPeerID].id);
        self->clients[event->peer->incomingPeerID].id = 0;
        break;
    case ENET_EVENT_TYPE_RECEIVE:
        take(self, event);
        enet_packet_destroy(event->packet);
        break;
    default:
        break;
    }
}

int main(int argc, char **argv)
{
    const settings all = read_settings(argc, argv);
    server *self = serve_memory(sizeof *self);
    struct pollfd stop = {.fd = serve_stop_descriptor(), .events = POLLIN};
    ENetEvent event;

    self->schema = load_schema(all.schema);
    self->message.struct_size = sizeof self->message;
    self->match.struct_size = sizeof self->match;
    gdv_message_policy_init(&self->policy, GDV_POLICY_STRICT);
    self->policy.values.max_bytes = MOST_BYTES;
    gdv_schema_narrow(&self->schema, &self->policy.values);
    open_host(self, &all);
    while (poll(&stop, 1, 0) == 0) { /* after each event, so that SIGTERM is seen under a flood, too */
        if (enet_host_service(self->host, &event, WAIT_MS) > 0) {
            serve_event(self, &event);
        }
    }
    enet_host_destroy(self->host);
    enet_deinitialize();
    return serve_end(self->answered, self->refused);
}
