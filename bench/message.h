/* SPDX-License-Identifier: MIT */
/* What the benchmarks send, whatever the format: trees of values as game servers and clients exchange them. workload.c
 * writes each as a packet of Godot 4, peer_*.c each in the format of another library, so that all of them read the same
 * messages. The same kind and seed make the same messages on every machine; no two of a set are equal. Trees are at most
 * MESSAGE_DEPTH deep, so that a recursive encoder is fine. Aborts without memory. */
#ifndef GDV_BENCH_MESSAGE_H
#define GDV_BENCH_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum message_kind {
    MESSAGE_NIL,
    MESSAGE_BOOL,
    MESSAGE_INT,
    MESSAGE_FLOAT,      /* a double; finite. Half of them are exact in 32 bits */
    MESSAGE_TEXT,       /* UTF-8 without NUL */
    MESSAGE_BYTES,      /* any bytes */
    MESSAGE_VECTOR,     /* floats: 2 or 3 of them, one value of a position or speed; finite */
    MESSAGE_FLOATS,     /* floats: an array of many; finite */
    MESSAGE_ARRAY,      /* of messages */
    MESSAGE_DICTIONARY, /* pairs of a MESSAGE_TEXT, no two of them equal, and any message */
    MESSAGE_KINDS
} message_kind;

/* Small: what writes a packet has to read it all, and that is in the writer's time. */
typedef struct message {
    message_kind kind;
    union {
        bool boolean;
        int64_t integer;
        double number;
        const char *text;            /* TEXT: `count` bytes, which no NUL ends */
        const uint8_t *bytes;        /* BYTES: `count` of them */
        const float *floats;         /* VECTOR, FLOATS: `count` of them */
        const struct message *items; /* ARRAY: `count` elements; DICTIONARY: key, value, key, value: 2 * `count` */
    };
    size_t count;
} message;

enum {
    MESSAGE_DEPTH = 5,     /* containers around the deepest value, and one more */
    MESSAGE_QUESTIONS = 10 /* of each workload that has any */
};

typedef enum message_workload {
    MESSAGES_TINY,     /* 4,096 calls of a method: name, caller, a few arguments; packets of 50 to 200 bytes */
    MESSAGES_SNAPSHOT, /* 512 states of a game: entities with id, name, position, flags; packets of about 4 KiB */
    MESSAGES_FLOATS,   /* 4 arrays of 1 MiB of floats; each message of this kind and the next ones is a single value */
    MESSAGES_ASCII,    /* 4 texts of 1 MiB of printable ASCII */
    MESSAGES_UTF8,     /* 4 texts of 1 MiB of characters of 1 to 4 bytes, in words of several scripts */
    MESSAGES_BYTES,    /* 4 times 1 MiB of bytes */
    MESSAGES_RPC,      /* 4,096 times the arguments of a call: arrays of an int, three of any kind, a float */
    MESSAGE_WORKLOADS
} message_workload;

/* "tiny", "snapshot", "floats", "ascii", "utf8", "bytes", "rpc". */
const char *message_workload_name(message_workload workload);

typedef struct message_set {
    const message *messages;
    size_t count;
    struct message_block *blocks; /* the set's own */
} message_set;

/* `most` messages of the workload at most; 0 means all. The first ones are the same whatever `most` is. */
void message_make(message_set *set, message_workload workload, uint64_t seed, size_t most);
void message_free(message_set *set);

/* Values in the tree: containers and keys count, components of a VECTOR and elements of FLOATS do not. */
size_t message_values(const message *tree);

/* One step into a container: an element of an array, or the value of a key. */
typedef struct message_step {
    const char *key; /* NULL for an array */
    size_t index;    /* in an array, from 0 */
} message_step;

/* A question that a server asks of each message of a workload, as steps from the outermost value. */
typedef struct message_question {
    message_step steps[3];
    size_t count;
} message_question;

/* The ten questions of a workload; NULL where its messages are single values, of which there is nothing to ask. */
const message_question *message_questions(message_workload workload);

/* The answer: the value that is there, or NULL. Some calls have no such argument, some entities no such key. */
const message *message_answer(const message *tree, const message_question *question);

/* What a server would write down of the messages of a workload, as docs/schema.md has it; NULL where they are single
 * values. */
const char *message_schema(message_workload workload);

/* Memory to be freed; aborts without. */
void *message_memory(size_t size);

/* Numbers by chance, the same on every machine: SplitMix64. Also for what is laid out or damaged by chance. */
uint64_t message_chance(uint64_t *state);
size_t message_below(uint64_t *state, size_t bound); /* 0 .. bound-1; bound is not 0 */

#ifdef __cplusplus
}
#endif

#endif
