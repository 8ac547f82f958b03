/* SPDX-License-Identifier: MIT */
#include "advice.h"

#include <stddef.h>

static const code_range ranges[] = {
    {0, 0, "accepted", "nobody's"},
    {1, 19, "the packet ends too early: more bytes could mend it",
     "the transport's, or of whoever cut the packet or made the length up; a wrong dialect looks like this, too"},
    {20, 59, "malformed: the dialect's own engine rejects it too, or is broken by it (GDV_E_BAD_FRAME)",
     "the sender's: no engine of this dialect wrote it; or the dialect is the wrong one (gdv probe)"},
    {60, 79, "refused by the policy: the engine reads it, perhaps as something else",
     "the sender's, who wrote what an honest engine does not write or a server need not take; or the policy's, where "
     "the game does send this"},
    {80, 99, "over one of the policy's limits", "the sender's, or the limit's, where honest packets are that large"},
    {100, 119, "not what the caller asked for: missing, of another type, out of range",
     "of the packet and the program together: it is well-formed, and not what the program expects"},
    {120, 139, "the caller's mistake", "the calling program's: no packet brings it about"},
    {140, 199, "a packet of the multiplayer layer that no engine sends",
     "the sender's: an engine may read it, and no engine wrote it; or protocol, envelope or direction are the wrong "
     "ones"},
    {200, 219, "a message that the methods of the schema do not take",
     "the sender's, who speaks for another game or version; or the schema's, where the game does send this"},
};

#define ANY_CODE(section, action) {section, action, {0, 0}, -1}
#define PERMITTED(section, action, bit) {section, action, {GDV_PERMIT_##bit, 0}, -1}
#define PERMITTED_MP(section, action, bits) {section, action, {0, bits}, -1}
#define LIMITED(section, action, kind) {section, action, {0, 0}, kind}

/* A number for each row of the library's list, in its order. */
enum {
#define INDEX_OF_CODE(name, number, sentence) INDEX_##name,
    GDV_STATUS_LIST(INDEX_OF_CODE) CODES
};

