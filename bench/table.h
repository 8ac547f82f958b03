// SPDX-License-Identifier: MIT
// Prints results as tables, one for each workload, one line for each subject: of the rounds in which each row ran the
// fastest, as whatever else the machine does only adds. Called by Google Benchmark with the results of main.cc.
#ifndef GDV_BENCH_TABLE_H
#define GDV_BENCH_TABLE_H

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <vector>

extern "C" {
#include "bench/subject.h"
}

// The names of a row's counters, which stand in Google Benchmark's JSON too.
constexpr const char *counter_packet = "ns/packet";
constexpr const char *counter_value = "ns/value";
constexpr const char *counter_speed = "GB/s";
constexpr const char *counter_bytes = "bytes/packet";
constexpr const char *counter_values = "values/packet";

// What is measured together: a subject on a workload.
struct row {
    const subject *what;
    message_workload kind;
    workload_form form;
    int threads; // `alone`, or so many side by side, by the clock on the wall
};

constexpr int alone = 0;

// As --benchmark_filter takes it: "tiny/valid/validate/strict"; "snapshot/valid/validate/strict/wall_2" of two threads.
std::string name_of(const row &of);

class table : public benchmark::BenchmarkReporter
{
  public:
    explicit table(const std::vector<row> &rows) : rows_(rows) {}

    bool ReportContext(const Context &context) override;
    void ReportRuns(const std::vector<Run> &runs) override;
    void Finalize() override;

    // Rows without a result, though they ran: what SkipWithError said stands on standard error.
    size_t failed() const
    {
        return failed_;
    }

    // Rows with a result.
    size_t measured() const
    {
        return results_.size();
    }

  private:
    struct result {
        std::vector<double> packet; // of each round: nanoseconds
        double bytes;
        double values;
    };

    const result *find(const subject *what, message_workload kind, workload_form form, int threads) const;
    void print_workload(message_workload kind) const;
    void print_line(const subject &what, message_workload kind, const result *reference) const;
    void print_threads() const;
    void print_legend() const;

    const std::vector<row> &rows_;
    std::map<std::string, result> results_;
    size_t failed_ = 0;
};

#endif
