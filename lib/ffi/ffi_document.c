/* SPDX-License-Identifier: MIT */
/* Documents without a pointer: made here, and checked here each time that one comes back.
 *
 * What could go wrong: the getters rely on nodes (resolve.h), and a binding may hand in nodes of another packet, or of
 * this one before it was parsed again. A longer packet's nodes would lead outside; those of another dialect would name
 * type ids that this one's table does not have. So the node after the last one holds what nodes are good for, and is not
 * one that a packet can have; and the first says how many nodes there are, in a document of this room alone: a packet
 * that is refused, after its nodes were written, loses that. Whoever comes with a document of ten nodes finds at the
 * tenth either a node of a larger document, or the closing node of his own or of one that is alike in size, dialect and
 * permissions, in which every node leads into the packet; and if a smaller document was written before it since, then
 * the first node says so. */
#include "ffi_document.h"

#include <string.h>

#include <gdv/document.h>
#include <gdv/validate.h>

#include "../read/arguments.h"
#include "../wire/overlap.h"
#include "../wire/wire.h"

/* In place of a type id: what closes the nodes. No dialect has it, and it is not GDV_NODE_NAME. */
#define CLOSING 0xffu

/* What is refused as a dialect. */
static const gdv_dialect no_dialect = GDV_DIALECT_COUNT;

static gdv_dialect dialect_of(uint32_t number)
{
    return number < (uint32_t)GDV_DIALECT_COUNT ? (gdv_dialect)number : no_dialect;
}

static bool is_aligned(const void *memory, size_t alignment)
{
    return (uintptr_t)memory % alignment == 0;
}

/* --- reports */

static void copy_text(char *to, size_t size, const char *from)
{
    memset(to, 0, size);
    for (size_t at = 0; at + 1 < size && from[at] != '\0'; at += 1) {
        to[at] = from[at];
    }
}

static void fill_report(gdv_ffi_report *out, const gdv_report *report)
{
    if (out == NULL) {
        return;
    }
    out->offset = report->offset;
    out->need = report->need;
    out->code = (uint32_t)report->code;
    out->misread = (uint32_t)report->misread;
    out->depth = report->depth;
    out->type = report->type;
    copy_text(out->type_name, sizeof out->type_name, report->type_name);
    copy_text(out->path, sizeof out->path, report->path);
}

size_t gdv_ffi_report_format(const gdv_ffi_report *report, char *text, size_t size)
{
    gdv_report whole;
    if (report == NULL) {
        return gdv_report_format(NULL, text, size);
    }
    gdv_report_set(&whole, (gdv_status)report->code);
    whole.offset = report->offset;
    whole.need = report->need;
    whole.misread = (gdv_misread)report->misread;
    copy_text(whole.path, sizeof whole.path, report->path);
    return gdv_report_format(&whole, text, size);
}

/* --- packets */

uint32_t gdv_ffi_validate(const void *bytes, size_t size, uint32_t dialect, const gdv_policy *policy, void *scratch,
                          size_t scratch_size, gdv_ffi_report *report)
{
    const gdv_region regions[] = {{bytes, gdv_extent(bytes, size, 1), false},
                                  {policy, sizeof *policy, false},
                                  {scratch, gdv_extent(scratch, scratch_size, 1), true},
                                  {report, sizeof *report, true}};
    const size_t most = gdv_scratch_bound(size);
    size_t used = scratch_size < most ? scratch_size : most;
    gdv_report whole;
    if (gdv_regions_overlap(regions, 4)) {
        return (uint32_t)GDV_E_OVERLAP;
    }
    whole.struct_size = sizeof whole;
    gdv_status status = gdv_validate(bytes, size, dialect_of(dialect), policy, scratch,
                                     gdv_wraps(scratch, scratch_size, 1) ? scratch_size : used, NULL, &whole);
    if (status != GDV_E_OVERLAP) {
        fill_report(report, &whole);
    }
    return (uint32_t)status;
}

size_t gdv_ffi_bound(size_t size)
{
    const size_t bound = gdv_document_bound(size);
    return bound < SIZE_MAX / sizeof(gdv_node) ? bound + 1 : bound;
}

/* What nodes[count] holds in a document of these numbers. */
static gdv_node closing_of(const gdv_ffi_document *document)
{
    gdv_node node = {.offset = document->size, .next = document->permit, .count = document->dialect, .id = CLOSING};
    return node;
}

