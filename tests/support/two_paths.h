/* SPDX-License-Identifier: MIT */
/* Two readings of a packet: one by a fast path, the other by the general step without it. For tests and for
 * //fuzz:differential. */
#ifndef GDV_TESTS_TWO_PATHS_H
#define GDV_TESTS_TWO_PATHS_H

#include <stddef.h>
#include <stdint.h>

#include <gdv/gdv.h>

/* Value by value, by gdv_step, which reads what is plain in few instructions (lib/decode/fast.h). NULL where both say the same of
 * every value, and of why the packet ends; else what they do not agree in. The policy is one that gdv_policy_check passes. */
const char *two_paths_differ(const uint8_t *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy);

/* The verdicts: gdv_validate, which reads most packets in one loop (lib/read/run.h), asked for statistics and asked for a report.
 * NULL where they are that of the step, in what they say of the packet and where; else what they do not agree in. In `scratch`,
 * of scratch_size bytes. *status is the step's. */
const char *verdicts_differ(const uint8_t *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy,
                            uint8_t *scratch, size_t scratch_size, gdv_status *status);

/* The nodes: gdv_document_parse, which adds most of them in one loop (lib/read/tape.c). NULL where they are those of the values that
 * the step reads, and its code is `status`; else what they do not agree in. In `nodes`, as many as gdv_document_bound says. */
const char *documents_differ(const uint8_t *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy,
                             gdv_node *nodes, size_t capacity, gdv_status status);

/* The events: those of a reader, which reads ahead of them by a loop (lib/read/ahead.c). NULL where each is what the step says of its
 * value or name or of the end of its container, up to the one that is refused; else what they do not agree in. Each
 * has scratch_size bytes of scratch memory: the reader `scratch`, the step `other`. */
const char *events_differ(const uint8_t *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy,
                          uint8_t *scratch, uint8_t *other, size_t scratch_size);

/* What an event says of its value by itself, beside what the getters of that value say, which read the packet. NULL where they agree;
 * else what they do not agree in. */
const char *event_differs(const gdv_event *event);

#endif
