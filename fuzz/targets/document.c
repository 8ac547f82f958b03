/* SPDX-License-Identifier: MIT */
/* Fuzz target: the document. On every input it holds what document.h promises against gdv_validate and the reader:
 *
 *   1  memory: packet and nodes are heap blocks of exactly their size
 *   5  one verdict: it builds where the validator accepts, and else reports the same; its tape is what the reader gives
 *   6  errors: too little room is NO_SPACE with the number that is needed, not one more; nothing is half-built; its nodes are
 *      what proofs take for granted of them (tests/support/proof_words.h)
 *
 * gdv_document_bound is enough for every packet; each value is found again by its key, its index and its path; and all of
 * it can be written as JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/support/input.h"
#include "fuzz/support/values.h"
#include "fuzz/support/words.h"
#include "lib/value/links.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Looking everything up takes as long as the square of what there is; so much of it is enough. */
#define LOOKUP_COST 20000u

typedef struct built {
    gdv_document *document; /* a heap block too */
    gdv_node *nodes;
    gdv_status code;
    gdv_report report;
} built;

static built parse(const reading *of, size_t capacity)
{
    built made;
    made.document = fresh(NULL, sizeof *made.document);
    made.nodes = capacity > 0 ? fresh(NULL, capacity * sizeof *made.nodes) : NULL;
    memset(&made.report, 0xa5, sizeof made.report);
    made.report.struct_size = sizeof made.report;
    made.code = gdv_document_parse(made.document, of->bytes, of->size, of->dialect, &of->policy, made.nodes, capacity,
                                   &made.report);
    promise(made.report.code == made.code, "the report has the code that was returned");
    promise(gdv_exists(gdv_root(made.document)) == (made.code == GDV_OK), "a document that was not built is empty");
    if (made.code == GDV_OK) {
        promise_of_document(made.document);
    }
    return made;
}

static void discard(const built *made)
{
    free(made->document);
    free(made->nodes);
}

/* ---- room ---- */

/* Fewer nodes than are needed: the packet is judged all the same, but that duplicate keys may have gone unseen. */
static void check_too_small(const reading *of, size_t capacity, gdv_status code, gdv_status but_for_keys, size_t need)
{
    built made = parse(of, capacity);
    promise(made.code == but_for_keys || (code == GDV_E_DUPLICATE_KEY && made.code == code),
            "too little room is said so");
    promise(made.code != GDV_E_NO_SPACE || made.report.need == need, "the number of nodes needed is always the same");
    discard(&made);
}

/* The number in the report is enough, and one less is not. */
static void check_need(reading *of, gdv_status code, size_t bound)
{
    reading permissive = *of;
    permissive.policy.permit |= GDV_PERMIT_DUPLICATE_KEYS;
    built asked = parse(of, 0);
    gdv_status but_for_keys = code == GDV_E_DUPLICATE_KEY ? judge(&permissive, NULL) : code;
    if (but_for_keys == GDV_OK) {
        but_for_keys = GDV_E_NO_SPACE;
    }
    promise(asked.code == but_for_keys, "without nodes all is judged but duplicate keys");
    if (asked.code == GDV_E_NO_SPACE) {
        size_t need = (size_t)asked.report.need;
        promise(need > 0 && need <= bound, "what is needed is within the bound");
        built enough = parse(of, need);
        promise(enough.code == code, "the number of nodes that was asked for is enough");
        check_too_small(of, need - 1, code, but_for_keys, need);
        check_too_small(of, choose(of, need), code, but_for_keys, need);
        discard(&enough);
    } else {
        check_too_small(of, choose(of, bound + 1), code, but_for_keys, 0);
    }
    discard(&asked);
}

/* ---- the tape ---- */

static uint32_t offset_of(gdv_value value)
{
    return value.document->nodes[value.index].offset;
}

/* Value by value what the reader gives, at the same bytes. */
static void check_tape(reading *of, gdv_value root)
{
    walk tape;
    gdv_event event = {.kind = GDV_EVENT_VALUE};
    gdv_reader *reader = fresh(NULL, sizeof *reader);
    gdv_status status =
        gdv_reader_init(reader, of->bytes, of->size, of->dialect, &of->policy, of->scratch, of->scratch_size);
    uint32_t index = 0;

    walk_start(&tape, root);
    while (status == GDV_OK && event.kind != GDV_EVENT_DONE) {
        status = gdv_reader_next(reader, &event);
        stop here = walk_next(&tape);
        promise(status == GDV_OK && here.kind == event.kind, "the tape has what the reader gives");
        promise(event.kind == GDV_EVENT_DONE || here.depth == event.depth, "at the same depth");
        if (gdv_exists(event.value)) {
            promise(here.role == event.role, "in the same role");
            promise(here.value.index == index && offset_of(here.value) == event.offset,
                    "in packet order, none left out");
            check_same(here.value, event.value, false);
            check_getters(here.value, of);
            index += 1;
        }
    }
    promise(index == root.document->count, "and nothing else");
    walk_end(&tape);
    free(reader);
}

