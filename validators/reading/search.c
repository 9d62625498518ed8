#include "validators/reading/search.h"

#include <stdlib.h>

#include "notation/base/list.h"
#include "notation/games/cell.h"
#include "validators/games/key.h"
#include "validators/reading/near.h"

enum {
    COST_REMARK_READ = 80,
    COST_REMARK = 40,
    COST_ASIDE = 30, /* in parentheses */
    COST_HIDDEN_REMARK = 80,
    COST_HIDDEN_OPEN = 130,
    COST_DOTS_IGNORED = 150,
    COST_DOTS_BETWEEN = 10,
    COST_MISSING = 250,
    COST_MISSING_UNSEEN = 450,
    COST_MISSING_SHIFTED = 420,
    COST_PASS = 30,
    COST_GAP = 300,
    COST_GAP_ONE = 600,
    COST_TWICE = 220,
    COST_SWAP = 330,
    COST_SKIP_LONG = 250,
    COST_SKIP = 450,
    COST_SKIP_ENOUGH = 750,
    COST_NUMBER = 200,
    COST_NUMBER_SIDE = 450, /* where a side places stones, so that a shift would color them anew */
    COST_SHIFT_PAIRS = 300,
    COST_SHIFT_PLY = 250,
    COST_SHIFT_COLORS = 900,
    COST_LOOT = 300,
    COST_FALLS = 250,
    COST_CONTRADICTION = 400,
    COST_NO_END = 150,
    COST_OTHER_SHEET = 200,
    COST_SHEET_MOVE = 230,
    LEAST_ALIKE = 230,
    COST_BLANK_JOINED = 200, /* two cells with a slip */
    LEAST_NEAR = 300,        /* not alike */
    COST_MOST = 1600,
    NO_COST = 1 << 20
};

/* MOVES_A_STATE legal moves to list cost as much work as a state to take; a move that becomes a
   state counts three times. A ply of a run costs as much as MOVES_A_PLY moves. */
enum { MOVES_A_STATE = 16, MOVES_A_PLY = 3 };
enum { KNOWN_LEAST = 256 };

static const struct atom *atom_at(const struct search *s, uint32_t i) { return &s->atoms->at[i]; }

/* Whether a ply that is missing gives all later stones the other color. */
static bool places(const struct search *s) {
    return zi_written_kind(s->rules->notation) == WRITTEN_PLACE;
}

/* The cost of ignoring dots: they may be only a gap between the moves of a pair. */
static uint32_t cost_of_dots(const struct atom *a) {
    bool enough = a->segment == SEGMENT_ENOUGH || a->segment == SEGMENT_LONG;
    return enough ? COST_DOTS_BETWEEN : COST_DOTS_IGNORED;
}

/* The cost of reading an illegible place as a remark. */
static uint32_t cost_of_hidden(const struct atom *a) {
    return a->segment == SEGMENT_LONG   ? COST_HIDDEN_REMARK
           : a->segment == SEGMENT_OPEN ? COST_HIDDEN_OPEN
                                        : COST_SKIP_LONG;
}

/* What every reading has to pay for an atom. */
static uint32_t floor_of(const struct atom *a) {
    switch (a->kind) {
    case ATOM_ODD: return a->skip < COST_VISIBLE ? a->skip : COST_VISIBLE;
    case ATOM_HIDDEN: return cost_of_hidden(a) < COST_ANY ? cost_of_hidden(a) : COST_ANY;
    case ATOM_DOTS: return cost_of_dots(a) < COST_ANY ? cost_of_dots(a) : COST_ANY;
    case ATOM_MOVE: return a->prose && !a->optional ? COST_REMARK : 0;
    default: return 0;
    }
}

/* The heap. */

static bool before(const struct heap_entry *a, const struct heap_entry *b) {
    return a->value < b->value;
}

static void push_as(struct search *s, uint32_t state, uint32_t value, bool unrolls) {
    const struct state *st = &s->state[state];
    if (value > COST_MOST + s->floor[0] || s->failed)
        return;
    if (!zi_list_reserve(&s->heap, &s->heap_cap, s->heaped + 1, sizeof *s->heap)) {
        s->failed = true;
        return;
    }
    /* among equals the one further in the text, then the older one */
    struct heap_entry e = {(uint64_t)value << 40 | (uint64_t)(0xFFFF - st->atom) << 24 |
                               (state & 0xFFFFFF),
                           state, unrolls};
    size_t at = s->heaped++;
    for (; at && before(&e, &s->heap[(at - 1) / 2]); at = (at - 1) / 2)
        s->heap[at] = s->heap[(at - 1) / 2];
    s->heap[at] = e;
}

static void push(struct search *s, uint32_t state, uint32_t value) {
    push_as(s, state, value, false);
}

static uint32_t value_of(const struct heap_entry *e) { return (uint32_t)(e->value >> 40); }

static struct heap_entry pop(struct search *s) {
    struct heap_entry top = s->heap[0], last = s->heap[--s->heaped];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < s->heaped; at = child) {
        child += child + 1 < s->heaped && before(&s->heap[child + 1], &s->heap[child]);
        if (!before(&s->heap[child], &last))
            break;
        s->heap[at] = s->heap[child];
    }
    s->heap[at] = last;
    return top;
}

/* States. */

/* Whether nothing follows a state. */
static bool is_last(const struct state *st) {
    return st->by.kind == EDGE_END || st->by.kind == EDGE_GAP;
}