static const code_advice codes[CODES] = {
    [INDEX_OK] = ANY_CODE("11", "nothing"),
    [INDEX_EMPTY] = ANY_CODE("3", "look for an empty file or datagram; of a stream, ask for frames with --frames"),
    [INDEX_TRUNCATED] =
        ANY_CODE("3", "see whether the whole packet arrived (gdv dump --format=hex shows where it ends); "
                      "if it has a length in front of it, it is a frame: use --frames"),
    [INDEX_LENGTH] = ANY_CODE("4", "see whether the whole packet arrived; a length far beyond its size is made up"),
    [INDEX_COUNT] = ANY_CODE("5.5", "see whether the whole packet arrived; a count far beyond its size is made up, to "
                                    "have memory allocated"),
    [INDEX_PADDING_MISSING] = ANY_CODE("4", "have the sender write all of the padding; engines read past the end of "
                                            "such a packet (EB-03)"),
    [INDEX_BAD_TYPE] = ANY_CODE("2", "try gdv probe: another dialect may have the type; at offset 0 see whether a "
                                     "length or something else stands in front of the packet"),
    [INDEX_BAD_UTF8] = ANY_CODE("5.2", "drop the packet: text from an engine is UTF-8"),
    [INDEX_BAD_LENGTH] = ANY_CODE("7", "drop the packet: engines read the number as negative (EB-04, EB-19)"),
    [INDEX_BAD_NODE_PATH] = ANY_CODE("5.3", "name the dialect of the sender: Godot 2 and 3.0 read this form, and no "
                                            "engine writes it"),
    [INDEX_BAD_CLASS_NAME] = ANY_CODE("5.8", "drop the packet"),
    [INDEX_BAD_IMAGE] = ANY_CODE("5.10", "drop the packet"),
    [INDEX_BAD_INPUT_EVENT] = ANY_CODE("5.10", "drop the packet"),
    [INDEX_BAD_FRAME] = ANY_CODE("8", "close the connection: nothing after this length can be told apart (EB-10); see "
                                      "whether lengths are --big-endian"),
    [INDEX_NONFINITE] =
        PERMITTED("7", "drop the packet: NaN and infinities spread through physics and comparisons", NONFINITE),
    [INDEX_TRAILING] = PERMITTED("7", "drop the packet, or cut it with gdv canon; of a stream, use --frames", TRAILING),
    [INDEX_PADDING] = PERMITTED("4",
                                "drop the packet, or clean it with gdv canon: padding smuggles data, or leaks the "
                                "sender's memory (EB-01, EB-02)",
                                PADDING),
    [INDEX_WIDTH] = PERMITTED("6.1",
                              "name the version of the sender: Godot 3.0 writes every int wide (EB-22); else "
                              "have gdv canon write it again",
                              WIDE),
    [INDEX_FLAGS] = PERMITTED("3",
                              "name the version of the sender: bits of a later Godot mean something there, and are "
                              "misread by an earlier one (EB-28)",
                              FLAGS),
    [INDEX_BOOL] = PERMITTED("5.1", "drop the packet: engines write 0 and 1", BOOL),
    [INDEX_TEXT_UTF8] =
        PERMITTED("7", "drop the packet: two spellings of one text get past filters (EB-07)", TEXT_UTF8),
    [INDEX_TEXT_NUL] =
        PERMITTED("7", "drop the packet: the engine sees less of the text than a filter does (EB-08)", TEXT_NUL),
    [INDEX_TEXT_BOM] =
        PERMITTED("7", "drop the packet: the engine sees another text than a filter does (EB-08)", TEXT_BOM),
    [INDEX_TEXT_TERMINATOR] = PERMITTED("5.6",
                                        "have the sender close each text of a string array with a NUL, as engines "
                                        "do",
                                        TEXT_TERMINATOR),
    [INDEX_DUPLICATE_KEY] = PERMITTED("7",
                                      "drop the packet: a filter that looks at the first value and an engine that "
                                      "keeps the last see two packets (EB-30)",
                                      DUPLICATE_KEYS),
    [INDEX_OBJECT_ID] =
        PERMITTED("5.4",
                  "have the game send a name or a number of its own: an id means nothing on another machine; an array "
                  "of objects passes by --permit object, too",
                  OBJECT_ID),
    [INDEX_OBJECT] = PERMITTED("5.4",
                               "drop the packet: the engine would make an instance of a class that a stranger "
                               "chose, and may run its script (EB-34)",
                               OBJECT),
    [INDEX_RID] = PERMITTED("5.1", "have the game leave it out: a resource id means nothing on another machine", RID),
    [INDEX_CALLABLE] = PERMITTED("5.1", "have the game leave it out: it decodes to nothing", CALLABLE),
    [INDEX_SIGNAL] = PERMITTED("5.9", "have the game leave it out: it names an object of another machine", SIGNAL),
    [INDEX_NODE_PATH] = PERMITTED("5.3",
                                  "name the dialect of the sender; else drop the packet, or have gdv canon write "
                                  "the path again",
                                  NODE_PATH),
    [INDEX_ENGINE_MISREADS] =
        PERMITTED("10",
                  "drop the packet: what a server checks and what the engine sees differ; "
                  "the message names the bug, and gdv explain EB-nn tells of it; EB-04 and EB-05 pass by no permission",
                  MISREAD),
    [INDEX_EMPTY_FRAME] = ANY_CODE("8", "have the framer skip empty frames (GDV_EMPTY_FRAMES_SKIP), if the protocol "
                                        "sends them to keep a connection open"),
    [INDEX_LIMIT_BYTES] =
        LIMITED("8", "see with gdv stats how long honest packets are, then set --max-bytes", LIMIT_BYTES),
    [INDEX_LIMIT_DEPTH] = LIMITED("7",
                                  "see with gdv stats how deep honest packets are, then set --max-depth; engines "
                                  "before Godot 3.5 crash on deep ones (EB-09)",
                                  LIMIT_DEPTH),
    [INDEX_LIMIT_VALUES] =
        LIMITED("11", "see with gdv stats how many values honest packets have, then set --max-values", LIMIT_VALUES),
    [INDEX_LIMIT_ELEMENTS] =
        LIMITED("11", "see with gdv stats how wide honest packets are, then set --max-elements", LIMIT_ELEMENTS),
    [INDEX_LIMIT_STRING] =
        LIMITED("11", "see with gdv stats how long honest texts are, then set --max-string", LIMIT_STRING),
    [INDEX_LIMIT_FRAME] = LIMITED("8",
                                  "close the connection; if honest frames are that long, raise --max-bytes; see "
                                  "whether lengths are --big-endian",
                                  LIMIT_BYTES),
    [INDEX_MISSING] = ANY_CODE("", "take the packet for one of another version of the game, or use a fallback "
                                   "(gdv_int_or and its like)"),
    [INDEX_WRONG_TYPE] =
        ANY_CODE("", "refuse the packet: a getter never converts; gdv_to_number takes ints and floats"),
    [INDEX_OUT_OF_RANGE] = ANY_CODE("", "refuse the packet, or widen the range that the program gives the getter"),
    [INDEX_MISSING_KEY] = ANY_CODE("", "refuse the packet, or make the key optional in the schema: key?: .."),
    [INDEX_UNKNOWN_KEY] =
        ANY_CODE("", "refuse the packet; or add the key to the schema or to the names of gdv_only_keys"),
    [INDEX_WRONG_LENGTH] = ANY_CODE("", "refuse the packet, or widen the range after the type in the schema"),
    [INDEX_WRONG_TEXT] =
        ANY_CODE("", "refuse the packet, or take the class (ascii, printable, identifier) from the schema"),
    [INDEX_NOT_A_MEMBER] = ANY_CODE("", "refuse the packet, or add the value to the list in the schema: .. | value"),
    [INDEX_NO_SUCH_PACKET] =
        ANY_CODE("", "refuse the packet; see with gdv schema --explain how the packets of the schema are told apart"),
    [INDEX_NO_ALTERNATIVE] = ANY_CODE("", "refuse the packet, or add an alternative to the schema: .. | type"),
    [INDEX_BAD_ARGUMENT] =
        ANY_CODE("", "look at the arguments: a pointer is NULL, or a region wraps around the address "
                     "space"),
    [INDEX_BAD_DIALECT] = ANY_CODE("1", "see gdv types for the dialects"),
    [INDEX_BAD_POLICY] = ANY_CODE("", "start with gdv_policy_init, then change what is to be changed"),
    [INDEX_BAD_STRUCT] =
        ANY_CODE("", "set struct_size to the size of the structure before the call; compile program and "
                     "library with the same headers"),
    [INDEX_OVERLAP] = ANY_CODE("", "give packet, scratch memory and outputs each a place of its own"),
    [INDEX_NO_SCRATCH] = ANY_CODE("", "give gdv_scratch_bound(size) bytes, or permit duplicate keys"),
    [INDEX_NO_SPACE] = ANY_CODE("", "call again with as much as the report's `need` says"),
    [INDEX_NO_SUCH_TYPE] = ANY_CODE("2", "see gdv types --dialect for what there is; make the value of another type"),
    [INDEX_NO_SUCH_LAYOUT] = ANY_CODE("5", "write it in the width and form that the dialect has"),
    [INDEX_BAD_NESTING] = ANY_CODE("", "end what was begun, and give each key its value"),
    [INDEX_BAD_COUNT] = ANY_CODE("5.1", "give as many components as the type has, or whole elements"),
    [INDEX_SCHEMA_SYNTAX] =
        ANY_CODE("", "mend the schema at the line and column that the message names; docs/schema.md has the grammar"),
    [INDEX_SCHEMA_FORM] =
        ANY_CODE("", "compile the schema again, with the version of the library that loads it and on a "
                     "machine of the same byte order"),
    [INDEX_BAD_PROTOCOL] = ANY_CODE("", "see gdv check --help for the protocols"),
};

