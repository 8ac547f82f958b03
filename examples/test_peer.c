/* SPDX-License-Identifier: MIT */
/* For test_wire.sh: a peer that does by the word what no engine would do.
 *
 *     test_peer tcp|udp PORT WORD..
 *
 *     send HEX     these bytes, in one datagram or as fast as they go
 *     drip HEX     one byte each time, and a millisecond between them
 *     expect HEX   nothing comes before these bytes; a whole datagram, or as much of the stream
 *     shut         no more will be sent (half of the connection is closed)
 *     reset        the connection is torn down, so that the server reads an error and not an end
 *     closed       the server ends the connection before it sends another byte
 *     flood HEX    these bytes again and again, nothing read, until nobody has taken a byte for half a second
 *     drain HEX    after flood: what was begun is ended, and the same bytes come back as often as they were sent
 *     dropped      the server tears the connection down, although nothing is read
 *     silent MS    nothing comes for that many milliseconds
 *     say TEXT     to standard output, so that the test knows how far this peer is
 *     crowd N      N further connections, which say nothing
 *     last         the last of them takes the place of the first connection in what follows
 *     alone        all but the connection in use are closed
 *
 * Ends with 0 if all words came true, else with 1 and a line that says which did not. No word takes more than ten
 * seconds. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): POSIX wants this very name */
#define _POSIX_C_SOURCE 200809L

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { BYTES = 131072, CROWD = 256, PATIENCE_MS = 10000, NO_ROOM_MS = 500, DOWN = POLLERR | POLLHUP };

typedef struct peer {
    int socket;
    bool stream;
    struct sockaddr_in server;
    size_t flooded; /* bytes */
    int crowd[CROWD];
    size_t crowd_size;
} peer;

static _Noreturn void fail(const char *word, const char *why)
{
    (void)fprintf(stderr, "test_peer: %s: %s\n", word, why);
    exit(EXIT_FAILURE);
}

static size_t from_hex(const char *word, const char *hex, uint8_t bytes[BYTES])
{
    static const char digits[] = "0123456789abcdef";
    size_t nibbles = 0;
    for (const char *at = hex; *at != '\0'; at += 1) {
        if (*at == ' ') {
            continue;
        }
        const char *digit = strchr(digits, *at);
        if (digit == NULL || nibbles >= (size_t)2 * BYTES) {
            fail(word, "wants lower-case hex");
        }
        const unsigned value = (unsigned)(digit - digits);
        bytes[nibbles / 2] = (uint8_t)(nibbles % 2 == 0 ? value << 4 : bytes[nibbles / 2] | value);
        nibbles += 1;
    }
    if (nibbles % 2 != 0) {
        fail(word, "wants an even number of digits");
    }
    return nibbles / 2;
}

