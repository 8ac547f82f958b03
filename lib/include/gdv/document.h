/* SPDX-License-Identifier: MIT */
/* A packet as a document: a flat tape of 16-byte nodes in the caller's array, one for each value, in packet order.
 * Building it is one pass, and its verdict is that of gdv_validate; then values are looked up by key, index or path, in
 * any order.
 *
 *      gdv_node nodes[1024];
 *      gdv_document document;
 *      if (gdv_document_parse(&document, bytes, size, GDV_DIALECT_GODOT4_4, NULL, nodes, 1024, NULL) == GDV_OK) {
 *          int64_t hp = gdv_int_or(gdv_find(gdv_root(&document), ".players[3].hp"), 0, 100, -1);
 *      }
 *
 * Nothing is copied: the packet and the nodes must outlive the document and all values of it. No allocation. */
#ifndef GDV_DOCUMENT_H
#define GDV_DOCUMENT_H

#include "numbers.h"
#include "policy.h"
#include "structured.h"
#include "value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Nodes that suffice for every packet of that size, whatever the policy: about five bytes of nodes for each byte of the
 * packet, and SIZE_MAX / 16 nodes at most. A dictionary of nils needs them all: each of its pairs has 8 bytes and takes
 * two nodes of 16 bytes, and 8 bytes of the unused nodes, where the search for duplicate keys keeps its entry. */
GDV_API size_t gdv_document_bound(size_t size);

/* gdv_document_bound as a constant, for arrays: `static gdv_node nodes[GDV_DOCUMENT_BOUND(1200)];` An integer constant
 * expression of type size_t where its argument is one, in C and C++; it is evaluated more than once. Takes any size
 * from 0 to SIZE_MAX and wraps nowhere: it ends at SIZE_MAX / 16, as the function, and compilers refuse such an array.
 * Below four bytes 1, as a short form may have as few (GDV_ENCODING_COMPRESSED), but 0 for none. */
#define GDV_DOCUMENT_BOUND(size) GDV_DOCUMENT_BOUND_OF(GDV_DOCUMENT_NODES(sizeof(char) * (size)))
#define GDV_DOCUMENT_BOUND_OF(nodes) ((nodes) < SIZE_MAX / sizeof(gdv_node) ? (nodes) : SIZE_MAX / sizeof(gdv_node))
#define GDV_DOCUMENT_NODES(n)                                                                                          \
    ((n) < 16 ? ((n) == 0 ? 0u : (n) < 12 ? 1u : 2u) : (5 * (((n) - 8) / 8) + ((n) % 8 < 4 || (n) < 28 ? 4u : 5u)) / 2)

/* Reads bytes[0 .. size-1] into nodes[0 .. capacity-1]. Arguments as for gdv_validate; the nodes serve as scratch
 * memory too.
 *
 * However many nodes there are said to be, no more than the first gdv_document_bound(size) are used. More than
 * (SIZE_MAX - address) / sizeof(gdv_node) are nowhere: GDV_E_BAD_ARGUMENT.
 *
 * Returns GDV_OK; a code of 1-99 as gdv_validate would; GDV_E_NO_SPACE where the nodes are too few, and then
 * report->need is the number that this packet needs. The rest of the packet is read all the same, and an error in it is
 * returned instead of GDV_E_NO_SPACE: a caller is never asked for nodes for a packet that is refused anyway. The
 * exception is a duplicate key, which is found only with enough nodes. Or, before a byte is read, GDV_E_BAD_ARGUMENT
 * (also for a NULL document), GDV_E_BAD_DIALECT, GDV_E_BAD_POLICY, GDV_E_BAD_STRUCT, and GDV_E_OVERLAP (of document,
 * nodes, report, policy and packet). nodes may be NULL where capacity is 0: with a report, a way to ask how many are
 * needed. On failure the document is empty: its root is missing. What the nodes hold then is undefined. */
GDV_API GDV_NODISCARD gdv_status gdv_document_parse(gdv_document *document, const void *bytes, size_t size,
                                                    gdv_dialect dialect, const gdv_policy *policy, gdv_node *nodes,
                                                    size_t capacity, gdv_report *report);

/* In place of a number of values: as many as there are, up to the packet's end. */
#define GDV_ALL_VALUES SIZE_MAX

