/* SPDX-License-Identifier: MIT */
#include "short_text.h"

#if defined(__SSE2__)

const gdv_short_table gdv_short = {
    {GDV_SHORT_ROW(0), GDV_SHORT_ROW(1), GDV_SHORT_ROW(2), GDV_SHORT_ROW(3), GDV_SHORT_ROW(4), GDV_SHORT_ROW(5),
     GDV_SHORT_ROW(6), GDV_SHORT_ROW(7), GDV_SHORT_ROW(8), GDV_SHORT_ROW(9), GDV_SHORT_ROW(10), GDV_SHORT_ROW(11),
     GDV_SHORT_ROW(12), GDV_SHORT_ROW(13), GDV_SHORT_ROW(14), GDV_SHORT_ROW(15), GDV_SHORT_ROW(16)},

    {0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,
     255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255}};

#endif
