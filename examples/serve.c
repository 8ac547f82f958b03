/* SPDX-License-Identifier: MIT */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): POSIX wants this very name */
#define _POSIX_C_SOURCE 200809L

#include "serve.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { EXIT_USAGE = 2, LINES_A_SECOND = 1000 };

static _Noreturn void fail(const char *what, const char *why)
{
    (void)fprintf(stderr, "%s: %s\n", what, why);
    exit(EXIT_FAILURE);
}

static _Noreturn void usage(FILE *to, int kind, int status)
{
    (void)fprintf(to, "usage: %s --dialect NAME [--address A] [--port N] [--permit BIT,..]%s\ndialects:",
                  kind == SOCK_STREAM ? "tcp_server" : "udp_server",
                  kind == SOCK_STREAM ? "\n                  [--max-frame BYTES] [--patience SECONDS]" : "");
    for (int dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        (void)fprintf(to, " %s", gdv_dialect_name((gdv_dialect)dialect));
    }
    (void)fprintf(to, "\n");
    exit(status);
}

/* Digits only: strtoul would take "-1", " 1" and what is too long. */
static bool read_number(const char *text, uint32_t least, uint32_t most, uint32_t *number)
{
    uint32_t sum = 0;
    for (const char *at = text; *at != '\0'; at += 1) {
        if (*at < '0' || *at > '9') {
            return false;
        }
        const uint32_t digit = (uint32_t)(*at - '0');
        if (digit > most || sum > (most - digit) / 10) {
            return false;
        }
        sum = sum * 10 + digit;
    }
    *number = sum;
    return text[0] != '\0' && sum >= least;
}

static bool read_permits(const char *names, uint32_t *permit)
{
    const char *rest = names;
    bool more = true;
    while (more) {
        char name[32] = "";
        uint32_t bits = 0;
        const size_t size = strcspn(rest, ",");
        if (size < sizeof name) {
            memcpy(name, rest, size);
        }
        if (!gdv_permit_from_name(name, &bits)) {
            return false;
        }
        *permit |= bits;
        more = rest[size] == ',';
        rest += more ? size + 1 : size;
    }
    return true;
}

static bool read_stream_option(serve_options *options, const char *name, const char *value)
{
    uint32_t number = 0;
    if (strcmp(name, "--max-frame") == 0) {
        const bool good = read_number(value, 1, (uint32_t)options->policy.max_bytes, &number);
        options->max_frame = number;
        return good;
    }
    if (strcmp(name, "--patience") == 0) {
        const bool good = read_number(value, 1, 86400, &number);
        options->patience_ms = (int64_t)number * 1000;
        return good;
    }
    return false;
}

static bool read_option(serve_options *options, int kind, const char *name, const char *value)
{
    uint32_t number = 0;
    if (strcmp(name, "--dialect") == 0) {
        return gdv_dialect_from_name(value, &options->dialect);
    }
    if (strcmp(name, "--address") == 0) {
        options->address = value;
        return true;
    }
    if (strcmp(name, "--port") == 0) {
        options->port = value;
        return read_number(value, 0, 65535, &number);
    }
    if (strcmp(name, "--permit") == 0) {
        return read_permits(value, &options->policy.permit);
    }
    return kind == SOCK_STREAM && read_stream_option(options, name, value);
}

void serve_options_read(serve_options *options, int kind, int argc, char **argv)
{
    memset(options, 0, sizeof *options);
    gdv_policy_init(&options->policy, GDV_POLICY_STRICT);
    options->dialect = GDV_DIALECT_COUNT;
    options->address = "127.0.0.1"; /* nobody else can reach it until somebody says so */
    options->port = "0";
    options->max_frame = 65532; /* what Godot's PacketPeerStream can send, unless a project changes it */
    options->patience_ms = 30000;
    for (int index = 1; index < argc; index += 2) {
        if (strcmp(argv[index], "--help") == 0) {
            usage(stdout, kind, EXIT_SUCCESS);
        }
        const char *value = argv[index + 1]; /* NULL after the last argument */
        if (value == NULL || !read_option(options, kind, argv[index], value)) {
            (void)fprintf(stderr, "cannot use: %s %s\n", argv[index], value == NULL ? "(without a value)" : value);
            usage(stderr, kind, EXIT_USAGE);
        }
    }
    /* No default: the bytes do not tell their dialect, and under a wrong one they are other values. */
    if (options->dialect == GDV_DIALECT_COUNT) {
        (void)fprintf(stderr, "--dialect is required\n");
        usage(stderr, kind, EXIT_USAGE);
    }
}

