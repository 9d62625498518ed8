/* The implementation of a zet_rules. */
#pragma once

#include <stdatomic.h>

#include "notation/games/movetext.h"
#include "validators/games/ruleset.h"
#include "validators/zet.h"

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