/* A copy of the move in the arena, always with a first cell; NULL when out of memory. */
static const struct move *keep(struct search *s, const struct move *m) {
    size_t size = move_size(m);
    struct move *kept = zi_arena_alloc(s->arena, size + sizeof *m->cell);
    if (!kept) {
        s->failed = true;
        return NULL;
    }
    memcpy(kept, m, size);
    memset((char *)kept + size, 0, sizeof *m->cell);
    return kept;
}

/* Whether a reading with that cost changes nothing. */
static bool is_too_much(const struct search *s, uint32_t value) {
    return value > COST_MOST + s->floor[0] ||
           (s->completes && value >= s->complete[0].cost + s->margin);
}

static void add_state(struct search *s, int32_t parent, struct edge by) {
    const struct state *p = &s->state[parent];
    struct state st = {.by = by,
                       .atom = by.end,
                       .ply = p->ply,
                       .cost = p->cost + by.cost,
                       .shift = p->shift,
                       .rival = NO_COST,
                       .rival_state = NO_STATE,
                       .parent = parent,
                       .line = p->line};
    if (s->failed || is_too_much(s, st.cost + s->floor[by.end]))
        return;
    struct state *added = zi_list_add(&s->state, &s->cap, &s->count, sizeof *added);
    s->failed |= !added;
    if (!added)
        return;
    *added = st;
    push(s, (uint32_t)s->count - 1, st.cost + s->floor[by.end]);
}

static void add_move(struct search *s, int32_t parent, enum edge_kind kind, uint32_t first,
                     uint32_t end, uint32_t cost, const struct move *m) {
    if (is_too_much(s, s->state[parent].cost + cost + s->floor[end]))
        return;
    add_state(s, parent, (struct edge){kind, first, end, cost, keep(s, m), NULL});
}

static uint64_t choice_of(const struct move *m) {
    uint64_t word[MOVE_CHOICE_WORDS_MAX], key = 0;
    size_t count = zi_move_choice(m, word);
    for (size_t i = 0; i < count; i++)
        key = key_mix(key ^ word[i]);
    return key;
}

static bool play_one(struct search *s, union position *p, struct outcome *outcome,
                     const struct move *m, bool *wrong) {
    struct effect effect = {0};
    if (!move_is_turn(m)) {
        if (outcome->result != RESULT_OPEN || s->rules->check(p, m))
            return false;
        s->rules->play(p, m, &effect);
        return true;
    }
    if (outcome->result != RESULT_OPEN || s->attempt.exhausted ||
        s->rules->try_play(p, m, &s->attempt) || s->attempt.exhausted)
        return false;
    *outcome = s->attempt.outcome;
    *wrong |= !s->rules->agrees(m, &s->attempt.effect);
    return true;
}

bool zi_search_play(struct search *s, union position *p, struct outcome *outcome,
                    const struct edge *edge, bool *wrong) {
    *wrong = false;
    return !edge->move || (play_one(s, p, outcome, edge->move, wrong) &&
                           (!edge->second || play_one(s, p, outcome, edge->second, wrong)));
}

int64_t zi_number_ahead(const struct search *s, const struct atom *a, uint32_t ply) {
    return s->by_ply ? (int64_t)a->number - 1 - ply
                     : 2 * ((int64_t)a->number - 1) + a->second - (int64_t)ply;
}

/* Whether the number before this one is the same. */
static bool is_repeated(const struct search *s, const struct atom *a) {
    enum { LOOK_BACK = 64 };
    const struct atom *before = a;
    while (before > s->atoms->at && a - before < LOOK_BACK &&
           (before == a || before->kind != ATOM_NUMBER))
        before--;
    return before != a && before->kind == ATOM_NUMBER && before->number == a->number;
}

/* Whether the number is the one that is due. The number of a pair may be repeated before its second
   move. */
static bool fits(const struct search *s, const struct state *st, const struct atom *a) {
    int64_t ahead = zi_number_ahead(s, a, st->ply) - st->shift;
    return !ahead || (ahead == -1 && !s->by_ply && !a->second && is_repeated(s, a));
}

/* Whether a sign behind a move may be an illegible move. */
static bool may_be_hidden(const struct atom *a) {
    return a->kind == ATOM_GLYPH && memchr("?-", a->plain.at[0], 2) &&
           a->segment != SEGMENT_ENOUGH && a->segment != SEGMENT_LONG;
}

/* Moves past atoms that explain themselves. */
static void advance(const struct search *s, struct state *st) {
    for (;; st->atom++) {
        const struct atom *a = atom_at(s, st->atom);
        if (a->kind == ATOM_REMARK || a->kind == ATOM_WORD ||
            (a->kind == ATOM_GLYPH && !may_be_hidden(a)))
            continue;
        if (a->kind != ATOM_NUMBER)
            return;
        const struct atom *next = a + 1;
        if (!a->second && next->kind == ATOM_DOTS &&
            zi_number_ahead(s, a, st->ply) - st->shift == -1) {
            st->atom++;
            continue;
        }
        if (!fits(s, st, a))
            return;
    }
}

/* The move of the other sheet at a turn; NULL if it has none that is readable. */
static const struct atom *sheet_atom(const struct search *s, uint32_t ply) {
    return s->other && ply < s->other->count && s->other->at[ply].kind == ATOM_MOVE
               ? &s->other->at[ply]
               : NULL;
}

