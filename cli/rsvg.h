/* PDF and PNG: rsvg-convert, a program of librsvg, makes them from SVG documents. */
#pragma once

#include <stdio.h>
#include <zet.h>

/* SVG documents, each in a temporary file without a name. Starts zeroed. */
struct svg_pages {
    FILE **at;
    size_t count, cap;
    bool begun; /* the last one is not complete */
};

/* Whether this system can start programs. */
bool rsvg_exists(void);

/* Appends to the current document, or begins one. False after a message. */
bool svg_pages_write(struct svg_pages *pages, const char *bytes, size_t size);

/* Completes the current document. False after a message. */
bool svg_pages_end(struct svg_pages *pages);

/* Writes the documents as one file: as the pages of a pdf, or the only one as a png; then removes
   them. False after a message, or if `write` fails. */
bool svg_pages_convert(struct svg_pages *pages, const char *format, zet_write_function *write,
                       void *to);

void svg_pages_free(struct svg_pages *pages);