static bool is_closing(const gdv_node *node, const gdv_node *expected)
{
    return node->id == CLOSING && node->offset == expected->offset && node->next == expected->next &&
           node->count == expected->count;
}

/* Reads the packet, with one node kept for the end. Requires nodes that are aligned and there. */
static gdv_status parse_closed(gdv_ffi_document *document, const gdv_ffi_given *given, gdv_node *nodes,
                               gdv_dialect dialect, const gdv_policy *policy, gdv_report *report)
{
    const size_t most = gdv_ffi_bound(given->size);
    size_t capacity = given->capacity < most ? given->capacity : most;
    gdv_document made;
    gdv_status status = gdv_document_parse(&made, given->bytes, given->size, dialect, policy, nodes,
                                           capacity - (capacity > 0 ? 1 : 0), report);
    if (status == GDV_OK) {
        document->size = made.size;
        document->count = made.count;
        document->dialect = (uint32_t)dialect;
        document->permit = made.permit;
        nodes[made.count] = closing_of(document);
    } else if (status != GDV_E_OVERLAP && capacity > 0) {
        nodes[0].next = 0; /* the first node of no document */
    }
    report->need += status == GDV_E_NO_SPACE ? 1 : 0;
    return status;
}

uint32_t gdv_ffi_parse(gdv_ffi_document *document, const void *bytes, size_t size, uint32_t dialect,
                       const gdv_policy *policy, gdv_node *nodes, size_t capacity, gdv_ffi_report *report)
{
    const gdv_region regions[] = {{bytes, gdv_extent(bytes, size, 1), false},
                                  {policy, sizeof *policy, false},
                                  {nodes, gdv_extent(nodes, capacity, sizeof *nodes), true},
                                  {document, sizeof *document, true},
                                  {report, sizeof *report, true}};
    const gdv_ffi_given given = {NULL, bytes, size, nodes, capacity};
    gdv_ffi_document made = {0, 0, 0, 0};
    gdv_status status = GDV_E_BAD_ARGUMENT;
    gdv_report whole;

    if (gdv_regions_overlap(regions, 5)) {
        return (uint32_t)GDV_E_OVERLAP;
    }
    gdv_report_set(&whole, GDV_E_BAD_ARGUMENT);
    if (document != NULL && is_aligned(nodes, _Alignof(gdv_node)) && !gdv_is_nowhere(nodes, capacity, sizeof *nodes)) {
        status = parse_closed(&made, &given, nodes, dialect_of(dialect), policy, &whole);
    }
    if (status == GDV_E_OVERLAP) { /* a size that is not true, up to the stack of this call */
        return (uint32_t)status;
    }
    if (document != NULL) {
        *document = made;
    }
    fill_report(report, &whole);
    return (uint32_t)status;
}

/* --- coming back */

bool gdv_ffi_open(const gdv_ffi_given *given, gdv_document *made)
{
    const gdv_ffi_document *document = given->document;
    const gdv_node *nodes = given->nodes;

    memset(made, 0, sizeof *made);
    if (document == NULL || given->bytes == NULL || nodes == NULL ||
        !is_aligned(document, _Alignof(gdv_ffi_document)) || !is_aligned(nodes, _Alignof(gdv_node)) ||
        gdv_wraps(given->bytes, given->size, 1) || gdv_wraps(nodes, given->capacity, sizeof *nodes)) {
        return false;
    }
    const gdv_node closing = closing_of(document);
    if (document->size != given->size || document->count >= given->capacity ||
        document->dialect >= (uint32_t)GDV_DIALECT_COUNT || nodes[0].next != document->count ||
        !is_closing(&nodes[document->count], &closing)) {
        return false;
    }
    made->bytes = given->bytes;
    made->nodes = nodes;
    made->table = &gdv_wire_tables[document->dialect];
    made->size = document->size;
    made->count = document->count;
    made->permit = document->permit;
    made->encoding = (nodes->flags & GDV_TOKEN_SHORT) != 0 ? GDV_ENCODING_COMPRESSED : GDV_ENCODING_PLAIN;
    return true;
}

bool gdv_ffi_overlaps(const gdv_ffi_given *given, const void *out, size_t size)
{
    const gdv_region regions[] = {
        {given->document, sizeof *given->document, false},
        {given->bytes, gdv_extent(given->bytes, given->size, 1), false},
        {given->nodes, gdv_extent(given->nodes, given->capacity, sizeof *given->nodes), false},
        {out, size, true}};
    return gdv_regions_overlap(regions, 4);
}
