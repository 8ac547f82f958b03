/* SPDX-License-Identifier: MIT */
/* Internal: whose a node is, by its path. */
#ifndef GDV_OWNER_H
#define GDV_OWNER_H

#include <gdv/methods.h>

/* Whether a path, at which the script is for some peer, is one with that peer's own id in it. */
bool gdv_path_is_of_peer(const gdv_schema *schema, uint32_t script, gdv_text path);

#endif
