/* SPDX-License-Identifier: MIT */
/* One message against the methods of a schema and what its sender has announced. */
#include <string.h>

#include "../message/protocol.h"
#include "../read/apart.h"
#include "../schema/violation.h"
#include "../value/resolve.h"
#include "blame.h"
#include "owner.h"
#include "peer_cache.h"

/* One check: what it is given, and what it has found out. */
typedef struct asking {
    const gdv_schema *schema;
    gdv_peer_cache *cache;
    const gdv_message *message;
    const gdv_message_rules *rules;
    gdv_match *match;
    gdv_violation *violation;
    bool is_relayed;
    bool is_told;    /* what is wrong: a value is to blame, and the violation says so */
    uint32_t traits; /* of the protocol */
    uint32_t script;
    uint32_t method;
    gdv_text path;
} asking;

/* ---- paths */

/* Whether the sender's script has the methods that the schema's has. Of a node without a script of the schema it has none. */
static gdv_status compare_checksums(const asking *of, uint32_t script)
{
    static const char of_nothing[] = "d41d8cd98f00b204e9800998ecf8427e";
    char digits[GDV_MD5_SIZE];
    gdv_text expected = {of_nothing, sizeof of_nothing - 1};
    if (script != GDV_NONE) {
        gdv_schema_md5(of->schema, script, digits);
        expected.bytes = digits;
    }
    if ((of->traits & GDV_PROTOCOL_FLAGS) == 0) {
        return script == GDV_NONE ? GDV_E_RPC_NODE : GDV_OK;
    }
    if (gdv_same_text(of->message->md5, expected)) {
        return GDV_OK;
    }
    return script == GDV_NONE ? GDV_E_RPC_NODE : GDV_E_RPC_CHECKSUM;
}

/* Enters an announced path into the cache, where it may be announced and the sender's script is the schema's. */
static gdv_status announce(const asking *of)
{
    const gdv_message *message = of->message;
    const gdv_cached_path *cached = gdv_peer_cache_find(of->cache, message->id);
    const uint32_t script =
        cached != NULL ? cached->script : gdv_schema_script_at(of->schema, message->path, of->cache->peer);
    gdv_status status = gdv_peer_cache_admits(of->cache, message);
    if (status == GDV_OK) {
        status = compare_checksums(of, script);
    }
    return status == GDV_OK ? gdv_peer_cache_learn(of->cache, message, script) : status;
}

/* The node of a call: its script and its path. */
static gdv_status find_node(asking *of)
{
    const gdv_message *message = of->message;
    of->path = message->path;
    if (message->node != 0) {
        const gdv_cached_path *cached = gdv_peer_cache_find(of->cache, message->node);
        if (cached == NULL) {
            return GDV_E_RPC_NODE_ID;
        }
        of->script = cached->script;
        of->path = gdv_peer_cache_path(of->cache, message->node);
    } else {
        of->script = gdv_schema_script_at(of->schema, message->path, of->cache->peer);
    }
    return of->script == GDV_NONE ? GDV_E_RPC_NODE : GDV_OK;
}

/* ---- methods */

static gdv_status find_method(asking *of, gdv_command command)
{
    const gdv_message *message = of->message;
    const bool by_id = (of->traits & GDV_PROTOCOL_FLAGS) != 0;
    const uint32_t wanted = command == GDV_COMMAND_SET ? GDV_RPC_PROPERTY : GDV_RPC_METHOD;
    of->method = by_id ? gdv_schema_method_of_id(of->schema, of->script, message->node_level != 0, message->method)
                       : gdv_schema_method_of(of->schema, of->script, message->name);
    const bool found = of->method != GDV_NONE && (of->schema->packets[of->method].rpc & wanted) != 0;
    of->match->packet = found ? of->method : GDV_NONE;
    return found ? GDV_OK : GDV_E_RPC_METHOD;
}

static gdv_status judge_sender(const asking *of)
{
    const uint32_t rpc = of->schema->packets[of->method].rpc;
    const bool any = (rpc & GDV_RPC_ANY_PEER) != 0;
    const bool may = any || ((rpc & GDV_RPC_AUTHORITY) != 0 &&
                             (of->rules->authority || gdv_path_is_of_peer(of->schema, of->script, of->path)));
    return may ? GDV_OK : GDV_E_RPC_RIGHTS;
}

