/* SPDX-License-Identifier: MIT */
/* A server for what Godot's StreamPeer.put_var and PacketPeerStream send over TCP: frames, each a u32 length and a packet.
 * A packet that is refused costs its sender the answer and the server a line of log; one that is accepted is answered with
 * its canonical bytes after their length. A stream that is no longer frames is closed.
 *
 *     bazel run //examples:tcp_server -- --dialect godot3 --port 5000
 *
 * All memory is there before the first peer. What strangers may do with a stream, and what it comes to here:
 *   announce 2 GiB          the framer refuses the length, before a byte of the body is awaited
 *   send and never read     no more is read from them until they do: answers wait in a buffer of fixed size
 *   send a byte a minute    a frame and its answer may take --patience seconds, then the peer is dropped
 *   come in thousands       there are PEER_COUNT places; others wait in the system's queue until one is free */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): POSIX wants this very name */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <gdv/gdv.h>

#include "serve.h"

enum { PEER_COUNT = 64, CHUNK_SIZE = 65536, PREFIX_SIZE = 4, STOP = 0, LISTENER = 1, PEERS = 2 };

typedef struct peer {
    int socket; /* -1: the place is free */
    char name[SERVE_NAME_SIZE];
    gdv_framer framer;
    uint8_t *body;    /* where the framer puts together what comes in pieces */
    uint8_t *answers; /* answers[sent .. ready-1] wait to be sent */
    size_t sent;
    size_t ready;
    int64_t deadline; /* for a frame that is whole, or for its answer to be taken */
} peer;

typedef struct server {
    serve_options options;
    peer peers[PEER_COUNT];
    struct pollfd waits[PEERS + PEER_COUNT];
    size_t vacant; /* a free place, or PEER_COUNT */
    uint8_t chunk[CHUNK_SIZE];
    uint8_t *scratch;
    size_t scratch_size;
    uint64_t answered;
    uint64_t refused;
} server;

static void leave(peer *one, const char *why)
{
    serve_log("%s closed: %s", one->name, why);
    (void)close(one->socket);
    one->socket = -1;
}

static void join(server *all)
{
    peer *one = &all->peers[all->vacant];
    one->socket = serve_accept(all->waits[LISTENER].fd, one->name);
    one->sent = 0;
    one->ready = 0;
    one->deadline = serve_now_ms() + all->options.patience_ms;
    /* NULL: little-endian lengths, up to the buffer's size, none of zero. */
    const gdv_status status = gdv_framer_init(&one->framer, one->body, all->options.max_frame, NULL);
    if (one->socket >= 0 && status != GDV_OK) {
        leave(one, gdv_status_text(status));
    }
}

/* Canonical bytes go straight after what waits to be sent, after their length. There is room: an answer may be as long
 * as what it answers, a peer is read only when it has taken all answers, and one chunk completes no more than itself and
 * one frame that began before it. Under the strict policy the canonical encoding is never longer. */
static void answer(server *all, peer *one, const uint8_t *packet, size_t size)
{
    uint8_t *prefix = one->answers + one->ready;
    gdv_report report = {.struct_size = sizeof report};
    size_t length = 0;
    const gdv_status status = gdv_canonicalize(packet, size, all->options.dialect, &all->options.policy, all->scratch,
                                               all->scratch_size, prefix + PREFIX_SIZE, size, &length, &report);
    if (status != GDV_OK) {
        char why[512];
        (void)gdv_report_format(&report, why, sizeof why);
        serve_log("%s refused frame %" PRIu64 ": %s", one->name, one->framer.frames, why);
        all->refused += 1;
        return;
    }
    for (unsigned index = 0; index < PREFIX_SIZE; index += 1) {
        prefix[index] = (uint8_t)(length >> (8 * index) & 0xff);
    }
    one->ready += PREFIX_SIZE + length;
    all->answered += 1;
}

