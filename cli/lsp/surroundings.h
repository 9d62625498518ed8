/* What is around a file that an editor has: whether it is one of records, and the zet.yaml that
   counts for it. */
#pragma once

#include "cli/config.h"

enum file_kind { FILE_RECORDS, FILE_SETTINGS, FILE_OTHER };

/* Starts zeroed. */
struct surroundings {
    enum file_kind kind;
    struct config config;
    const zet_settings *settings; /* or NULL */
    char *refusal;                /* why the settings cannot be used; or NULL */
    char *seen;                   /* what counted when it was looked for last */
};

/* Looks on the disk for what counts for the file of that address, which is none where the address
   is of no file; `text` is what the editor has. True if it is not what counted before. */
bool surroundings_look(struct surroundings *s, const char *uri, const char *text);

void surroundings_free(struct surroundings *s);

/* Where in `text` a refusal of that file's own text points to, and what it says after that: for
   files zet.yaml in the editor. NULL if the text can be used. To be freed. */
char *surroundings_refuse(const char *text, size_t length, size_t *line, size_t *column);