static uint32_t cost_of_sheet(const struct search *s, uint32_t ply, const struct move *m) {
    struct way way[WAYS_MAX];
    const struct atom *a = sheet_atom(s, ply);
    size_t ways = a ? zi_atom_ways(a, NULL, s->source->ruleset, way) : 0;
    for (size_t i = 0; i < ways; i++)
        if (m->count && way[i].move.count && move_path(&way[i].move) == move_path(m) &&
            choice_of(&way[i].move) == choice_of(m))
            return 0;
    for (size_t i = 0; i < ways; i++)
        if (move_path(m) && move_path(&way[i].move) && move_from(&way[i].move) == move_from(m) &&
            move_to(&way[i].move) == move_to(m) && way[i].move.direction == m->direction)
            return 0;
    return ways ? COST_OTHER_SHEET : 0;
}

static uint32_t cost_of_end(const struct search *s, const struct state *st) {
    struct text said = s->source->result;
    const char *right = outcome_word(s->rules, &st->outcome);
    if (right && said.len && !text_is(said, "*") && !text_is(said, right))
        return COST_CONTRADICTION;
    bool no_end = s->source->by_rules && !right;
    return no_end || (s->source->ended_otherwise && right) ? COST_NO_END : 0;
}

/* Plays the edge of a state. False if that is illegal. */
static bool enter(struct search *s, struct state *st) {
    size_t size = s->rules->position_size;
    const struct state *parent = &s->state[st->parent];
    bool wrong;
    if (!st->by.move) {
        st->position = parent->position;
        st->outcome = parent->outcome;
    } else {
        union position room;
        memcpy(&room, parent->position, size);
        st->outcome = parent->outcome;
        if (!zi_search_play(s, &room, &st->outcome, &st->by, &wrong))
            return false;
        st->position = zi_arena_alloc(&s->positions, size);
        s->failed |= !st->position;
        if (!st->position)
            return false;
        memcpy(st->position, &room, size);
        if (move_is_turn(st->by.move)) {
            uint32_t extra = cost_of_sheet(s, st->ply, st->by.move);
            st->ply++;
            if (st->by.second)
                extra += cost_of_sheet(s, st->ply++, st->by.second);
            st->cost += extra;
        }
        st->line = key_mix(st->line ^ choice_of(st->by.move));
        if (st->by.second)
            st->line = key_mix(st->line ^ choice_of(st->by.second));
        st->wrong_effect = wrong;
        st->cost += wrong ? (s->rules->notation->counts ? COST_LOOT : COST_FALLS) : 0;
    }
    st->played = true;
    return true;
}

static uint64_t hash_of(const struct state *st) {
    uint64_t key = key_mix(st->key ^ ((uint64_t)st->atom << 32 | st->ply));
    return key_mix(key ^ (uint32_t)st->shift);
}

/* Makes the table of known states larger before it is half full. */
static void grow_known(struct search *s) {
    size_t size = s->known ? 2 * (s->known_mask + 1) : KNOWN_LEAST;
    if (s->known && 2 * s->knowns < s->known_mask)
        return;
    uint32_t *grown = calloc(size, sizeof *grown);
    s->failed |= !grown;
    if (!grown)
        return;
    for (size_t i = 0; s->known && i <= s->known_mask; i++) {
        size_t at = s->known[i] ? (size_t)hash_of(&s->state[s->known[i] - 1]) : 0;
        while (s->known[i] && grown[at & (size - 1)])
            at++;
        if (s->known[i])
            grown[at & (size - 1)] = s->known[i];
    }
    free(s->known);
    s->known = grown;
    s->known_mask = size - 1;
}

/* Whether another state has the same continuations. It is as cheap or cheaper. */
static bool is_known(struct search *s, uint32_t number) {
    struct state *st = &s->state[number];
    grow_known(s);
    if (s->failed)
        return true;
    st->key = s->rules->key(st->position);
    for (size_t at = (size_t)hash_of(st);; at++) {
        uint32_t *known = &s->known[at & s->known_mask];
        if (!*known) {
            *known = number + 1;
            s->knowns++;
            return false;
        }
        struct state *other = &s->state[*known - 1];
        if (other->atom != st->atom || other->ply != st->ply || other->shift != st->shift ||
            other->outcome.result != st->outcome.result || other->key != st->key ||
            other->cost > st->cost)
            continue;
        uint32_t more = st->cost - other->cost;
        if (other->line != st->line && more < other->rival) {
            other->rival = more;
            other->rival_state = (int32_t)number;
        }
        return true;
    }
}

/* Edges. */

/* Whether it is one short word, which may be between two cells of a move. */
static bool is_joining_word(const struct atom *a) {
    enum { LONGEST = 8 };
    bool word = (a->kind == ATOM_REMARK || a->kind == ATOM_WORD) && a->plain.len <= LONGEST;
    for (size_t i = 0; i < a->plain.len; i++)
        word &= is_letter(a->plain.at[i]) || a->plain.at[i] == 127;
    return word;
}

/* Whether the atom and the next one together are a legal move. */
static bool is_read_with_next(const struct search *s, const union position *p,
                              const struct atom *a) {
    struct way way[WAYS_MAX];
    const struct atom *next = a + 1 + is_joining_word(a + 1);
    size_t ways = a->is.cells == 1 ? zi_atom_ways(a, next, s->source->ruleset, way) : 0;
    bool legal = false;
    for (size_t i = 0; i < ways && !legal; i++)
        legal = !s->rules->check(p, &way[i].move);
    return legal;
}