static void send_answers(server *all, peer *one)
{
    const ssize_t taken = send(one->socket, one->answers + one->sent, one->ready - one->sent, 0);
    if (taken < 0) {
        if (!serve_would_wait()) {
            leave(one, "connection lost");
        }
        return;
    }
    one->sent += (size_t)taken;
    if (one->sent == one->ready) {
        one->sent = 0;
        one->ready = 0;
        one->deadline = serve_now_ms() + all->options.patience_ms;
    }
}

static void hear(server *all, peer *one)
{
    const ssize_t got = recv(one->socket, all->chunk, sizeof all->chunk, 0);
    if (got < 0 && serve_would_wait()) {
        return;
    }
    if (got <= 0) {
        leave(one, gdv_framer_finish(&one->framer) == GDV_OK ? "hung up" : "hung up inside a frame");
        return;
    }
    const uint8_t *rest = all->chunk;
    size_t left = (size_t)got;
    const uint8_t *packet = NULL;
    size_t size = 0;
    gdv_framing framing = gdv_framer_next(&one->framer, &rest, &left, &packet, &size);
    while (framing == GDV_FRAMING_READY) {
        one->deadline = serve_now_ms() + all->options.patience_ms;
        answer(all, one, packet, size);
        framing = gdv_framer_next(&one->framer, &rest, &left, &packet, &size);
    }
    if (one->ready > 0) {
        send_answers(all, one);
    }
    if (framing == GDV_FRAMING_BAD && one->socket >= 0) {
        serve_log("%s refused the stream: %s at %" PRIu64 ": %s", one->name, gdv_status_name(one->framer.status),
                  one->framer.offset, gdv_status_text(one->framer.status));
        leave(one, "no frame can be found any more");
    }
}

/* Drops the peers whose time is up, says what the others are waited for, and returns how long. */
static int prepare(server *all)
{
    const int64_t now = serve_now_ms();
    int64_t nearest = INT64_MAX;
    all->vacant = PEER_COUNT;
    for (size_t place = 0; place < PEER_COUNT; place += 1) {
        peer *one = &all->peers[place];
        if (one->socket >= 0 && one->deadline <= now) {
            leave(one, one->ready > 0 ? "does not take its answers" : "sends no whole frame");
        }
        if (one->socket < 0) {
            all->vacant = place;
        } else if (one->deadline < nearest) {
            nearest = one->deadline;
        }
        all->waits[PEERS + place].fd = one->socket; /* poll passes over -1 */
        all->waits[PEERS + place].events = one->ready > 0 ? POLLOUT : POLLIN;
    }
    all->waits[LISTENER].events = all->vacant < PEER_COUNT ? POLLIN : 0;
    return nearest == INT64_MAX ? -1 : (int)(nearest - now);
}

static void serve_ready(server *all)
{
    for (size_t place = 0; place < PEER_COUNT; place += 1) {
        peer *one = &all->peers[place];
        if (all->waits[PEERS + place].revents != 0) { /* errors too: send and recv tell them */
            (one->ready > 0 ? send_answers : hear)(all, one);
        }
    }
    if (all->waits[LISTENER].revents != 0 && all->vacant < PEER_COUNT) {
        join(all);
    }
}

int main(int argc, char **argv)
{
    static server only; /* too much for a stack */
    server *all = &only;
    serve_options_read(&all->options, SOCK_STREAM, argc, argv);
    const size_t body = all->options.max_frame;
    for (size_t place = 0; place < PEER_COUNT; place += 1) {
        all->peers[place].socket = -1;
        all->peers[place].body = serve_memory(body);
        all->peers[place].answers = serve_memory(PREFIX_SIZE + body + CHUNK_SIZE);
    }
    all->scratch_size = gdv_scratch_bound(body);
    all->scratch = serve_memory(all->scratch_size);
    all->waits[STOP] = (struct pollfd){.fd = serve_stop_descriptor(), .events = POLLIN};
    all->waits[LISTENER] = (struct pollfd){.fd = serve_open(&all->options, SOCK_STREAM), .events = POLLIN};
    while (all->waits[STOP].revents == 0) {
        if (poll(all->waits, PEERS + PEER_COUNT, prepare(all)) > 0) {
            serve_ready(all);
        }
    }
    return serve_end(all->answered, all->refused);
}
