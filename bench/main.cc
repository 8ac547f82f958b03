// SPDX-License-Identifier: MIT
// The benchmark: gdv, what limits it, and other libraries, on the same messages in one run. README.md says how to run it
// and how to read it.
//
// A row is a subject on a workload. Before it is timed it treats every packet once, and has to find in each what the
// message holds, or to refuse it: a decoder that skips its work gets no time. Then, pass after pass: the packets are
// laid out in a new order, the clock starts, all of them are treated, the clock stops. Rows run in rounds, so that
// what the machine does meanwhile hits all of a workload alike.
#include <benchmark/benchmark.h>

#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/table.h"

extern "C" {
#include "bench/subject.h"
}

namespace
{

constexpr uint64_t seed = 1;
constexpr int rounds = 5;
// A round of a row is as many passes as fit into either: what is timed, or all, with the laying out between passes.
constexpr double timed_seconds = 0.05;
constexpr double all_seconds = 0.2;

class packets
{
  public:
    explicit packets(const row &of)
    {
        workload_make(&load, of.kind, of.what->format, of.form, seed, 0);
    }
    packets(const packets &) = delete;
    packets &operator=(const packets &) = delete;
    ~packets()
    {
        workload_free(&load);
    }

    workload load;
};

// Rows share the packets of a workload; those of the workload before are given up, as all at once are too much memory.
packets &shared_packets(const row &of)
{
    static message_workload kept = of.kind;
    static std::map<std::pair<const workload_format *, workload_form>, std::unique_ptr<packets>> made;
    if (kept != of.kind) {
        made.clear();
        kept = of.kind;
    }
    std::unique_ptr<packets> &found = made[{of.what->format, of.form}];
    if (found == nullptr) {
        found = std::make_unique<packets>(of);
    }
    return *found;
}

// What a subject needs while it is measured.
class context
{
  public:
    context(const subject &what, const workload &load) : what_(what)
    {
        if (what.begin != nullptr) {
            own_ = what.begin(&load);
        }
    }
    context(const context &) = delete;
    context &operator=(const context &) = delete;
    ~context()
    {
        if (own_ != nullptr && what_.end != nullptr) {
            what_.end(own_);
        }
    }

    size_t treat(const workload_packet &packet)
    {
        return what_.treat(own_, &packet);
    }

