/* SPDX-License-Identifier: MIT */
#include "topic.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <gdv/gdv.h>

#include "advice.h"
#include "engine_bugs.h"
#include "options.h"
#include "permits.h"

/* --- what can be explained */

const topic_heading topic_kinds[TOPIC_KINDS] = {
    [TOPIC_CODE] = {"code", "Codes of verdicts and of the library", "GDV_E_"},
    [TOPIC_PERMISSION] = {"permission", "Permissions, of --permit and --forbid", "GDV_PERMIT_"},
    [TOPIC_LIMIT] = {"limit", "Limits", ""},
    [TOPIC_MISREADING] = {"misreading", "Misreadings, of ENGINE_MISREADS", "GDV_MISREAD_"},
    [TOPIC_BUG] = {"engine bug", "Engine bugs", ""},
};

static const gdv_status codes[] = {
#define CODE_OF(name, number, sentence) GDV_E_##name,
    GDV_STATUS_LIST(CODE_OF)};

static const char *const misreadings[GDV_MISREAD_COUNT] = {
#define NAME_OF(name, sentence) #name,
    GDV_MISREAD_LIST(NAME_OF)};

static size_t count_of(topic_kind kind)
{
    switch (kind) {
    case TOPIC_CODE:
        return sizeof codes / sizeof codes[0];
    case TOPIC_PERMISSION:
        return PERMIT_NAMES;
    case TOPIC_LIMIT:
        return LIMIT_KINDS;
    case TOPIC_MISREADING:
        return GDV_MISREAD_COUNT - 1; /* the first is none */
    default:
        return engine_bug_count;
    }
}

const char *topic_name(topic one)
{
    switch (one.kind) {
    case TOPIC_CODE:
        return gdv_status_name(codes[one.index]);
    case TOPIC_PERMISSION:
        return permit_name((uint32_t)one.index);
    case TOPIC_LIMIT:
        return options_limit_name((limit_kind)one.index) + 2; /* without its dashes */
    case TOPIC_MISREADING:
        return misreadings[one.index + 1];
    default:
        return engine_bugs[one.index].id;
    }
}

/* A few words, for the list. */
const char *topic_text(topic one)
{
    switch (one.kind) {
    case TOPIC_CODE:
        return gdv_status_text(codes[one.index]);
    case TOPIC_PERMISSION:
        return permit_text((uint32_t)one.index);
    case TOPIC_LIMIT:
        return options_limit_help((limit_kind)one.index);
    case TOPIC_MISREADING:
        return gdv_misread_text((gdv_misread)(one.index + 1));
    default:
        return engine_bugs[one.index].what;
    }
}

/* The topic after this one; the first of all where `one` is NULL. */
bool topic_next(topic *one, bool first)
{
    one->index = first ? 0 : one->index + 1;
    one->kind = first ? TOPIC_CODE : one->kind;
    if (one->index == count_of(one->kind)) {
        one->index = 0;
        one->kind += 1;
    }
    return one->kind < TOPIC_KINDS;
}

/* --- one explanation */

const explanation_field explanation_fields[FIELDS] = {
    {"kind", ""},         {"name", ""},         {"number", ""},
    {"text", ""},         {"range", "means"},   {"fault", "fault"},
    {"action", "do"},     {"risk", "risk"},     {"permission", "permit"},
    {"limit", "limit"},   {"code", "code"},     {"strict", "strict"},
    {"engine", "engine"}, {"engines", "in"},    {"where", "where"},
    {"evidence", "seen"}, {"misreading", "as"}, {"see", "see"},
};

static void see_section(explanation *about, const char *section)
{
    const bool of_messages = section[0] == 'm';
    if (section[0] != '\0') {
        (void)snprintf(about->see, sizeof about->see, "docs/%s.md, section %s",
                       of_messages ? "multiplayer-format" : "wire-format", section + (of_messages ? 1 : 0));
        about->text[FIELD_SEE] = about->see;
    }
}

static bool shares(permit_bits one, permit_bits other)
{
    return (one.values & other.values) != 0 || (one.messages & other.messages) != 0;
}

/* The option with all permissions that let a code pass. */
static void relate_permits(explanation *about, permit_bits permits)
{
    const char *before = "--permit ";
    for (uint32_t number = 0; number < PERMITS; number += 1) {
        if (shares(permits, permit_bits_of(number))) {
            const size_t length = strlen(about->permission);
            (void)snprintf(about->permission + length, sizeof about->permission - length, "%s%s", before,
                           permit_name(number));
            about->text[FIELD_PERMISSION] = about->permission;
            before = ",";
        }
    }
}

static void explain_code(explanation *about, gdv_status code)
{
    const code_range *range = advice_range(code);
    const code_advice *advice = advice_for_code(code);
    (void)snprintf(about->number, sizeof about->number, "%d", (int)code);
    about->text[FIELD_NUMBER] = about->number;
    if (range != NULL) {
        about->text[FIELD_RANGE] = range->meaning;
        about->text[FIELD_FAULT] = range->fault;
    }
    if (advice == NULL) {
        return;
    }
    about->text[FIELD_ACTION] = advice->action;
    see_section(about, advice->section);
    relate_permits(about, advice->permits);
    if (advice->limit >= 0) {
        (void)snprintf(about->limit, sizeof about->limit, "%s N", options_limit_name((limit_kind)advice->limit));
        about->text[FIELD_LIMIT] = about->limit;
    }
}

