// SPDX-License-Identifier: MIT
// The columns are explained in README.md. A cell stays empty where there is nothing to say.
#include "bench/table.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <set>

namespace
{

// All others are compared with it.
constexpr const char *reference_name = "validate/strict";

double fastest(const std::vector<double> &rounds)
{
    return *std::min_element(rounds.begin(), rounds.end());
}

// How far the median lies above the fastest round, in percent.
double spread(std::vector<double> rounds)
{
    std::sort(rounds.begin(), rounds.end());
    return 100 * (rounds[rounds.size() / 2] / rounds.front() - 1);
}

// Digits that say nothing are left out.
void print_cell(int width, double number)
{
    std::printf("%*.*f", width, number < 100 ? 2 : number < 1000 ? 1 : 0, number);
}

void print_empty(int width)
{
    std::printf("%*s", width, "");
}

} // namespace

std::string name_of(const row &of)
{
    return std::string(message_workload_name(of.kind)) + "/" + workload_form_name(of.form) + "/" + of.what->name +
           (of.threads == alone ? "" : "/wall_" + std::to_string(of.threads));
}

bool table::ReportContext(const Context &context)
{
    // Not Google Benchmark's own lines: they warn of how Debian builds the library, which times nothing here.
    std::string model = "unknown";
    std::ifstream lines("/proc/cpuinfo");
    for (std::string line; std::getline(lines, line);) {
        if (line.compare(0, 10, "model name") == 0) {
            model = line.substr(std::min(line.size(), line.find(':') + 2));
        }
    }
    std::printf("%d processors: %s", context.cpu_info.num_cpus, model.c_str());
    for (const benchmark::CPUInfo::CacheInfo &cache : context.cpu_info.caches) {
        std::printf(", L%d %s %d KiB", cache.level, cache.type.c_str(), cache.size / 1024);
    }
    std::printf("\n%s\n", __VERSION__);
    if (!context.cpu_info.load_avg.empty()) {
        std::printf("load of the last minute: %.1f\n", context.cpu_info.load_avg.front());
    }
    return true;
}

void table::ReportRuns(const std::vector<Run> &runs)
{
    for (const Run &run : runs) {
        if (run.error_occurred) {
            std::fprintf(stderr, "bench: %s: %s\n", run.benchmark_name().c_str(), run.error_message.c_str());
            failed_ += 1;
        } else if (run.run_type == Run::RT_Iteration) {
            result &kept = results_[run.run_name.function_name];
            kept.packet.push_back(run.counters.at(counter_packet));
            kept.bytes = run.counters.at(counter_bytes);
            kept.values = run.counters.at(counter_values);
        }
    }
}

void table::Finalize()
{
    for (int kind = 0; kind < MESSAGE_WORKLOADS; kind += 1) {
        print_workload(static_cast<message_workload>(kind));
    }
    print_threads();
    print_legend();
}

const table::result *table::find(const subject *what, message_workload kind, workload_form form, int threads) const
{
    const auto found = results_.find(name_of({what, kind, form, threads}));
    return found == results_.end() ? nullptr : &found->second;
}

void table::print_line(const subject &what, message_workload kind, const result *reference) const
{
    const result *valid = find(&what, kind, WORKLOAD_VALID, alone);
    const result *refused = find(&what, kind, WORKLOAD_REFUSED, alone);
    std::printf("%-20s", what.name);
    if (valid != nullptr) {
        const double time = fastest(valid->packet);
        std::printf("%9.0f", valid->bytes);
        print_cell(12, time);
        if (valid->values > 1) {
            print_cell(10, time / valid->values);
        } else {
            print_empty(10);
        }
        print_cell(9, valid->bytes / time);
        std::printf("%8.0f%%", spread(valid->packet));
        if (reference != nullptr) {
            print_cell(10, time / fastest(reference->packet));
        } else {
            print_empty(10);
        }
    } else {
        print_empty(58);
    }
    if (refused != nullptr) {
        print_cell(12, fastest(refused->packet));
        if (valid != nullptr) {
            print_cell(9, fastest(refused->packet) / fastest(valid->packet));
        }
    }
    std::printf("\n");
}

void table::print_workload(message_workload kind) const
{
    const result *reference = nullptr;
    const subject *last = nullptr;
    for (const row &each : rows_) {
        if (each.kind == kind && each.form == WORKLOAD_VALID && std::strcmp(each.what->name, reference_name) == 0) {
            reference = find(each.what, kind, WORKLOAD_VALID, alone);
        }
    }
    std::set<const subject *> printed;
    for (const row &each : rows_) {
        const result *found = find(each.what, kind, each.form, alone);
        if (each.kind != kind || found == nullptr || !printed.insert(each.what).second) {
            continue;
        }
        if (last == nullptr) {
            std::printf("\n%s: %.1f values a message\n%-20s%9s%12s%10s%9s%9s%10s%12s%9s\n", message_workload_name(kind),
                        found->values, "", "bytes", "ns/packet", "ns/value", "GB/s", "spread", "x strict", "refused",
                        "x valid");
        }
        last = each.what;
        print_line(*each.what, kind, reference);
    }
}

void table::print_threads() const
{
    for (const row &each : rows_) {
        const result *together = find(each.what, each.kind, each.form, each.threads);
        const result *one = find(each.what, each.kind, each.form, 1);
        if (each.threads <= 1 || together == nullptr || one == nullptr) {
            continue;
        }
        std::printf("\n%s of %s by %d threads: %.2f times as many packets as by one\n", each.what->name,
                    message_workload_name(each.kind), each.threads, fastest(one->packet) / fastest(together->packet));
    }
}

void table::print_legend() const
{
    std::set<const subject *> printed;
    std::printf("\n");
    for (const row &each : rows_) {
        if (find(each.what, each.kind, each.form, each.threads) != nullptr && printed.insert(each.what).second) {
            std::printf("%-20s  %s: %s\n", each.what->name, each.what->format->name, each.what->does);
        }
    }
}