/* Whether a way to read a move is legal; a route is then replaced by its move. A game without
   routes has none. */
static bool complete_way(const struct search *s, const union position *p, struct move *way) {
    bool route = move_is_route(way),
         legal = (s->rules->complete || !route) && !s->rules->check(p, way);
    if (legal && route)
        s->rules->complete(p, way);
    return legal;
}

static void read_ways(struct search *s, int32_t from, uint32_t cost) {
    const struct state *st = &s->state[from];
    const struct atom *a = atom_at(s, st->atom);
    struct way way[WAYS_MAX];
    union position *p = st->position;
    uint32_t at = st->atom;
    for (uint32_t both = 0; both < 2; both++) {
        bool word = both && a->kind == ATOM_MOVE && is_joining_word(a + 1);
        size_t ways = zi_atom_ways(a, both ? a + 1 + word : NULL, s->source->ruleset, way);
        bool chosen = false; /* of two ways between the same cells the first legal one is meant */
        for (size_t i = 0; i < ways; i++) {
            if (chosen && move_is_route(&way[i].move))
                continue;
            if (!complete_way(s, p, &way[i].move))
                continue;
            chosen = true;
            add_move(s, from, EDGE_READ, at, at + 1 + both + word, way[i].cost + cost,
                     &way[i].move);
        }
    }
}

/* A pass that must be and is not written. */
static void add_pass(struct search *s, int32_t from) {
    const struct state *st = &s->state[from];
    struct move pass;
    zi_written_pass(&pass);
    if (st->outcome.result == RESULT_OPEN && !s->rules->check(st->position, &pass))
        add_move(s, from, EDGE_INSERT, st->atom, st->atom, COST_PASS, &pass);
}

static void expand_exact(struct search *s, int32_t from) {
    const struct state st = s->state[from];
    const struct atom *a = atom_at(s, st.atom);
    size_t before_ways = s->count;
    if (a->kind == ATOM_END)
        add_state(s, from,
                  (struct edge){EDGE_END, st.atom, st.atom, cost_of_end(s, &st), NULL, NULL});
    if (a->kind == ATOM_GLYPH)
        add_state(s, from, (struct edge){EDGE_SKIP, st.atom, st.atom + 1, 0, NULL, NULL});
    if (a->kind != ATOM_MOVE)
        return;
    if (st.outcome.result == RESULT_OPEN)
        read_ways(s, from, !a->prose ? 0 : a->optional ? 0 : COST_REMARK_READ);
    if (a->prose)
        add_state(s, from,
                  (struct edge){EDGE_REMARK, st.atom, st.atom + 1,
                                a->optional ? COST_ASIDE : COST_REMARK, NULL, NULL});
    if (s->count == before_ways || a->prose)
        add_pass(s, from);
}

/* Offers each legal move for some atoms. */
struct offer {
    struct search *s;
    int32_t from;
    enum edge_kind kind;
    uint32_t end, cost;
    bool pairs; /* this and the next atom are compared together */
    bool alike; /* only the likeliest readings */
    struct near *near;
};

static bool offer_near(void *context, const struct move *m) {
    struct offer *o = context;
    struct search *s = o->s;
    const struct atom *a = atom_at(s, s->state[o->from].atom);
    char room[MOVE_TEXT_MAX];
    struct writer w = {room, sizeof room, 0};
    struct move bare;
    s->listed++;
    if (!o->pairs && !zi_near_may(a, m))
        return true;
    if (move_path(m) > 2 || m->annotated) {
        move_copy(&bare, m);
        s->rules->notation->shorten(&bare);
    }
    s->rules->notation->write(&w, move_path(m) > 2 || m->annotated ? &bare : m);
    uint32_t cost = zi_near(o->near, m, written(&w));
    bool likely = a->kind == ATOM_MOVE && !o->pairs && cost < LEAST_NEAR;
    if (cost <= COST_NEAR_MOST && likely == o->alike)
        add_move(s, o->from, EDGE_NEAR, s->state[o->from].atom, o->end, cost + o->cost, m);
    return !s->failed;
}

static bool offer_any(void *context, const struct move *m) {
    const struct offer *o = context;
    uint32_t at = o->s->state[o->from].atom;
    o->s->listed++;
    add_move(o->s, o->from, o->kind, at, o->end, o->cost, m);
    return !o->s->failed;
}

/* Offers the move between two cells, or on the first one. */
static void offer_cells(struct offer *o, const struct written_move *like, cell from, cell to) {
    struct search *s = o->s;
    union position *p = s->state[o->from].position;
    struct way way[WAYS_MAX];
    cell cells[2] = {from, to};
    struct written_move w = *like;
    w.cell = cells;
    w.cells = w.cells > 2 ? 2 : w.cells;
    w.falls = 0;
    size_t ways = zi_written_ways(&w, NULL, s->rules->notation, &s->source->ruleset->board, way);
    for (size_t i = 0; i < ways; i++)
        if (complete_way(s, p, &way[i].move))
            offer_near(o, &way[i].move);
}

/* Offers the moves with one character of a cell replaced by one that looks like it. */
static void offer_alike(struct offer *o, const struct written_move *w, bool last) {
    cell from = w->cell[0], to = w->cell[w->cells - 1], c = last ? to : from;
    char room[8];
    struct writer text = {room, sizeof room, 0};
    const struct board *board = &o->s->source->ruleset->board;
    write_cell(&text, c);
    for (size_t i = 0; i < text.len; i++) {
        char was = room[i];
        const char *alike = zi_near_alike(was);
        room[i] = *alike;
        if (*alike && zi_cell_read(written(&text), board, &c))
            offer_cells(o, w, last ? from : c, last ? c : to);
        room[i] = was;
    }
}

