/* SPDX-License-Identifier: MIT */
/* How public declarations are marked. Used by every public header, and by nothing else.
 *
 * A static library needs no macro. Define
 *   GDV_SHARED    in a shared library of gdv and in programs that use it: Windows asks for it (PE), others do not
 *   GDV_BUILDING  in the library's own sources, beside GDV_SHARED; in a static library it saves a pointer a file
 *                 (version.h)
 *   GDV_HIDDEN    where gdv becomes part of one plug-in, in its sources and those that include it: no other plug-in of
 *                 the process then sees this gdv or is called in its place. Where there is ELF or Mach-O, compile the
 *                 library's sources with -fvisibility=hidden too */
#ifndef GDV_EXPORT_H
#define GDV_EXPORT_H

#if defined(GDV_SHARED) && defined(GDV_HIDDEN)
#error "GDV_SHARED exports gdv and GDV_HIDDEN does not: define one of them"
#endif

#if defined(_WIN32) || defined(__CYGWIN__)
#if !defined(GDV_SHARED)
#define GDV_API
#elif defined(GDV_BUILDING)
#define GDV_API __declspec(dllexport)
#else
#define GDV_API __declspec(dllimport)
#endif
#elif !defined(__GNUC__)
#define GDV_API
#elif defined(GDV_HIDDEN)
#define GDV_API __attribute__((visibility("hidden")))
#else
#define GDV_API __attribute__((visibility("default")))
#endif

#if defined(__GNUC__)
#define GDV_NODISCARD __attribute__((warn_unused_result))
#else
#define GDV_NODISCARD
#endif

#endif
