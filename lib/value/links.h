/* SPDX-License-Identifier: MIT */
/* Internal: where a node of a document ends, and links over the elements of an array, so that an index is found in a
 * number of steps that is logarithmic in the array. Without them it is linear where elements have elements of their
 * own, and a loop over 130,000 of them, 512 KiB that a stranger sends, takes 15 seconds.
 *
 * A node without children needs no `next`, as it ends before the next node. The last node of all that is in an element
 * has no children, so it lends its `next` to a link: that of element i is in the node right before element i + 1. The
 * last element of an array has no link, and needs none. Two arrays never borrow from the same node: the node after a
 * lent one begins an element of the array that borrows, and every element lies in one array only.
 *
 * The elements are the nodes of a binary tree of 2^n - 1 places, in preorder. Of a subtree of 2p + 1 places, p are in
 * the left half, which begins at the next element, and p in the right half, which begins p elements after that: there
 * leads the link. So each step, be it to the next element or over a link, halves the places that are left. */
#ifndef GDV_LINKS_H
#define GDV_LINKS_H

#include <stdbool.h>
#include <stdint.h>

#include <gdv/policy.h>
#include <gdv/value.h>

#include "../decode/cursor.h"

/* What a node's `shape` holds. */
#define GDV_NODE_ARRAY 1u  /* it has elements */
#define GDV_NODE_NESTED 2u /* a child has children of its own, so that children are not one node each */
#define GDV_NODE_LINKED 4u /* there are links over the elements */

/* What is added to the index of a node to make a link of it: no document has that many nodes. */
#define GDV_LINK 0x80000000u

/* Arrays of fewer nodes are walked. */
#define GDV_LINKED_FROM 16u

#ifdef __FRAMAC__
#include "../proof/links.h"
#endif

/* Index of the node after a node and all that is in it. Ensures: a later one, whatever the nodes hold, so that a walk
 * ends. */
static inline uint32_t gdv_node_after(const gdv_node *nodes, uint32_t index)
{
    uint32_t end = nodes[index].next;
    return gdv_signed32(end) > gdv_signed32(index) ? end : index + 1; /* links are below zero */
}

/* Places of the smallest tree that holds `count` elements: 2^n - 1. Requires count < 2^31. */
static inline uint32_t gdv_links_places(uint32_t count)
{
    uint32_t places = 1;
    /*@ GDV_LINKS_PLACES_LOOP */
    while (places < count) {
        places = 2 * places + 1;
    }
    return places;
}

/* Links the elements of nodes[array], in which are all nodes after it up to nodes[used - 1]. Requires array + 1 < used.
 * Time: linear in its elements. */
void gdv_links_add(gdv_node *nodes, uint32_t used, uint32_t array);

#endif