static void expand_alike(struct search *s, int32_t from) {
    const struct state st = s->state[from];
    const struct atom *a = atom_at(s, st.atom);
    struct near near;
    struct offer o = {.s = s, .from = from, .end = st.atom + 1, .alike = true, .near = &near};
    if (a->kind != ATOM_MOVE || !a->is.cells || a->is.gift || st.outcome.result != RESULT_OPEN)
        return;
    o.cost = a->prose ? COST_REMARK_READ : 0;
    zi_near_begin(o.near, a, NULL);
    offer_alike(&o, &a->is, false);
    if (a->is.cells == 1)
        return;
    cell first = a->is.cell[0], last = a->is.cell[a->is.cells - 1];
    offer_alike(&o, &a->is, true);
    offer_cells(&o, &a->is, last, first);
    if (a->is.cells > 2)
        offer_cells(&o, &a->is, first, last);
}

static void add_numbers(struct search *s, int32_t from) {
    const struct state st = s->state[from];
    const struct atom *a = atom_at(s, st.atom);
    int64_t ahead = zi_number_ahead(s, a, st.ply) - st.shift;
    bool odd = ahead % 2 != 0;
    struct edge e = {EDGE_NUMBER, st.atom, st.atom + 1, 0, NULL, NULL};
    e.cost = odd && places(s) ? COST_NUMBER_SIDE : COST_NUMBER;
    add_state(s, from, e);
    e.kind = EDGE_SHIFT;
    e.cost = !odd ? COST_SHIFT_PAIRS : places(s) ? COST_SHIFT_COLORS : COST_SHIFT_PLY;
    add_state(s, from, e);
    e.kind = EDGE_GAP;
    e.cost = ahead >= 2 ? COST_GAP : COST_GAP_ONE;
    if (ahead > 0)
        add_state(s, from, e);
}

/* Offers the moves on the cells in the same file or rank as the written one. */
static void offer_beside(struct offer *o, const struct written_move *w) {
    const struct board *board = &o->s->source->ruleset->board;
    unsigned file = cell_file(w->cell[0]), rank = cell_rank(w->cell[0]);
    for (unsigned i = 0; i < board->files + board->ranks; i++) {
        unsigned other = i < board->files ? i : i - board->files;
        cell c = i < board->files ? cell_at(0, other, rank) : cell_at(0, file, other);
        if (i < board->files || other != rank)
            offer_cells(o, w, c, c);
    }
}

/* Moves of the other sheet in place of the written one. */
static void add_sheet(struct search *s, int32_t from) {
    const struct state st = s->state[from];
    const struct atom *a = sheet_atom(s, st.ply);
    struct way way[WAYS_MAX];
    size_t ways = a ? zi_atom_ways(a, NULL, s->source->ruleset, way) : 0;
    for (size_t i = 0; i < ways; i++) {
        bool first = !i || !move_is_route(&way[i].move);
        if (!complete_way(s, st.position, &way[i].move))
            continue;
        if (first || s->rules->check(st.position, &way[0].move))
            add_move(s, from, EDGE_NEAR, st.atom, st.atom + 1, COST_SHEET_MOVE + way[i].cost,
                     &way[i].move);
    }
}

static void expand_near(struct search *s, int32_t from) {
    const struct state st = s->state[from];
    const struct atom *a = atom_at(s, st.atom);
    struct near near;
    struct offer o = {.s = s, .from = from, .kind = EDGE_ANY, .end = st.atom + 1, .near = &near};
    if (a->kind == ATOM_NUMBER)
        add_numbers(s, from);
    if (st.outcome.result != RESULT_OPEN || a->kind == ATOM_NUMBER || a->kind == ATOM_END)
        return;
    if (a->kind == ATOM_MOVE || a->kind == ATOM_ODD) {
        o.cost = a->prose ? COST_REMARK_READ : 0;
        zi_near_begin(o.near, a, NULL);
        if (a->kind == ATOM_MOVE && a->is.cells == 1 && places(s))
            offer_beside(&o, &a->is);
        else
            s->rules->moves(st.position, offer_near, &o);
        const struct atom *next = a + 1;
        o.pairs = s->rules->complete && next->kind == ATOM_MOVE && next->is.cells == 1 &&
                  a->is.cells == 1;
        o.end++;
        zi_near_begin(o.near, a, next);
        if (o.pairs)
            s->rules->moves(st.position, offer_near, &o);
        add_sheet(s, from);
    } else {
        o.cost = COST_ANY;
        s->rules->moves(st.position, offer_any, &o);
    }
}

static bool is_twice(const struct search *s, uint32_t at) {
    enum { LOOK_BACK = 16 };
    const struct atom *a = atom_at(s, at);
    unsigned moves = 0;
    for (uint32_t i = at; i-- > 0 && moves < 2 && i + LOOK_BACK > at;) {
        const struct atom *b = atom_at(s, i);
        moves += b->kind == ATOM_MOVE;
        if (b->kind == ATOM_MOVE && text_same(a->plain, b->plain))
            return true;
    }
    return false;
}