/* ---- lookups ---- */

static bool is(gdv_value one, gdv_value other)
{
    return gdv_exists(one) == gdv_exists(other) && (!gdv_exists(one) || one.index == other.index);
}

/* The value of the last pair with that text as key; where String and StringName are two things, of a String first. */
static gdv_value last_of_text(gdv_value container, gdv_text wanted, bool apart)
{
    gdv_value found[2] = {gdv_missing(), gdv_missing()};
    gdv_iterator each;
    gdv_iterate(container, &each);
    while (gdv_iterate_next(&each)) {
        gdv_text text;
        bool same = gdv_to_text(each.key, &text) == GDV_OK && text.size == wanted.size &&
                    (text.size == 0 || memcmp(text.bytes, wanted.bytes, text.size) == 0);
        if (same) {
            found[apart && gdv_type_of(each.key) == GDV_TYPE_STRING_NAME ? 1 : 0] = each.value;
        }
    }
    return gdv_exists(found[0]) ? found[0] : found[1];
}

static gdv_value last_of_int(gdv_value dictionary, int64_t wanted)
{
    gdv_value found = gdv_missing();
    gdv_iterator each;
    int64_t number = 0;
    gdv_iterate(dictionary, &each);
    while (gdv_iterate_next(&each)) {
        if (gdv_to_int(each.key, INT64_MIN, INT64_MAX, &number) == GDV_OK && number == wanted) {
            found = each.value;
        }
    }
    return found;
}

/* Whether a String and a StringName of one text are two keys: in Pandemonium (section 7 of the wire reference). */
static bool tells_names_apart(const reading *of)
{
    return gdv_dialect_family(of->dialect) == GDV_FAMILY_PANDEMONIUM;
}

static void check_text_key(const reading *of, gdv_value container, gdv_text text)
{
    gdv_value found = gdv_get_text(container, text);
    promise(gdv_exists(found) && is(found, last_of_text(container, text, tells_names_apart(of))),
            "a text key finds its last value");
    char *closed = fresh(NULL, text.size + 1);
    if (text.size > 0) {
        memcpy(closed, text.bytes, text.size);
    }
    closed[text.size] = '\0';
    promise(is(gdv_get(container, closed), found), "a text key closed by NUL finds the same");
    free(closed);
}

/* Finds the pair again by its key. */
static void check_key(const reading *of, gdv_value container, const gdv_iterator *pair)
{
    bool unique = (of->policy.permit & GDV_PERMIT_DUPLICATE_KEYS) == 0;
    gdv_text text;
    int64_t number = 0;
    if (gdv_to_text(pair->key, &text) == GDV_OK) {
        check_text_key(of, container, text);
    }
    if (gdv_type_of(container) != GDV_TYPE_DICTIONARY) {
        return;
    }
    if (gdv_to_int(pair->key, INT64_MIN, INT64_MAX, &number) == GDV_OK) {
        promise(is(gdv_get_int(container, number), last_of_int(container, number)), "an int key finds its last value");
        promise(!unique || is(gdv_get_int(container, number), pair->value), "an int key finds its value");
    }
    gdv_value found = gdv_get_value(container, pair->key);
    promise(gdv_exists(found) && found.index >= pair->value.index, "a key finds its value, or a later one's");
    promise(!unique || is(found, pair->value), "a key finds its own value");
}

#define MANY_KEYS 70u

/* A dictionary passes with all of its keys for names, or the first that is none of them is blamed. */
static void check_only_keys(gdv_value container, const char *const *names, size_t n)
{
    gdv_report report = {.struct_size = sizeof report};
    gdv_value other = gdv_missing();
    gdv_iterator each;
    gdv_iterate(container, &each);
    while (!gdv_exists(other) && gdv_iterate_next(&each)) {
        bool named = false;
        for (size_t index = 0; index < n && !named; index += 1) {
            named = gdv_text_is(each.key, names[index]);
        }
        other = named ? other : each.key;
    }
    gdv_status status = gdv_only_keys(container, names, n, &report);
    if (gdv_type_of(container) != GDV_TYPE_DICTIONARY) {
        promise(status == GDV_E_WRONG_TYPE, "what is no dictionary has no keys");
        return;
    }
    promise(status == (gdv_exists(other) ? GDV_E_UNKNOWN_KEY : GDV_OK), "keys that are named pass, and no others");
    promise(report.code == status && report.offset == gdv_value_offset(other), "the first other key is blamed");
}

