/* SPDX-License-Identifier: MIT */
/* Peers: libraries that decode other formats, given the messages of message.h each in its own format. peer.c hands them
 * to the benchmark as subjects (subject.h) and first tries whether they do what they say; bench/README.md says what of it
 * compares with what. To add one, write a peer_NAME.c and put its peers in the list of peer.c.
 *
 * In every format a MESSAGE_VECTOR or MESSAGE_FLOATS is what the format has for a row of numbers, an array of floats of
 * 32 bits: CBOR and MessagePack write a type before each, protobuf packs them, JSON spells them in the fewest digits
 * that read back to the same float. A double that 32 bits hold exactly is sent as such where the format can. In JSON
 * bytes are base64. */
#ifndef GDV_BENCH_PEER_H
#define GDV_BENCH_PEER_H

#include "bench/subject.h"

#ifdef __cplusplus
extern "C" {
#endif

/* simdjson reads so many bytes beyond a packet. A workload has them, and it is spared a copy. */
enum { PEER_MARGIN = 64 };

typedef struct peer {
    /* `does` opens with what is left when the decoder returns: "tree", all values, to be looked up in any order, and the
     * time is that of building and releasing it; or "walk", nothing, as each value was handed out once in packet
     * order, and the time is that of taking them all. "UTF-8" stands in it where text that is not UTF-8 is refused,
     * "duplicate keys" where equal keys in one dictionary are. */
    subject subject;

    /* How many values the decoder sees, containers and keys included; a VECTOR or FLOATS is an array and its numbers.
     * 0 where it refuses the packet. */
    size_t (*count)(const uint8_t *bytes, size_t size);
} peer;

extern const peer peer_cbor_tree;
extern const peer peer_cbor_stream;
extern const peer peer_msgpack;
extern const peer peer_jansson;
extern const peer peer_simdjson_dom;
extern const peer peer_simdjson_ondemand;
extern const peer peer_protobuf;
extern const peer peer_nanopb;

/* Formats of more than one peer: peer_json.c, peer_protobuf.c. */
extern const workload_format peer_json_format;
extern const workload_format peer_protobuf_format;

/* A message being encoded. `size` goes on counting when the packet no longer fits. */
typedef struct peer_packet {
    uint8_t *bytes;
    size_t capacity;
    size_t size;
} peer_packet;

void peer_append(peer_packet *out, const void *bytes, size_t size);
void peer_append_text(peer_packet *out, const char *text);
void peer_append_base64(peer_packet *out, const uint8_t *bytes, size_t size); /* without '=' at the end */

/* Whether 32 bits hold the number. */
bool peer_is_narrow(double number);

#ifdef __cplusplus
}
#endif

#endif