static void skip(struct search *s, int32_t from) {
    const struct state st = s->state[from];
    const struct atom *a = atom_at(s, st.atom);
    struct edge e = {EDGE_SKIP, st.atom, st.atom + 1, COST_SKIP, NULL, NULL};
    bool enough = a->segment == SEGMENT_ENOUGH, more = a->segment == SEGMENT_LONG;
    e.cost = a->kind == ATOM_HIDDEN ? cost_of_hidden(a)
             : a->kind == ATOM_DOTS ? cost_of_dots(a)
             : more                 ? COST_SKIP_LONG
             : enough               ? COST_SKIP_ENOUGH
                                    : COST_SKIP;
    if (a->kind == ATOM_ODD && !enough && a->skip < e.cost)
        e.cost = a->segment == SEGMENT_SHORT ? COST_SKIP : a->skip;
    add_state(s, from, e);
    if (a->kind == ATOM_MOVE && is_twice(s, st.atom)) {
        e.kind = EDGE_TWICE;
        e.cost = COST_TWICE;
        add_state(s, from, e);
    }
}

/* Two written moves in the other order. */
static void swap(struct search *s, int32_t from) {
    const struct state st = s->state[from];
    struct way first[WAYS_MAX], second[WAYS_MAX];
    uint32_t next = st.atom + 1;
    next += atom_at(s, next)->kind == ATOM_NUMBER;
    const struct atom *a = atom_at(s, st.atom), *b = atom_at(s, next);
    size_t firsts = zi_atom_ways(a, NULL, s->source->ruleset, first);
    size_t seconds = zi_atom_ways(b, NULL, s->source->ruleset, second);
    if (!firsts || !seconds || a->is.gift || b->is.gift ||
        s->rules->check(st.position, &second->move))
        return;
    add_state(s, from,
              (struct edge){EDGE_SWAP, st.atom, next + 1, COST_SWAP, keep(s, &second->move),
                            keep(s, &first->move)});
}

/* Whether a move that is not written may be before the next one that is: that one would be the
   other side's. */
static bool is_for_other_side(const struct search *s, const struct state *st) {
    struct way way[WAYS_MAX];
    const struct atom *a = atom_at(s, st->atom);
    while (a->kind == ATOM_NUMBER || a->kind == ATOM_WORD || a->kind == ATOM_REMARK)
        a++;
    if (!zi_atom_ways(a, NULL, s->source->ruleset, way) || move_path(&way->move) < 1U + places(s))
        return true;
    const struct reason *why = s->rules->check(st->position, &way->move);
    return why == REASON_OF(NOT_OWN_PIECE) || why == REASON_OF(NOT_OWN_PIT);
}

/* Moves that are not written. */
static void insert(struct search *s, int32_t from) {
    const struct state st = s->state[from];
    const struct atom *a = atom_at(s, st.atom), *last = st.atom ? a - 1 : a;
    struct offer o = {.s = s, .from = from, .kind = EDGE_INSERT, .end = st.atom};
    enum segment segment = a->kind == ATOM_NUMBER && st.atom ? last->segment : a->segment;
    if (st.outcome.result != RESULT_OPEN || st.by.kind == EDGE_INSERT)
        return;
    if (segment == SEGMENT_SHORT)
        o.cost = COST_MISSING;
    else if (!places(s) && (segment == SEGMENT_OPEN || !s->atoms->numbered))
        o.cost = COST_MISSING_UNSEEN;
    else if (!places(s) && a->kind == ATOM_MOVE && !s->by_ply)
        o.cost = COST_MISSING_SHIFTED;
    if (o.cost && (a->kind != ATOM_END || segment == SEGMENT_SHORT) && is_for_other_side(s, &st))
        s->rules->moves(st.position, offer_any, &o);
}

static void expand_other(struct search *s, int32_t from) {
    const struct atom *a = atom_at(s, s->state[from].atom);
    insert(s, from);
    if (a->kind == ATOM_MOVE || a->kind == ATOM_ODD || a->kind == ATOM_HIDDEN ||
        a->kind == ATOM_DOTS)
        skip(s, from);
    if (a->kind == ATOM_MOVE)
        swap(s, from);
}

/* The least cost of another reading of a move than one that looks like it. */
static uint32_t least_near(const struct search *s, const struct atom *a) {
    return s->other ? COST_SHEET_MOVE : a->is.cells == 1 ? COST_BLANK_JOINED : LEAST_NEAR;
}

/* The least cost of ignoring a move, or of one before it. */
static uint32_t least_other(const struct search *s, const struct state *st) {
    const struct atom *a = atom_at(s, st->atom);
    bool counted = a->segment == SEGMENT_SHORT || a->segment == SEGMENT_LONG;
    return is_twice(s, st->atom) ? COST_TWICE : counted ? COST_MISSING : COST_SWAP;
}

/* The least cost of the next class of edges, beyond what every reading pays for the atom; NO_COST:
   none. */
static uint32_t least_of(const struct search *s, const struct state *st) {
    const struct atom *a = atom_at(s, st->atom);
    uint32_t floor = floor_of(a);
    if (is_last(st) || st->next == CLASSES)
        return NO_COST;
    if (st->next == CLASS_ALIKE)
        return a->kind == ATOM_MOVE ? LEAST_ALIKE - floor : NO_COST;
    bool near = st->next == CLASS_NEAR;
    switch (a->kind) {
    case ATOM_MOVE: return near ? least_near(s, a) - floor : least_other(s, st) - floor;
    case ATOM_ODD: return near ? COST_VISIBLE - floor : a->skip < 250 ? a->skip - floor : 150;
    case ATOM_HIDDEN: return (near ? COST_ANY : cost_of_hidden(a)) - floor;
    case ATOM_DOTS: return (near ? COST_ANY : cost_of_dots(a)) - floor;
    case ATOM_GLYPH: return near ? COST_ANY : NO_COST;
    case ATOM_NUMBER: return near ? COST_NUMBER : COST_MISSING;
    case ATOM_END: return near ? NO_COST : COST_MISSING;
    default: return NO_COST;
    }
}

