/* SPDX-License-Identifier: MIT */
/* What both servers need besides gdv: a command line, a bound socket, SIGTERM as something that poll can wait for, and a
 * log that a stranger cannot flood. What is missing at the start ends the program with a message; after the start nothing
 * here does. */
#ifndef EXAMPLES_SERVE_H
#define EXAMPLES_SERVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include <gdv/gdv.h>

typedef struct serve_options {
    gdv_dialect dialect;
    gdv_policy policy;
    const char *address;
    const char *port;
    size_t max_frame;    /* of a packet on a stream, in bytes */
    int64_t patience_ms; /* how long a stream may take over a frame and its answer */
} serve_options;

/* Bytes that hold any peer's name, closing NUL included. */
#define SERVE_NAME_SIZE 128

/* Reads the command line of a server on sockets of that kind, SOCK_DGRAM or SOCK_STREAM. */
void serve_options_read(serve_options *options, int kind, int argc, char **argv);

/* Memory for as long as the server runs. Zero, so that a system which gives pages when they are touched gives none yet. */
void *serve_memory(size_t size);

/* A socket that does not block, bound (and listening, for SOCK_STREAM) where the options say. Prints
 * "listening on 127.0.0.1:5000": with port 0 the system has chosen one. */
int serve_open(const serve_options *options, int kind);

/* From now on a descriptor that becomes readable when SIGTERM or SIGINT comes. SIGPIPE is ignored: a peer that hangs up
 * must not end the server. */
int serve_stop_descriptor(void);

/* The next connection, which does not block and sends small answers at once, with its name; or -1: it is gone again. */
int serve_accept(int listener, char name[SERVE_NAME_SIZE]);

/* After send or recv failed: only that there is nothing to do now, the connection stands. */
bool serve_would_wait(void);

/* Writes "127.0.0.1:5000" or "[::1]:5000": numbers only, no name server is asked. */
void serve_name(const struct sockaddr_storage *address, socklen_t size, char name[SERVE_NAME_SIZE]);

/* A clock that only goes forward. */
int64_t serve_now_ms(void);

/* A line to standard output, of at most a thousand each second. A refusal costs the sender a few bytes and the log a
 * hundred: without a bound a fast sender fills the disk, or halts a server whose log goes to a slow terminal.
 * Text of a packet must come in as gdv_report_format gives it, escaped. */
void serve_log(const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 1, 2)))
#endif
    ;

/* The closing line, and the exit status that belongs to it. */
int serve_end(uint64_t answered, uint64_t refused);

#endif
