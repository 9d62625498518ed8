/* Files of diagrams, for the program. */
#pragma once

#include "validators/zet.h"

/* The format of the options, or NULL. */
const char *zi_diagram_options_format(const zet_diagram_options *options);

/* Whether only illegal moves are drawn. */
bool zi_diagram_options_illegal(const zet_diagram_options *options);

/* The folder of the option `assets`, as it was given; empty if it was not given. The caller writes
   the files of zi_page_asset_at into it: the file at `index`, from 0, under the returned name.
   Past the last one it returns NULL and writes nothing. */
zet_text zi_diagram_options_assets(const zet_diagram_options *options);
const char *zi_page_asset_at(size_t index, zet_output *out);

/* The diagram format for a file of that name, by its ending; NULL if the ending says nothing. */
const char *zi_diagram_format_of(const char *file);

/* The marks that a crop hides, such as `h8, a1-b2`; empty: none. Valid as long as the diagram. */
zet_text zi_diagram_left_out(const zet_diagram *diagram);

/* A file of diagrams, written one by one, in the format of the options. The options and the output
   must outlive it. */
typedef struct zet_diagram_file zet_diagram_file;

zet_diagram_file *zi_diagram_file_new(const zet_diagram_options *options, zet_output *out,
                                      zet_error *error);

/* Appends a diagram to the file. */
zet_status zi_diagram_file_add(zet_diagram_file *file, const zet_diagram *diagram,
                               zet_error *error);

/* Whether the file has as many diagrams as it can hold. */
bool zi_diagram_file_is_full(const zet_diagram_file *file);

/* Completes the file. It must still be freed. */
zet_status zi_diagram_file_end(zet_diagram_file *file, zet_error *error);
void zi_diagram_file_free(zet_diagram_file *file);
