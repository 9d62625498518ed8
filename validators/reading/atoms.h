/* Splits what people wrote into atoms: moves, numbers, illegible places and remarks, each with its
   place. */
#pragma once

#include "notation/base/arena.h"
#include "validators/games/ruleset.h"
#include "validators/reading/reading.h"
#include "validators/reading/written.h"

enum { ATOMS_MAX = 1 << 15, SOURCE_BYTES_MAX = 64 << 10 };

enum atom_kind {
    ATOM_MOVE,   /* cells that form a written move */
    ATOM_ODD,    /* a word that looks like a move, but cannot be one */
    ATOM_HIDDEN, /* a place where a move is illegible */
    ATOM_DOTS,   /* `...` without a number before it */
    ATOM_GLYPH,  /* `!` after a blank; `?` may also be an illegible move */
    ATOM_NUMBER, /* `number`, `second` */
    ATOM_REMARK, /* no move */
    ATOM_WORD,   /* a part of the form, such as a result: neither a move nor a remark */
    ATOM_END
};

/* The moves between two numbers, compared with what the numbers say. */
enum segment { SEGMENT_OPEN, SEGMENT_ENOUGH, SEGMENT_SHORT, SEGMENT_LONG };

struct atom {
    enum atom_kind kind;
    struct text written; /* a part of the source */
    struct text plain;   /* the same in ASCII */
    struct text glyphs;
    uint32_t line;

    uint32_t number;
    bool second;

    struct written_move is; /* of a move */

    bool prose;    /* in a line of prose, or in parentheses */
    bool optional; /* in parentheses; of a word: a result */
    uint16_t skip; /* what it costs to ignore a word that looks like a move */
    enum segment segment;
};

struct atoms {
    struct atom *at; /* ends with ATOM_END */
    size_t count;    /* without it */
    bool too_long;
    bool numbered;  /* the text has numbers of moves */
    uint32_t moves; /* atoms that have to be moves */
    uint32_t most;  /* the largest number */
    bool by_ply;    /* the numbers may count plies */
};

/* The atoms of the parts of a source, in the arena. False when out of memory. */
bool zi_atoms_cut(const struct reading_source *source, struct arena *arena, struct atoms *out);

/* Counts the moves between the numbers. `by_ply`: the numbers count plies. */
void zi_atoms_segment(struct atoms *a, bool by_ply);

/* Sorts pairs of moves by their numbers; a number that comes twice is the second player's the
   second time. False if the numbers are not complete, or are in order. */
bool zi_atoms_sort(const struct atoms *from, struct arena *arena, struct atoms *out, bool *failed);

/* The ways to read an atom, or with `next` both together. */
size_t zi_atom_ways(const struct atom *a, const struct atom *next, const struct ruleset *rs,
                    struct way out[WAYS_MAX]);
