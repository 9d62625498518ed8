/* The search for readings: best first, over legal continuations. */
#pragma once

#include "validators/reading/atoms.h"
#include "validators/replay/replay.h"

enum { COMPLETE_MAX = 12, NO_STATE = -1 };

/* How some atoms are explained. */
enum edge_kind {
    EDGE_START,
    EDGE_READ,   /* as they are written */
    EDGE_RUN,    /* several moves, as they are written */
    EDGE_NEAR,   /* as another move */
    EDGE_ANY,    /* an illegible move */
    EDGE_INSERT, /* a move that is not written, before the atoms */
    EDGE_SKIP,   /* no move */
    EDGE_TWICE,  /* the same move again */
    EDGE_SWAP,   /* two interchanged moves */
    EDGE_NUMBER, /* one wrong number */
    EDGE_SHIFT,  /* all numbers are wrong from here */
    EDGE_REMARK, /* a move in prose that is not played */
    EDGE_GAP,    /* moves are missing; the reading ends */
    EDGE_END
};

struct edge {
    enum edge_kind kind;
    uint32_t first, end; /* atoms */
    uint32_t cost;
    const struct move *move, *second;
};

/* What is tried from a state, from likely to unlikely. */
enum edge_class { CLASS_EXACT, CLASS_ALIKE, CLASS_NEAR, CLASS_OTHER, CLASSES };

/* A reading of the atoms before `atom`. */
struct state {
    struct edge by;
    uint32_t atom, ply, cost;
    int32_t shift;  /* the written numbers are ahead by this many plies */
    uint32_t rival; /* a different reading that leads here costs this much more */
    int32_t rival_state, parent;
    uint64_t line; /* equal for equal moves */
    uint64_t key;  /* of the position */
    enum edge_class next;
    bool played, wrong_effect;
    struct outcome outcome;
    union position *position; /* only the bytes that the game uses */
};

/* A reading of all atoms, or one that ends at a gap. */
struct complete {
    int32_t state;
    uint32_t cost;
};

struct search {
    const struct reading_source *source;
    const struct rules *rules;
    const struct atoms *atoms;
    const struct atoms *other; /* of the other sheet, without atoms that are not moves; or NULL */
    struct arena *arena;
    struct arena positions;
    uint32_t *floor; /* of the atoms from each one on */
    struct state *state;
    size_t count, cap;
    struct heap_entry {
        uint64_t value;
        uint32_t state;
        bool unrolls; /* the states that its run passed are added */
    } * heap;
    size_t heaped, heap_cap;
    uint32_t *known; /* a table of states by what follows from them; 0: none */
    size_t known_mask, knowns;
    struct attempt attempt;
    uint32_t taken, budget;
    uint32_t listed; /* legal moves that were looked at */
    uint32_t margin; /* by which the best reading must be better */
    bool by_ply, failed, spent;
    struct complete complete[COMPLETE_MAX];
    size_t completes;
    int32_t furthest; /* the state that is furthest in the text */
};

/* Searches the readings of the atoms. *s starts zeroed, with source, rules, atoms, other, arena,
   budget and by_ply set. False when out of memory. */
bool zi_search(struct search *s);
void zi_search_free(struct search *s);

/* If a state was reached by a run, adds the states that the run passed: those then lead to it.
   `searching`: other readings from them are looked for. */
void zi_search_unroll(struct search *s, int32_t reached, bool searching);

/* The work of a search, in states. */
uint32_t zi_search_work(const struct search *s);

/* Plays the moves of an edge. Returns false if they are illegal. *wrong: their written effect is
   not the true one. */
bool zi_search_play(struct search *s, union position *p, struct outcome *outcome,
                    const struct edge *edge, bool *wrong);

/* The plies by which a number is ahead of what is due after `ply` turns. */
int64_t zi_number_ahead(const struct search *s, const struct atom *a, uint32_t ply);