/* Adds a name to a list of those that belong to what is explained. */
static void relate(explanation *about, int field, const char *name)
{
    size_t length = strlen(about->related);
    (void)snprintf(about->related + length, sizeof about->related - length, "%s%s", length > 0 ? ", " : "", name);
    about->text[field] = about->related;
}

/* Codes that permissions let pass, or that a limit gives; no limit: -1. */
static void relate_codes(explanation *about, permit_bits permits, int limit)
{
    for (size_t index = 0; index < sizeof codes / sizeof codes[0]; index += 1) {
        const code_advice *advice = advice_for_code(codes[index]);
        if (advice != NULL && (shares(advice->permits, permits) || (limit >= 0 && advice->limit == limit))) {
            relate(about, FIELD_CODE, gdv_status_name(codes[index]));
        }
    }
}

/* How many of a permission's bits a policy has, in words. */
static const char *has_permit(gdv_preset preset, permit_bits bits)
{
    gdv_message_policy policy;
    gdv_message_policy_init(&policy, preset);
    const permit_bits has = {policy.values.permit & bits.values, policy.permit & bits.messages};
    if (has.values == bits.values && has.messages == bits.messages) {
        return "permits it";
    }
    return shares(has, bits) ? "refuses a part of it" : "refuses it";
}

static void explain_permission(explanation *about, uint32_t number)
{
    const permit_bits bits = permit_bits_of(number);
    about->text[FIELD_RISK] = advice_for_permit(number);
    about->text[FIELD_STRICT] = has_permit(GDV_POLICY_STRICT, bits);
    about->text[FIELD_ENGINE] = has_permit(GDV_POLICY_ENGINE, bits);
    relate_codes(about, bits, -1);
}

static void explain_limit(explanation *about, limit_kind kind)
{
    gdv_policy policy;
    gdv_policy_init(&policy, GDV_POLICY_STRICT);
    (void)snprintf(about->strict, sizeof about->strict, "%" PRIu64, options_limit_of(&policy, kind));
    gdv_policy_init(&policy, GDV_POLICY_ENGINE);
    (void)snprintf(about->engine, sizeof about->engine, "%" PRIu64, options_limit_of(&policy, kind));
    about->text[FIELD_STRICT] = about->strict;
    about->text[FIELD_ENGINE] = about->engine;
    about->text[FIELD_RISK] = advice_for_limit(kind);
    about->text[FIELD_ACTION] = "see with gdv stats what honest packets need";
    (void)snprintf(about->limit, sizeof about->limit, "%s N", options_limit_name(kind));
    about->text[FIELD_LIMIT] = about->limit;
    relate_codes(about, (permit_bits){0, 0}, (int)kind);
}

static void explain_misreading(explanation *about, gdv_misread misreading)
{
    bool never = misreading == GDV_MISREAD_COUNT_NEGATIVE || misreading == GDV_MISREAD_COUNT_WRAPS;
    about->text[FIELD_CODE] = gdv_status_name(GDV_E_ENGINE_MISREADS);
    see_section(about, "10");
    if (never) {
        about->text[FIELD_ACTION] = "drop the packet: no permission lets it pass";
        return;
    }
    about->text[FIELD_ACTION] = advice_for_code(GDV_E_ENGINE_MISREADS)->action;
    (void)snprintf(about->permission, sizeof about->permission, "--permit %s", gdv_permit_name(GDV_PERMIT_BIT_MISREAD));
    about->text[FIELD_PERMISSION] = about->permission;
}

static void explain_bug(explanation *about, const engine_bug *bug)
{
    about->text[FIELD_ENGINES] = bug->engines;
    about->text[FIELD_WHERE] = bug->where;
    about->text[FIELD_EVIDENCE] = bug->evidence;
    about->text[FIELD_ACTION] = bug->action;
    for (int index = 1; index < GDV_MISREAD_COUNT; index += 1) {
        if (strstr(gdv_misread_text((gdv_misread)index), bug->id) != NULL) {
            relate(about, FIELD_MISREADING, misreadings[index]);
        }
    }
    see_section(about, "10");
}

void topic_explain(topic one, explanation *about)
{
    *about = (explanation){.text = {NULL}};
    about->text[FIELD_KIND] = topic_kinds[one.kind].name;
    about->text[FIELD_NAME] = topic_name(one);
    about->text[FIELD_TEXT] = topic_text(one);
    switch (one.kind) {
    case TOPIC_CODE:
        explain_code(about, codes[one.index]);
        break;
    case TOPIC_PERMISSION:
        explain_permission(about, (uint32_t)one.index);
        break;
    case TOPIC_LIMIT:
        explain_limit(about, (limit_kind)one.index);
        break;
    case TOPIC_MISREADING:
        explain_misreading(about, (gdv_misread)(one.index + 1));
        break;
    default:
        explain_bug(about, &engine_bugs[one.index]);
        break;
    }
}

const char *topic_place(topic one)
{
    return one.kind == TOPIC_BUG ? engine_bugs[one.index].where : NULL;
}

int topic_number(topic one)
{
    return one.kind == TOPIC_CODE ? (int)codes[one.index] : -1;
}
