/* SPDX-License-Identifier: MIT */
/* The engine's own decoder against gdv, on the same packets in one run: Debian's godot3-server (Godot 3.2.3, headless)
 * runs godot.gd, which calls bytes2var.
 *
 * The engine is timed from outside, by the processor time of its whole process: with so many passes over the packets,
 * less the same with none. That holds the script's own loop too. So there is a third process, whose loop calls a function
 * that does nothing, and the ratio is of what is left when that is taken off: bytes2var alone, in favour of the engine.
 * gdv is timed by the processor time of its own passes over the same packets, each in a new order like the engine's. */
#define _DEFAULT_SOURCE   /* wait4 */
#define _XOPEN_SOURCE 700 /* mkdtemp, realpath */

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench/packet.h"

enum { ROUNDS = 3 /* of which the fastest counts: noise only adds */ };

/* In a folder of its own, where this program and the engine run. */
static char folder[PATH_MAX];
static const char packets_name[] = "packets";
static const char log_name[] = "log";

/* Nanoseconds that both sides are to spend on a workload in each round, about. */
static const double spent_by_engine = 2e9;
static const double spent_by_gdv = 3e8;

typedef struct bench {
    char script[PATH_MAX];
    workload load;
    bool quick;
} bench;

typedef enum call { CALL_DECODE, CALL_NONE } call;

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "bench: %s%s%s\n", what, errno != 0 ? ": " : "", errno != 0 ? strerror(errno) : "");
    exit(1);
}

static void write_packets(const workload *load)
{
    FILE *file = fopen(packets_name, "wb");
    if (file == NULL) {
        fail(packets_name);
    }
    for (size_t index = 0; index < load->count; index += 1) {
        const workload_packet *packet = &load->packets[index];
        uint8_t prefix[4];
        for (int byte = 0; byte < 4; byte += 1) {
            prefix[byte] = (uint8_t)(packet->size >> (8 * byte));
        }
        if (fwrite(prefix, sizeof prefix, 1, file) != 1 || fwrite(packet->bytes, packet->size, 1, file) != 1) {
            fail(packets_name);
        }
    }
    if (fclose(file) != 0) {
        fail(packets_name);
    }
}

/* ---- the engine */

static bool set_number(const char *name, size_t number)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%zu", number);
    return setenv(name, digits, 1) == 0;
}

/* In the child, which must not remove the folder. The engine writes settings below HOME. */
static _Noreturn void become_engine(const bench *all, call what, size_t passes)
{
    static const char *const homes[] = {"HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"};
    bool ready = true;
    for (size_t index = 0; index < sizeof homes / sizeof homes[0]; index += 1) {
        ready = ready && setenv(homes[index], folder, 1) == 0;
    }
    ready = ready && set_number("PASSES", passes) && set_number("EXPECT", all->load.values) &&
            setenv("PACKETS", packets_name, 1) == 0 &&
            setenv("CALL", what == CALL_DECODE ? "decode" : "none", 1) == 0 && freopen(log_name, "w", stdout) != NULL &&
            dup2(STDOUT_FILENO, STDERR_FILENO) >= 0;
    if (ready) {
        execlp("godot3-server", "godot3-server", "--no-window", "-s", all->script, (char *)NULL);
    }
    perror("cannot start godot3-server (Debian's godot3-server)");
    _exit(1);
}

static void copy_log(void)
{
    char line[512];
    FILE *file = fopen(log_name, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        fputs(line, stderr);
    }
    if (file != NULL) {
        fclose(file);
    }
}

/* Processor time of the whole process, in nanoseconds. */
static double engine_time(const bench *all, call what, size_t passes)
{
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        become_engine(all, what, passes);
    }
    int status = 0;
    struct rusage used;
    if (child < 0 || wait4(child, &status, 0, &used) != child) {
        fail("cannot run the engine");
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        copy_log();
        errno = 0;
        fail("the engine does not find what the packets hold, or broke off");
    }
    return ((double)used.ru_utime.tv_sec + (double)used.ru_stime.tv_sec) * 1e9 +
           ((double)used.ru_utime.tv_usec + (double)used.ru_stime.tv_usec) * 1e3;
}

/* ---- gdv */

static double processor_time(void)
{
    struct timespec read;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &read) != 0) {
        fail("no clock");
    }
    return (double)read.tv_sec * 1e9 + (double)read.tv_nsec;
}