/* The keys of the first pairs, and one more, are found at once as each is alone. */
static void check_many_keys(const reading *of, gdv_value container)
{
    char **keys = fresh(NULL, (MANY_KEYS + 1) * sizeof *keys);
    gdv_iterator each;
    size_t count = 0;
    size_t there = 0;
    gdv_iterate(container, &each);
    while (count < MANY_KEYS && gdv_iterate_next(&each)) {
        gdv_text text;
        if (gdv_to_text(each.key, &text) == GDV_OK) {
            keys[count] = fresh(NULL, text.size + 1);
            memcpy(keys[count], text.bytes, text.size);
            keys[count][text.size] = '\0';
            count += 1;
        }
    }
    keys[count] = fresh("~", 2);
    count += 1;
    gdv_value *values = fresh(NULL, count * sizeof *values);
    size_t said = gdv_get_many(container, (const char *const *)keys, values, count);
    check_only_keys(container, (const char *const *)keys, count);
    for (size_t index = 0; index < count; index += 1) {
        gdv_text text = {keys[index], strlen(keys[index])};
        gdv_value expected = last_of_text(container, text, tells_names_apart(of));
        promise(gdv_exists(values[index]) == gdv_exists(expected) && is(values[index], expected),
                "many keys are found as each alone");
        there += gdv_exists(expected) ? 1 : 0;
        free(keys[index]);
    }
    promise(said == there, "as many as are there");
    free(values);
    free(keys);
}

static void check_children(reading *of, gdv_value container, uint32_t *cost)
{
    gdv_type type = gdv_type_of(container);
    bool keyed = type == GDV_TYPE_DICTIONARY || type == GDV_TYPE_OBJECT;
    gdv_iterator each;
    uint32_t count = 0;
    gdv_iterate(container, &each);
    while (gdv_iterate_next(&each)) {
        uint32_t price = (uint32_t)gdv_count(container) + 8;
        /* of what is too large to be tried in full, some here and there */
        if (*cost >= price && (price < 200 || choose(of, price / 100) == 0)) {
            *cost -= price;
            if (keyed) {
                check_key(of, container, &each);
            } else {
                promise(is(gdv_at(container, count), each.value), "an index finds its element");
            }
        }
        count += 1;
    }
    if (keyed && *cost >= count) {
        *cost -= count;
        check_many_keys(of, container);
    }
    promise(count == gdv_count(container), "a container has as many children as it counts");
    promise(keyed ? !gdv_exists(gdv_at(container, 0)) : !gdv_exists(gdv_at(container, count)),
            "beyond the end is nothing");
}

/* ---- paths ---- */

#define PATH_ROOM 4096u

typedef struct path {
    char *text;
    size_t size;
    bool lost; /* a key that no path can spell */
} path;

static void append(path *to, const char *piece)
{
    size_t length = strlen(piece);
    promise(to->size + length < PATH_ROOM, "room for a path");
    memcpy(to->text + to->size, piece, length + 1);
    to->size += length;
}

/* One step of a path, in the longest spelling: every byte of a text escaped. */
static void append_step(path *to, const gdv_iterator *child, size_t index)
{
    char piece[32];
    gdv_text text;
    int64_t number = 0;
    if (!gdv_exists(child->key)) {
        snprintf(piece, sizeof piece, "[%zu]", index);
        append(to, piece);
    } else if (gdv_to_text(child->key, &text) == GDV_OK) {
        to->lost = to->lost || text.size > 252 || to->size + 4 * text.size + 20 > PATH_ROOM;
        /* a path spells the packet's own text, of which engines drop one mark: what still begins with one had two */
        bool marked = text.size >= 3 && memcmp(text.bytes, "\xef\xbb\xbf", 3) == 0;
        append(to, marked ? "[\"\\xef\\xbb\\xbf" : "[\"");
        for (size_t byte = 0; byte < text.size && !to->lost; byte += 1) {
            snprintf(piece, sizeof piece, "\\x%02x", (unsigned)(uint8_t)text.bytes[byte]);
            append(to, piece);
        }
        append(to, "\"]");
    } else if (gdv_to_int(child->key, INT64_MIN, INT64_MAX, &number) == GDV_OK) {
        snprintf(piece, sizeof piece, "{%lld}", (long long)number);
        append(to, piece);
    } else {
        snprintf(piece, sizeof piece, "{@%u}", (unsigned)offset_of(child->key));
        append(to, piece);
    }
}

