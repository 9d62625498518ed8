/* Finds the intended moves of a record in which some cannot be read or played: a search over the
   legal continuations for a reading of the text with which the game continues to its end. */
#pragma once

#include "notation/base/arena.h"
#include "notation/games/movetext.h"
#include "validators/games/ruleset.h"

enum slip_kind {
    SLIP_CONFUSED,  /* some characters differ from the intended ones */
    SLIP_ILLEGIBLE, /* the move is illegible */
    SLIP_MISSING,   /* the move was omitted */
    SLIP_EXTRA,     /* the text is not a move of the game, such as a repeated move */
    SLIP_SWAPPED,   /* this move and the next are swapped */
    SLIP_FORM       /* the move is readable, but not in canonical form */
};

/* A place where the reading departs from the text. */
struct slip {
    enum slip_kind kind;
    struct text written; /* a part of the text; empty, at the place of a missing move */
    struct text read;    /* the intended move in canonical form; empty: none */
    uint32_t ply;        /* from 1 */
    uint32_t tried;      /* moves equally near to the text, this one included */
};

enum { READINGS_MAX = 64, CHOICES_MAX = 8 };

/* A reading of a text. */
struct deciphered {
    struct slip *slip;
    size_t count;
    bool complete;     /* all moves can be played, and the end agrees with the evidence */
    bool sure;         /* no other reading is nearly as likely; proved, not only not found */
    uint32_t readings; /* number of equally likely readings, at most READINGS_MAX */
    uint32_t plies;    /* plies that can be played */
    struct text *line; /* the moves of these plies, if there is another sheet; else NULL */
    uint64_t work;     /* moves tried */
    struct outcome outcome;

    /* If several readings are equally likely: their alternatives for the first slip, the text from
       which all of them differ. None if the readings begin to differ elsewhere. */
    struct text choice[CHOICES_MAX];
    size_t choices;
};

/* The first slip that is more than a non-canonical form; NULL if absent. */
static inline const struct slip *zi_first_slip(const struct deciphered *d) {
    size_t i = 0;
    while (i < d->count && d->slip[i].kind == SLIP_FORM)
        i++;
    return i < d->count ? &d->slip[i] : NULL;
}

/* Information on the game besides its moves. */
struct evidence {
    const struct setup *start; /* of the record; NULL: the start of the game */
    struct text result;        /* as records write it; empty: unknown */
    bool ended_otherwise;      /* a termination other than by the rules is given */
    struct text other;         /* the moves of another sheet of the game; empty: none */
    const size_t *items;       /* as of zi_movetext_open */
    size_t item_count;
};

/* Looks for the most likely reading of `text`, trying at most `budget` moves. The parts of *out are
   in `arena`. False when out of memory. */
bool zi_decipher(const struct ruleset *rs, struct grammar *grammar, struct text text,
                 const struct evidence *evidence, uint64_t budget, struct arena *arena,
                 struct deciphered *out);
