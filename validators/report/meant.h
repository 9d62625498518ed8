/* What was meant: a reading of the moves of a game, as the search in validators/reading finds it
   and reports tell it. */
#pragma once

#include "notation/base/text.h"
#include "validators/games/rules.h"

/* What a departure from the text is. */
enum departure_kind {
    DEPARTURE_FORM,      /* the move is readable, but not in canonical form; it costs nothing */
    DEPARTURE_CONFUSED,  /* some characters differ from those of the intended move */
    DEPARTURE_ILLEGIBLE, /* the move is illegible */
    DEPARTURE_MISSING,   /* the move was omitted */
    DEPARTURE_EXTRA,     /* the text is not a move of the game, such as a repeated move */
    DEPARTURE_SWAPPED,   /* this move and the next are interchanged */
    DEPARTURE_NUMBER,    /* the number of a move is wrong */
    DEPARTURE_EFFECT,    /* loot or falling stones are wrong */
    DEPARTURE_REMARK     /* the text has cells, and is kept as a remark */
};

struct departure {
    enum departure_kind kind;
    struct text written; /* a part of the source; empty, at the place of a missing move */
    struct text read;    /* the proposed text in canonical form, in the arena; empty: none */
    uint32_t ply;        /* from 1 */
    uint32_t cost;
    uint32_t tried; /* the moves equally near to the text, this one included */
};

/* The parts of a reading, in the order of the game. */
enum reading_item_kind { ITEM_MOVE, ITEM_REMARK };

struct reading_item {
    enum reading_item_kind kind;
    struct text written; /* a part of the source; empty: a missing move */
    struct text text;    /* the canonical move; or the remark, without braces, in one line */
    struct text glyphs;  /* of a move: `!?` */
    uint32_t ply;        /* of a move: from 1; of a remark: the plies before it */
    bool gift;           /* of a move: stones given before a turn, not a turn itself */
};

/* The form of the text, other than one number for each pair of moves. */
enum reading_form {
    FORM_USUAL,
    FORM_PLIES,   /* the numbers count plies */
    FORM_COLUMNS, /* the moves are sorted by their numbers */
    FORM_TURNED   /* the board was seen from the other side; always to be reported */
};

enum { CHOICES_MAX = 8, READINGS_MAX = 64 };

/* A reading of a text. All texts are parts of the source or in the arena. */
struct reading {
    bool complete;     /* every move of the text is explained */
    bool sure;         /* and no different reading is nearly as likely */
    const char *why;   /* static: why it is not sure; NULL if it is */
    uint32_t cost;     /* of the whole reading */
    uint32_t readings; /* the likely readings found, at most READINGS_MAX */
    enum reading_form form;

    /* The best reading: the whole game if `complete`, else up to the place of the question. */
    struct reading_item *item;
    size_t items;
    struct departure *departure;
    size_t departures;
    uint32_t plies;
    struct outcome outcome;

    /* If it is not sure: the place where the likely readings differ or the search stopped, the
       turn, and the moves or other texts that are likely there. */
    struct text place;
    uint32_t ply;
    struct text choice[CHOICES_MAX];
    size_t choices;

    uint32_t states; /* the states of the search */
};

/* The first departure that is more than a non-canonical form; NULL if absent. */
static inline const struct departure *zi_first_departure(const struct reading *r) {
    size_t i = 0;
    while (i < r->departures && r->departure[i].kind == DEPARTURE_FORM)
        i++;
    return i < r->departures ? &r->departure[i] : NULL;
}
