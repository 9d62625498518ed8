/* Grays of a PDF that are printed with black ink alone. */
#pragma once

#include <pango/pango.h> /* and the types of GLib */

/* cairo writes every color as red, green and blue, which a press mixes of all its inks. Returns the
   PDF, as cairo writes it, with DeviceGray where the three are the same; NULL if the bytes are not
   such a PDF. */
GString *zi_pdf_black(const char *pdf, size_t length);
