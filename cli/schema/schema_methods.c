/* SPDX-License-Identifier: MIT */
#include "schema_methods.h"

bool schema_is_method(const gdv_schema *schema, uint32_t packet)
{
    return gdv_schema_packet(schema, packet)->rpc != 0;
}

uint32_t schema_bare_packets(const gdv_schema *schema)
{
    uint32_t count = 0;
    for (uint32_t packet = 0; packet < gdv_schema_packets(schema); packet += 1) {
        count += schema_is_method(schema, packet) ? 0 : 1;
    }
    return count;
}
