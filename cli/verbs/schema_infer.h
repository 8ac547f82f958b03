/* SPDX-License-Identifier: MIT */
/* gdv schema --infer: a draft of a schema from packets. */
#ifndef GDV_CLI_SCHEMA_INFER_H
#define GDV_CLI_SCHEMA_INFER_H

#include "options.h"

/* Reads the packets that the options name and prints the draft; returns the exit status. */
int schema_infer(const options *opts);

#endif
