/* SPDX-License-Identifier: MIT */
/* Which gdv this is, and the check that a program and its library are of one kind.
 *
 * Structures differ between ABI versions, and with GDV_MAX_DEPTH: a program compiled with one and a library with another
 * would write past the end of what the other sees. Three things refuse that before a byte is read:
 *
 *   linking, static or shared  Each file that includes a header of gdv refers to one symbol that carries both numbers,
 *                              such as gdv_abi_0_1024, and only a library of the same numbers has it. A loader looks it
 *                              up when the program starts, not at a first call.
 *   dlopen, foreign functions  gdv_abi() is to be compared with GDV_ABI before anything else is called.
 *   struct_size                Structures that a caller fills begin with their size. It detects and does not grow: any
 *                              number but the library's own sizeof is refused (GDV_E_BAD_POLICY for a policy, else
 *                              GDV_E_BAD_STRUCT), with nothing written and no byte of the packet read. A field more is
 *                              a new ABI version, so a structure is never read further than it was made. */
#ifndef GDV_VERSION_H
#define GDV_VERSION_H

#include <stdint.h>

#include "export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What was released. Digits alone: build systems read them here. */
#define GDV_VERSION_MAJOR 0
#define GDV_VERSION_MINOR 1
#define GDV_VERSION_PATCH 0

/* Rises after every change that wants programs compiled again: of a structure, a signature or a number in these
 * headers. The shared library is called libgdv.so.GDV_ABI_VERSION. Digits alone, as above. */
#define GDV_ABI_VERSION 0

/* The deepest nesting that this build can follow: the engines' own limit. A small target may define less
 * (docs/footprint.md): digits alone, and the same number in every file that includes these headers. */
#ifndef GDV_MAX_DEPTH
#define GDV_MAX_DEPTH 1024
#endif
#if GDV_MAX_DEPTH < 1 || GDV_MAX_DEPTH > 1024
#error "GDV_MAX_DEPTH is a number from 1 to 1024"
#endif

/* To compare with: GDV_VERSION_NUMBER >= 1002000 is 1.2.0 and later. */
#define GDV_VERSION_NUMBER (GDV_VERSION_MAJOR * 1000000 + GDV_VERSION_MINOR * 1000 + GDV_VERSION_PATCH)

/* The version as text, "MAJOR.MINOR.PATCH". */
#define GDV_VERSION GDV_TEXT_OF(GDV_VERSION_MAJOR) "." GDV_TEXT_OF(GDV_VERSION_MINOR) "." GDV_TEXT_OF(GDV_VERSION_PATCH)
#define GDV_TEXT_OF(number) GDV_TEXT(number)
#define GDV_TEXT(digits) #digits

/* What program and library must have in common. */
#define GDV_ABI (((uint32_t)GDV_ABI_VERSION << 16) | (uint32_t)GDV_MAX_DEPTH)

/* GDV_VERSION_NUMBER of the library, which is not always that of the headers. */
GDV_API uint32_t gdv_version(void);

/* GDV_VERSION of the library. Never NULL; constant. */
GDV_API const char *gdv_version_name(void);

/* GDV_ABI of the library. A program that loads it by dlopen, or from another language, compares this with the number
 * that its own structures were made for, and calls nothing else if they differ. */
GDV_API uint32_t gdv_abi(void);

/* ---- the symbol of this ABI; programs need no more of this file */

#define GDV_ABI_SYMBOL GDV_ABI_SYMBOL_OF(GDV_ABI_VERSION, GDV_MAX_DEPTH)
#define GDV_ABI_SYMBOL_OF(version, depth) GDV_ABI_PASTE(version, depth)
#define GDV_ABI_PASTE(version, depth) gdv_abi_##version##_##depth

/* Not marked as imported: C has no constant address of what comes from a DLL. GNU linkers import it without. */
#if defined(GDV_SHARED) && !defined(GDV_BUILDING) && (defined(_WIN32) || defined(__CYGWIN__))
extern const uint32_t GDV_ABI_SYMBOL;
#else
extern GDV_API const uint32_t GDV_ABI_SYMBOL;
#endif

/* A pointer, not a call: it costs no instruction, and unlike functions, data is never bound lazily. `used` keeps it in
 * the object, `retain` through --gc-sections. GNU ld for Windows and bare-metal targets have no such mark (where gcc says
 * so, that it ignores it): with that flag, they ask for gdv_abi() to be compared. */
#if defined(GDV_BUILDING) || defined(__FRAMAC__)
/* The library's own files are one build. */
#elif defined(_MSC_VER)
#define GDV_ABI_INCLUDE GDV_TEXT_OF(GDV_ABI_SYMBOL)
#if defined(_M_IX86) && defined(GDV_SHARED)
#pragma comment(linker, "/include:__imp__" GDV_ABI_INCLUDE)
#elif defined(_M_IX86)
#pragma comment(linker, "/include:_" GDV_ABI_INCLUDE)
#elif defined(GDV_SHARED)
#pragma comment(linker, "/include:__imp_" GDV_ABI_INCLUDE)
#else
#pragma comment(linker, "/include:" GDV_ABI_INCLUDE)
#endif
#else
#if !defined(__GNUC__)
#define GDV_KEPT
#elif defined(__ELF__) && defined(__has_attribute)
#if __has_attribute(retain)
#define GDV_KEPT __attribute__((used, retain))
#endif
#endif
#if !defined(GDV_KEPT)
#define GDV_KEPT __attribute__((used))
#endif
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wattributes"
#endif
GDV_KEPT static const uint32_t *const gdv_abi_of_header = &GDV_ABI_SYMBOL;
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
#endif

#ifdef __cplusplus
}
#endif

#endif
