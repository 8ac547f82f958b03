/* SPDX-License-Identifier: MIT */
/* gdv schema --sample: random packets of a schema, or such as miss it by one rule, on standard output or as files. */
#ifndef GDV_CLI_SCHEMA_SAMPLES_H
#define GDV_CLI_SCHEMA_SAMPLES_H

#include <gdv/gdv.h>

#include "options.h"

/* Writes as many as the options say; returns the exit status. `policy` is what the schema's limits have narrowed. */
int schema_samples(const options *opts, const gdv_schema *schema, const gdv_policy *policy);

#endif
