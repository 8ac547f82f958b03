/* SPDX-License-Identifier: MIT */
/* The declarations of one file: statements that stand in it or in a class; all others are passed over. */
#ifndef GDV_CLI_GD_COLLECT_H
#define GDV_CLI_GD_COLLECT_H

#include "gd_read.h"

/* Adds those of the last file. Returns false, having told what is wrong with its place. Time: linear in the file, and for each
 * variable a look at what was declared before. */
bool gd_collect(gd_scripts *scripts);

#endif