void *serve_memory(size_t size)
{
    void *memory = calloc(size, 1);
    if (memory == NULL) {
        fail("memory", strerror(errno));
    }
    return memory;
}

static void unblock(int descriptor)
{
    const int flags = fcntl(descriptor, F_GETFL);
    if (flags >= 0) {
        (void)fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
    }
}

int serve_open(const serve_options *options, int kind)
{
    const struct addrinfo hints = {
        .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE, .ai_family = AF_UNSPEC, .ai_socktype = kind};
    struct addrinfo *found = NULL;
    const int trouble = getaddrinfo(options->address, options->port, &hints, &found);
    if (trouble != 0) {
        fail(options->address, gai_strerror(trouble));
    }
    const int opened = socket(found->ai_family, kind, found->ai_protocol);
    const int on = 1;
    struct sockaddr_storage bound = {0};
    socklen_t bound_size = sizeof bound;
    /* Only for streams, where it lets a server start again at once; datagram servers would share their port. */
    if (opened < 0 || (kind == SOCK_STREAM && setsockopt(opened, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0) ||
        bind(opened, found->ai_addr, found->ai_addrlen) != 0 ||
        (kind == SOCK_STREAM && listen(opened, SOMAXCONN) != 0) ||
        getsockname(opened, (struct sockaddr *)&bound, &bound_size) != 0) {
        fail(options->address, strerror(errno));
    }
    freeaddrinfo(found);
    unblock(opened);

    char name[SERVE_NAME_SIZE];
    serve_name(&bound, bound_size, name);
    (void)setvbuf(stdout, NULL, _IOLBF, 0); /* each line at once, into a pipe too */
    serve_log("listening on %s", name);
    return opened;
}

int serve_accept(int listener, char name[SERVE_NAME_SIZE])
{
    struct sockaddr_storage from = {0};
    socklen_t from_size = sizeof from;
    const int accepted = accept(listener, (struct sockaddr *)&from, &from_size);
    if (accepted >= 0) {
        const int on = 1;
        (void)setsockopt(accepted, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        unblock(accepted);
        serve_name(&from, from_size, name);
    }
    return accepted;
}

bool serve_would_wait(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

static int stop_pipe[2];

/* A flag would lose the signal that comes between looking at it and poll; a byte in a pipe waits there. */
static void stop(int number)
{
    const int kept = errno;
    const ssize_t written = write(stop_pipe[1], "", 1);
    (void)written; /* full means that it is readable already */
    (void)number;
    errno = kept;
}

int serve_stop_descriptor(void)
{
    const struct sigaction stopping = {.sa_handler = stop};
    const struct sigaction ignored = {.sa_handler = SIG_IGN};
    if (pipe(stop_pipe) != 0) {
        fail("pipe", strerror(errno));
    }
    unblock(stop_pipe[1]);
    if (sigaction(SIGTERM, &stopping, NULL) != 0 || sigaction(SIGINT, &stopping, NULL) != 0 ||
        sigaction(SIGPIPE, &ignored, NULL) != 0) {
        fail("sigaction", strerror(errno));
    }
    return stop_pipe[0];
}

void serve_name(const struct sockaddr_storage *address, socklen_t size, char name[SERVE_NAME_SIZE])
{
    char host[SERVE_NAME_SIZE - sizeof "[]:65535"] = "?";
    char port[sizeof "65535"] = "?";
    const int trouble = getnameinfo((const struct sockaddr *)address, size, host, sizeof host, port, sizeof port,
                                    NI_NUMERICHOST | NI_NUMERICSERV);
    const bool bare = trouble != 0 || strchr(host, ':') == NULL;
    (void)snprintf(name, SERVE_NAME_SIZE, bare ? "%s:%s" : "[%s]:%s", host, port);
}

int64_t serve_now_ms(void)
{
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static struct {
    int64_t second;
    int lines; /* in that second */
    uint64_t left_out;
} log_budget;

void serve_log(const char *format, ...)
{
    const int64_t second = serve_now_ms() / 1000;
    if (second != log_budget.second) {
        log_budget.second = second;
        log_budget.lines = 0;
    }
    if (log_budget.lines == LINES_A_SECOND) {
        log_budget.left_out += 1;
        return;
    }
    log_budget.lines += 1;
    va_list values;
    va_start(values, format);
    (void)vprintf(format, values);
    va_end(values);
    (void)putchar('\n');
}

int serve_end(uint64_t answered, uint64_t refused)
{
    (void)printf("stopped: %" PRIu64 " answered, %" PRIu64 " refused, %" PRIu64 " lines of log left out\n", answered,
                 refused, log_budget.left_out);
    return fflush(stdout) == 0 && ferror(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
