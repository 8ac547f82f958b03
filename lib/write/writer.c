/* SPDX-License-Identifier: MIT */
/* The writer itself: setting out, whose turn it is, refusing, ending, reporting. What single values consist of is in
 * write_number.c, write_strings.c, write_container.c and write_godot2.c, as number.c, texts.c, container.c and godot2.c
 * read them. */
#include <gdv/writer.h>

#include <gdv/validate.h>

#include "../decode/read_value.h"
#include "../decode/step.h"
#include "../decode/text.h"
#include "../keys/key_entries.h"
#include "../read/arguments.h"
#include "../wire/preset.h"
#include "sink.h"
#include "writer_internal.h"

#ifdef __FRAMAC__
#include "../proof/writer_c.h"
#endif

gdv_status gdv_write_refuse(gdv_writer *writer, const gdv_token *token, gdv_status code)
{
    gdv_report_set(&writer->report, code);
    writer->report.offset = writer->out.pos;
    writer->report.depth = writer->depth;
    if (token->wire != NULL) {
        writer->report.type = token->wire->type;
        writer->report.type_name = writer->table->names[token->id];
    }
    writer->status = code;
    writer->reach = 0;
    return code;
}

gdv_status gdv_write_stop(gdv_writer *writer, gdv_status code)
{
    const gdv_token no_value = {0};
    return gdv_write_refuse(writer, &no_value, code);
}

gdv_status gdv_write_never(gdv_writer *writer, const gdv_token *token, gdv_misread misread)
{
    gdv_status status = gdv_write_refuse(writer, token, GDV_E_ENGINE_MISREADS);
    writer->report.misread = misread;
    return status;
}

gdv_status gdv_write_misreads(gdv_writer *writer, const gdv_token *token, gdv_misread misread)
{
    if ((writer->policy.permit & GDV_PERMIT_MISREAD) != 0) {
        return GDV_OK;
    }
    return gdv_write_never(writer, token, misread);
}

gdv_status gdv_write_needs(gdv_writer *writer, const gdv_token *token, uint32_t permit, gdv_status code)
{
    return (writer->policy.permit & permit) != 0 ? GDV_OK : gdv_write_refuse(writer, token, code);
}

/* Keys are to be compared when all is written: there is room for no more of their fingerprints. */
static void forget_keys(gdv_writer *writer)
{
    writer->keyed = GDV_KEYED_UNSURE;
    writer->noted = GDV_WRITER_KEYS;
}

/* writer->end: each value takes four bytes or more; short texts are not asked for their limit, so that one below theirs leaves nothing. */
static uint64_t end_of(const gdv_policy *policy, uint64_t capacity)
{
    const uint64_t paid = 4 * (uint64_t)policy->max_values;
    const uint64_t packet = paid < policy->max_bytes ? paid : policy->max_bytes;
    if (policy->max_string < GDV_SHORT_TEXT) {
        return 0;
    }
    return packet < capacity ? packet : capacity;
}

/* Finds the caller's mistakes. Requires a writer and a policy that are not NULL. */
static gdv_status check_setting_out(const gdv_writer *writer, const void *buffer, size_t capacity, gdv_dialect dialect,
                                    const gdv_policy *policy)
{
    const size_t extent = gdv_extent(buffer, capacity, 1);
    const gdv_stretch all[3] = {gdv_stretch_of(writer, sizeof *writer), gdv_stretch_of(buffer, extent),
                                gdv_stretch_of(policy, sizeof *policy)};
    const bool meet = gdv_stretch_meets(all, 1) || gdv_stretch_meets(all, 2);
    return meet ? GDV_E_OVERLAP : gdv_arguments_check(buffer, capacity, dialect, policy);
}

