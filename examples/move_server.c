/* SPDX-License-Identifier: MIT */
/* A UDP server for one kind of packet. The schema says what is welcome: no check by hand, so none to forget. */
#include "serve.h"
#include <poll.h>

static const char text[] = "limits max_bytes = 256\n"
                           "packet move = { type: \"move\", seq: int 0.., pos: Vector3 -4096..4096,\n"
                           "                yaw: float -PI..PI, jump?: bool }\n";
enum { MOVE_TYPE, MOVE_SEQ, MOVE_POS, MOVE_YAW, MOVE_JUMP };

static void take(const gdv_schema *schema, const char *peer, const uint8_t *packet, size_t size)
{
    gdv_node nodes[128]; /* gdv_document_bound(256) of them suffice for every packet that may pass */
    gdv_match move = {.struct_size = sizeof move};
    gdv_violation why = {.struct_size = sizeof why};
    gdv_numbers pos; /* three, finite, in range: the schema says so */
    if (gdv_schema_check(schema, packet, size, NULL, nodes, 128, &move, &why) != GDV_OK ||
        gdv_to_numbers(gdv_match_value(&move, MOVE_POS), &pos) != GDV_OK) {
        char line[512];
        (void)gdv_violation_format(&why, line, sizeof line);
        serve_log("%s refused as %s: %s", peer, gdv_status_name(why.report.code), line);
        return;
    }
    serve_log("%s is at %g %g %g", peer, gdv_component_double(&pos, 0, 0), gdv_component_double(&pos, 0, 1),
              gdv_component_double(&pos, 0, 2));
}

int main(int argc, char **argv)
{
    static uint64_t packet[8192], memory[2048];
    const gdv_schema_source source = {.name = "move", .text = text, .size = sizeof text - 1};
    gdv_schema schema;
    serve_options options;
    serve_options_read(&options, SOCK_DGRAM, argc, argv);
    struct pollfd waits[] = {{.fd = serve_stop_descriptor(), .events = POLLIN},
                             {.fd = serve_open(&options, SOCK_DGRAM), .events = POLLIN}};
    if (gdv_schema_compile(&source, 1, options.dialect, memory, sizeof memory, &schema, NULL) == GDV_OK) {
        while (poll(waits, 2, -1) >= 0 && waits[0].revents == 0) {
            struct sockaddr_storage from;
            socklen_t from_size = sizeof from;
            char peer[SERVE_NAME_SIZE];
            const ssize_t got = recvfrom(waits[1].fd, packet, sizeof packet, 0, (struct sockaddr *)&from, &from_size);
            if (got >= 0) { /* else a bad checksum, or what ICMP says of an answer */
                serve_name(&from, from_size, peer);
                take(&schema, peer, (const uint8_t *)packet, (size_t)got);
            }
        }
    }
}