/* Puts the next class of a state into the heap. */
static void push_next(struct search *s, uint32_t number) {
    const struct state *st = &s->state[number];
    for (; st->next < CLASSES; s->state[number].next++) {
        uint32_t least = least_of(s, st);
        if (least == NO_COST)
            continue;
        push(s, number, st->cost + s->floor[st->atom] + least);
        return;
    }
}

static void expand(struct search *s, int32_t number) {
    switch (s->state[number].next++) {
    case CLASS_EXACT: expand_exact(s, number); break;
    case CLASS_ALIKE: expand_alike(s, number); break;
    case CLASS_NEAR: expand_near(s, number); break;
    default: expand_other(s, number); break;
    }
    push_next(s, (uint32_t)number);
}

/* Runs: moves that are read as they are written, one after the other. Most lines of moves that
   differ from the text somewhere end in such a run, so it is one state until more of it is
   needed. */

/* Plays the move of the atom that is next, if that is the only exact reading of it and costs
   nothing. Changes nothing if not. */
static bool run_on(struct search *s, struct state *at, struct way way[WAYS_MAX]) {
    const struct atom *a = atom_at(s, at->atom);
    union position before;
    if (a->kind != ATOM_MOVE || a->prose || a->is.gift || at->outcome.result != RESULT_OPEN ||
        s->attempt.exhausted)
        return false;
    size_t ways = zi_atom_ways(a, NULL, s->source->ruleset, way);
    const struct move *m = &way->move;
    if (!ways || way->cost || move_is_route(m) || !move_is_turn(m) ||
        cost_of_sheet(s, at->ply, m) || is_read_with_next(s, at->position, a))
        return false;
    memcpy(&before, at->position, s->rules->position_size);
    if (s->rules->try_play(at->position, m, &s->attempt) || s->attempt.exhausted ||
        !s->rules->agrees(m, &s->attempt.effect)) {
        memcpy(at->position, &before, s->rules->position_size);
        return false;
    }
    at->outcome = s->attempt.outcome;
    at->line = key_mix(at->line ^ choice_of(m));
    at->atom++;
    at->ply++;
    at->played = true;
    advance(s, at);
    return true;
}

/* The state at the start of a run from another one, which plays on `room`. */
static struct state run_from(const struct search *s, int32_t from, union position *room) {
    struct state at = s->state[from];
    memcpy(room, at.position, s->rules->position_size);
    at.position = room;
    at.parent = from;
    at.next = CLASS_EXACT;
    at.rival = NO_COST;
    at.rival_state = NO_STATE;
    at.wrong_effect = false;
    return at;
}

/* The least cost of another reading from a state that a run passes. */
static uint32_t least_of_all(const struct search *s, struct state at) {
    uint32_t least = NO_COST;
    for (at.next = CLASS_ALIKE; at.next < CLASSES; at.next++) {
        uint32_t cost = least_of(s, &at);
        least = cost < least ? cost : least;
    }
    return least;
}

/* Adds a state that was reached by a run, with a copy of its position. NO_STATE when out of
   memory. */
static int32_t add_reached(struct search *s, const struct state *at) {
    union position *p = zi_arena_alloc(&s->positions, s->rules->position_size);
    struct state *added = zi_list_add(&s->state, &s->cap, &s->count, sizeof *added);
    s->failed |= !p || !added;
    if (s->failed)
        return NO_STATE;
    memcpy(p, at->position, s->rules->position_size);
    *added = *at;
    added->position = p;
    return (int32_t)s->count - 1;
}

/* Runs from a state as far as possible. Returns the state there; NO_STATE: there is no run. */
static int32_t run(struct search *s, int32_t from) {
    union position room;
    struct way way[WAYS_MAX];
    struct state at = run_from(s, from, &room);
    uint32_t least = NO_COST, moves = 0, first = at.atom;
    for (;; moves++) {
        uint32_t passing = moves ? least_of_all(s, at) : NO_COST;
        if (!run_on(s, &at, way))
            break;
        least = passing < least ? passing : least;
    }
    if (!moves)
        return NO_STATE;
    at.by = (struct edge){EDGE_RUN, first, at.atom, 0, NULL, NULL};
    s->listed += moves * MOVES_A_PLY;
    int32_t reached = add_reached(s, &at);
    if (least < NO_COST && !s->failed)
        push_as(s, (uint32_t)reached, at.cost + s->floor[at.atom] + least, true);
    return reached;
}

void zi_search_unroll(struct search *s, int32_t reached, bool searching) {
    union position room;
    struct way way[WAYS_MAX];
    const struct attempt attempt = s->attempt;
    const uint32_t ply = s->state[reached].ply;
    int32_t from = s->state[reached].parent;
    if (s->state[reached].by.kind != EDGE_RUN)
        return;
    struct state at = run_from(s, from, &room);
    s->attempt.work = s->attempt.ahead = 0;
    while (!s->failed) {
        uint32_t first = at.atom;
        s->failed |= !run_on(s, &at, way);
        at.by = (struct edge){EDGE_READ, first, first + 1, 0, keep(s, &way->move), NULL};
        at.parent = from;
        if (at.ply == ply)
            break;
        at.next = CLASS_ALIKE;
        from = s->failed ? NO_STATE : add_reached(s, &at);
        if (searching && !s->failed && !is_known(s, (uint32_t)from))
            push_next(s, (uint32_t)from);
    }
    s->attempt = attempt;
    s->state[reached].by = at.by;
    s->state[reached].parent = at.parent;
}

