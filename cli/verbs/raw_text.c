/* SPDX-License-Identifier: MIT */
#include "raw_text.h"

#include <inttypes.h>

#include "../io/say.h"
#include "../io/utf8.h"

/* Text as it is; at a terminal without what nobody sees, which might move what is seen elsewhere. */
void raw_text_out(gdv_text text)
{
    size_t at = 0;
    if (!stdout_is_terminal()) {
        out_bytes(text.bytes, text.size);
        return;
    }
    while (at < text.size) {
        const char *next = text.bytes + at;
        size_t length = utf8_length(next, text.size - at);
        if (length == 0) {
            out_format("\\x%02x", (unsigned)(unsigned char)next[0]);
        } else if (utf8_is_hidden(next, length) && next[0] != '\n' && next[0] != '\t') {
            out_format(length == 4 ? "\\U%06" PRIx32 : "\\u%04" PRIx32, utf8_code(next, length));
        } else {
            out_bytes(next, length);
        }
        at += length > 0 ? length : 1;
    }
}
