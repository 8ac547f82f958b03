/* SPDX-License-Identifier: MIT */
/* What `gdv help` says. Options, dialects and permissions are listed from the tables that do the work. */
#ifndef GDV_CLI_HELP_H
#define GDV_CLI_HELP_H

#include "verb.h"

/* On standard output: of the command, of one verb. */
void help_command(void);
void help_verb(const verb *which);

#endif
