/* The surroundings of an open file: whether it contains records, and the zet.yaml that applies. */
#pragma once

#include "cli/config.h"
#include "validators/replay/settings.h"

enum file_kind { FILE_RECORDS, FILE_SETTINGS, FILE_OTHER };

/* Starts zeroed. */
struct surroundings {
    enum file_kind kind;
    struct config config;
    const zet_settings *settings; /* or NULL */
    char *refusal;                /* why the settings are unusable; or NULL */
    char *seen;                   /* what applied at the last look */
};

/* Finds out on disk what applies to the file at that address; nothing if it is not a file address.
   `text` is the editor's text. Returns true if this changed. */
bool surroundings_look(struct surroundings *s, const char *uri, const char *text);

void surroundings_free(struct surroundings *s);

/* For zet.yaml files in the editor: the place in `text` of an error, and the message. NULL if the
   text is usable. The caller frees it. */
char *surroundings_refuse(const char *text, size_t length, size_t *line, size_t *column);