/* Codes of messages, of which many in a row have one remedy; sections of the other reference. */
static const struct {
    gdv_status first;
    gdv_status last;
    code_advice advice;
} messages[] = {
    {GDV_E_MP_ENV_SHORT, GDV_E_MP_ENV_TARGET,
     ANY_CODE("m1",
              "see whether --envelope, --direction and --peer are those of the connection; else drop the packet: it "
              "speaks for another peer or to nobody")},
    {GDV_E_MP_EMPTY, GDV_E_MP_FLAGS,
     ANY_CODE("m0",
              "see whether --protocol is the sender's version: the same byte is another command elsewhere; else drop "
              "the packet")},
    {GDV_E_MP_DIRECTION, GDV_E_MP_DIRECTION,
     ANY_CODE("m4.8", "see whether the packet came from a server (--direction s2c); else drop it")},
    {GDV_E_MP_NODE_ID, GDV_E_MP_PATH_OFFSET,
     ANY_CODE("m8", "drop the packet: engines read it, and an offset may lead anywhere")},
    {GDV_E_MP_PATH_NUL, GDV_E_MP_PATH_UTF8,
     ANY_CODE("m2.2", "drop the packet: engines send the shortest path below the multiplayer root")},
    {GDV_E_MP_PATH_FORM, GDV_E_MP_PATH_FORM,
     PERMITTED_MP("m2.2",
                  "drop the packet: engines send the shortest path below the multiplayer root; `..` and %name have a "
                  "permission each",
                  GDV_PERMIT_MP_PATH_PARENT | GDV_PERMIT_MP_PATH_UNIQUE)},
    {GDV_E_MP_NAME_EMPTY, GDV_E_MP_NAME_EMPTY,
     PERMITTED_MP("m2.1", "drop the packet: no script has a method of that name", GDV_PERMIT_MP_EMPTY_NAME)},
    {GDV_E_MP_NAME_NUL, GDV_E_MP_NAME_FORM, ANY_CODE("m2.1", "drop the packet: no script has a method of that name")},
    {GDV_E_MP_ARG_MISSING, GDV_E_MP_ARG_POLICY,
     ANY_CODE("m8",
              "drop the packet: Godot 4 calls the method all the same, with null in place of what does not decode; "
              "`inner` says what is wrong with the value, and whether --permit lets it pass")},
    {GDV_E_MP_TRAILING, GDV_E_MP_TRAILING,
     ANY_CODE("m8", "drop the packet: engines do not look at what follows, a place to hide data in")},
    {GDV_E_MP_RAW_EMPTY, GDV_E_MP_CONFIRM_SIZE,
     ANY_CODE("m4", "see whether --protocol is the sender's version; else drop the packet")},
    {GDV_E_MP_SPAWN_SIZE, GDV_E_MP_DELTA_COUNT,
     ANY_CODE("m4.6", "drop the packet: an engine may leave a half-made node or half of the records applied")},
    {GDV_E_MP_SYS_SUB, GDV_E_MP_RELAY_NESTED, ANY_CODE("m4.8", "drop the packet: a server would pass it on unseen")},
    {GDV_E_MP_LIMIT_ARGUMENTS, GDV_E_MP_LIMIT_RECORDS,
     ANY_CODE("m8", "drop the packet, or raise the limit of gdv_message_policy where honest packets have so many")},
    {GDV_E_RPC_COMMAND, GDV_E_RPC_COMMAND,
     ANY_CODE("m4", "drop the packet; where the game sends it, name the command with --commands")},
    {GDV_E_RPC_NODE_ID, GDV_E_RPC_NODE_ID,
     ANY_CODE("m4.3",
              "drop the packet: an honest peer announces a path before it uses its id; of a captured session see "
              "whether it begins with the connection")},
    {GDV_E_RPC_NODE, GDV_E_RPC_NODE,
     ANY_CODE("m4.3", "see whether the schema has a script at that path; else drop the packet")},
    {GDV_E_RPC_METHOD, GDV_E_RPC_METHOD,
     ANY_CODE("m4.2",
              "see whether the schema has all remote methods of the script, as Godot 4 sends their numbers; else "
              "drop the packet")},
    {GDV_E_RPC_RIGHTS, GDV_E_RPC_RIGHTS,
     ANY_CODE("m6",
              "drop the packet: the peer called what only the authority or nobody may; see whether the schema says "
              "any_peer")},
    {GDV_E_RPC_TRANSFER, GDV_E_RPC_TRANSFER,
     ANY_CODE("m6", "see whether the schema says how the method is sent; else drop the packet")},
    {GDV_E_RPC_ARGUMENTS, GDV_E_RPC_ARGUMENTS,
     ANY_CODE("m6", "drop the packet: an engine calls the method with what it was given")},
    {GDV_E_RPC_CHECKSUM, GDV_E_RPC_CHECKSUM,
     ANY_CODE("m4.2",
              "compare the schema's methods with the client's script (gdv schema --explain prints names and MD5); "
              "else the peer has another version of the game")},
    {GDV_E_RPC_ID_TWICE, GDV_E_RPC_ID_TWICE,
     ANY_CODE("m4.3", "drop the packet: an honest peer announces each path once, and each with an id of its own")},
    {GDV_E_RPC_CACHE_FULL, GDV_E_RPC_CACHE_FULL,
     ANY_CODE("m4.3",
              "close the connection, or give gdv_peer_cache more room where honest clients call that many nodes")},
};