  private:
    const subject &what_;
    void *own_ = nullptr;
};

// Whether the subject finds in each packet what it holds, or refuses it where it is to be refused. Also makes memory and
// caches ready.
bool does_its_work(context &with, const workload &load)
{
    bool all = true;
    for (size_t index = 0; index < load.count; index += 1) {
        const workload_packet &packet = load.packets[index];
        all = with.treat(packet) == (load.form == WORKLOAD_VALID ? packet.values : 0) && all;
    }
    return all;
}

void count(benchmark::State &state, const workload &load)
{
    using benchmark::Counter;
    const auto packets = static_cast<double>(load.count);
    // Each thread makes one iteration, and counters of threads are added up: iterations must not count once more.
    const auto nanoseconds = Counter::kIsRate | Counter::kInvert;
    state.counters[counter_packet] = Counter(packets * 1e-9, nanoseconds);
    if (load.form == WORKLOAD_VALID) {
        state.counters[counter_value] = Counter(static_cast<double>(load.values) * 1e-9, nanoseconds);
    }
    state.counters[counter_speed] = Counter(static_cast<double>(load.bytes) * 1e-9, Counter::kIsRate);
    state.counters[counter_bytes] = Counter(static_cast<double>(load.bytes) / packets, Counter::kAvgThreads);
    state.counters[counter_values] = Counter(static_cast<double>(load.values) / packets, Counter::kAvgThreads);
}

double seconds_of(clockid_t clock)
{
    timespec now = {};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// One pass. Returns how long it took, in seconds, or -1 where it did not find what there is. Where others use the
// processor too, the thread's own time leaves them out; but reading that clock takes longer than a short pass. Both
// are never less than what is asked, so the lesser is taken; but where threads are to show that they do not wait, it
// is the time that passes.
double pass(context &with, workload &load, uint64_t &chance, bool own_time)
{
    const size_t owed = load.form == WORKLOAD_VALID ? load.values : 0;
    workload_shuffle(&load, &chance);
    size_t values = 0;
    const double own_begun = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    const double begun = seconds_of(CLOCK_MONOTONIC);
    for (size_t index = 0; index < load.count; index += 1) {
        values += with.treat(load.packets[index]);
    }
    const double taken = seconds_of(CLOCK_MONOTONIC) - begun;
    const double own_taken = seconds_of(CLOCK_THREAD_CPUTIME_ID) - own_begun;
    if (values != owed) {
        return -1;
    }
    return own_time ? std::min(taken, own_taken) : taken;
}

// An iteration of Google Benchmark's is a round. Its own way, as many as fill the time that is measured, would lay
// packets out for minutes where those of 1 MiB are decided at their header.
void measure(benchmark::State &state, const row &of, bool quick)
{
    // Threads must not wait for each other's packets, nor for each other's caches.
    std::unique_ptr<packets> own;
    if (of.threads != alone) {
        own = std::make_unique<packets>(of);
    }
    workload &load = own != nullptr ? own->load : shared_packets(of).load;
    context with(*of.what, load);
    if (!does_its_work(with, load)) {
        state.SkipWithError(of.form == WORKLOAD_VALID ? "does not find what the messages hold"
                                                      : "accepts a packet that is to be refused");
        return;
    }
    uint64_t chance = seed + static_cast<uint64_t>(state.thread_index());
    for (auto _ : state) {
        const double begun = seconds_of(CLOCK_MONOTONIC);
        double timed = 0;
        int passes = 0;
        do {
            const double taken = pass(with, load, chance, of.threads == alone);
            if (taken < 0) {
                state.SkipWithError("finds something else in another order");
                return;
            }
            timed += taken;
            passes += 1;
        } while (!quick && timed < timed_seconds && seconds_of(CLOCK_MONOTONIC) - begun < all_seconds);
        state.SetIterationTime(timed / passes);
    }
    count(state, load);
}

// Whether there is anything to measure. Decided on a single packet, as most rows are.
bool makes_sense(const row &of)
{
    if (of.form == WORKLOAD_REFUSED && of.what->format->damage == nullptr) {
        return false;
    }
    if (of.what->begin == nullptr) {
        return of.form == WORKLOAD_VALID;
    }
    workload load;
    workload_make(&load, of.kind, of.what->format, of.form, seed, 1);
    void *own = of.what->begin(&load);
    if (own != nullptr) {
        of.what->end(own);
    }
    workload_free(&load);
    return own != nullptr;
}

std::vector<row> all_rows()
{
    std::vector<const subject *> subjects;
    for (const auto &list : {subjects_of_gdv, subjects_of_limits, subjects_of_peers}) {
        size_t count = 0;
        const subject *first = list(&count);
        for (size_t index = 0; index < count; index += 1) {
            subjects.push_back(&first[index]);
        }
    }
    std::vector<row> rows;
    for (int kind = 0; kind < MESSAGE_WORKLOADS; kind += 1) {
        for (const subject *what : subjects) {
            for (workload_form form : {WORKLOAD_VALID, WORKLOAD_REFUSED}) {
                const row made = {what, static_cast<message_workload>(kind), form, alone};
                if (makes_sense(made)) {
                    rows.push_back(made);
                }
            }
        }
    }
    for (int threads : {1, 2}) {
        rows.push_back({subjects.front(), MESSAGES_SNAPSHOT, WORKLOAD_VALID, threads});
    }
    return rows;
}

void add(const row &of, bool quick)
{
    benchmark::internal::Benchmark *added = benchmark::RegisterBenchmark(name_of(of).c_str(), measure, of, quick);
    added->UseManualTime()->Unit(benchmark::kMicrosecond)->Threads(std::max(of.threads, 1))->Iterations(1);
}

// Takes our own word from the command line; the others are Google Benchmark's.
bool take(std::vector<char *> &words, const char *word)
{
    for (size_t index = 1; index < words.size(); index += 1) {
        if (std::strcmp(words[index], word) == 0) {
            words.erase(words.begin() + static_cast<std::ptrdiff_t>(index));
            return true;
        }
    }
    return false;
}

// Google Benchmark prints all formats but its own console table.
bool wants_tables(const std::vector<char *> &words)
{
    constexpr const char *option = "--benchmark_format=";
    bool tables = true;
    for (const char *word : words) {
        if (std::strncmp(word, option, std::strlen(option)) == 0) {
            tables = std::strcmp(word + std::strlen(option), "console") == 0;
        }
    }
    return tables;
}

} // namespace

int main(int argc, char *argv[])
{
#ifndef __OPTIMIZE__
    std::fprintf(stderr, "bench: built without optimisation; what it measures is not what ships\n");
    return 2;
#endif
    std::vector<char *> words(argv, argv + argc);
    const bool quick = take(words, "--quick");
    const bool tables = wants_tables(words);
    int count = static_cast<int>(words.size());
    words.push_back(nullptr);
    benchmark::Initialize(&count, words.data());
    if (benchmark::ReportUnrecognizedArguments(count, words.data())) {
        return 2;
    }
    const std::vector<row> rows = all_rows();
    for (int kind = 0; kind < MESSAGE_WORKLOADS; kind += 1) {
        for (int round = 0; round < (quick ? 1 : rounds); round += 1) {
            for (const row &each : rows) {
                if (each.kind == kind) {
                    add(each, quick);
                }
            }
        }
    }
    if (!tables) {
        return benchmark::RunSpecifiedBenchmarks() > 0 ? 0 : 1;
    }
    table results(rows);
    benchmark::RunSpecifiedBenchmarks(&results);
    if (results.failed() != 0 || results.measured() == 0) {
        std::fprintf(stderr, "bench: %zu runs failed, %zu rows were measured\n", results.failed(), results.measured());
        return 1;
    }
    if (quick) {
        std::printf("\none pass each, which measures nothing: %zu of %zu rows did their work\n", results.measured(),
                    rows.size());
    }
    return 0;
}
