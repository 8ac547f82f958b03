/* SPDX-License-Identifier: MIT */
#include "links.h"

/* Of a tree with fewer than 2^32 places, that many subtrees at most wait for their right halves at a time. Indices into
 * them are taken modulo this. */
#define WAITING 32u

#ifdef __FRAMAC__
#include "../proof/links_c.h"
#endif

void gdv_links_add(gdv_node *nodes, uint32_t used, uint32_t array)
{
    uint32_t slots[WAITING] = {0};  /* the nodes whose links are not known yet, as seen from the first element */
    uint32_t rights[WAITING] = {0}; /* places to the right, where each will lead */
    const uint32_t first = array + 1;
    uint32_t top = 0;
    uint32_t places = gdv_links_places(used - first);
    uint32_t after = gdv_node_after(nodes, first);
    /*@ GDV_LINKS_ADD_LOOP */
    while (after < used) {
        if (places > 1) {
            places /= 2;
            slots[top] = after - 1 - first;
            rights[top] = places;
            top = (top + 1) % WAITING;
        } else {
            top = (top + WAITING - 1) % WAITING;
            places = rights[top];
            nodes[first + slots[top]].next = GDV_LINK + after;
        }
        after = gdv_node_after(nodes, after);
    }
    nodes[array].shape = (uint16_t)(GDV_NODE_ARRAY + GDV_NODE_NESTED + GDV_NODE_LINKED);
}
