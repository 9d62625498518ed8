/* Files beside records. */
#pragma once

#include "validators/zet.h"

/* Settings: the content of a file `zet.yaml` beside records, for readers and tasks that use it. A
   game or a variant applies to records without one, each with a `style` finding; the
   other keys (ZET_CATALOGUE_SETTINGS) are for the caller and for tasks that have such an option.
   Shared. */
typedef struct zet_settings zet_settings;

/* Reads settings from text in YAML. `name` is used in messages. ZET_REFUSED if it is not such a
   text; the message begins with its place. */
zet_settings *zi_settings_new(const char *name, zet_text text, zet_error *error);
void zi_settings_free(zet_settings *settings);

/* The value of a key; NULL if it is not given. It lives as long as the settings. */
const char *zi_settings_value(const zet_settings *settings, const char *key);

/* Recognizes a file without records by its first bytes: *kind becomes "names"
   (docs/reference/names.md) or "tournament" (docs/reference/tournaments.md), else NULL. */
zet_status zi_side_file_kind(zet_text head, const char **kind, zet_error *error);
