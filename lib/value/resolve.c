/* SPDX-License-Identifier: MIT */
#include "resolve.h"

#include <string.h>

#include <gdv/policy.h>

#include "../decode/text.h"
#include "../wire/overlap.h"

const gdv_wire_row gdv_name_row = {GDV_TYPE_STRING, GDV_LAYOUT_TEXT, 0, 0, 0, GDV_COMPONENT_NONE, 0, 0};

bool gdv_overlaps_document(gdv_value value, const gdv_resolved *resolved, const void *out, size_t size)
{
    if (gdv_overlap(value.document, sizeof *value.document, out, size)) {
        return true;
    }
    return resolved->node != NULL &&
           (gdv_overlap(value.document->nodes, value.document->count * sizeof *resolved->node, out, size) ||
            gdv_overlap(resolved->in.bytes, resolved->in.size, out, size));
}

gdv_text gdv_trimmed_text(const uint8_t *bytes, uint32_t bytes_size, uint32_t at, uint32_t size)
{
    const gdv_cursor in = {bytes, bytes_size, 0, 0};
    uint32_t begin = at;
    uint32_t length = size;
    gdv_text_trim(&in, &begin, &length);
    const gdv_text text = {(const char *)(bytes + begin), length};
    return text;
}

gdv_text gdv_resolved_text_at(const gdv_resolved *resolved, uint32_t at, uint32_t *end)
{
    gdv_span text;
    gdv_span_at(&resolved->in, at, &text);
    *end = text.next;
    return gdv_resolved_text(resolved, text.at, text.size);
}

/* Without the bound it would be strlen, and compilers would make a call of it. */
gdv_text gdv_text_of(const char *characters)
{
    gdv_text text = {characters != NULL ? characters : "", 0};
    while (text.size < GDV_MAX_BYTES && text.bytes[text.size] != '\0') {
        text.size += 1;
    }
    return text;
}

bool gdv_same_text(gdv_text one, gdv_text other)
{
    const uint8_t *first = (const uint8_t *)one.bytes;
    const uint8_t *second = (const uint8_t *)other.bytes;
    size_t index = 0;
    bool same = one.size == other.size;
    while (same && one.size - index >= 8) {
        same = gdv_load64(first + index) == gdv_load64(second + index);
        index += 8;
    }
    while (same && index < one.size) {
        same = first[index] == second[index];
        index += 1;
    }
    return same;
}

void gdv_node_set(gdv_node *node, uint32_t index, const gdv_token *token)
{
    node->offset = token->at;
    node->next = index + 1;
    node->count = token->count;
    node->id = (uint8_t)token->id;
    node->flags = (uint8_t)(token->flags % 0x100u);
    node->shape = 0;
}

void gdv_node_set_name(gdv_node *node, uint32_t index, const gdv_cursor *in, uint32_t at)
{
    node->offset = at;
    node->next = index + 1;
    gdv_span name;
    gdv_span_at(in, at, &name);
    node->count = name.size;
    node->id = GDV_NODE_NAME;
    node->flags = 0;
    node->shape = 0;
}
