/* SPDX-License-Identifier: MIT */
#include "message_values.h"

void message_values_start(message_values *now, const gdv_message *message)
{
    now->message = message;
    now->taken = 0;
    gdv_iterate_values(&message->document, &now->each);
}

gdv_value message_values_at(message_values *now, uint32_t number)
{
    if (number >= now->message->values) {
        return gdv_missing();
    }
    if (number + 1 < now->taken) {
        message_values_start(now, now->message);
    }
    while (now->taken <= number && gdv_iterate_next(&now->each)) {
        now->taken += 1;
    }
    return now->each.value;
}
