/* SPDX-License-Identifier: MIT */
/* That a build with a smaller GDV_MAX_DEPTH follows that many levels and no more, whatever a policy asks for, through every
 * entry point. For //ci:footprint_test, which builds it with the library's sources for this machine and for a
 * Cortex-M4: so there is no output, and no C library but the four memory functions. Exit status: 0, or the number of the
 * first claim that does not hold. DEPTH is what it is expected to be. */
#include <stdbool.h>
#include <string.h>

#include <gdv/gdv.h>

enum { LEVELS = DEPTH + 1, SIZE = 8 * LEVELS + 4 };

/* An array that holds nothing but an array, and so on, around a null: the null is `levels` deep. Returns the bytes. */
static size_t nest(uint8_t *packet, uint32_t levels)
{
    uint32_t array = 0;
    uint32_t nil = 0;
    if (!gdv_dialect_type_id(GDV_DIALECT_GODOT4_4, GDV_TYPE_ARRAY, &array) ||
        !gdv_dialect_type_id(GDV_DIALECT_GODOT4_4, GDV_TYPE_NIL, &nil)) {
        return 0;
    }
    memset(packet, 0, SIZE);
    for (uint32_t level = 0; level < levels; level += 1) {
        packet[8 * level] = (uint8_t)array;
        packet[8 * level + 4] = 1;
    }
    packet[8 * levels] = (uint8_t)nil;
    return 8 * (size_t)levels + 4;
}

static gdv_status read_through(const uint8_t *packet, size_t size, const gdv_policy *policy)
{
    static gdv_reader reader;
    gdv_status status = gdv_reader_init(&reader, packet, size, GDV_DIALECT_GODOT4_4, policy, NULL, 0);
    return status == GDV_OK ? gdv_reader_finish(&reader, NULL) : status;
}

static gdv_status parse(const uint8_t *packet, size_t size, const gdv_policy *policy)
{
    static gdv_node nodes[LEVELS + 1];
    gdv_document document;
    return gdv_document_parse(&document, packet, size, GDV_DIALECT_GODOT4_4, policy, nodes, LEVELS + 1, NULL);
}

static gdv_status relay(const uint8_t *packet, size_t size, const gdv_policy *policy)
{
    static uint8_t out[SIZE];
    size_t out_size = 0;
    gdv_status status =
        gdv_canonicalize(packet, size, GDV_DIALECT_GODOT4_4, policy, NULL, 0, out, sizeof out, &out_size, NULL);
    return status == GDV_OK && (out_size != size || memcmp(out, packet, size) != 0) ? GDV_E_BAD_ARGUMENT : status;
}

static gdv_status write_levels(uint32_t levels, const gdv_policy *policy)
{
    static gdv_writer writer;
    static uint8_t out[SIZE];
    size_t size = 0;
    (void)gdv_writer_init(&writer, out, sizeof out, GDV_DIALECT_GODOT4_4, policy);
    for (uint32_t level = 0; level < levels; level += 1) {
        (void)gdv_begin_array(&writer);
    }
    (void)gdv_write_nil(&writer);
    for (uint32_t level = 0; level < levels; level += 1) {
        (void)gdv_end(&writer);
    }
    return gdv_writer_finish(&writer, NULL, 0, &size);
}

static gdv_status validate(const uint8_t *packet, size_t size, const gdv_policy *policy)
{
    return gdv_validate(packet, size, GDV_DIALECT_GODOT4_4, policy, NULL, 0, NULL, NULL);
}

static int first_broken_claim(void)
{
    static uint8_t packet[SIZE];
    gdv_policy policy;
    gdv_policy_init(&policy, GDV_POLICY_ENGINE);
    if (policy.max_depth != DEPTH) {
        return 1;
    }
    policy.max_depth = UINT32_MAX; /* means what the build can follow */

    size_t size = nest(packet, DEPTH);
    const gdv_status deep[] = {validate(packet, size, &policy), read_through(packet, size, &policy),
                               parse(packet, size, &policy), relay(packet, size, &policy),
                               write_levels(DEPTH, &policy)};
    size = nest(packet, LEVELS);
    const gdv_status deeper[] = {validate(packet, size, &policy), read_through(packet, size, &policy),
                                 parse(packet, size, &policy), relay(packet, size, &policy),
                                 write_levels(LEVELS, &policy)};
    for (int entry = 0; entry < 5; entry += 1) {
        if (deep[entry] != GDV_OK) {
            return 10 + entry;
        }
        if (deeper[entry] != GDV_E_LIMIT_DEPTH) {
            return 20 + entry;
        }
    }
    gdv_policy_init(&policy, GDV_POLICY_STRICT);
    return policy.max_depth == (DEPTH < 32 ? DEPTH : 32) ? 0 : 2;
}

#ifdef __arm__

/* In place of a C library's start, which would want a board: Linux's own way to end, as an emulator of it runs this. */
void _start(void);
void _start(void)
{
    register int status __asm__("r0") = first_broken_claim();
    register int call __asm__("r7") = 1;
    __asm__ volatile("svc 0" : : "r"(status), "r"(call));
    for (;;) {
    }
}

#else

int main(void)
{
    return first_broken_claim();
}

#endif
