/* Prints the grays of a PDF with black ink only. */
#pragma once

#include <pango/pango.h> /* and the types of GLib */

/* cairo writes all colors as RGB, which a press prints with all its inks. Returns the PDF with
   DeviceGray where red, green and blue are equal; NULL if the bytes are not a PDF as cairo writes
   it. */
GString *zi_pdf_black(const char *pdf, size_t length);
