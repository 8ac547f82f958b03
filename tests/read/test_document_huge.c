/* SPDX-License-Identifier: MIT */
/* Packets longer than any, and arrays of more nodes than any packet needs, 11 to 32 GiB of them: of the memory no more than two pages are ever used.
 * Nodes begin at the array's front, keys at its end, and nothing is written after that: there is a page without access.
 * Promise 1. */
/* C11 alone has no mmap. */
#define _DEFAULT_SOURCE 1 /* NOLINT(bugprone-reserved-identifier): the name is libc's own */

#include <criterion/criterion.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/support/support.h"

#if SIZE_MAX > UINT32_MAX
static void is_parsed_in(size_t capacity)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t size = capacity * sizeof(gdv_node);
    const size_t room = (size + page - 1) / page * page;
    uint8_t *memory = (uint8_t *)mmap(NULL, room + page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    cr_assert(memory != MAP_FAILED, "no %zu bytes of address space", room + page);
    cr_assert_eq(mprotect(memory, room, PROT_READ | PROT_WRITE), 0);

    packet bytes = packet_from_hex("12000000 01000000 00000000 00000000");
    gdv_document document;
    gdv_node *nodes = (gdv_node *)(void *)(memory + (room - size));
    gdv_status code =
        gdv_document_parse(&document, bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, NULL, nodes, capacity, NULL);
    cr_expect_eq(code, GDV_OK, "%zu nodes: %s", capacity, gdv_status_name(code));
    cr_expect_eq(gdv_count(gdv_root(&document)), 1, "%zu nodes", capacity);
    packet_free(&bytes);
    cr_assert_eq(munmap(memory, room + page), 0);
}
#endif

/* A packet that no policy permits, of pages that cannot be read. */
Test(document_huge, a_packet_longer_than_any_is_refused_unread_whatever_the_policy_says)
{
#if SIZE_MAX > UINT32_MAX
    const size_t size = (size_t)GDV_MAX_BYTES + 1;
    void *memory = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    cr_assert(memory != MAP_FAILED, "no %zu bytes of address space", size);
    uint8_t scratch[8];
    gdv_policy policy;
    gdv_policy_init(&policy, GDV_POLICY_STRICT);
    policy.max_bytes = SIZE_MAX;
    const gdv_packet packets[] = {{memory, size}};
    gdv_status of_each = GDV_OK;
    cr_expect_eq(gdv_validate(memory, size, GDV_DIALECT_GODOT3, &policy, scratch, sizeof scratch, NULL, NULL),
                 GDV_E_LIMIT_BYTES);
    cr_expect_eq(gdv_validate_many(packets, 1, GDV_DIALECT_GODOT3, &policy, scratch, sizeof scratch, &of_each),
                 GDV_E_LIMIT_BYTES);
    cr_expect_eq(of_each, GDV_E_LIMIT_BYTES);
    cr_assert_eq(munmap(memory, size), 0);
#else
    cr_assert_lt(SIZE_MAX, (uint64_t)GDV_MAX_BYTES * 2 + 2, "there are no such packets");
#endif
}

/* Around the numbers of nodes at which 32 bits do not hold twice as many any more, and a third of them. */
Test(document_huge, arrays_of_more_nodes_than_any_packet_needs_are_used_within_their_bounds)
{
#if SIZE_MAX > UINT32_MAX
    static const size_t capacities[] = {GDV_MAX_BYTES / 3,      GDV_MAX_BYTES / 2 - 1,     GDV_MAX_BYTES / 2,
                                        GDV_MAX_BYTES / 2 + 1u, (size_t)GDV_MAX_BYTES + 1, (size_t)GDV_MAX_BYTES + 2};
    for (size_t index = 0; index < sizeof capacities / sizeof capacities[0]; index += 1) {
        is_parsed_in(capacities[index]);
    }
#else
    cr_assert_lt(SIZE_MAX / sizeof(gdv_node), GDV_MAX_BYTES / 2, "there are no such arrays");
#endif
}
