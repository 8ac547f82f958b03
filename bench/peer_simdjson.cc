// SPDX-License-Identifier: MIT
// simdjson, both ways that it has: the DOM parser makes a tape of all values, much as a gdv_document is one; On-Demand
// finds the structure first and then parses what is taken, here everything. Both check UTF-8 in their first pass, unescape
// text into a buffer, and keep their memory from one packet to the next, as their manual has it. Duplicate keys pass.
//
// On-Demand is compiled in, for the instructions that the BUILD file says; the DOM parser is in the shared library and
// picks what the machine has.
#include "bench/peer.h"

#include <simdjson.h>

#include <cstring>

namespace
{

using simdjson::SUCCESS;

simdjson::dom::parser &dom_parser()
{
    static simdjson::dom::parser parser;
    return parser;
}

bool parse(const uint8_t *bytes, size_t size, simdjson::dom::element &root)
{
    return dom_parser().parse(bytes, size, false).get(root) == SUCCESS;
}

size_t treat_dom(void *, const workload_packet *packet)
{
    simdjson::dom::element root;
    return parse(packet->bytes, packet->size, root) ? packet->values : 0;
}

size_t values_of(simdjson::dom::element value)
{
    size_t values = 1;
    if (value.is_array()) {
        for (simdjson::dom::element item : simdjson::dom::array(value)) {
            values += values_of(item);
        }
    } else if (value.is_object()) {
        for (simdjson::dom::key_value_pair pair : simdjson::dom::object(value)) {
            values += 1 + values_of(pair.value);
        }
    }
    return values;
}

size_t count_dom(const uint8_t *bytes, size_t size)
{
    simdjson::dom::element root;
    return parse(bytes, size, root) ? values_of(root) : 0;
}

// What was taken: something of each value, so that none goes unread, and how many there were.
struct adder {
    uint64_t took = 0;
    size_t values = 0;

    void add(uint64_t something)
    {
        took += something;
        values += 1;
    }
    void real(double value)
    {
        uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        add(bits);
    }
};

namespace ondemand = simdjson::ondemand;

// Of the document itself or of a value in it: they offer the same.
template <class Value> bool take(Value &value, adder &taker)
{
    ondemand::json_type type{};
    if (value.type().get(type) != SUCCESS) {
        return false;
    }
    switch (type) {
    case ondemand::json_type::array: {
        ondemand::array array;
        if (value.get_array().get(array) != SUCCESS) {
            return false;
        }
        taker.add(0);
        for (auto found : array) {
            ondemand::value item;
            if (std::move(found).get(item) != SUCCESS || !take(item, taker)) {
                return false;
            }
        }
        return true;
    }
    case ondemand::json_type::object: {
        ondemand::object object;
        if (value.get_object().get(object) != SUCCESS) {
            return false;
        }
        taker.add(0);
        for (auto found : object) {
            ondemand::field field;
            std::string_view key;
            if (std::move(found).get(field) != SUCCESS || field.unescaped_key().get(key) != SUCCESS) {
                return false;
            }
            taker.add(key.size());
            if (!take(field.value(), taker)) {
                return false;
            }
        }
        return true;
    }
    case ondemand::json_type::number: {
        ondemand::number number;
        if (value.get_number().get(number) != SUCCESS) {
            return false;
        }
        if (number.is_int64()) {
            taker.add(static_cast<uint64_t>(number.get_int64()));
        } else {
            taker.real(number.as_double());
        }
        return true;
    }
    case ondemand::json_type::string: {
        std::string_view text;
        if (value.get_string().get(text) != SUCCESS) {
            return false;
        }
        taker.add(text.size());
        return true;
    }
    case ondemand::json_type::boolean: {
        bool boolean = false;
        if (value.get_bool().get(boolean) != SUCCESS) {
            return false;
        }
        taker.add(boolean ? 1 : 0);
        return true;
    }
    case ondemand::json_type::null: {
        bool null = false;
        if (simdjson::simdjson_result<bool>(value.is_null()).get(null) != SUCCESS || !null) {
            return false;
        }
        taker.add(0);
        return true;
    }
    }
    return false;
}

volatile uint64_t taken;

// How many values there are; 0 where the packet is refused.
size_t count_ondemand(const uint8_t *bytes, size_t size)
{
    static ondemand::parser parser;
    ondemand::document document;
    adder taker;
    const bool sound = parser.iterate(bytes, size, size + PEER_MARGIN).get(document) == SUCCESS &&
                       take(document, taker) && document.current_location().error() == simdjson::OUT_OF_BOUNDS;
    taken = taker.took;
    return sound ? taker.values : 0;
}

size_t treat_ondemand(void *, const workload_packet *packet)
{
    return count_ondemand(packet->bytes, packet->size) != 0 ? packet->values : 0;
}

} // namespace

extern "C" {

const peer peer_simdjson_dom = {{"simdjson/dom", "tree on a tape, in kept memory; copies text; UTF-8",
                                 &peer_json_format, nullptr, treat_dom, nullptr},
                                count_dom};

const peer peer_simdjson_ondemand = {{"simdjson/ondemand", "walk, in kept memory; copies text; UTF-8",
                                      &peer_json_format, nullptr, treat_ondemand, nullptr},
                                     count_ondemand};
}
