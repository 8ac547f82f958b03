/* SPDX-License-Identifier: MIT */
#include "canonical.h"

#include "../io/say.h"

/* Duplicate keys have been looked for: they are not again. A second try has as much room as the first said it takes. */
bool canonical_packet(scratch *to, const packet *one, gdv_dialect dialect, const gdv_policy *policy, verdict *about,
                      size_t *size)
{
    gdv_policy again = *policy;
    gdv_status status = GDV_E_NO_SPACE;
    size_t wanted = one->size;

    again.permit |= GDV_PERMIT_DUPLICATE_KEYS;
    for (int tries = 0; status == GDV_E_NO_SPACE && tries < 2; tries += 1) {
        if (!scratch_reserve(to, wanted, one->file)) {
            return false;
        }
        status = gdv_canonicalize(one->bytes, one->size, dialect, &again, NULL, 0, to->bytes, to->size, size,
                                  &about->report);
        wanted = *size;
    }
    verdict_take(about, status);
    if (status != GDV_OK && status != GDV_E_ENGINE_MISREADS) {
        complain("%s: %s: rewriting it came to another verdict than checking it: please report this", one->file,
                 gdv_status_name(status));
    }
    return status == GDV_OK || status == GDV_E_ENGINE_MISREADS;
}
