/* zet_draw.h: the interface of libzet_draw, which draws the diagrams of libzet as PDF and PNG with
   cairo and Pango.

   It needs nothing of libzet but the types of zet.h. cairo, Pango and GLib abort by themselves
   if memory runs out: whoever cannot afford that uses this library in a process of its own, as
   the program `zet` does. */
#ifndef ZET_DRAW_H
#define ZET_DRAW_H

#include <zet.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A canvas with the formats "pdf" and "png". Its `open` refuses if there is no font. It takes
   the same in every thread; each file is for one thread at a time. */
ZET_API const zet_canvas *zet_draw_canvas(void);

#ifdef __cplusplus
}
#endif

#endif
