/* SPDX-License-Identifier: MIT */
/* The Variants of a message: arguments, values and states. */
#include "../decode/compressed.h"
#include "parsing.h"

#ifdef __FRAMAC__
#include "../proof/values_c.h"
#endif

/* Whether a value that the policy refuses does not decode either: read again from `at`, as the engine reads it. What was
 * noted of the refusal stays. */
static bool decodes_to_nothing(gdv_parsing *now, uint32_t at)
{
    gdv_scan again = now->scan;
    gdv_policy engine;
    gdv_token token;
    gdv_policy_init(&engine, GDV_POLICY_ENGINE);
    again.in.pos = at;
    again.in.reserved = 0;
    again.permit = engine.permit;
    again.max_values = engine.max_values;
    again.max_elements = engine.max_elements;
    again.max_string = engine.max_string;
    again.depth = 0;
    gdv_status status = gdv_scan_begin(&again);
    while (status == GDV_OK && gdv_scan_more(&again)) {
        status = gdv_step(&again, &now->stack, &token);
    }
    return status != GDV_OK && gdv_is_no_value(status);
}

static bool is_short_at(const gdv_scan *scan, uint32_t at)
{
    return scan->encoding != GDV_ENCODING_PLAIN && gdv_compressed_is_short(scan->table, gdv_u8_at(&scan->in, at));
}

/* What the value's refusal is to the message. A short form that is too wide, or a bool that is none, is the message's
 * own. */
static gdv_status refusal_of(gdv_parsing *now, gdv_status code, uint32_t at)
{
    if (code == GDV_E_NO_SPACE || code == GDV_E_LIMIT_VALUES) {
        return code;
    }
    if (is_short_at(&now->scan, at)) {
        return code == GDV_E_WIDTH ? GDV_E_MP_ARG_WIDTH : GDV_E_MP_ARG_INVALID;
    }
    return gdv_is_no_value(code) || decodes_to_nothing(now, at) ? GDV_E_MP_ARG_INVALID : GDV_E_MP_ARG_POLICY;
}

gdv_status gdv_value_take(gdv_parsing *now)
{
    const uint32_t at = now->scan.in.pos;
    if (gdv_left(&now->scan.in) == 0) {
        now->argument = (int32_t)now->message->values;
        return gdv_message_refuse(now, GDV_E_MP_ARG_MISSING, at);
    }
    gdv_status status = gdv_tape_value(&now->tape, &now->scan, &now->stack);
    if (status != GDV_OK) {
        now->argument = (int32_t)now->message->values;
        now->value_at = at;
        now->value_end = now->scan.in.size;
        now->value_code = status;
        return gdv_message_refuse(now, refusal_of(now, status, at), at);
    }
    now->message->values += 1;
    return GDV_OK;
}

gdv_status gdv_values_read(gdv_parsing *now, uint32_t count)
{
    gdv_status status = GDV_OK;
    /*@ GDV_VALUES_READ_LOOP */
    for (uint32_t index = 0; status == GDV_OK && index < count; index += 1) {
        status = gdv_value_take(now);
    }
    return status;
}

gdv_status gdv_values_fill(gdv_parsing *now)
{
    gdv_status status = GDV_OK;
    /*@ GDV_VALUES_FILL_LOOP */
    while (status == GDV_OK && gdv_left(&now->scan.in) > 0) {
        status = gdv_value_take(now);
    }
    return status;
}
