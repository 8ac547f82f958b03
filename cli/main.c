/* SPDX-License-Identifier: MIT */
/* The command: finds the verb, parses its options, runs it. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): POSIX wants this very name */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gdv/gdv.h>

#include "io/say.h"
#include "io/uninstrumented.h"
#include "verbs/choices.h"
#include "verbs/help.h"
#include "verbs/verb.h"

/* `bazel run //cli:gdv -- check FILE` starts the command in its folder of runfiles and leaves the user's folder in the
 * environment. Without this, FILE would be looked for in the wrong place. Only there: programs that `bazel run`
 * starts inherit the variable and may call an installed gdv from any folder. */
static bool enter_users_folder(void)
{
    char here[4096];
    const char *wanted = getenv("BUILD_WORKING_DIRECTORY");

    if (wanted == NULL || wanted[0] == '\0' || getcwd(here, sizeof here) == NULL ||
        strstr(here, "/gdv.runfiles/") == NULL) {
        return true;
    }
    if (chdir(wanted) != 0) {
        complain("cannot enter %s: %s", wanted, strerror(errno));
        return false;
    }
    return true;
}

static const verb *find_verb(const char *name)
{
    for (size_t index = 0; index < VERB_COUNT; index += 1) {
        if (strcmp(verbs[index]->name, name) == 0) {
            return verbs[index];
        }
    }
    return NULL;
}

static int unknown_verb(const char *name)
{
    const char *names[VERB_COUNT + 1];
    for (size_t index = 0; index < VERB_COUNT; index += 1) {
        names[index] = verbs[index]->name;
    }
    names[VERB_COUNT] = "help";
    const char *nearest = choices_nearest(name, names, VERB_COUNT + 1);
    if (nearest != NULL) {
        complain("unknown verb '%.80s': did you mean %s? (gdv --help lists all)", name, nearest);
    } else {
        complain("unknown verb '%.80s' (gdv --help lists all)", name);
    }
    return STATUS_TROUBLE;
}

static int finish_words(void)
{
    return out_finish() ? STATUS_FINE : STATUS_TROUBLE;
}

/* gdv help, gdv help VERB */
static int help(int count, char **words)
{
    const verb *which = NULL;
    if (count > 1) {
        complain("help takes one verb");
        return STATUS_TROUBLE;
    }
    if (count == 1 && strcmp(words[0], "help") != 0) {
        which = find_verb(words[0]);
        if (which == NULL) {
            return unknown_verb(words[0]);
        }
    }
    if (which != NULL) {
        help_verb(which);
    } else {
        help_command();
    }
    return finish_words();
}

static int run_verb(const verb *which, int count, char **words)
{
    options opts;
    say_start(which->name);
    switch (options_parse(&opts, which->name, which->takes, count, words)) {
    case OPTIONS_RUN:
        return enter_users_folder() ? which->run(&opts) : STATUS_TROUBLE;
    case OPTIONS_HELP:
        help_verb(which);
        return finish_words();
    default:
        return STATUS_TROUBLE;
    }
}

int main(int argc, char **argv)
{
    say_start("");
    uninstrumented_start();
    if (argc < 2) {
        remark("usage: gdv VERB [OPTION..] [FILE..], such as gdv check --dialect godot4 FILE");
        remark("       gdv --help lists the verbs");
        return STATUS_TROUBLE;
    }
    const char *first = argv[1];
    if (strcmp(first, "--version") == 0) {
        out("gdv " GDV_VERSION "\n");
        return finish_words();
    }
    if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0 || strcmp(first, "help") == 0) {
        return help(argc - 2, argv + 2);
    }
    const verb *which = find_verb(first);
    if (which != NULL) {
        return run_verb(which, argc - 2, argv + 2);
    }
    if (first[0] == '-') {
        complain("a verb comes before options such as '%.80s' (gdv --help lists all)", first);
        return STATUS_TROUBLE;
    }
    return unknown_verb(first);
}