/* Nodes that suffice for every packet of that size which holds values in a row, in either encoding: one for each byte. */
GDV_API size_t gdv_values_bound(size_t size);

/* Reads n values that stand in a row, each where the one before it ends, in one pass and one document: as
 * gdv_document_parse reads one, and in time linear in the packet, whatever they hold. The policy's encoding is that of
 * each of them; its limits are those of all together. Then gdv_iterate_values takes them one by one.
 *
 * n is what the caller expects: fewer are GDV_E_TRUNCATED where the next one should begin, more GDV_E_TRAILING unless the
 * policy permits trailing bytes. GDV_ALL_VALUES reads up to the packet's end, where none is missing and nothing left over.
 * An empty packet is one of no values.
 *
 * No more than the first gdv_values_bound(size) nodes are used; GDV_E_NO_SPACE tells to come with as many, and what stands
 * after the value that found no room has not been read then. *values becomes the number of values that were read and
 * passed: n, or of a packet that is refused the index of the value to blame, whose own place depth, type and path of the
 * report tell; its offset is that in the packet. values may be NULL. Else arguments and codes of gdv_document_parse. */
GDV_API GDV_NODISCARD gdv_status gdv_document_parse_values(gdv_document *document, const void *bytes, size_t size,
                                                           gdv_dialect dialect, const gdv_policy *policy, size_t n,
                                                           gdv_node *nodes, size_t capacity, size_t *values,
                                                           gdv_report *report);

/* The outermost value, of several the first; missing where the document is empty or NULL. */
GDV_API gdv_value gdv_root(const gdv_document *document);

/* Lookups. None of them allocates or remembers anything, so threads may share a document while none parses into it. A
 * stranger decides how large a container is: what a lookup costs is said with each, in pairs or elements of that
 * container, whatever is in them. To see all children, gdv_iterate takes them one by one, in constant time each;
 * to find several keys of one dictionary, gdv_get_many looks at each pair once. */

/* The value of a text key in a dictionary, or of a property of a full object: a String or StringName of exactly that
 * text (where a dialect has both apart, as Pandemonium, the String). Of duplicates, where they are permitted, the last,
 * as engines keep it. Missing where there is none, `container` is no such container, or the text of the key is nowhere
 * (validate.h). Time: linear in the pairs up to the match. All pairs are read in three cases: there is no match; keys
 * may repeat (in an object they always may); or the dialect has String and StringName apart, and the match is a
 * StringName. */
GDV_API gdv_value gdv_get(gdv_value container, const char *key);
GDV_API gdv_value gdv_get_text(gdv_value container, gdv_text key);

/* A key that is a string literal, its size counted by the compiler, for gdv_get_text: gdv_get counts it in each call.
 *
 *      gdv_value hp = gdv_get_text(player, GDV_KEY("hp"));
 *
 * Takes nothing but a literal; of one with NULs in it all bytes but the last. */
#define GDV_KEY(literal) gdv_key("" literal, sizeof(literal) - 1)

/* What GDV_KEY makes: the text of size bytes at `bytes`. */
static inline gdv_text gdv_key(const char *bytes, size_t size)
{
    gdv_text key;
    key.bytes = bytes;
    key.size = size;
    return key;
}

/* As many keys as gdv_get_many takes. */
#define GDV_GET_MANY_MAX 4096u

/* gdv_get for `count` keys at once: values[i] becomes gdv_get(container, keys[i]), missing for NULL. Returns how many
 * exist; 0, and nothing is written, where keys or values is NULL or nowhere (validate.h), the values overlap the keys,
 * the packet or the document, or count is above GDV_GET_MANY_MAX. Time: for each 64 keys one pass over the pairs, which
 * ends early as that of gdv_get does, when the last key is found; and a key of the packet is read twice at most. */
GDV_API size_t gdv_get_many(gdv_value container, const char *const *keys, gdv_value *values, size_t count);

/* gdv_get for an int key, and for any value as key, by the engine's own equality (section 7); it may come
 * from another document of the same dialect. Time: as gdv_get; for a value as key, a comparison for each pair, which
 * may read both keys to their ends. */
GDV_API gdv_value gdv_get_int(gdv_value dictionary, int64_t key);
GDV_API gdv_value gdv_get_value(gdv_value dictionary, gdv_value key);

/* Element `index` of an array, counted from 0. Constant time where no element has elements of its own, else logarithmic
 * in all that is in the array: so a loop over it is n log n, one over gdv_iterate n. */