/* Down from the root by children that the input chooses, each a step of the path. A step takes 34 bytes, or four for
 * each of a text. */
static void check_path(reading *of, gdv_value root)
{
    path way = {fresh(NULL, PATH_ROOM), 0, false};
    gdv_value here = root;
    way.text[0] = '\0';
    for (uint32_t step = 0; step < 24 && is_container(here) && gdv_count(here) > 0 && !way.lost; step += 1) {
        gdv_iterator each;
        size_t index = choose(of, gdv_count(here) < 64 ? gdv_count(here) : 64);
        gdv_iterate(here, &each);
        for (size_t passed = 0; passed <= index; passed += 1) {
            promise(gdv_iterate_next(&each), "as many children as there are");
        }
        way.lost = way.lost || way.size + 64 > PATH_ROOM;
        if (!way.lost) {
            gdv_text text;
            int64_t number = 0;
            /* of equal keys the last one counts */
            gdv_value expected = gdv_to_text(each.key, &text) == GDV_OK ? gdv_get_text(here, text)
                                 : gdv_to_int(each.key, INT64_MIN, INT64_MAX, &number) == GDV_OK
                                     ? gdv_get_int(here, number)
                                     : each.value;
            append_step(&way, &each, index);
            here = expected;
        }
    }
    promise(way.lost || is(gdv_find(root, way.text), here), "a path leads where its steps lead");
    free(way.text);
}

/* What the path of a report should lead to: the value at that offset, or, where that is a key, the value to it. */
static gdv_value blamed(gdv_value root, uint64_t offset)
{
    walk through;
    gdv_value found = gdv_missing();
    walk_start(&through, root);
    for (stop here = walk_next(&through); here.kind != GDV_EVENT_DONE; here = walk_next(&through)) {
        if (here.kind != GDV_EVENT_END && offset_of(here.value) == offset) {
            found = here.value;
            if (here.role == GDV_ROLE_KEY) {
                found.index = gdv_node_after(found.document->nodes, found.index);
            }
        }
    }
    walk_end(&through);
    return found;
}

/* The path in a reader's report leads to the value that is to blame. */
static void check_report_path(reading *of, gdv_value root)
{
    gdv_event event = {.kind = GDV_EVENT_VALUE};
    gdv_report report;
    gdv_reader *reader = fresh(NULL, sizeof *reader);
    gdv_status status =
        gdv_reader_init(reader, of->bytes, of->size, of->dialect, &of->policy, of->scratch, of->scratch_size);
    size_t skipped = choose(of, root.document->count);
    for (size_t at = 0; at < skipped && status == GDV_OK && event.kind != GDV_EVENT_DONE; at += 1) {
        status = gdv_reader_next(reader, &event);
    }
    gdv_read_nil(reader);
    memset(&report, 0, sizeof report);
    report.struct_size = sizeof report;
    status = gdv_reader_finish(reader, &report);
    /* names, and what is in a key, have no path of their own; and a long path or text is cut */
    bool whole = strstr(report.path, "{key}") == NULL && strstr(report.path, "{property}") == NULL &&
                 strstr(report.path, "..") == NULL;
    /* keys may share a path, which leads to one of them */
    bool unique = (of->policy.permit & (GDV_PERMIT_DUPLICATE_KEYS | GDV_PERMIT_OBJECT)) == 0 && !tells_names_apart(of);
    if (status == GDV_E_WRONG_TYPE && whole && unique) {
        promise(is(gdv_find(root, report.path), blamed(root, report.offset)),
                "a report's path leads to what it reports");
    }
    free(reader);
}

static void check(reading *of)
{
    gdv_report report;
    gdv_status code = judge(of, &report);
    size_t bound = gdv_document_bound(of->size);
    built made = parse(of, bound);
    uint32_t cost = LOOKUP_COST;
    walk through;

    promise(made.code == code && same_report(&made.report, &report), "a document builds where the validator accepts");
    check_need(of, code, bound);
    if (code == GDV_OK) {
        gdv_value root = gdv_root(made.document);
        check_tape(of, root);
        walk_start(&through, root);
        for (stop here = walk_next(&through); here.kind != GDV_EVENT_DONE; here = walk_next(&through)) {
            if (here.kind == GDV_EVENT_BEGIN) {
                check_children(of, here.value, &cost);
            }
        }
        walk_end(&through);
        check_path(of, root);
        check_report_path(of, root);
        check_json(root);
    }
    discard(&made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for_each_reading(data, size, check);
    return 0;
}
