// SPDX-License-Identifier: MIT
// What it costs to look for duplicate keys, and what it costs at most: gdv_validate on dictionaries of each shape in
// tests/support/hostile_keys.h, normal ones and ones made to be slow, with duplicates refused and with duplicates permitted. Each row
// goes over several distinct packets, reshuffled outside the timer before each pass: the branch predictor would learn a
// fixed order. The closing lines compare each shape with normal dictionaries of the same size in the same run.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <random>
#include <string>
#include <vector>

extern "C" {
#include "tests/support/hostile_keys.h"
}

namespace
{

constexpr size_t large = 1024 * 1024;

// Rows that are no attack: what most packets look like.
struct small_row {
    const char *name;
    size_t size;
    size_t packets;
};

constexpr small_row small_rows[] = {{"about 4 texts", 120, 4096}, {"about 140 texts", 4096, 512}};

class packet_set
{
  public:
    packet_set(key_shape shape, size_t size, size_t count) : dialect_(key_shape_dialect(shape))
    {
        for (size_t index = 0; index < count; index += 1) {
            uint32_t keys = 0;
            builder made = dictionary_of_size(shape, size, 1 + index, &keys);
            packets_.emplace_back(made.bytes, made.bytes + made.size);
            bytes_ += made.size;
            longest_ = std::max(longest_, made.size);
            builder_free(&made);
        }
        scratch_.resize(gdv_scratch_bound(longest_));
    }

    size_t count() const
    {
        return packets_.size();
    }

    size_t bytes() const
    {
        return bytes_;
    }

    void shuffle(std::mt19937 &chance)
    {
        std::shuffle(packets_.begin(), packets_.end(), chance);
    }

    bool accepted(const gdv_policy &policy)
    {
        bool all = true;
        for (const std::vector<uint8_t> &packet : packets_) {
            all = gdv_validate(packet.data(), packet.size(), dialect_, &policy, scratch_.data(), scratch_.size(),
                               nullptr, nullptr) == GDV_OK &&
                  all;
        }
        return all;
    }

  private:
    gdv_dialect dialect_;
    std::vector<std::vector<uint8_t>> packets_;
    std::vector<uint8_t> scratch_;
    size_t bytes_ = 0;
    size_t longest_ = 0;
};

void validate(benchmark::State &state, key_shape shape, size_t size, size_t count, uint32_t permit)
{
    packet_set packets(shape, size, count);
    gdv_policy policy;
    gdv_policy_init(&policy, GDV_POLICY_STRICT);
    policy.permit |= GDV_PERMIT_WIDE | permit;
    std::mt19937 chance(1);
    for (auto _ : state) {
        state.PauseTiming();
        packets.shuffle(chance);
        state.ResumeTiming();
        if (!packets.accepted(policy)) {
            state.SkipWithError("a packet was refused");
            return;
        }
    }
    const auto passes = static_cast<double>(state.iterations());
    state.counters["bytes"] = benchmark::Counter(static_cast<double>(packets.bytes()) * passes,
                                                 benchmark::Counter::kIsRate, benchmark::Counter::kIs1024);
    state.counters["packet"] = benchmark::Counter(static_cast<double>(packets.count()) * passes,
                                                  benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

std::string name_of(const char *what, bool unique)
{
    return std::string(what) + (unique ? "/unique" : "/any");
}

void add_row(const char *name, key_shape shape, size_t size, size_t count)
{
    for (bool unique : {true, false}) {
        const uint32_t permit = unique ? 0u : GDV_PERMIT_DUPLICATE_KEYS;
        benchmark::RegisterBenchmark(name_of(name, unique).c_str(), validate, shape, size, count, permit)
            ->Unit(benchmark::kMicrosecond)
            ->MinTime(0.05)
            ->Repetitions(9);
    }
}

// Prints what Google Benchmark prints, but of the repetitions of a row the fastest alone, and remembers it: noise only
// adds.
class best_of : public benchmark::ConsoleReporter
{
  public:
    best_of() : benchmark::ConsoleReporter(OO_Tabular) {}

    void ReportRuns(const std::vector<Run> &runs) override
    {
        const Run *best = nullptr;
        for (const Run &run : runs) {
            if (run.error_occurred) {
                failed_ = true;
                benchmark::ConsoleReporter::ReportRuns({run});
            } else if (run.run_type == Run::RT_Iteration && (best == nullptr || rate_of(run) > rate_of(*best))) {
                best = &run;
            }
        }
        if (best != nullptr) {
            nanoseconds_a_byte_[best->run_name.function_name] = 1e9 / rate_of(*best);
            benchmark::ConsoleReporter::ReportRuns({*best});
        }
    }

    bool failed() const
    {
        return failed_;
    }

    double of(const char *name, bool unique) const
    {
        const auto found = nanoseconds_a_byte_.find(name_of(name, unique));
        return found == nanoseconds_a_byte_.end() ? 0 : found->second;
    }

  private:
    static double rate_of(const Run &run)
    {
        return run.counters.at("bytes");
    }

    std::map<std::string, double> nanoseconds_a_byte_;
    bool failed_ = false;
};

void compare(const best_of &results)
{
    const double texts = results.of(key_shape_text(KEYS_TEXTS), true);
    const double ints = results.of(key_shape_text(KEYS_INTS), true);
    if (texts == 0 || ints == 0) {
        return;
    }
    std::printf(
        "\n1 MiB dictionaries, fastest of nine: the time of each, how often a normal dictionary of its size would\n"
        "be validated in it, and how often the same packet where duplicate keys are permitted\n\n"
        "%8s  %8s  %8s  %10s  keys\n",
        "ns/byte", "texts", "ints", "permitted");
    double most = 0;
    const char *worst = "";
    for (int shape = 0; shape < KEY_SHAPES; shape += 1) {
        const char *name = key_shape_text(static_cast<key_shape>(shape));
        const double unique = results.of(name, true);
        const double any = results.of(name, false);
        if (unique != 0 && any != 0) {
            std::printf("%8.2f  %8.2f  %8.2f  %10.2f  %s\n", unique, unique / texts, unique / ints, unique / any, name);
            worst = unique > most ? name : worst;
            most = std::max(most, unique);
        }
    }
    std::printf("\nmost: %.2f times as long as texts, %.2f times as long as ints: %s\n", most / texts, most / ints,
                worst);
}

} // namespace

int main(int count, char *words[])
{
    for (int shape = 0; shape < KEY_SHAPES; shape += 1) {
        add_row(key_shape_text(static_cast<key_shape>(shape)), static_cast<key_shape>(shape), large, 4);
    }
    for (const small_row &row : small_rows) {
        add_row(row.name, KEYS_TEXTS, row.size, row.packets);
    }
    // Repetitions of all rows in random order: what a neighbour does to the machine meanwhile hits all of them alike.
    std::vector<char *> arguments(words, words + count);
    std::string interleaved = "--benchmark_enable_random_interleaving=true";
    arguments.insert(arguments.begin() + 1, interleaved.data());
    int arguments_count = static_cast<int>(arguments.size());
    arguments.push_back(nullptr);
    benchmark::Initialize(&arguments_count, arguments.data());
    if (benchmark::ReportUnrecognizedArguments(arguments_count, arguments.data())) {
        return 2;
    }
    best_of results;
    benchmark::RunSpecifiedBenchmarks(&results);
    compare(results);
    return results.failed() ? 1 : 0;
}
