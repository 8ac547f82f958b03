/* SPDX-License-Identifier: MIT */
#include "message_make.h"

/* Room that the first try has. */
#define FIRST_ROOM 65536

/* Bytes that the writer wants for each id of a spawn. */
#define ID_SIZE 8

static size_t scratch_for(const json_t *document, size_t room)
{
    const json_t *inner = json_object_get(document, "inner");
    const json_t *ids = json_object_get(inner != NULL ? inner : document, "synchronizers");
    return gdv_scratch_bound(room) + ID_SIZE * (json_array_size(ids) + 1);
}

/* Writes the document into the room that there is. Returns false where it is refused. */
static bool write_document(message_make *now, json_t *document, size_t *size)
{
    static gdv_message_writer writer; /* large for some stacks */
    typed_message *from = &now->document;
    gdv_status status = gdv_message_writer_init(&writer, now->made.bytes, now->made.size, from->protocol, &from->policy,
                                                &from->message, now->keys.bytes, now->keys.size);
    if (status == GDV_OK && !typed_message_write(from, document, &writer)) {
        return false;
    }
    status = gdv_message_writer_finish(&writer, size);
    if (status != GDV_OK && status != GDV_E_NO_SPACE) {
        typed_message_refused(from, document, &writer);
        return false;
    }
    return true;
}

/* A second try has as much room as the first said it takes. */
static message_made make(message_make *now, const char *file, json_t *document, size_t *size)
{
    bool fine = true;
    *size = FIRST_ROOM;
    for (int tries = 0; fine && *size > (tries == 0 ? 0 : now->made.size) && tries < 2; tries += 1) {
        if (!scratch_reserve(&now->made, *size, file) ||
            !scratch_reserve(&now->keys, scratch_for(document, now->made.size), file)) {
            return MESSAGE_NO_MEMORY;
        }
        fine = write_document(now, document, size);
    }
    return fine ? MESSAGE_MADE : MESSAGE_REFUSED;
}

message_made message_make_packet(message_make *now, const char *file, json_t *document, size_t *size)
{
    const bool fine = typed_message_read(&now->document, document);
    const message_made result = fine ? make(now, file, document, size) : MESSAGE_REFUSED;
    typed_message_free();
    return result;
}

void message_make_free(message_make *freed)
{
    scratch_free(&freed->made);
    scratch_free(&freed->keys);
}
