/* SPDX-License-Identifier: MIT */
#include "help.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../io/say.h"
#include "choices.h"
#include "permits.h"

#define ENTRY_INDENT 19u
#define LINE_WIDTH 80u

/* "  name             text", the text broken between words. */
static void print_entry(const char *name, const char *text)
{
    out_format("  %-*s", (int)(ENTRY_INDENT - 2), name);
    while (text[0] != '\0') {
        size_t length = strlen(text);
        if (length > LINE_WIDTH - ENTRY_INDENT) {
            length = LINE_WIDTH - ENTRY_INDENT;
            while (length > 1 && text[length] != ' ') {
                length -= 1;
            }
        }
        out_format("%.*s\n", (int)length, text);
        text += length;
        if (text[0] == ' ') {
            text += 1;
            out_format("%*s", (int)ENTRY_INDENT, "");
        }
    }
}

static void print_dialects(void)
{
    out("\nDialects:\n");
    for (int index = 0; index < GDV_DIALECT_COUNT; index += 1) {
        char text[128 + CHOICES_SIZE];
        char names[CHOICES_SIZE];
        gdv_dialect dialect = (gdv_dialect)index;
        bool others = choices_names(dialect, names)[0] != '\0';
        (void)snprintf(text, sizeof text, "%s%s%s%s", gdv_dialect_engines(dialect), others ? " (also called " : "",
                       names, others ? ")" : "");
        print_entry(gdv_dialect_name(dialect), text);
    }
}

static void print_permits(bool of_messages)
{
    out_format("\nPermissions (strict has none, engine all but object%s):\n",
               of_messages ? "; mp-.. are of messages" : "");
    for (uint32_t number = 0; number < PERMIT_NAMES; number += 1) {
        if (of_messages || !permit_is_of_messages(number)) {
            print_entry(permit_name(number), permit_text(number));
        }
    }
}

static void print_limits(void)
{
    gdv_policy strict;
    gdv_message_policy of_messages;
    gdv_policy_init(&strict, GDV_POLICY_STRICT);
    gdv_message_policy_init(&of_messages, GDV_POLICY_STRICT);
    out_format("\nLimits of strict: %zu bytes, depth %" PRIu32 " (of messages %" PRIu32 "), %" PRIu32
               " values,\n%" PRIu32 " elements, texts of %" PRIu32 " bytes.\nengine has depth %d and no other limit.\n",
               strict.max_bytes, strict.max_depth, of_messages.values.max_depth, strict.max_values, strict.max_elements,
               strict.max_string, GDV_MAX_DEPTH);
}

void help_verb(const verb *which)
{
    out_format("gdv %s: %s\n\nusage: gdv %s %s\n\n", which->name, which->summary, which->name, which->operands);
    out(which->about);
    out("\nOptions:\n");
    options_help(which->takes);
    if ((which->takes & OPTIONS_DIALECT) != 0) {
        print_dialects();
    }
    if ((which->takes & OPTIONS_PERMIT) != 0) {
        print_permits((which->takes & OPTIONS_MESSAGES) != 0);
    }
    if ((which->takes & OPTIONS_LIMITS) != 0) {
        print_limits();
    }
    out("\nExamples:\n");
    out(which->examples);
}

void help_command(void)
{
    out("gdv: is this packet of Godot variants safe to touch?\n"
        "\n"
        "usage: gdv VERB [OPTION..] [FILE..]\n"
        "\n"
        "Checks what var2bytes, put_var, store_var and their like write in Godot 2, 3 and\n"
        "4, Pandemonium and Mole, before a game or a server reads it; shows what is in\n"
        "it, and makes such packets.\n"
        "\n"
        "Verbs:\n");
    for (size_t index = 0; index < VERB_COUNT; index += 1) {
        out_format("  %-8s%s\n", verbs[index]->name, verbs[index]->summary);
    }
    out_format("  %-8s%s\n", "help", "how to use gdv, or one of its verbs: gdv help check");
    out("\n"
        "Examples (the 8 bytes are the number -1, as Godot 3 sends it):\n"
        "  $ echo '02000000 ffffffff' | gdv check --dialect godot3 --hex\n"
        "  ok -\n"
        "  $ echo '02000000 ffff' | gdv check --dialect godot3 --hex\n"
        "  reject -: TRUNCATED at 4: packet ends inside the value, ...\n"
        "  $ echo '02000000 ffffffff' | gdv dump --dialect godot3 --hex\n"
        "  -1\n"
        "  $ gdv probe unknown.bin\n"
        "  $ gdv types --dialect godot4\n"
        "\n"
        "Exit status: 0 all packets are valid, 1 some packet was rejected, 2 wrong usage\n"
        "or something could not be read or written. More in `gdv help VERB` and gdv(1).\n");
}
