/* SPDX-License-Identifier: MIT */
#include "parsed.h"

#include "../io/say.h"

/* Duplicate keys have been looked for: they are not again. A second try has as much room as the first said it takes. */
bool parsed_packet(parsed *now, const packet *one, gdv_dialect dialect, const gdv_policy *policy, const verdict *about)
{
    gdv_policy again = *policy;
    gdv_report report = {.struct_size = sizeof report, .need = (uint64_t)about->stats.values + 1};
    gdv_status status = GDV_E_NO_SPACE;

    again.permit |= GDV_PERMIT_DUPLICATE_KEYS;
    for (int tries = 0; status == GDV_E_NO_SPACE && tries < 2; tries += 1) {
        if (!scratch_reserve(&now->nodes, (size_t)report.need * sizeof(gdv_node), one->file)) {
            return false;
        }
        status = gdv_document_parse(&now->document, one->bytes, one->size, dialect, &again, now->nodes.bytes,
                                    now->nodes.size / sizeof(gdv_node), &report);
    }
    if (status != GDV_OK) {
        complain("%s: %s: parsing it came to another verdict than checking it: please report this", one->file,
                 gdv_status_name(status));
    }
    return status == GDV_OK;
}
