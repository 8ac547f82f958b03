/* SPDX-License-Identifier: MIT */
/* Paths and names in a message: where they end, and whether they are such. Multiplayer format, sections 2.2 and 4.6. */
#include "parsing.h"

#ifdef __FRAMAC__
#include "../proof/paths_c.h"
#endif

/* Offset of the first NUL from `at` on; the end of what is read now where there is none. */
static uint32_t nul_from(const gdv_parsing *now, uint32_t at)
{
    uint32_t end = at;
    /*@ NUL_FROM_BLOCKS_LOOP */
    while (now->scan.in.size - end >= 16 && !gdv_has_nul16_at(&now->scan.in, end)) {
        end += 16;
    }
    /*@ NUL_FROM_LOOP */
    while (end < now->scan.in.size && gdv_u8_at(&now->scan.in, end) != 0) {
        end += 1;
    }
    return end;
}

static gdv_text text_at(const gdv_parsing *now, uint32_t at, uint32_t size)
{
    const gdv_text text = {(const char *)now->scan.in.bytes + at, size};
    return text;
}

gdv_status gdv_path_read(gdv_parsing *now)
{
    const uint32_t at = now->scan.in.pos;
    const uint32_t end = nul_from(now, at);
    if (at == now->scan.in.size) {
        return gdv_message_refuse(now, GDV_E_MP_PATH_EMPTY, at);
    }
    if (end == now->scan.in.size) {
        return gdv_message_refuse(now, GDV_E_MP_PATH_NUL, end);
    }
    if (end + 1 != now->scan.in.size) {
        return gdv_message_refuse(now, GDV_E_MP_PATH_TRAILING, end + 1);
    }
    gdv_status status = gdv_path_check(now->policy, &now->scan.in, at, end);
    if (status != GDV_OK) {
        return gdv_message_refuse(now, status, at);
    }
    now->message->path = text_at(now, at, end - at);
    return GDV_OK;
}

gdv_status gdv_name_read(gdv_parsing *now, bool is_property)
{
    const uint32_t at = now->scan.in.pos;
    const uint32_t end = nul_from(now, at);
    if (end == now->scan.in.size) {
        return gdv_message_refuse(now, GDV_E_MP_NAME_NUL, end);
    }
    gdv_status status = gdv_name_check(now->policy, &now->scan.in, at, end, is_property);
    if (status != GDV_OK) {
        return gdv_message_refuse(now, status, at);
    }
    now->message->name = text_at(now, at, end - at);
    gdv_skip(&now->scan.in, end + 1 - at);
    return GDV_OK;
}

gdv_status gdv_node_name_read(gdv_parsing *now, uint32_t size)
{
    const uint32_t at = now->scan.in.pos;
    const uint32_t end = nul_from(now, at);
    if (end + 1 - at != size || gdv_node_name_check(now->policy, &now->scan.in, at, end) != GDV_OK) {
        return gdv_message_refuse(now, GDV_E_MP_SPAWN_NAME, at);
    }
    now->message->name = text_at(now, at, end - at);
    gdv_skip(&now->scan.in, size);
    return GDV_OK;
}