/* In Godot 3 whoever calls says how, and not the method. */
static gdv_status judge_transfer(const asking *of)
{
    const uint32_t rpc = of->schema->packets[of->method].rpc;
    const gdv_transfer wanted = (rpc & GDV_RPC_ORDERED) != 0      ? GDV_TRANSFER_ORDERED
                                : (rpc & GDV_RPC_UNRELIABLE) != 0 ? GDV_TRANSFER_UNRELIABLE
                                                                  : GDV_TRANSFER_RELIABLE;
    const bool compared = of->rules->transfer != GDV_TRANSFER_UNKNOWN && (of->traits & GDV_PROTOCOL_FLAGS) != 0;
    return compared && of->rules->transfer != wanted ? GDV_E_RPC_TRANSFER : GDV_OK;
}

/* ---- arguments */

/* Puts "(2 pos)" before a path, for an argument, and calls what the packet would be a method. What has no room any more is
 * cut off the path's end. */
static void prefix_argument(const asking *of, gdv_violation *violation, uint32_t argument)
{
    char path[GDV_PATH_SIZE];
    gdv_words words = gdv_words_in(path, sizeof path);
    gdv_words_put(&words, "(");
    gdv_words_natural(&words, argument);
    gdv_words_put(&words, " ");
    gdv_words_put(&words, gdv_schema_parameter_name(of->schema, of->method, argument).bytes);
    gdv_words_put(&words, ")");
    gdv_words_put(&words, violation->report.path);
    memcpy(violation->report.path, path, sizeof path);
    violation->is_packet = violation->is_packet != 0 ? GDV_VIOLATION_METHOD : 0;
}

/* The argument that a node is, or is in. */
static uint32_t argument_of(const gdv_checking *check, uint32_t node, uint32_t *root)
{
    uint32_t argument = 0;
    *root = 0;
    while (gdv_node_after(check->nodes, *root) <= node) {
        *root = gdv_node_after(check->nodes, *root);
        argument += 1;
    }
    return argument;
}

static void fill_violation(asking *of, const gdv_checking *check)
{
    const gdv_document *document = &of->message->document;
    gdv_arguments args;
    gdv_policy policy;
    uint32_t root = 0;
    const uint32_t argument = argument_of(check, check->fault.node, &root);
    const uint32_t begin = check->nodes[root].offset;
    if (of->violation != NULL) {
        gdv_policy_init(&policy, GDV_POLICY_ENGINE);
        policy.permit = document->permit; /* what follows the value is not looked at */
        policy.encoding = document->encoding;
        (void)gdv_arguments_set(&args, document->bytes + begin, document->size - begin, of->schema->dialect, &policy);
        gdv_violation_fill(of->violation, check, &args, begin, of->method);
        prefix_argument(of, of->violation, argument);
        of->is_told = true;
    }
}

/* Where the one argument is at fault that is no Variant, but bytes alone. */
static void fill_bytes_violation(asking *of, const gdv_checking *check)
{
    const gdv_document *document = &of->message->document;
    gdv_violation *violation = of->violation;
    if (violation == NULL) {
        return;
    }
    const bool length = check->fault.code == GDV_E_WRONG_LENGTH;
    gdv_report_set(&violation->report, check->fault.code);
    gdv_violation_clear(violation, of->method);
    violation->report.offset = (uint64_t)((const uint8_t *)of->message->data.bytes - document->bytes);
    gdv_violation_put_rule(violation, of->schema, &check->fault, of->method);
    prefix_argument(of, violation, 0);
    gdv_words found = gdv_words_in(violation->found, sizeof violation->found);
    gdv_words_put(&found, length ? "length "
                                 : check->table->names[gdv_wire_table_id(check->table, GDV_TYPE_PACKED_BYTE_ARRAY)]);
    if (length) {
        gdv_words_natural(&found, of->message->data.size);
    }
    gdv_words expected = gdv_words_in(violation->expected, sizeof violation->expected);
    gdv_expected_put(&expected, check, &check->fault, of->method);
    of->is_told = true;
}

