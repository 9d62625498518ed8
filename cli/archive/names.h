/* The list of the people in records, with the spellings of their names and those who may be one. */
#pragma once

#include "cli/archive/people.h"

/* Appends the list as "text", "json", "players" (only names) or "yaml" (a names file with the
   people that `file` lacks; NULL: nobody). Returns false, after a message, on failure. */
bool names_write(const struct archive *a, const struct names_file *file, const char *format,
                 zet_output *out);
