/* SPDX-License-Identifier: MIT */
#include "words.h"

#include <string.h>

#include "say.h"

words words_out(void)
{
    return (words){.text = NULL};
}

words words_into(char *text, size_t room)
{
    return (words){.text = text, .room = room};
}

void words_bytes(words *to, const char *bytes, size_t size)
{
    if (to->text == NULL) {
        out_bytes(bytes, size);
        return;
    }
    if (to->cut || size > to->room - to->size) {
        to->cut = true;
        return;
    }
    memcpy(to->text + to->size, bytes, size);
    to->size += size;
}

void words_put(words *to, const char *text)
{
    words_bytes(to, text, strlen(text));
}

bool words_full(const words *to)
{
    return to->text == NULL ? out_failed() : to->cut;
}