/* How much more other readings must cost than the best one: more if a departure in it is large. */
static uint32_t margin_of(const struct search *s) {
    uint32_t most = 0;
    for (int32_t i = s->complete[0].state; s->state[i].parent != NO_STATE; i = s->state[i].parent) {
        uint32_t cost = s->state[i].cost - s->state[s->state[i].parent].cost;
        bool near = s->state[i].by.kind == EDGE_NEAR;
        most = near && cost > most ? cost : most;
    }
    return most > READING_DEPARTURE ? READING_MARGIN_LARGE : READING_MARGIN;
}

static void note_complete(struct search *s, uint32_t number) {
    const struct state *st = &s->state[number];
    for (size_t i = 0; i < s->completes; i++)
        if (s->state[s->complete[i].state].line == st->line &&
            (s->state[s->complete[i].state].by.kind == EDGE_GAP) == (st->by.kind == EDGE_GAP))
            return;
    s->complete[s->completes++] = (struct complete){(int32_t)number, st->cost};
    if (!s->margin)
        s->margin = margin_of(s);
}

/* Plays the edge of a state and moves past what explains itself. False if that is illegal, or costs
   more than `value`: then it comes again. */
static bool take(struct search *s, uint32_t number, uint32_t value) {
    struct state *st = &s->state[number];
    s->taken++;
    if (!enter(s, st))
        return false;
    if (st->by.kind == EDGE_SHIFT)
        st->shift = (int32_t)zi_number_ahead(s, atom_at(s, st->by.first), st->ply);
    if (st->by.kind == EDGE_INSERT && st->by.cost == COST_MISSING_SHIFTED)
        st->shift--;
    if (!is_last(st))
        advance(s, st);
    uint32_t now = st->cost + (st->by.kind == EDGE_GAP ? 0 : s->floor[st->atom]);
    if (now > value)
        push(s, number, now);
    return now <= value;
}

/* Goes on from a state. Returns another one from which to go on at once; NO_STATE: none. */
static int32_t go_on(struct search *s, int32_t number) {
    const struct state *st = &s->state[number], *far = &s->state[s->furthest];
    bool exact = st->next == CLASS_EXACT;
    if (is_last(st)) {
        note_complete(s, (uint32_t)number);
        return NO_STATE;
    }
    if (exact && is_known(s, (uint32_t)number))
        return NO_STATE;
    if (st->atom > far->atom || (st->atom == far->atom && st->cost < far->cost))
        s->furthest = number;
    int32_t reached = exact ? run(s, number) : NO_STATE;
    if (reached == NO_STATE) {
        expand(s, number);
    } else {
        s->state[number].next++;
        push_next(s, (uint32_t)number);
    }
    return s->failed ? NO_STATE : reached;
}

static void step(struct search *s, struct heap_entry e) {
    int32_t number = (int32_t)e.state;
    if (e.unrolls)
        zi_search_unroll(s, number, true);
    else if (s->state[number].played || take(s, e.state, value_of(&e)))
        while (number != NO_STATE)
            number = go_on(s, number);
}

/* The state before all atoms. */
static void begin(struct search *s) {
    struct state *first = zi_list_add(&s->state, &s->cap, &s->count, sizeof *first);
    union position *p = zi_arena_alloc(&s->positions, s->rules->position_size);
    s->failed |= !first || !p;
    if (s->failed)
        return;
    s->rules->start(p, s->source->ruleset, s->source->start);
    *first = (struct state){.rival = NO_COST,
                            .rival_state = NO_STATE,
                            .parent = NO_STATE,
                            .played = true,
                            .outcome = s->rules->outcome(p),
                            .position = p};
    advance(s, first);
    push(s, 0, s->floor[first->atom]);
}

static void allocate(struct search *s) {
    size_t atoms = s->atoms->count;
    s->floor = zi_arena_alloc(s->arena, (atoms + 1) * sizeof *s->floor);
    s->failed |= !s->floor;
    if (s->failed)
        return;
    s->floor[atoms] = 0;
    for (size_t i = atoms; i-- > 0;)
        s->floor[i] = s->floor[i + 1] + floor_of(atom_at(s, (uint32_t)i));
}

uint32_t zi_search_work(const struct search *s) {
    return s->taken + (s->listed + 2 * (uint32_t)s->count) / MOVES_A_STATE;
}

bool zi_search(struct search *s) {
    allocate(s);
    if (!s->failed)
        begin(s);
    while (s->heaped && !s->failed && s->completes < COMPLETE_MAX) {
        if (s->completes &&
            (!s->complete[0].cost || value_of(&s->heap[0]) >= s->complete[0].cost + s->margin))
            break;
        s->spent = zi_search_work(s) >= s->budget || s->attempt.exhausted;
        if (s->spent)
            break;
        step(s, pop(s));
    }
    return !s->failed;
}

void zi_search_free(struct search *s) {
    free(s->state);
    free(s->heap);
    free(s->known);
    zi_arena_free(&s->positions);
}
