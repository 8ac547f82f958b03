/* SPDX-License-Identifier: MIT */
/* How public declarations are marked. Used by every public header, and by nothing else. */
#ifndef GDV_EXPORT_H
#define GDV_EXPORT_H

#if defined(__GNUC__) || defined(__clang__)
#define GDV_API __attribute__((visibility("default")))
#define GDV_NODISCARD __attribute__((warn_unused_result))
#else
#define GDV_API
#define GDV_NODISCARD
#endif

#endif
