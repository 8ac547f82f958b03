/* SPDX-License-Identifier: MIT */
/* Memory larger than any packet can need: 32 GiB of addresses, of which only what is touched becomes memory. Sizes that
 * are bounded where they are taken must be bounded there, and not wrap (promise 1). */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include <criterion/criterion.h>
#include <sys/mman.h>

#include "tests/support/support.h"

#define GIB ((uint64_t)1 << 30)

/* An address space of 32 bits has no such memory, and no size for it. */
static bool exists(void)
{
    return SIZE_MAX > UINT32_MAX;
}

static void *reserve(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    cr_assert(memory != MAP_FAILED, "no addresses for %zu bytes", size);
    return memory;
}

/* Godot 3: {1: nil, 2: nil} and {1: nil, 1: nil}. */
static const char *const packets[] = {"12000000 02000000 02000000 01000000 00000000 02000000 02000000 00000000",
                                      "12000000 02000000 02000000 01000000 00000000 02000000 01000000 00000000"};
static const gdv_status codes[] = {GDV_OK, GDV_E_DUPLICATE_KEY};

Test(memory, for_keys_beyond_what_any_packet_needs_is_taken_as_it_is)
{
    const size_t size = (size_t)(32 * GIB); /* 2^32 keys: in 32 bits there would be none */
    if (!exists()) {
        return;
    }
    void *scratch = reserve(size);
    for (size_t index = 0; index < 2; index += 1) {
        packet bytes = packet_from_hex(packets[index]);
        cr_expect_eq(gdv_validate(bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, NULL, scratch, size, NULL, NULL),
                     codes[index], "packet %zu", index);
        packet_free(&bytes);
    }
    cr_expect_eq(munmap(scratch, size), 0);
}

Test(memory, for_nodes_beyond_what_any_packet_needs_is_taken_as_it_is)
{
    const size_t size = (size_t)(32 * GIB); /* 2^31 nodes, 2^32 halves */
    if (!exists()) {
        return;
    }
    gdv_node *nodes = (gdv_node *)reserve(size);
    for (size_t index = 0; index < 2; index += 1) {
        packet bytes = packet_from_hex(packets[index]);
        gdv_document document;
        cr_expect_eq(gdv_document_parse(&document, bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, NULL, nodes,
                                        size / sizeof *nodes, NULL),
                     codes[index], "packet %zu", index);
        cr_expect_eq(gdv_count(gdv_root(&document)), index == 0 ? 2 : 0, "packet %zu", index);
        packet_free(&bytes);
    }
    cr_expect_eq(munmap(nodes, size), 0);
}