/* Of one pass: the document, which like the engine has every value ready when it is done. */
static double gdv_time(bench *all, gdv_node *nodes, size_t capacity)
{
    double best = 0;
    double spent = 0;
    uint64_t chance = 1;
    do {
        workload_shuffle(&all->load, &chance);
        bool sound = true;
        const double begun = processor_time();
        for (size_t index = 0; index < all->load.count; index += 1) {
            const workload_packet *packet = &all->load.packets[index];
            gdv_document document;
            const gdv_status status = gdv_document_parse(&document, packet->bytes, packet->size, GDV_DIALECT_GODOT3,
                                                         NULL, nodes, capacity, NULL);
            sound = sound && status == GDV_OK;
        }
        const double taken = processor_time() - begun;
        if (!sound) {
            errno = 0;
            fail("gdv refuses a packet");
        }
        best = spent <= 0 || taken < best ? taken : best;
        spent += taken < 1e6 ? 1e6 : taken;
    } while (spent < spent_by_gdv && !all->quick);
    return best;
}

/* ---- both */

static void print_line(const bench *all, const char *who, double pass, double document)
{
    printf("%-26s%14.1f%12.2f%10.2f\n", who, pass / (double)all->load.count, pass / (double)all->load.values,
           pass / document);
}

static void compare(bench *all, message_workload kind)
{
    workload_make(&all->load, kind, &packet_format_godot3, 1, 0);
    write_packets(&all->load);
    const size_t capacity = gdv_document_bound(all->load.longest);
    gdv_node *nodes = message_memory(capacity * sizeof *nodes);
    memset(nodes, 0, capacity * sizeof *nodes);

    /* How many passes fill the time: from a few of them. */
    size_t passes = all->quick ? 1 : 4;
    if (!all->quick) {
        const double few = engine_time(all, CALL_DECODE, passes) - engine_time(all, CALL_DECODE, 0);
        passes = few < 1e6 ? 1000 : 1 + (size_t)(spent_by_engine / (few / (double)passes));
    }
    double none = 0;
    double looping = 0;
    double decoding = 0;
    double document = 0;
    for (int round = 0; round < (all->quick ? 1 : ROUNDS); round += 1) {
        const double times[] = {
            engine_time(all, CALL_DECODE, 0),
            engine_time(all, CALL_NONE, passes),
            engine_time(all, CALL_DECODE, passes),
            gdv_time(all, nodes, capacity),
        };
        double *const fastest[] = {&none, &looping, &decoding, &document};
        for (size_t index = 0; index < sizeof times / sizeof times[0]; index += 1) {
            *fastest[index] = round == 0 || times[index] < *fastest[index] ? times[index] : *fastest[index];
        }
    }
    free(nodes);
    if (all->quick) {
        printf("%s: both decode %zu packets\n", message_workload_name(kind), all->load.count);
        workload_free(&all->load);
        return;
    }
    printf("\n%s: %zu packets of about %zu bytes and %zu values; %zu passes of the engine\n"
           "%-26s%14s%12s%10s\n",
           message_workload_name(kind), all->load.count, all->load.bytes / all->load.count,
           all->load.values / all->load.count, passes, "", "ns/packet", "ns/value", "ratio");
    print_line(all, "gdv, document", document, document);
    print_line(all, "bytes2var in its loop", (decoding - none) / (double)passes, document);
    print_line(all, "bytes2var alone", (decoding - looping) / (double)passes, document);
    workload_free(&all->load);
}

/* The engine leaves folders. */
static void remove_folder(void)
{
    char command[PATH_MAX + 16];
    (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (folder[0] != '\0' && system(command) != 0) {
        perror(folder);
    }
}

static void enter_folder(void)
{
    const char *parent = getenv("TMPDIR");
    char made[] = "gdv-bench-XXXXXX";
    if (chdir(parent == NULL ? "/tmp" : parent) != 0 || mkdtemp(made) == NULL || chdir(made) != 0 ||
        getcwd(folder, sizeof folder) == NULL || atexit(remove_folder) != 0) {
        fail("cannot make a folder for temporary files");
    }
}

int main(int argc, char *argv[])
{
#ifndef __OPTIMIZE__
    fputs("bench: built without optimisation; what it measures is not what ships\n", stderr);
    return 2;
#endif
    static bench all;
    int next = 1;
    if (next < argc && strcmp(argv[next], "--quick") == 0) {
        all.quick = true;
        next += 1;
    }
    if (argc - next > 1) {
        fputs("usage: godot [--quick] [SCRIPT]\n", stderr);
        return 2;
    }
    const char *script = next < argc ? argv[next] : "bench/godot.gd";
    if (realpath(script, all.script) == NULL) {
        fail(script);
    }
    enter_folder();
    puts(all.quick ? "One pass each, which measures nothing"
                   : "Godot 3 packets; ratio: to gdv's document. Processor times, the fastest of the rounds");
    for (int kind = 0; kind < MESSAGE_WORKLOADS; kind += 1) {
        compare(&all, (message_workload)kind);
    }
    return 0;
}
