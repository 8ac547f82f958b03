/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/value/links.h (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. A macro FUNCTION_LOOP is the annotation of the
 * loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_LINKS_H
#define GDV_PROOF_LINKS_H

/* What is read of nodes before they are written again. */
#define GDV_NODE_KNOWN(node) (\initialized(&(node).next) && \initialized(&(node).shape))
#define GDV_NODES_KNOWN(nodes, from, to)                                                                               \
    (\forall integer i; (from) <= i < (to) ==> GDV_NODE_KNOWN((nodes)[i]))

/*@ requires \valid_read(nodes + index) && \initialized(&nodes[index].next);
    requires index < GDV_LINK;
    terminates \true; exits \false;
    assigns \nothing;
    ensures later: \result > index;
*/
static inline uint32_t gdv_node_after(const gdv_node *nodes, uint32_t index);

#define GDV_LINKS_PLACES_LOOP                                                                                          \
    loop invariant places >= 1;                                                                                        \
    loop assigns places;                                                                                               \
    loop variant count - places;

/*@ requires count <= 0x7fffffff;
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result >= 1 && \result >= count;
*/
static inline uint32_t gdv_links_places(uint32_t count);

/*@ requires inside: array + 1 < used < GDV_MAX_BYTES;
    requires valid: \valid(nodes + (array .. used - 1));
    requires known: GDV_NODES_KNOWN(nodes, array, used);
    terminates \true; exits \false;
    assigns nodes[array .. used - 1];
    ensures known: GDV_NODES_KNOWN(nodes, array, used);
*/
void gdv_links_add(gdv_node *nodes, uint32_t used, uint32_t array);

#endif
