/* SPDX-License-Identifier: MIT */
/* Calls of the writer as text, so that a test is a row: "array int=1 str=a end" makes four calls. Words are parted by
 * blanks; %20 in a text is the byte 0x20.
 *
 *      nil  true  false  int=-5  float=0.5  float#7ff8000000000000  callable
 *      str=TEXT  name=TEXT (a StringName)  strs (no string)  strs=TEXT,TEXT
 *      path=/NAME/NAME:SUBNAME:SUBNAME!PROPERTY (each part may be missing)
 *      i32=Vector2i,1,-2  i64=..  f32=Color,1,0.5,0.25,1  f64=..  (or #BITS for a number)
 *      bytes=0aff  rid=0  id=5  signal=TEXT,5  image=FORMAT,MIPMAPS,WIDTH,HEIGHT,BYTES  event=TYPE,DEVICE,WORD,WORD
 *      array  dict  shared  end  object=CLASS  prop=TEXT
 *      tarray=ELEMENT  tdict=ELEMENT,ELEMENT  parray=ELEMENT
 *      where ELEMENT is - (NULL), any, a type's name, class.NAME or script.PATH
 *
 * Text that is no such call aborts: the test is wrong, not the library. */
#ifndef GDV_TESTS_CALLS_H
#define GDV_TESTS_CALLS_H

#include <gdv/gdv.h>

#include "tests/support/support.h"

/* Makes the calls, whatever they return. Returns what the last one did. */
gdv_status calls_make(gdv_writer *writer, const char *calls);

/* What became of a packet that was written. */
typedef struct written {
    gdv_status code;
    gdv_report report; /* of gdv_writer_report */
    packet made;       /* what was written; no bytes unless code is GDV_OK */
} written;

/* Writes the packet under the policy (NULL is strict): measured, into an exact-size buffer, and into one with room to
 * spare. Aborts where a promise that holds for every packet is broken: the three disagree in code or size; another byte
 * than those of the packet is changed; gdv_validate refuses what finished with GDV_OK; gdv_canonicalize changes it. */
written written_by(gdv_dialect dialect, const gdv_policy *policy, const char *calls);

#endif
