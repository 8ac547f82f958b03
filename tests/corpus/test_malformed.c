/* SPDX-License-Identifier: MIT */
/* The malformed corpus: each packet gets exactly the verdict that its manifest states, code, offset and missing bytes.
 * The same for corpus/regress, where each packet once showed a bug of ours. Promises 3, 6 and 7. */
#include <criterion/criterion.h>

#include "tests/support/corpus.h"

static size_t manifest_holds(const char *folder)
{
    size_t packets = 0;
    malformed each = malformed_of(folder);
    while (malformed_next(&each)) {
        verdict said = verdict_of(each.bytes.bytes, each.bytes.size, each.dialect, &each.policy);
        cr_assert_eq(said.code, each.code, "%s: expected %s, got %s at %zu", each.name, gdv_status_name(each.code),
                     gdv_status_name(said.code), (size_t)said.report.offset);
        cr_assert_eq(said.report.offset, each.offset, "%s: %s at %zu", each.name, gdv_status_name(each.code),
                     (size_t)said.report.offset);
        cr_assert_eq(said.report.need, each.need, "%s: needs %zu", each.name, (size_t)said.report.need);
        packets += 1;
    }
    return packets;
}

Test(malformed, every_packet_has_the_verdict_of_its_manifest)
{
    size_t packets = manifest_holds("corpus/malformed");
    cr_assert_geq(packets, 3900, "%zu packets", packets);
}

Test(malformed, no_bug_has_come_back)
{
    size_t packets = manifest_holds("corpus/regress");
    cr_assert_geq(packets, 1, "%zu packets", packets);
}

/* Those that only a stream of frames deserves, of which corpus/frames has its own. */
static bool is_of_frames(gdv_status code)
{
    return code == GDV_E_BAD_FRAME || code == GDV_E_EMPTY_FRAME;
}

/* Which codes the stored corpus shows. The rest are the caller's mistakes, or need packets too long to store. */
Test(malformed, every_code_of_a_packet_is_in_the_corpus)
{
    bool found[GDV_E_LIMIT_BYTES] = {false};
    malformed each = malformed_of("corpus/malformed");
    while (malformed_next(&each)) {
        if (each.code < GDV_E_LIMIT_BYTES) {
            found[each.code] = true;
        }
    }
#define IS_IN_THE_CORPUS(name, number, sentence)                                                                       \
    if ((number) > 0 && (number) < GDV_E_LIMIT_BYTES && !is_of_frames(GDV_E_##name)) {                                 \
        cr_assert(found[(number) % GDV_E_LIMIT_BYTES], "no malformed packet for " #name);                              \
    }
    GDV_STATUS_LIST(IS_IN_THE_CORPUS)
}
