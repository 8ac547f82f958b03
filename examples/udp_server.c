/* SPDX-License-Identifier: MIT */
/* A server for what Godot's PacketPeerUDP.put_var sends: each datagram is one packet. A packet that is refused costs its
 * sender the answer and the server a line of log; one that is accepted is answered with its canonical bytes.
 *
 *     bazel run //examples:udp_server -- --dialect godot3 --port 5000
 *
 * All memory is there before the first datagram: 128 KiB for packet and answer, 86 KiB to find duplicate keys in. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): POSIX wants this very name */
#define _POSIX_C_SOURCE 200809L

#include <poll.h>
#include <sys/socket.h>

#include <gdv/gdv.h>

#include "serve.h"

/* More than a datagram can carry, so none is ever cut. */
enum { DATAGRAM_SIZE = 65536 };

typedef struct server {
    serve_options options;
    int socket;
    uint8_t *scratch;
    size_t scratch_size;
    uint64_t answered;
    uint64_t refused;
    uint8_t packet[DATAGRAM_SIZE];
    uint8_t answer[DATAGRAM_SIZE];
} server;

static void log_refusal(const struct sockaddr_storage *from, socklen_t from_size, const gdv_report *report)
{
    char name[SERVE_NAME_SIZE];
    char why[512];
    serve_name(from, from_size, name);
    (void)gdv_report_format(report, why, sizeof why);
    serve_log("%s refused: %s", name, why);
}

/* One datagram only: a loop until none is left would never see SIGTERM under a flood. */
static void serve_datagram(server *self)
{
    struct sockaddr_storage from = {0};
    socklen_t from_size = sizeof from;
    const ssize_t got =
        recvfrom(self->socket, self->packet, sizeof self->packet, 0, (struct sockaddr *)&from, &from_size);
    if (got < 0) {
        return; /* a bad checksum or an ICMP message: strangers cause these, so they must not end the server */
    }

    /* The verdict first, the same as gdv_validate's; then the bytes that an engine would send for this value. A server
       that wants the value itself calls gdv_document_parse or gdv_reader_init here.
       The room for the answer is what was sent, as the sender's address may be forged: a server that answers with more lends
       attackers an amplifier. No packet that the strict policy accepts has a longer canonical encoding. */
    const size_t sent = (size_t)got;
    gdv_report report = {.struct_size = sizeof report};
    size_t size = 0;
    const gdv_status status = gdv_canonicalize(self->packet, sent, self->options.dialect, &self->options.policy,
                                               self->scratch, self->scratch_size, self->answer, sent, &size, &report);
    if (status != GDV_OK) {
        self->refused += 1;
        log_refusal(&from, from_size, &report);
        return;
    }

    /* Without room in the system's buffers the answer is lost, as any datagram may be. */
    if (sendto(self->socket, self->answer, size, 0, (const struct sockaddr *)&from, from_size) >= 0) {
        self->answered += 1;
    }
}

int main(int argc, char **argv)
{
    static server only; /* too much for a stack */
    server *self = &only;
    serve_options_read(&self->options, SOCK_DGRAM, argc, argv);
    self->scratch_size = gdv_scratch_bound(DATAGRAM_SIZE);
    self->scratch = serve_memory(self->scratch_size);
    const int stop = serve_stop_descriptor();
    self->socket = serve_open(&self->options, SOCK_DGRAM);

    struct pollfd waits[] = {{.fd = stop, .events = POLLIN}, {.fd = self->socket, .events = POLLIN}};
    while (waits[0].revents == 0) {
        const int ready = poll(waits, sizeof waits / sizeof waits[0], -1);
        if (ready > 0 && waits[1].revents != 0) {
            serve_datagram(self);
        }
    }
    return serve_end(self->answered, self->refused);
}
