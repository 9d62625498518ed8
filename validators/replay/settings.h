/* The implementation of a zet_settings. */
#pragma once

#include "notation/base/option.h"
#include "notation/games/movetext.h"
#include "validators/games/ruleset.h"
#include "validators/replay/choose.h"
#include "validators/zet.h"
#include <stdatomic.h>

enum setting { SETTING_GAME, SETTING_VARIANT, SETTING_NAMES, SETTING_LEVEL, SETTINGS };

extern const zet_option zi_setting_rows[SETTINGS + 1];

struct zet_settings {
    char *value[SETTINGS]; /* NULL: not given */
    struct defaults defaults;
    enum severity level; /* if given */
};

/* Files beside records. */

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

/* The implementation of a zet_rules. */

enum { SPARE_GRAMMARS = 8, OPTION_TEXT_MAX = 16, RULES_TEXT_MAX = 256 };

/* Reading a move writes to its grammar, so each thread needs its own while it reads. */
struct zet_rules {
    struct ruleset ruleset;
    char option[OPTIONS_MAX][OPTION_TEXT_MAX]; /* their values */
    char text[RULES_TEXT_MAX];
    uint64_t key;
    _Atomic unsigned others;                         /* that share it; the last one frees it */
    _Atomic(struct grammar *) spare[SPARE_GRAMMARS]; /* not in use; or NULL */
};

/* NULL if memory runs out. */
zet_rules *zi_rules_of(const struct ruleset *rs, zet_error *error);

/* Writes zet_rules_text, terminated. */
void zi_ruleset_text(const struct ruleset *rs, char to[RULES_TEXT_MAX]);
uint64_t zi_ruleset_key(const char *text);

/* The same rules, to be freed once more. */
zet_rules *zi_rules_share(const zet_rules *rules);

/* A grammar for the caller's use only, to be returned. NULL if memory runs out. */
struct grammar *zi_grammar_borrow(const zet_rules *rules);
void zi_grammar_return(const zet_rules *rules, struct grammar *grammar);