GDV_API gdv_value gdv_at(gdv_value array, size_t index);

/* As many names as gdv_only_keys takes. */
#define GDV_ONLY_KEYS_MAX 256u

/* Refuses a dictionary that has any other key than these n names: one that is a String or StringName of other text, or
 * no text at all. Keys that are missing are no error here. A name may stand there twice; NULL is the name of no key.
 *
 *      static const char *const names[] = {"type", "seq", "pos"};
 *      status = gdv_only_keys(packet, names, 3, &report);
 *
 * Returns GDV_OK; GDV_E_UNKNOWN_KEY for the first such key, whose offset and path the report holds; GDV_E_MISSING for a
 * value that is missing, or a dictionary that a reader gave, as its keys are not kept; GDV_E_WRONG_TYPE for what is no
 * dictionary, a full object included; GDV_E_BAD_ARGUMENT where names is nowhere (validate.h) or n is above
 * GDV_ONLY_KEYS_MAX; GDV_E_OVERLAP where the report overlaps names, and as gdv_report_at, which fills the report. Time:
 * one pass over names and pairs, and the bytes of the keys; how many names there are does not matter to a key. */
GDV_API GDV_NODISCARD gdv_status gdv_only_keys(gdv_value dictionary, const char *const *names, size_t n,
                                               gdv_report *report);

/* Fills a report with what is wrong with a value that the caller has looked at, as a reader would: `status` as its code,
 * and the value's offset (gdv_value_offset), depth, type and path. For a key that is not there hand in the dictionary
 * that lacks it, with GDV_E_MISSING. No place is given, as in other reports, for a missing value, for GDV_OK and for
 * codes from 120 on. Of a property's name the type is that of its value. Depth and path are counted from the outermost
 * value, of which a document of gdv_document_parse_values and a message may have several.
 *
 *      if (gdv_to_int(hp, 0, 100, &number) != GDV_OK) {
 *          return gdv_report_at(hp, GDV_E_OUT_OF_RANGE, &report); .. OUT_OF_RANGE at 52 (.players[3].hp): number is ..
 *      }
 *
 * Returns `status`; or GDV_E_BAD_STRUCT for a report with a wrong struct_size, GDV_E_OVERLAP where it overlaps packet,
 * nodes or document of the value: then nothing is written. report may be NULL. Time: that of reading the outermost value
 * up to there again, with about 13 KiB of stack. If the packet has changed since, the path may end early. */
GDV_API gdv_status gdv_report_at(gdv_value value, gdv_status status, gdv_report *report);

/* What a report's path points to, from `value` on: pieces as in status.h, .name ["any text"] [3] {5} {@72}. Missing
 * where the path is malformed, cut ("..."), NULL, or leads nowhere; `value` itself for "". A key's text may have 255
 * bytes. Time: that of the lookups that its pieces stand for, gdv_get, gdv_at and gdv_get_int; of {@72}, the pairs up
 * to that one. */
GDV_API gdv_value gdv_find(gdv_value value, const char *path);

/* The children of a container, in packet order, constant time each. */
typedef struct gdv_iterator {
    gdv_value key;   /* of a dictionary: the key; of an object: the property's name; of an array: missing */
    gdv_value value; /* the element, or the key's or property's value */
    gdv_value container;
    uint32_t next;
    uint32_t end;
} gdv_iterator;

/* Before the first child. A value that has no children, or is missing, has none here either. NULL is ignored. */
GDV_API void gdv_iterate(gdv_value container, gdv_iterator *iterator);

/* Before the first of the outermost values, the children of no container: all that gdv_document_parse_values read, or the
 * one that gdv_document_parse did. NULL is ignored; a document that is NULL has none. */
GDV_API void gdv_iterate_values(const gdv_document *document, gdv_iterator *iterator);

/* The outermost value of that index, counted from 0; missing where there is none. Time: linear in the index. */
GDV_API gdv_value gdv_document_value(const gdv_document *document, size_t index);

/* Moves to the next child: true, and key and value are set; or false, and both are missing. After its document was
 * parsed again an iterator, like any handle, is one of the new packet: it gives values of that or ends. */
GDV_API bool gdv_iterate_next(gdv_iterator *iterator);

#ifdef __cplusplus
}
#endif

#endif