static int connected(const peer *self)
{
    const int on = 1;
    const struct timeval patience = {.tv_sec = PATIENCE_MS / 1000};
    const int opened = socket(AF_INET, self->stream ? SOCK_STREAM : SOCK_DGRAM, 0);
    if (opened < 0 || (self->stream && setsockopt(opened, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0) ||
        setsockopt(opened, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) != 0 ||
        setsockopt(opened, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) != 0 ||
        connect(opened, (const struct sockaddr *)&self->server, sizeof self->server) != 0) {
        fail("connect", strerror(errno));
    }
    return opened;
}

static void send_all(const peer *self, const char *word, const uint8_t *bytes, size_t size)
{
    size_t sent = 0;
    do {
        const ssize_t taken = send(self->socket, bytes + sent, size - sent, MSG_NOSIGNAL);
        if (taken < 0) {
            fail(word, strerror(errno));
        }
        sent += (size_t)taken;
    } while (sent < size);
}

static void drip(const peer *self, const uint8_t *bytes, size_t size)
{
    const struct timespec millisecond = {.tv_nsec = 1000000};
    for (size_t index = 0; index < size; index += 1) {
        send_all(self, "drip", bytes + index, 1);
        (void)nanosleep(&millisecond, NULL);
    }
}

static void expect(const peer *self, const uint8_t *bytes, size_t size)
{
    static uint8_t got[BYTES];
    size_t have = 0;
    while (have < size) {
        const ssize_t more = recv(self->socket, got + have, self->stream ? size - have : sizeof got, 0);
        if (more <= 0) {
            fail("expect", more == 0 ? "the server hung up" : strerror(errno));
        }
        have += (size_t)more;
        if (!self->stream) {
            break;
        }
    }
    if (have != size || memcmp(got, bytes, size) != 0) {
        (void)fprintf(stderr, "test_peer: %zu bytes came, which begin", have);
        for (size_t index = 0; index < have && index < 32; index += 1) {
            (void)fprintf(stderr, " %02x", (unsigned)got[index]);
        }
        (void)fputc('\n', stderr);
        fail("expect", "other bytes came");
    }
}

static void closed(const peer *self)
{
    uint8_t byte = 0;
    const ssize_t got = recv(self->socket, &byte, 1, 0);
    if (got > 0) {
        fail("closed", "the server said something more");
    }
    if (got < 0 && errno != ECONNRESET) {
        fail("closed", strerror(errno));
    }
}

/* What the socket takes at once of endless repetitions. */
static void send_more(peer *self, const char *word, const uint8_t *bytes, size_t size)
{
    const size_t begun = self->flooded % size;
    const ssize_t taken = send(self->socket, bytes + begun, size - begun, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (taken < 0) {
        fail(word, strerror(errno));
    }
    self->flooded += (size_t)taken;
}

static void flood(peer *self, const uint8_t *bytes, size_t size)
{
    struct pollfd room = {.fd = self->socket, .events = POLLOUT};
    while (poll(&room, 1, NO_ROOM_MS) > 0 && (room.revents & DOWN) == 0) {
        send_more(self, "flood", bytes, size);
    }
}

static void drain(peer *self, const uint8_t *bytes, size_t size)
{
    static uint8_t got[BYTES];
    size_t drained = 0;
    while (drained < self->flooded || self->flooded % size != 0) {
        struct pollfd either = {.fd = self->socket, .events = POLLIN};
        if (self->flooded % size != 0) {
            either.events |= POLLOUT;
        }
        if (poll(&either, 1, PATIENCE_MS) <= 0 || (either.revents & DOWN) != 0) {
            fail("drain", "answers are missing");
        }
        if ((either.revents & POLLOUT) != 0) {
            send_more(self, "drain", bytes, size);
        }
        if ((either.revents & POLLIN) != 0) {
            const size_t begun = drained % size;
            const ssize_t more = recv(self->socket, got, size - begun, 0);
            if (more <= 0 || memcmp(got, bytes + begun, (size_t)more) != 0) {
                fail("drain", more > 0 ? "other bytes came" : "the server hung up");
            }
            drained += (size_t)more;
        }
    }
}

static void silent(const peer *self, long milliseconds)
{
    struct pollfd anything = {.fd = self->socket, .events = POLLIN};
    if (poll(&anything, 1, (int)milliseconds) != 0) {
        fail("silent", "something came");
    }
}

static void dropped(const peer *self)
{
    struct pollfd end = {.fd = self->socket, .events = 0};
    if (poll(&end, 1, PATIENCE_MS) <= 0) {
        fail("dropped", "the connection still stands");
    }
}

static void reset(const peer *self)
{
    const struct linger now = {.l_onoff = 1, .l_linger = 0};
    if (setsockopt(self->socket, SOL_SOCKET, SO_LINGER, &now, sizeof now) != 0 || close(self->socket) != 0) {
        fail("reset", strerror(errno));
    }
}

static void last(peer *self)
{
    if (self->crowd_size == 0) {
        fail("last", "there is no crowd");
    }
    const int newest = self->crowd[self->crowd_size - 1];
    self->crowd[self->crowd_size - 1] = self->socket;
    self->socket = newest;
}

static void alone(peer *self)
{
    for (size_t index = 0; index < self->crowd_size; index += 1) {
        (void)close(self->crowd[index]);
    }
    self->crowd_size = 0;
}

static long number(const char *word, const char *text)
{
    char *end = NULL;
    const long value = strtol(text, &end, 10);
    if (*end != '\0' || value < 0 || value > 65535) {
        fail(word, "wants a number");
    }
    return value;
}

static void crowd(peer *self, const char *text)
{
    for (long left = number("crowd", text); left > 0 && self->crowd_size < CROWD; left -= 1) {
        self->crowd[self->crowd_size] = connected(self);
        self->crowd_size += 1;
    }
}

/* Words that stand alone; false for another one. */
static bool plain_word(peer *self, const char *word)
{
    if (strcmp(word, "shut") == 0) {
        (void)shutdown(self->socket, SHUT_WR);
    } else if (strcmp(word, "reset") == 0) {
        reset(self);
    } else if (strcmp(word, "closed") == 0) {
        closed(self);
    } else if (strcmp(word, "dropped") == 0) {
        dropped(self);
    } else if (strcmp(word, "last") == 0) {
        last(self);
    } else if (strcmp(word, "alone") == 0) {
        alone(self);
    } else {
        return false;
    }
    return true;
}

static void word_with(peer *self, const char *word, const char *text)
{
    static uint8_t bytes[BYTES];
    if (strcmp(word, "crowd") == 0) {
        crowd(self, text);
        return;
    }
    if (strcmp(word, "say") == 0) {
        (void)puts(text);
        (void)fflush(stdout);
        return;
    }
    if (strcmp(word, "silent") == 0) {
        silent(self, number(word, text));
        return;
    }
    const size_t size = from_hex(word, text, bytes);
    if (strcmp(word, "send") == 0) {
        send_all(self, word, bytes, size);
    } else if (strcmp(word, "drip") == 0) {
        drip(self, bytes, size);
    } else if (strcmp(word, "expect") == 0) {
        expect(self, bytes, size);
    } else if (strcmp(word, "flood") == 0 && size > 0) {
        flood(self, bytes, size);
    } else if (strcmp(word, "drain") == 0 && size > 0) {
        drain(self, bytes, size);
    } else {
        fail(word, "is no word");
    }
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fail("usage", "test_peer tcp|udp PORT WORD..");
    }
    peer self = {.stream = strcmp(argv[1], "tcp") == 0, .server = {.sin_family = AF_INET}};
    self.server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    self.server.sin_port = htons((uint16_t)number("port", argv[2]));
    self.socket = connected(&self);
    for (int index = 3; index < argc; index += 1) {
        if (plain_word(&self, argv[index])) {
            continue;
        }
        if (index + 1 == argc) {
            fail(argv[index], "is no word, or lacks its value");
        }
        word_with(&self, argv[index], argv[index + 1]);
        index += 1;
    }
    return EXIT_SUCCESS;
}