static const gdv_status numbers[CODES] = {
#define NUMBER_OF_CODE(name, number, sentence) GDV_E_##name,
    GDV_STATUS_LIST(NUMBER_OF_CODE)};

#define RISK_MP(bit) (PERMITS_OF_VALUES + GDV_PERMIT_MP_BIT_##bit)

static const char *const risks[PERMITS] = {
    [GDV_PERMIT_BIT_NONFINITE] = "comparisons with NaN are false, and one NaN in physics spreads to all it touches",
    [GDV_PERMIT_BIT_TRAILING] = "what follows the value is not looked at: a place to hide data in",
    [GDV_PERMIT_BIT_PADDING] = "padding may carry data past a filter, or leak what was in the sender's memory",
    [GDV_PERMIT_BIT_WIDE] = "one value has two encodings: do not compare or sign the bytes",
    [GDV_PERMIT_BIT_FLAGS] = "one value has many encodings, and another version may read the bits",
    [GDV_PERMIT_BIT_BOOL] = "one value has many encodings",
    [GDV_PERMIT_BIT_TEXT_UTF8] = "one text has many spellings, and other programs may refuse or misread it",
    [GDV_PERMIT_BIT_TEXT_NUL] = "the engine sees less of the text than others do",
    [GDV_PERMIT_BIT_TEXT_BOM] = "the engine sees another text than others do",
    [GDV_PERMIT_BIT_TEXT_TERMINATOR] = "one text has two encodings",
    [GDV_PERMIT_BIT_DUPLICATE_KEYS] = "who takes the first value and who takes the last see two packets",
    [GDV_PERMIT_BIT_OBJECT_ID] = "the id is a number that a stranger chose: never look it up",
    [GDV_PERMIT_BIT_OBJECT] = "the engine makes instances of classes that a stranger chose, and may run their scripts",
    [GDV_PERMIT_BIT_RID] = "the id is a number that a stranger chose: never use it",
    [GDV_PERMIT_BIT_CALLABLE] = "none: it decodes to nothing",
    [GDV_PERMIT_BIT_SIGNAL] = "the object id is a number that a stranger chose: never look it up",
    [GDV_PERMIT_BIT_NODE_PATH] = "one path has many encodings; the engine may read another one",
    [GDV_PERMIT_BIT_MISREAD] = "what was checked is not what the engine sees: not with a stranger's packets",
    [GDV_PERMIT_BIT_ENGINE_SPAN] = "what was checked depends on a bug of one engine; for research",
    [RISK_MP(PATH_PARENT)] = "a stranger's call reaches nodes outside of the multiplayer root",
    [RISK_MP(PATH_UNIQUE)] = "one node has two paths: who goes by the path sees another one",
    [RISK_MP(EMPTY_NAME)] = "none: no node has a method of that name",
};