/* By the rule of a byte array, or by one that takes such an array too. */
static gdv_status judge_bytes(asking *of)
{
    const gdv_schema *schema = of->schema;
    const size_t size = of->message->data.size;
    gdv_fault fault = {.code = GDV_OK, .rule = schema->fields[schema->rules[of->method].first].rule};
    gdv_checking check;
    const gdv_rule *rule = &schema->rules[fault.rule];
    const uint32_t ref =
        rule->kind == GDV_RULE_UNION ? schema->refs[rule->first + GDV_TYPE_PACKED_BYTE_ARRAY] : fault.rule;
    fault.rule = ref == GDV_NONE ? fault.rule : ref;
    rule = &schema->rules[fault.rule];
    if (ref == GDV_NONE) {
        fault.code = GDV_E_NO_ALTERNATIVE;
    } else if (rule->kind == GDV_RULE_BYTES) {
        fault.code = size < rule->least || size > rule->most ? GDV_E_WRONG_LENGTH : GDV_OK;
    } else if (rule->kind != GDV_RULE_ANY) {
        fault.code = GDV_E_WRONG_TYPE;
    }
    if (fault.code != GDV_OK) {
        of->match->document = of->message->document;
        gdv_checking_set(&check, schema, &of->match->document);
        check.fault = fault;
        fill_bytes_violation(of, &check);
    }
    return fault.code;
}

static gdv_status judge_values(asking *of)
{
    gdv_match *match = of->match;
    gdv_checking check;
    match->document = of->message->document;
    match->count = of->schema->rules[of->method].width;
    for (uint32_t index = 0; index < match->count; index += 1) {
        match->values[index] = GDV_NONE;
    }
    gdv_checking_set(&check, of->schema, &match->document);
    gdv_status status = gdv_check_schema_limits(&check);
    if (status == GDV_OK) {
        status = gdv_check_arguments(&check, of->method, match);
    }
    if (status == GDV_E_MISSING_KEY && check.fault.what == GDV_FAULT_VALUE) {
        gdv_check_missing(&check);
    }
    if (status != GDV_OK) {
        fill_violation(of, &check);
    }
    return status;
}

/* Limits of the schema that hold for the packet, or for bytes that are no value: those of values are looked at with them. */
static gdv_status judge_sizes(const asking *of)
{
    const gdv_rule_packet *limits = gdv_schema_packet(of->schema, GDV_NONE);
    if (limits->max_bytes != 0 && of->message->document.size > limits->max_bytes) {
        return GDV_E_LIMIT_BYTES;
    }
    const bool fits = limits->max_elements == 0 || of->message->data.size <= limits->max_elements;
    return fits ? GDV_OK : GDV_E_LIMIT_ELEMENTS;
}

static gdv_status judge_arguments(asking *of)
{
    const gdv_message *message = of->message;
    const gdv_rule *rule = &of->schema->rules[of->method];
    const bool bytes = message->data.size > 0; /* which no call has but one of bytes alone */
    const uint32_t count = bytes ? 1 : message->values;
    if (count < rule->least || count > rule->count) {
        return GDV_E_RPC_ARGUMENTS;
    }
    const gdv_status status = judge_sizes(of);
    if (status != GDV_OK) {
        return status;
    }
    return bytes ? judge_bytes(of) : judge_values(of);
}

static gdv_status judge_call(asking *of, gdv_command command)
{
    gdv_status status = find_node(of);
    if (status == GDV_OK) {
        status = find_method(of, command);
    }
    if (status == GDV_OK) {
        status = judge_sender(of);
    }
    if (status == GDV_OK) {
        status = judge_transfer(of);
    }
    return status == GDV_OK ? judge_arguments(of) : status;
}

/* ---- the message */

static bool lets_pass(const gdv_message_rules *rules, gdv_command command)
{
    return (rules->commands >> (uint32_t)command & 1u) != 0;
}

static gdv_status judge_message(asking *of)
{
    const gdv_message *message = of->message;
    const gdv_command command = gdv_command_inside(message);
    if (of->is_relayed && !lets_pass(of->rules, GDV_COMMAND_RELAY)) {
        return GDV_E_RPC_COMMAND;
    }
    switch (command) {
    case GDV_COMMAND_CALL:
    case GDV_COMMAND_SET:
        return judge_call(of, command);
    case GDV_COMMAND_SIMPLIFY_PATH:
        return announce(of);
    case GDV_COMMAND_CONFIRM_PATH:
        return GDV_OK;
    default:
        return lets_pass(of->rules, command) ? gdv_peer_cache_knows(of->cache, message) : GDV_E_RPC_COMMAND;
    }
}

/* The field of a refusal that no value is to blame for. A RELAY that may not be is refused where it begins. */
static uint32_t find_field(const asking *of, gdv_status status)
{
    if (of->is_relayed && !lets_pass(of->rules, GDV_COMMAND_RELAY)) {
        return 0;
    }
    return status == GDV_E_RPC_NODE_ID ? gdv_peer_cache_blame(of->cache, of->message)
                                       : gdv_blame_field(of->message, status);
}

