/* SPDX-License-Identifier: MIT */
/* Refuses a dictionary with a key that nobody asked for. The names stand in a table on the stack, by a number of their
 * bytes (digest.h), and each key of the packet is looked up in it: what a key costs does not depend on how many names
 * there are. A sender who knows the numbers may send keys that have the number of a name: each costs one comparison with
 * that name. Names are the caller's own, so no sender decides which of them share a place. */
#include <string.h>

#include "../wire/overlap.h"
#include "lookup.h"

/* Half of them are empty at least, so that a search for a place ends. */
#define NAME_PLACES (2 * GDV_ONLY_KEYS_MAX)

typedef struct name_table {
    const char *const *names;
    uint32_t numbers[GDV_ONLY_KEYS_MAX];
    uint16_t places[NAME_PLACES]; /* 1 + index of a name; 0 where there is none */
} name_table;

/* Where the text stands in the table, or the empty place where it would stand. */
static uint32_t place_of_name(const name_table *table, gdv_text text, uint32_t number)
{
    uint32_t place = number % NAME_PLACES;
    while (table->places[place] != 0) {
        uint32_t index = table->places[place] - 1u;
        if (table->numbers[index] == number && gdv_same_text(gdv_text_of(table->names[index]), text)) {
            break;
        }
        place = (place + 1) % NAME_PLACES;
    }
    return place;
}

static void fill_names(name_table *table, const char *const *names, size_t n)
{
    table->names = names;
    memset(table->places, 0, sizeof table->places);
    for (uint32_t index = 0; index < n; index += 1) {
        if (names[index] != NULL) {
            gdv_text text = gdv_text_of(names[index]);
            table->numbers[index] = gdv_text_number(text);
            table->places[place_of_name(table, text, table->numbers[index])] = (uint16_t)(index + 1);
        }
    }
}

static bool is_named(const name_table *table, gdv_value key)
{
    gdv_text text;
    return gdv_to_text(key, &text) == GDV_OK && table->places[place_of_name(table, text, gdv_text_number(text))] != 0;
}

/* Looks at all keys of a dictionary; *blamed is what is wrong. A reader's dictionary has pairs, and no nodes of them:
 * whoever took that for a dictionary without keys would let any key pass. The table is here, and not in the caller: it
 * is not on the stack while the path of a report is looked for. */
static gdv_status look_at_keys(gdv_value dictionary, uint32_t pairs, const char *const *names, size_t n,
                               gdv_value *blamed)
{
    name_table table;
    gdv_iterator each;
    uint32_t seen = 0;
    fill_names(&table, names, n);
    gdv_iterate(dictionary, &each);
    while (gdv_iterate_next(&each)) {
        if (!is_named(&table, each.key)) {
            *blamed = each.key;
            return GDV_E_UNKNOWN_KEY;
        }
        seen += 1;
    }
    return seen < pairs ? GDV_E_MISSING : GDV_OK;
}

gdv_status gdv_only_keys(gdv_value dictionary, const char *const *names, size_t n, gdv_report *report)
{
    gdv_resolved resolved;
    gdv_value blamed = dictionary;
    gdv_status status = gdv_resolve_layout(dictionary, GDV_LAYOUT_DICTIONARY, &resolved);
    if (n > GDV_ONLY_KEYS_MAX || gdv_is_nowhere((const void *)names, n, sizeof *names)) {
        status = GDV_E_BAD_ARGUMENT;
    } else if (gdv_overlap((const void *)names, n * sizeof *names, report, sizeof *report)) {
        return GDV_E_OVERLAP;
    } else if (status == GDV_OK) {
        status = look_at_keys(dictionary, resolved.node->count, names, n, &blamed);
    }
    return gdv_report_at(blamed, status, report);
}
