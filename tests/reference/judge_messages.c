/* SPDX-License-Identifier: MIT */
/* What the naive decoder says of packets of messages, for corpus/make/make_malformed_messages.py.
 *
 * Standard input: lines of protocol, envelope, direction and the packet in hex, with tabs between. Standard output: a line for
 * each: code, offset, command, value at fault, its code and the offset in it. The policy is the strict one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/reference/naive_message.h"

enum { LONGEST = 1 << 16 };

static uint8_t digit_of(char character)
{
    return (uint8_t)(character >= 'a' ? character - 'a' + 10 : character - '0');
}

/* The bytes of the hex, a heap block of just their size. */
static uint8_t *bytes_of(const char *hex, size_t *size)
{
    *size = strlen(hex) / 2;
    uint8_t *bytes = malloc(*size > 0 ? *size : 1);
    for (size_t index = 0; bytes != NULL && index < *size; index += 1) {
        bytes[index] = (uint8_t)(digit_of(hex[2 * index]) * 16u + digit_of(hex[2 * index + 1]));
    }
    return bytes;
}

static int judge(const char *protocol_name, const char *envelope, const char *direction, const char *hex)
{
    gdv_message_policy policy;
    gdv_protocol protocol = GDV_PROTOCOL_COUNT;
    size_t size = 0;
    gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
    policy.direction = strcmp(direction, "c2s") == 0 ? GDV_DIRECTION_C2S : GDV_DIRECTION_S2C;
    if (!gdv_protocol_from_name(protocol_name, &protocol) || !gdv_envelope_from_name(envelope, &policy.envelope)) {
        fprintf(stderr, "judge_messages: %s, %s\n", protocol_name, envelope);
        return 2;
    }
    uint8_t *bytes = bytes_of(hex, &size);
    naive_message said = naive_message_read(protocol, bytes, size, &policy);
    printf("%s\t%u\t%s\t%d\t%s\t%u\n", gdv_status_name(said.code), (unsigned)said.offset,
           gdv_command_name(said.command), (int)said.argument, gdv_status_name(said.inner),
           (unsigned)said.inner_offset);
    naive_message_free(&said);
    free(bytes);
    return 0;
}

int main(void)
{
    static char line[LONGEST];
    int failed = 0;
    while (failed == 0 && fgets(line, sizeof line, stdin) != NULL) {
        char *cells[4] = {"", "", "", ""};
        char *rest = line;
        line[strcspn(line, "\n")] = '\0';
        for (int cell = 0; cell < 4 && rest != NULL; cell += 1) {
            cells[cell] = rest;
            rest = strchr(rest, '\t');
            if (rest != NULL) {
                *rest = '\0';
                rest += 1;
            }
        }
        failed = judge(cells[0], cells[1], cells[2], cells[3]);
    }
    return failed;
}