static const char *const limits[LIMIT_KINDS] = {
    [LIMIT_BYTES] = "memory and time, which grow with the packet",
    [LIMIT_DEPTH] = "recursion in engines and programs: each level costs the sender eight bytes",
    [LIMIT_VALUES] = "memory of the receiver: a value of four bytes becomes an object of dozens",
    [LIMIT_ELEMENTS] = "loops over one container, and keys made to collide (EB-39)",
    [LIMIT_STRING] = "texts that are shown, stored or searched",
};

const code_range *advice_range(gdv_status code)
{
    for (size_t index = 0; index < sizeof ranges / sizeof ranges[0]; index += 1) {
        if ((int)code >= ranges[index].first && (int)code <= ranges[index].last) {
            return &ranges[index];
        }
    }
    return NULL;
}

const code_advice *advice_for_code(gdv_status code)
{
    for (size_t index = 0; index < CODES; index += 1) {
        if (numbers[index] == code && codes[index].action != NULL) {
            return &codes[index];
        }
    }
    for (size_t index = 0; index < sizeof messages / sizeof messages[0]; index += 1) {
        if (code >= messages[index].first && code <= messages[index].last) {
            return &messages[index].advice;
        }
    }
    return NULL;
}

const char *advice_for_permit(uint32_t number)
{
    return number < PERMITS ? risks[number] : "that of each of them";
}

const char *advice_for_limit(limit_kind kind)
{
    return limits[kind];
}