gdv_status gdv_writer_init(gdv_writer *writer, void *buffer, size_t capacity, gdv_dialect dialect,
                           const gdv_policy *policy)
{
    const gdv_policy *by = policy != NULL ? policy : &gdv_presets[GDV_POLICY_STRICT];
    if (writer == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    const gdv_status status = check_setting_out(writer, buffer, capacity, dialect, by);
    const bool has_bytes = status == GDV_OK && capacity > 0;
    writer->out.bytes = status == GDV_OK ? (uint8_t *)buffer : NULL;
    writer->out.capacity = writer->out.bytes != NULL ? capacity : UINT64_MAX;
    writer->out.pos = 0;
    writer->buffer = has_bytes ? (uintptr_t)buffer : 0;
    writer->buffer_end = has_bytes ? (uintptr_t)buffer + capacity : 0;
    writer->reach = 0;
    writer->table = NULL;
    writer->dialect = dialect;
    writer->status = GDV_OK;
    writer->depth = 0;
    writer->values = 0;
    writer->named = 0;
    writer->keyed = GDV_KEYED_NONE;
    writer->noted = 0;
    if (status != GDV_OK) {
        return gdv_write_stop(writer, status);
    }
    writer->table = &gdv_wire_tables[dialect];
    writer->policy = *by;
    if (by->max_bytes > GDV_MAX_BYTES) {
        writer->policy.max_bytes = GDV_MAX_BYTES;
    }
    if (by->max_depth > GDV_MAX_DEPTH) {
        writer->policy.max_depth = GDV_MAX_DEPTH;
    }
    writer->end = end_of(&writer->policy, writer->out.capacity);
    if ((by->permit & GDV_PERMIT_DUPLICATE_KEYS) != 0) {
        forget_keys(writer);
    }
    return GDV_OK;
}

/* Checks whether the container takes one more, now and of this type. */
GDV_COLD static gdv_status check_container(gdv_writer *writer, const gdv_token *token, const gdv_level *level)
{
    gdv_role role = gdv_level_role(level);
    uint32_t elements = role == GDV_ROLE_KEY ? level->left / 2 : level->left;
    uint32_t must_be = gdv_level_declares(level);

    if (role == GDV_ROLE_PROPERTY && writer->named == 0) {
        return gdv_write_refuse(writer, token, GDV_E_BAD_NESTING);
    }
    if (role != GDV_ROLE_VALUE && elements >= writer->policy.max_elements) {
        return gdv_write_refuse(writer, token, GDV_E_LIMIT_ELEMENTS);
    }
    if (!gdv_is_declared(writer->table, must_be, token->id)) {
        return gdv_write_misreads(writer, token, GDV_MISREAD_ELEMENT_TYPE);
    }
    bool of_nils = must_be == token->id && token->wire->type == GDV_TYPE_NIL;
    if ((level->constraints & GDV_DEMAND_NARROW) != 0 && of_nils) {
        return gdv_write_misreads(writer, token, GDV_MISREAD_PACKED_NIL);
    }
    return GDV_OK;
}

/* Whether the key that comes next is in another: of a dictionary around, the key is open, and its value to come. */
static bool is_in_key(const gdv_writer *writer)
{
    bool found = false;
    /*@ IS_IN_KEY_LOOP */
    for (uint32_t level = 0; level + 1 < writer->depth && !found; level += 1) {
        found = writer->stack[level].kind == GDV_LEVEL_DICTIONARY && writer->stack[level].left % 2 != 0;
    }
    return found;
}

gdv_status gdv_write_check_nesting(gdv_writer *writer, const gdv_token *token)
{
    bool doubles = (writer->table->traits & GDV_TRAIT_DOUBLE_HASH) != 0;
    bool is_key = writer->depth > 0 && gdv_level_role(&writer->stack[writer->depth - 1]) == GDV_ROLE_KEY;
    if (doubles && is_key && is_in_key(writer)) {
        return gdv_write_misreads(writer, token, GDV_MISREAD_KEY_IN_KEY);
    }
    return GDV_OK;
}

/* Whether a value may come next in the innermost container, and this one. Most containers ask nothing of their values
 * but that they are not too many, and `left` is never less than the number of elements or pairs. */
static gdv_status check_turn(gdv_writer *writer, const gdv_token *token)
{
    if (writer->depth == 0) {
        return writer->values == 0 ? GDV_OK : gdv_write_refuse(writer, token, GDV_E_BAD_NESTING);
    }
    uint32_t innermost = writer->depth - 1;
    if (writer->stack[innermost].constraints == 0 && writer->stack[innermost].left < writer->policy.max_elements) {
        return GDV_OK;
    }
    const gdv_level level = writer->stack[innermost];
    return check_container(writer, token, &level);
}

gdv_status gdv_write_admit(gdv_writer *writer, gdv_type type, gdv_token *token)
{
    gdv_status status = gdv_write_state(writer);
    if (status != GDV_OK) {
        return status;
    }
    *token = (gdv_token){0};
    token->id = gdv_wire_table_id(writer->table, type);
    if (token->id == GDV_ANY_ID) {
        return gdv_write_refuse(writer, token, GDV_E_NO_SUCH_TYPE);
    }
    token->wire = &writer->table->types[token->id];
    token->key_id = GDV_ANY_ID;
    token->value_id = GDV_ANY_ID;

    if (writer->depth > writer->policy.max_depth) {
        return gdv_write_refuse(writer, token, GDV_E_LIMIT_DEPTH);
    }
    if (writer->values >= writer->policy.max_values) {
        return gdv_write_refuse(writer, token, GDV_E_LIMIT_VALUES);
    }
    if (token->wire->permit != 0) {
        uint32_t bit = gdv_bit(token->wire->permit - 1u);
        status = gdv_write_needs(writer, token, bit, gdv_type_refusal(token->wire));
        if (status != GDV_OK) {
            return status;
        }
    }
    return check_turn(writer, token);
}

/* Whether a text that is not short and plain is what every reader takes it for: what engines would cut, drop or spell
 * otherwise is not what the caller wants to say. */
GDV_COLD static gdv_status check_characters(gdv_writer *writer, const gdv_token *token, const uint8_t *text,
                                            uint32_t size)
{
    uint32_t permit = writer->policy.permit & ~(GDV_PERMIT_TEXT_NUL | GDV_PERMIT_TEXT_BOM);
    gdv_tolerance tolerance = (gdv_tolerance)writer->table->tolerance;
    uint32_t error_offset = 0;
    gdv_cursor in = {text, size, 0, 0};
    gdv_status status = gdv_text_check(&in, 0, size, tolerance, permit, &error_offset);
    if (status == GDV_OK && tolerance == GDV_TOLERANCE_LAX && (permit & GDV_PERMIT_TEXT_UTF8) != 0 &&
        gdv_text_is_overlong(&in, 0, size)) {
        status = GDV_E_TEXT_UTF8;
    }
    return status == GDV_OK ? GDV_OK : gdv_write_refuse(writer, token, status);
}

gdv_status gdv_write_check_text(gdv_writer *writer, const gdv_token *token, const char *bytes, size_t n,
                                uint32_t terminator, uint64_t *size)
{
    gdv_status status = gdv_write_given(writer, token, bytes, n, 1);
    if (status != GDV_OK) {
        return status;
    }
    if (n >= (uint64_t)writer->policy.max_string + 1 - terminator) {
        return gdv_write_refuse(writer, token, GDV_E_LIMIT_STRING);
    }
    uint32_t length = (uint32_t)n + terminator;
    uint32_t padding = gdv_padding(length);
    *size += 4 + (uint64_t)length + padding;
    status = gdv_write_room(writer, token, *size);
    if (status == GDV_OK) {
        status = gdv_write_clear(writer, token, bytes, n);
    }
    const uint8_t *text = (const uint8_t *)bytes;
    return status != GDV_OK || gdv_is_short_ascii(text, n) ? status
                                                           : check_characters(writer, token, text, (uint32_t)n);
}

void gdv_write_open(gdv_writer *writer, const gdv_token *token)
{
    writer->count_at[writer->depth] = (uint32_t)writer->out.pos;
    /* There is a level: gdv_write_admit let no value pass that is deeper than max_depth. */
    gdv_level_set(&writer->stack[writer->depth], token);
    writer->depth += 1;
    gdv_write_set_reach(writer);
    gdv_put_u32(&writer->out, 0);
}

/* A dictionary of n keys ends, which takes as many fingerprints. Not every key has one: then this dictionary, or one
 * that ends later, finds too few, as there are fewer than all of them take. */
static void settle_keys(gdv_writer *writer, uint32_t n)
{
    if (writer->keyed == GDV_KEYED_UNSURE) {
        return;
    }
    if (n > writer->noted || gdv_numbers_repeat(writer->keys + (writer->noted - n), n)) {
        forget_keys(writer);
        return;
    }
    writer->noted -= n;
    writer->keyed = GDV_KEYED_APART;
}

gdv_status gdv_end(gdv_writer *writer)
{
    gdv_status status = gdv_write_state(writer);
    if (status != GDV_OK) {
        return status;
    }
    if (writer->depth == 0 || writer->named != 0) {
        return gdv_write_stop(writer, GDV_E_BAD_NESTING);
    }
    uint32_t innermost = writer->depth - 1;
    const bool keyed = writer->stack[innermost].kind == GDV_LEVEL_DICTIONARY;
    const uint32_t values = writer->stack[innermost].left;
    if (keyed && values % 2 != 0) {
        return gdv_write_stop(writer, GDV_E_BAD_NESTING);
    }
    uint32_t at = writer->count_at[innermost] % GDV_NEGATIVE;
    uint32_t shared = writer->count_at[innermost] - at;
    uint32_t count = keyed ? values / 2 : values;
    gdv_patch_u32(&writer->out, at, count + shared);
    writer->depth = innermost;
    gdv_write_set_reach(writer);
    if (keyed) {
        settle_keys(writer, count);
    }
    return gdv_written(writer);
}

gdv_status gdv_mark_shared(gdv_writer *writer)
{
    gdv_status status = gdv_write_state(writer);
    if (status != GDV_OK) {
        return status;
    }
    if ((writer->table->traits & GDV_TRAIT_SHARED) == 0) {
        return gdv_write_stop(writer, GDV_E_NO_SUCH_LAYOUT);
    }
    if (writer->depth == 0) {
        return gdv_write_stop(writer, GDV_E_BAD_NESTING);
    }
    uint32_t innermost = writer->depth - 1;
    uint32_t at = writer->count_at[innermost] % GDV_NEGATIVE;
    /*@ assert place: (at + GDV_NEGATIVE) % GDV_NEGATIVE == at; */
    writer->count_at[innermost] = at + GDV_NEGATIVE;
    return gdv_written(writer);
}

/* Duplicate keys are all that the decoder may still find: whatever else it refuses was refused when it was written. */
static gdv_status find_duplicates(gdv_writer *writer, void *scratch, size_t scratch_size)
{
    const size_t size = (size_t)writer->out.pos;
    writer->report.struct_size = sizeof writer->report;
    gdv_status status = gdv_validate(writer->out.bytes, size, writer->dialect, &writer->policy, scratch, scratch_size,
                                     NULL, &writer->report);
    if (status != GDV_OK && status != GDV_E_NO_SPACE) {
        writer->status = status;
    }
    return status;
}

/* Whether no keys are equal, and the caller's memory is what gdv_validate would have needed to say so: eight bytes for
 * each key and for each dictionary that has one, of which no more than GDV_WRITER_KEYS were open at a time. */
static bool is_sure(const gdv_writer *writer, size_t scratch_size)
{
    const size_t enough = 16 * (size_t)GDV_WRITER_KEYS;
    if (writer->keyed != GDV_KEYED_APART) {
        return writer->keyed == GDV_KEYED_NONE;
    }
    return scratch_size >= enough || scratch_size >= gdv_scratch_bound((size_t)writer->out.pos);
}

static gdv_status finish(gdv_writer *writer, void *scratch, size_t scratch_size)
{
    gdv_status status = gdv_write_state(writer);
    if (status == GDV_OK && (writer->depth > 0 || writer->values == 0)) {
        status = gdv_write_stop(writer, GDV_E_BAD_NESTING);
    }
    if (status != GDV_OK) {
        return status;
    }
    if (gdv_is_nowhere(scratch, scratch_size, 1)) {
        return GDV_E_BAD_ARGUMENT;
    }
    if (!gdv_sink_fits(&writer->out)) {
        return GDV_E_NO_SPACE;
    }
    bool unique_keys = (writer->policy.permit & GDV_PERMIT_DUPLICATE_KEYS) == 0;
    if (!unique_keys || writer->out.bytes == NULL) {
        return GDV_OK;
    }
    if (scratch == NULL) {
        return GDV_E_NO_SCRATCH;
    }
    return is_sure(writer, scratch_size) ? GDV_OK : find_duplicates(writer, scratch, scratch_size);
}

gdv_status gdv_writer_finish(gdv_writer *writer, void *scratch, size_t scratch_size, size_t *size)
{
    if (writer == NULL || size == NULL) {
        if (size != NULL) {
            *size = 0;
        }
        return GDV_E_BAD_ARGUMENT;
    }
    const size_t extent = gdv_extent(scratch, scratch_size, 1);
    if (gdv_write_overlaps(writer, size, sizeof *size) || gdv_write_overlaps(writer, scratch, extent) ||
        gdv_stretches_meet(gdv_stretch_of(size, sizeof *size), gdv_stretch_of(scratch, extent))) {
        return GDV_E_OVERLAP;
    }
    gdv_status status = finish(writer, scratch, scratch_size);
    *size = status == GDV_OK || status == GDV_E_NO_SPACE ? (size_t)writer->out.pos : 0;
    return status;
}

gdv_status gdv_writer_report(const gdv_writer *writer, gdv_report *report)
{
    if (report == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    if (writer != NULL && gdv_write_overlaps(writer, report, sizeof *report)) {
        return GDV_E_OVERLAP;
    }
    if (report->struct_size != sizeof *report) {
        return GDV_E_BAD_STRUCT;
    }
    gdv_status state = gdv_write_state(writer);
    if (state != GDV_OK && writer != NULL && writer->status != GDV_OK) {
        *report = writer->report;
        return GDV_OK;
    }
    if (state == GDV_OK && !gdv_sink_fits(&writer->out)) {
        gdv_report_clear(report, GDV_E_NO_SPACE);
        report->offset = writer->out.capacity;
        report->need = writer->out.pos;
        report->depth = writer->depth;
        return GDV_OK;
    }
    gdv_report_clear(report, state);
    return writer != NULL ? GDV_OK : GDV_E_BAD_ARGUMENT;
}