/* Names the method, where it is known, of a refusal that no value is to blame for. */
static void put_method(const asking *of, gdv_violation *violation)
{
    if (of->match->packet != GDV_NONE) {
        const gdv_rule_packet *method = &of->schema->packets[of->match->packet];
        gdv_words name = gdv_words_in(violation->name, sizeof violation->name);
        gdv_words_put(&name, gdv_schema_packet_name(of->schema, of->match->packet));
        violation->line = method->line;
        violation->source = method->source;
        violation->is_packet = GDV_VIOLATION_METHOD;
    }
}

/* Says what became of a message of which no value is to blame. */
static void fill_verdict(const asking *of, gdv_status status)
{
    gdv_violation *violation = of->violation;
    gdv_report_set(&violation->report, status);
    gdv_violation_clear(violation, of->match->packet);
    if (status != GDV_OK) {
        violation->report.offset = find_field(of, status);
        put_method(of, violation);
    }
}

static gdv_status check_asked(asking *of)
{
    const gdv_status status = judge_message(of);
    if (of->violation != NULL && !of->is_told) {
        fill_verdict(of, status);
    }
    if (status != GDV_OK) {
        memset(&of->match->document, 0, sizeof of->match->document);
        of->match->count = 0;
    }
    return status;
}

static bool is_rules(const gdv_message_rules *rules)
{
    return rules->struct_size == sizeof *rules && (uint32_t)rules->transfer < GDV_TRANSFER_COUNT;
}

/* Whether what is asked can be answered. Requires that nothing of it is NULL but the schema, which is empty then. */
static gdv_status find_mistake(const asking *of)
{
    if (gdv_schema_size(of->schema) == 0 || of->cache->peer == 0 || of->message->command == GDV_COMMAND_NONE) {
        return GDV_E_BAD_ARGUMENT;
    }
    if (gdv_protocol_dialect(of->message->protocol) != of->schema->dialect) {
        return GDV_E_BAD_DIALECT;
    }
    return is_rules(of->rules) ? GDV_OK : GDV_E_BAD_POLICY;
}

gdv_status gdv_message_check(const gdv_schema *schema, gdv_peer_cache *cache, const gdv_message *message,
                             const gdv_message_rules *rules, gdv_match *match, gdv_violation *violation)
{
    static const gdv_message_rules closed = {.struct_size = sizeof closed};
    const gdv_form *form = schema == NULL ? NULL : schema->form;
    gdv_stretch memory[11] = {
        gdv_stretch_of(schema, sizeof *schema),
        gdv_stretch_of(form, gdv_schema_size(schema)),
        gdv_stretch_of(rules, sizeof *rules),
    };
    asking of = {.schema = schema, .cache = cache, .message = message, .match = match, .violation = violation};

    gdv_stretches_of_message(memory + 3, message);
    gdv_stretches_of_cache(memory + 6, cache); /* from here written */
    memory[9] = gdv_stretch_of(match, sizeof *match);
    memory[10] = gdv_stretch_of(violation, sizeof *violation);
    if (gdv_stretch_meets(memory, 6) || gdv_stretch_meets(memory, 7) || gdv_stretch_meets(memory, 8) ||
        gdv_stretch_meets(memory, 9) || gdv_stretch_meets(memory, 10)) {
        return GDV_E_OVERLAP;
    }
    if ((match != NULL && match->struct_size != sizeof *match) ||
        (violation != NULL && violation->struct_size != sizeof *violation) ||
        (message != NULL && message->struct_size != sizeof *message)) {
        return GDV_E_BAD_STRUCT;
    }
    if (match != NULL) {
        match->packet = GDV_NONE;
        match->count = 0;
        memset(&match->document, 0, sizeof match->document);
    }
    of.rules = rules == NULL ? &closed : rules;
    const bool nothing = cache == NULL || message == NULL || match == NULL;
    gdv_status status = nothing ? GDV_E_BAD_ARGUMENT : find_mistake(&of);
    if (status != GDV_OK) {
        if (violation != NULL) {
            gdv_report_set(&violation->report, status);
            gdv_violation_clear(violation, GDV_NONE);
        }
        return status;
    }
    of.is_relayed = message->command == GDV_COMMAND_RELAY;
    of.traits = gdv_protocols[message->protocol].traits;
    return check_asked(&of);
}
