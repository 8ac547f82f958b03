/* SPDX-License-Identifier: MIT */
#include "names.h"

static bool is_letter_of_name(char byte)
{
    return byte == '_' || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

bool gdv_is_identifier(gdv_text text)
{
    bool fits = text.size > 0 && is_letter_of_name(text.bytes[0]);
    for (size_t index = 1; fits && index < text.size; index += 1) {
        fits = is_letter_of_name(text.bytes[index]) || (text.bytes[index] >= '0' && text.bytes[index] <= '9');
    }
    return fits;
}

int32_t gdv_text_order(gdv_text one, gdv_text other)
{
    size_t index = 0;
    while (index < one.size && index < other.size && one.bytes[index] == other.bytes[index]) {
        index += 1;
    }
    if (index == one.size || index == other.size) {
        return index < other.size ? -1 : index < one.size ? 1 : 0;
    }
    return (uint8_t)one.bytes[index] < (uint8_t)other.bytes[index] ? -1 : 1;
}

gdv_text gdv_own_name(const gdv_schema *schema, const gdv_rule_packet *method)
{
    gdv_text name = gdv_schema_text(schema, method->name);
    const size_t taken = gdv_schema_text(schema, schema->scripts[method->script].name).size + 1;
    name.bytes += taken;
    name.size -= taken;
    return name;
}
