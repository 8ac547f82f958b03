/* SPDX-License-Identifier: MIT */
#include "fuzz/support/message_input.h"

#include <stdlib.h>

#define ADDRESSED ((unsigned)GDV_PROTOCOL_COUNT * (unsigned)GDV_ENVELOPE_COUNT)
#define WAYS (2u * ADDRESSED)

/* Permissions of Variants that are turned round, so that what one lets pass is not refused for another. */
static const uint32_t turned[] = {0,
                                  GDV_PERMIT_WIDE | GDV_PERMIT_OBJECT,
                                  GDV_PERMIT_NONFINITE | GDV_PERMIT_RID | GDV_PERMIT_OBJECT_ID | GDV_PERMIT_CALLABLE |
                                      GDV_PERMIT_SIGNAL,
                                  GDV_PERMIT_FLAGS | GDV_PERMIT_BOOL | GDV_PERMIT_PADDING,
                                  GDV_PERMIT_TEXT | GDV_PERMIT_NODE_PATH,
                                  GDV_PERMIT_DUPLICATE_KEYS | GDV_PERMIT_MISREAD};

/* Limits low enough for the small inputs that fuzzing prefers. */
static void choose_limits(gdv_message_policy *policy, unsigned which)
{
    switch (which) {
    case 1:
        policy->values.max_values = 3;
        break;
    case 2:
        policy->max_arguments = 1;
        policy->max_records = 1;
        break;
    case 3:
        policy->max_path = 4;
        policy->max_name = 2;
        break;
    case 4:
        policy->values.max_depth = 3;
        break;
    case 5:
        policy->peer = 0x02020202;
        break;
    case 6:
        policy->values.max_elements = 2;
        policy->values.max_string = 3;
        break;
    case 7:
        policy->values.max_bytes = 24;
        break;
    default:
        break;
    }
}

uint8_t message_selector(gdv_protocol protocol, gdv_envelope envelope, gdv_direction direction)
{
    return (uint8_t)((unsigned)protocol + (unsigned)GDV_PROTOCOL_COUNT * (unsigned)envelope +
                     ADDRESSED * (unsigned)direction);
}

bool message_reading_set(message_reading *of, const uint8_t *data, size_t size)
{
    if (size < MESSAGE_SELECTOR) {
        return false;
    }
    const unsigned how = data[0] % WAYS;
    const gdv_envelope envelope = (gdv_envelope)(how / GDV_PROTOCOL_COUNT % GDV_ENVELOPE_COUNT);
    gdv_message_policy_init(&of->policy, data[1] % 4 == 0 ? GDV_POLICY_ENGINE : GDV_POLICY_STRICT);
    of->protocol = (gdv_protocol)(how % GDV_PROTOCOL_COUNT);
    of->policy.envelope = gdv_protocol_takes(of->protocol, envelope) ? envelope : GDV_ENVELOPE_NONE;
    of->policy.direction = how / ADDRESSED != 0 ? GDV_DIRECTION_S2C : GDV_DIRECTION_C2S;
    of->policy.values.permit ^= turned[data[0] / WAYS];
    of->policy.permit = data[1] / 4 % 8;
    choose_limits(&of->policy, data[1] / 32);
    of->size = size - MESSAGE_SELECTOR;
    of->bytes = fresh(data + MESSAGE_SELECTOR, of->size);
    return true;
}

void message_reading_free(message_reading *of)
{
    free((void *)(uintptr_t)of->bytes);
    of->bytes = NULL;
}
