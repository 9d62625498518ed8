/* The inside of a zet_rules. */
#ifndef ZET_VALIDATORS_API_RULES_H
#define ZET_VALIDATORS_API_RULES_H

#include <stdatomic.h>

#include "notation/games/movetext.h"
#include "validators/games/ruleset.h"
#include "validators/zet.h"

enum { SPARE_GRAMMARS = 8 };

/* Reading a move writes to its grammar, so each thread has one of its own while it reads. */
struct zet_rules {
    struct ruleset ruleset;
    _Atomic(struct grammar *) spare[SPARE_GRAMMARS]; /* not in use; or NULL */
};

/* A grammar for the caller alone, to be given back. NULL where memory runs out. */
struct grammar *zet_grammar_borrow(zet_rules *rules);
void zet_grammar_return(zet_rules *rules, struct grammar *grammar);

#endif
