/* SPDX-License-Identifier: MIT */
#include "message_rewrite.h"

/* What a packet may be longer by than the one that it was, in the first try. */
#define MORE 64

/* Bytes that the writer wants for each id of a spawn. */
#define ID_SIZE 8

/* The next ones. */
static void copy_values(gdv_message_writer *writer, gdv_iterator *each, uint32_t count)
{
    for (uint32_t index = 0; index < count && gdv_iterate_next(each); index += 1) {
        (void)gdv_message_copy_value(writer, each->value);
    }
}

/* Ids first, of a spawn; or each record before its values. */
static void copy_all(gdv_message_writer *writer, const gdv_message *message)
{
    gdv_message_record record = {.taken = 0};
    gdv_iterator each;
    uint32_t copied = 0;
    gdv_iterate_values(&message->document, &each);
    while (gdv_message_next_record(message, &record)) {
        (void)gdv_message_add_record(writer, record.id, record.indexes);
        copy_values(writer, &each, record.values);
        copied += record.values;
    }
    copy_values(writer, &each, message->values - copied);
}

static gdv_status rewrite(message_rewrite *now, const gdv_message_policy *policy, const gdv_message *message,
                          size_t *size, gdv_message_report *report)
{
    static gdv_message_writer writer; /* large for some stacks */
    (void)gdv_message_writer_init(&writer, now->made.bytes, now->made.size, message->protocol, policy, message,
                                  now->keys.bytes, now->keys.size);
    copy_all(&writer, message);
    const gdv_status status = gdv_message_writer_finish(&writer, size);
    (void)gdv_message_writer_report(&writer, report);
    return status;
}

static size_t scratch_for(const packet *one, const gdv_message *message)
{
    const size_t keys = gdv_scratch_bound(one->size) + ID_SIZE;
    const size_t ids = ID_SIZE * (size_t)message->records;
    return keys > ids ? keys : ids;
}

/* A second try has as much room as the first said it takes. */
bool message_rewrite_packet(message_rewrite *now, const packet *one, const gdv_message_policy *policy,
                            message_verdict *about, size_t *size)
{
    gdv_message_report report = {.struct_size = sizeof report};
    gdv_status status = GDV_E_NO_SPACE;
    size_t wanted = one->size + MORE;
    if (!scratch_reserve(&now->keys, scratch_for(one, &about->message), one->file)) {
        return false;
    }
    for (int tries = 0; status == GDV_E_NO_SPACE && tries < 2; tries += 1) {
        if (!scratch_reserve(&now->made, wanted, one->file)) {
            return false;
        }
        status = rewrite(now, policy, &about->message, size, &report);
        wanted = *size;
    }
    if (status != GDV_OK) {
        about->report = report;
        message_verdict_take(about);
    }
    return true;
}

void message_rewrite_free(message_rewrite *freed)
{
    scratch_free(&freed->made);
    scratch_free(&freed->keys);
}
