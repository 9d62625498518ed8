/* Which moves were meant where some of a record cannot be read or played: a search over the legal
   continuations for a reading of the text that lets the game continue to its end. */
#pragma once

#include "notation/base/arena.h"
#include "notation/games/movetext.h"
#include "validators/games/ruleset.h"

enum slip_kind {
    SLIP_CONFUSED,  /* some characters are others than were meant */
    SLIP_ILLEGIBLE, /* nothing of the move can be read */
    SLIP_MISSING,   /* the move was omitted */
    SLIP_EXTRA,     /* something is there that is not a move of the game, such as a move twice */
    SLIP_SWAPPED,   /* it and the next move are in each other's place */
    SLIP_FORM       /* it can be read, but this is not its canonical form */
};

/* A place where the reading departs from the text. */
struct slip {
    enum slip_kind kind;
    struct text written; /* a part of the text; empty, at its place, where a move is missing */
    struct text read;    /* the canonical form of what was meant; empty: nothing */
    uint32_t ply;        /* from 1 */
    uint32_t tried;      /* moves that the text is as near to, this one included */
};

enum { READINGS_MAX = 64, CHOICES_MAX = 8 };

/* A reading of a text. */
struct deciphered {
    struct slip *slip;
    size_t count, cap;
    bool complete;     /* all moves can be played, and the end agrees with the evidence */
    bool sure;         /* no other reading is nearly as likely; proved, not only not found */
    uint32_t readings; /* how many are as likely, at most READINGS_MAX; 1: this one alone */
    uint32_t plies;    /* that can be played */
    struct text *line; /* the moves of these, where there is another sheet; else NULL */
    uint64_t work;     /* moves that were tried */
    struct outcome outcome;

    /* Where several are as likely: what they have in place of the first slip, the text with which
       all of them begin to differ from what is written. None where they begin elsewhere. */
    struct text choice[CHOICES_MAX];
    size_t choices;
};

/* The first slip that is more than another form of what is meant; NULL: none. */
static inline const struct slip *zi_first_slip(const struct deciphered *d) {
    size_t i = 0;
    while (i < d->count && d->slip[i].kind == SLIP_FORM)
        i++;
    return i < d->count ? &d->slip[i] : NULL;
}

/* What is known of the game beside its moves. */
struct evidence {
    const struct setup *start; /* of the record; NULL: the start of the game */
    struct text result;        /* in words of records; empty: unknown */
    bool ended_otherwise;      /* a termination other than by the rules is given */
    struct text other;         /* the moves of another sheet of the game; empty: there is none */
    const size_t *items;       /* as of zi_movetext_open */
    size_t item_count;
};

/* Looks for the most likely reading of `text`, trying at most `budget` moves. The texts of *out are
   in `arena`; its array is freed by zi_deciphered_free. False when out of memory. */
bool zi_decipher(const struct ruleset *rs, struct grammar *grammar, struct text text,
                 const struct evidence *evidence, uint64_t budget, struct arena *arena,
                 struct deciphered *out);
void zi_deciphered_free(struct deciphered *r);
