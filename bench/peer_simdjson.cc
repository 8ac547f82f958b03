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

void look(simdjson::dom::element value, peer_seen *seen)
{
    using simdjson::dom::element_type;
    switch (value.type()) {
    case element_type::ARRAY:
        peer_saw(seen);
        for (simdjson::dom::element item : simdjson::dom::array(value)) {
            look(item, seen);
        }
        break;
    case element_type::OBJECT:
        peer_saw(seen);
        for (simdjson::dom::key_value_pair pair : simdjson::dom::object(value)) {
            peer_saw_text(seen, pair.key.data(), pair.key.size());
            look(pair.value, seen);
        }
        break;
    case element_type::INT64:
        peer_saw_int(seen, int64_t(value));
        break;
    case element_type::UINT64:
        break; // beyond what a message holds
    case element_type::DOUBLE:
        peer_saw_real(seen, double(value));
        break;
    case element_type::STRING: {
        const std::string_view text(value);
        peer_saw_text(seen, text.data(), text.size());
        break;
    }
    case element_type::BOOL:
        peer_saw_bool(seen, bool(value));
        break;
    case element_type::NULL_VALUE:
        peer_saw_nil(seen);
        break;
    }
}

bool inspect_dom(const uint8_t *bytes, size_t size, peer_seen *seen)
{
    simdjson::dom::element root;
    if (!parse(bytes, size, root)) {
        return false;
    }
    look(root, seen);
    return true;
}

// Something of each value, so that none goes unread.
struct adder {
    uint64_t took = 0;

    void container() {}
    void nil() {}
    void boolean(bool value)
    {
        took += value ? 1 : 0;
    }
    void integer(int64_t value)
    {
        took += static_cast<uint64_t>(value);
    }
    void real(double value)
    {
        uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        took += bits;
    }
    void text(std::string_view value)
    {
        took += value.size();
    }
};

struct inspector {
    peer_seen *seen;

    void container()
    {
        peer_saw(seen);
    }
    void nil()
    {
        peer_saw_nil(seen);
    }
    void boolean(bool value)
    {
        peer_saw_bool(seen, value);
    }
    void integer(int64_t value)
    {
        peer_saw_int(seen, value);
    }
    void real(double value)
    {
        peer_saw_real(seen, value);
    }
    void text(std::string_view value)
    {
        peer_saw_text(seen, value.data(), value.size());
    }
};

namespace ondemand = simdjson::ondemand;

// Of the document itself or of a value in it: they offer the same.
template <class Value, class Taker> bool take(Value &value, Taker &taker)
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
        taker.container();
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
        taker.container();
        for (auto found : object) {
            ondemand::field field;
            std::string_view key;
            if (std::move(found).get(field) != SUCCESS || field.unescaped_key().get(key) != SUCCESS) {
                return false;
            }
            taker.text(key);
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
            taker.integer(number.get_int64());
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
        taker.text(text);
        return true;
    }
    case ondemand::json_type::boolean: {
        bool boolean = false;
        if (value.get_bool().get(boolean) != SUCCESS) {
            return false;
        }
        taker.boolean(boolean);
        return true;
    }
    case ondemand::json_type::null: {
        bool null = false;
        if (simdjson::simdjson_result<bool>(value.is_null()).get(null) != SUCCESS || !null) {
            return false;
        }
        taker.nil();
        return true;
    }
    }
    return false;
}

template <class Taker> bool take_all(const uint8_t *bytes, size_t size, Taker &taker)
{
    static ondemand::parser parser;
    ondemand::document document;
    return parser.iterate(bytes, size, size + PEER_MARGIN).get(document) == SUCCESS && take(document, taker) &&
           document.current_location().error() == simdjson::OUT_OF_BOUNDS;
}

volatile uint64_t taken;

size_t treat_ondemand(void *, const workload_packet *packet)
{
    adder taker;
    const bool sound = take_all(packet->bytes, packet->size, taker);
    taken = taker.took;
    return sound ? packet->values : 0;
}

bool inspect_ondemand(const uint8_t *bytes, size_t size, peer_seen *seen)
{
    inspector taker{seen};
    return take_all(bytes, size, taker);
}

} // namespace

extern "C" {

const peer peer_simdjson_dom = {{"simdjson/dom", "tree on a tape, in kept memory; copies text; UTF-8",
                                 &peer_json_format, nullptr, treat_dom, nullptr},
                                inspect_dom};

const peer peer_simdjson_ondemand = {{"simdjson/ondemand", "walk, in kept memory; copies text; UTF-8",
                                      &peer_json_format, nullptr, treat_ondemand, nullptr},
                                     inspect_ondemand};
}
