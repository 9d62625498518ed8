#include "validators/reading/outcome.h"

enum { SLIP_COST = 200, LOOTS_THAT_CONFIRM = 2, MOVES_THAT_CONFIRM = 2 };

/* What is written while a reading is followed. */
struct tale {
    struct search *s;
    struct reading *out;
    const int32_t *path; /* its states, the first one first */
    size_t states;
    uint32_t ply;
    int32_t shift;
    bool numbered; /* a number was before the next move */
};

/* The states that lead to a state, the first one first; NULL when out of memory. */
static int32_t *path_to(struct search *s, int32_t state, size_t *count) {
    *count = 0;
    for (int32_t i = state; i != NO_STATE && !s->failed; i = s->state[i].parent) {
        zi_search_unroll(s, i, false);
        ++*count;
    }
    if (s->failed)
        return NULL;
    int32_t *path = zi_arena_alloc(s->arena, (*count + 1) * sizeof *path);
    s->failed |= !path;
    size_t at = *count;
    for (int32_t i = state; i != NO_STATE && path; i = s->state[i].parent)
        path[--at] = i;
    return path;
}

static struct text keep_text(struct search *s, const struct writer *w) {
    return zi_arena_copy(s->arena, written(w), &s->failed);
}

/* The canonical form of a move in a position, which becomes the one after it. */
static struct text canonical(struct search *s, union position *p, const struct move *m) {
    char room[MOVE_TEXT_MAX];
    struct writer w = {room, sizeof room, 0};
    struct move right;
    struct effect effect = {0};
    move_copy(&right, m);
    if (move_is_route(&right))
        s->rules->complete(p, &right);
    if (!move_is_turn(m)) {
        s->rules->play(p, m, &effect);
    } else if (!s->rules->try_play(p, m, &s->attempt)) {
        s->rules->annotate(&right, &s->attempt.effect);
    }
    s->rules->notation->write(&w, &right);
    return keep_text(s, &w);
}

static void add_departure(struct tale *t, enum departure_kind kind, struct text old,
                          struct text read, uint32_t cost) {
    t->out->departure[t->out->departures++] = (struct departure){
        .kind = kind, .written = old, .read = read, .ply = t->ply + 1, .cost = cost, .tried = 1};
}

static void add_item(struct tale *t, enum reading_item_kind kind, struct text old, struct text text,
                     uint32_t ply) {
    t->out->item[t->out->items++] =
        (struct reading_item){.kind = kind, .written = old, .text = text, .ply = ply};
}

/* A remark without the signs around it. */
static struct text bare_remark(struct text t) {
    char first = text_first(t), last = t.len ? t.at[t.len - 1] : 0;
    if ((first == '{' && last == '}') || (first == '(' && last == ')' && t.len > 2))
        return text_trimmed((struct text){t.at + 1, t.len - 2}, BLANK_MARKS);
    if (first == ';')
        return text_trimmed(text_after(t, 1), BLANK_MARKS);
    return t;
}

static bool is_comment(struct text t) {
    return memchr("{(;", text_first(t), 3) || text_begins(t, "[%");
}

static struct text commented(struct search *s, struct text t) {
    struct text bare = text_trimmed(bare_remark(t), BLANK_MARKS);
    char *at = zi_arena_alloc(s->arena, bare.len + 2);
    s->failed |= !at;
    if (!at)
        return NO_TEXT;
    struct writer w = {at, bare.len + 2, 0};
    write_char(&w, '{');
    for (size_t i = 0; i < bare.len; i++)
        write_char(&w, bare.at[i] == '{' || bare.at[i] == '}' ? '|' : bare.at[i]);
    write_char(&w, '}');
    return written(&w);
}

static struct text due_number(struct search *s, uint32_t ply) {
    char room[DIGITS_ROOM + 4];
    struct writer w = {room, sizeof room, 0};
    write_number(&w, ply / 2 + 1);
    write_string(&w, ply % 2 ? "..." : ".");
    return keep_text(s, &w);
}

static void note_number(struct tale *t, const struct atom *a, struct text old, enum edge_kind kind,
                        uint32_t cost) {
    bool moved =
        (t->shift % 2 || t->s->by_ply) && t->ply % 2 && !a->second; /* the second move needs none */
    struct text due = moved ? NO_TEXT : due_number(t->s, t->ply);
    bool wrong = kind == EDGE_NUMBER || kind == EDGE_SHIFT;
    if (wrong || !text_same(due, old))
        add_departure(t, wrong ? DEPARTURE_NUMBER : DEPARTURE_FORM, old, due, cost);
    t->numbered = !moved;
}

static void note_glyph(struct tale *t, const struct atom *a) {
    struct reading_item *last = t->out->items ? &t->out->item[t->out->items - 1] : NULL;
    if (last && last->kind == ITEM_MOVE && !last->glyphs.len && text_first(a->written) != '-') {
        last->glyphs = a->written;
        struct text old = text_between(text_end(last->written), text_end(a->written));
        if (old.at <= a->written.at && last->written.len)
            add_departure(t, DEPARTURE_FORM, old, a->written, 0);
        return;
    }
    add_departure(t, DEPARTURE_FORM, a->written, NO_TEXT, 0);
}

/* Notes an atom that explains itself. Returns the number of atoms. */
static uint32_t note_free(struct tale *t, uint32_t at) {
    const struct atom *a = &t->s->atoms->at[at];
    bool notation = t->s->source->notation;
    if (a->kind == ATOM_REMARK) {
        bool variation = notation && a->optional;
        add_item(t, ITEM_REMARK, a->written, variation ? a->written : bare_remark(a->written),
                 t->ply);
        if (notation &&
            (!is_comment(a->written) || (text_first(a->written) == '(' && !a->optional)))
            add_departure(t, DEPARTURE_FORM, a->written, commented(t->s, a->written), 0);
    } else if (a->kind == ATOM_WORD && notation && !(a->optional && a[1].kind == ATOM_END)) {
        add_departure(t, DEPARTURE_FORM, a->written, NO_TEXT, 0);
    } else if (a->kind == ATOM_GLYPH) {
        note_glyph(t, a);
    } else if (a->kind == ATOM_NUMBER) {
        bool dots = a[1].kind == ATOM_DOTS && t->ply % 2 && !a->second;
        struct text old = dots ? text_between(a->written.at, text_end(a[1].written)) : a->written;
        note_number(t, a, old, EDGE_START, 0);
        return 1 + dots;
    }
    return 1;
}

static enum departure_kind kind_of(const struct state *st, const struct atom *a) {
    return st->by.kind == EDGE_INSERT ? DEPARTURE_MISSING
           : st->by.kind == EDGE_ANY  ? DEPARTURE_ILLEGIBLE
           : st->by.kind == EDGE_SWAP ? DEPARTURE_SWAPPED
           : st->by.kind == EDGE_NEAR
               ? (a->kind == ATOM_HIDDEN ? DEPARTURE_ILLEGIBLE : DEPARTURE_CONFUSED)
           : st->wrong_effect ? DEPARTURE_EFFECT
                              : DEPARTURE_FORM;
}

/* Notes a number that the first player's move lacks because it is before another move. */
static void note_moved_number(struct tale *t, struct text place) {
    struct departure *last = t->out->departures ? &t->out->departure[t->out->departures - 1] : NULL;
    if (t->shift % 2 == 0 || t->ply % 2 || t->numbered || !t->s->source->notation)
        return;
    struct text number = due_number(t->s, t->ply);
    if (!last || last->written.at != place.at || last->written.len) {
        add_departure(t, DEPARTURE_FORM, (struct text){place.at, 0}, number, 0);
        return;
    }
    char room[MOVE_TEXT_MAX]; /* after the missing move */
    struct writer w = {room, sizeof room, 0};
    write_text(&w, last->read);
    write_char(&w, ' ');
    write_text(&w, number);
    last->read = keep_text(t->s, &w);
}

static void note_move(struct tale *t, const struct state *st, const struct state *before,
                      const struct move *m, struct text old, struct text glyphs,
                      union position *p) {
    struct search *s = t->s;
    const struct atom *a = &s->atoms->at[st->by.first];
    struct text text = canonical(s, p, m);
    enum departure_kind kind = kind_of(st, a);
    (void)before;
    note_moved_number(t, old);
    char comma = text_byte(old.len ? (struct text){text_end(old), 1} : NO_TEXT, 0);
    struct text whole = {old.at, old.len + (comma == ',' && !glyphs.len && s->source->notation)};
    if (kind != DEPARTURE_FORM || !text_same(text, whole))
        add_departure(t, kind, kind == DEPARTURE_FORM || old.len ? whole : old, text,
                      st->cost - s->state[st->parent].cost);
    add_item(t, ITEM_MOVE, old, text, t->ply + 1);
    struct reading_item *item = &t->out->item[t->out->items - 1];
    item->glyphs = glyphs;
    item->gift = !move_is_turn(m);
    t->ply += !item->gift;
    t->numbered = t->ply % 2;
}

static struct text written_of(const struct search *s, const struct edge *e) {
    const struct atom *first = &s->atoms->at[e->first];
    return e->end > e->first
               ? text_between(first->written.at, text_end(s->atoms->at[e->end - 1].written))
               : (struct text){first->written.at, 0};
}

static void note_ignored(struct tale *t, const struct state *st) {
    const struct atom *a = &t->s->atoms->at[st->by.first];
    if (a->kind == ATOM_GLYPH) {
        note_glyph(t, a);
    } else if (a->kind == ATOM_DOTS && a->segment == SEGMENT_ENOUGH) {
        add_departure(t, DEPARTURE_FORM, a->written, NO_TEXT, 0); /* between the moves of a pair */
    } else if (st->by.kind == EDGE_TWICE) {
        add_departure(t, DEPARTURE_EXTRA, a->written, NO_TEXT, st->by.cost);
    } else {
        bool extra = a->kind == ATOM_MOVE && !a->prose;
        add_item(t, ITEM_REMARK, a->written, a->written, t->ply);
        add_departure(t, extra ? DEPARTURE_EXTRA : DEPARTURE_REMARK, a->written,
                      commented(t->s, a->written), st->by.cost);
    }
}

static void note_edge(struct tale *t, const struct state *st) {
    struct search *s = t->s;
    const struct state *before = &s->state[st->parent];
    const struct atom *a = &s->atoms->at[st->by.first];
    union position p;
    switch (st->by.kind) {
    case EDGE_START:
    case EDGE_GAP:
    case EDGE_END: return;
    case EDGE_SKIP:
    case EDGE_REMARK:
    case EDGE_TWICE: note_ignored(t, st); return;
    case EDGE_SHIFT: t->shift = st->shift; /* fall through */
    case EDGE_NUMBER: note_number(t, a, a->written, st->by.kind, st->by.cost); return;
    default: break;
    }
    memcpy(&p, before->position, s->rules->position_size);
    struct text old = written_of(s, &st->by);
    if (st->by.kind == EDGE_SWAP) {
        const struct atom *b = &s->atoms->at[st->by.end - 1];
        note_move(t, st, before, st->by.move, a->written, b->glyphs, &p);
        note_move(t, st, before, st->by.second, b->written, a->glyphs, &p);
        return;
    }
    note_move(t, st, before, st->by.move, old, st->by.end > st->by.first ? a->glyphs : NO_TEXT, &p);
    t->shift = st->shift;
}

/* Follows the best reading, and describes its moves and departures. */
static void describe(struct search *s, const int32_t *path, size_t states, struct reading *out) {
    struct tale t = {.s = s, .out = out, .path = path, .states = states};
    size_t most = 3 * (s->atoms->count + states) + 1;
    const struct state *last = &s->state[path[states - 1]];
    uint32_t at = 0;
    out->item = zi_arena_alloc(s->arena, most * sizeof *out->item);
    out->departure = zi_arena_alloc(s->arena, most * sizeof *out->departure);
    s->failed |= !out->item || !out->departure;
    if (s->failed)
        return;
    for (size_t i = 1; i < states; i++) {
        const struct state *st = &s->state[path[i]];
        while (at < st->by.first)
            at += note_free(&t, at);
        note_edge(&t, st);
        at = st->by.end;
    }
    while (at < last->atom && last->by.kind != EDGE_GAP)
        at += note_free(&t, at);
    out->plies = t.ply;
    out->outcome = last->outcome;
    out->cost = last->cost;
}

/* Whether a later part of the reading confirms loot: at least two written ones are true. */
static bool is_confirmed(const struct search *s, const int32_t *path, size_t states, size_t from) {
    unsigned count = 0;
    for (size_t i = from + 1; i < states && count < LOOTS_THAT_CONFIRM; i++) {
        const struct state *st = &s->state[path[i]];
        count += st->by.kind == EDGE_READ && st->by.move->annotated && !st->wrong_effect;
    }
    return count >= LOOTS_THAT_CONFIRM;
}

/* Whether enough moves after a state are read as they are written. */
static bool is_followed(const struct search *s, const int32_t *path, size_t states, size_t from) {
    unsigned count = 0;
    for (size_t i = from + 1; i < states && count < MOVES_THAT_CONFIRM; i++)
        count += s->state[path[i]].by.kind == EDGE_READ;
    return count == MOVES_THAT_CONFIRM;
}

/* Why the reading is not taken although no other is near; NULL if it is. */
static const char *doubt(const struct search *s, const int32_t *path, size_t states) {
    enum { HABIT = 3 };
    uint32_t slips = 0, unseen = 0, ignored = 0, ends = 0, chains = 0;
    bool colors = zi_written_kind(s->rules->notation) == WRITTEN_PLACE;
    for (size_t i = 1; i < states; i++) {
        const struct state *st = &s->state[path[i]];
        const struct atom *a = &s->atoms->at[st->by.first];
        uint32_t cost = st->cost - s->state[st->parent].cost;
        bool inserts = st->by.kind == EDGE_INSERT, swaps = st->by.kind == EDGE_SWAP;
        slips += cost >= SLIP_COST;
        unseen += inserts && cost > READING_DEPARTURE;
        ends += st->by.kind == EDGE_READ && a->is.cells == 2 && cost && move_path(st->by.move) > 2;
        chains += st->by.kind == EDGE_READ && a->is.cells > 2;
        ignored += (st->by.kind == EDGE_SKIP || st->by.kind == EDGE_REMARK) &&
                   a->kind != ATOM_DOTS && a->kind != ATOM_GLYPH;
        if (cost > READING_DEPARTURE_LARGE && !inserts && !swaps)
            return "a move would have to be changed too much";
        if (cost >= SLIP_COST && st->by.kind == EDGE_NEAR && !s->other &&
            !is_followed(s, path, states, i))
            return "no later move confirms it";
        if (st->by.kind == EDGE_SKIP && a->kind != ATOM_GLYPH && a->segment != SEGMENT_LONG &&
            !(a->kind == ATOM_DOTS && a->segment == SEGMENT_ENOUGH))
            return "a text without a move may be one";
        if (st->by.kind == EDGE_SKIP && a->kind == ATOM_MOVE && a->is.cells == 1 &&
            zi_written_kind(s->rules->notation) == WRITTEN_WALK)
            return "a cell is left over";
        if (st->wrong_effect && s->rules->notation->counts && !is_confirmed(s, path, states, i))
            return "an annotation contradicts the move, and later ones do not confirm it";
        if (swaps && (colors || s->state[st->parent].ply % 2 || st->by.end - st->by.first > 2 ||
                      !s->atoms->numbered))
            return "two moves may be interchanged";
    }
    if (unseen && slips > 1)
        return "a move is missing without a trace, and another is wrong";
    if (ends && ends < HABIT && chains && !s->other)
        return "the inner cells of a chain are missing";
    if (ignored > 2 && ignored * 5 > s->atoms->moves)
        return "too many moves would be remarks";
    return NULL;
}

/* The question. */

/* The first state of the path that plays another move than the other path; NO_STATE: none. */
static int32_t differing(const struct search *s, const int32_t *path, size_t states,
                         const int32_t *other, size_t others) {
    size_t k = 1;
    for (size_t i = 1; i < states; i++) {
        const struct state *st = &s->state[path[i]];
        if (!st->by.move)
            continue;
        while (k < others && !s->state[other[k]].by.move)
            k++;
        if (k >= others || s->state[other[k]].line != st->line)
            return path[i];
        k++;
    }
    return NO_STATE;
}

static void add_choice(struct search *s, const struct state *st, struct reading *out) {
    union position p;
    if (!st->by.move || out->choices == CHOICES_MAX)
        return;
    memcpy(&p, s->state[st->parent].position, s->rules->position_size);
    struct text text = canonical(s, &p, st->by.move);
    for (size_t i = 0; i < out->choices; i++)
        if (text_same(out->choice[i], text))
            return;
    out->choice[out->choices++] = text;
}

/* Adds what a rival of the best reading has where they differ first. */
static void add_rival(struct search *s, const int32_t *path, size_t states, int32_t rival,
                      struct reading *out, uint32_t *first) {
    size_t others;
    const int32_t *other = path_to(s, rival, &others);
    if (!other || s->failed)
        return;
    int32_t here = differing(s, path, states, other, others);
    int32_t there = differing(s, other, others, path, states);
    const struct state *at = here == NO_STATE ? NULL : &s->state[here];
    uint32_t atom = at ? at->by.first : there == NO_STATE ? 0 : s->state[there].by.first;
    out->readings += out->readings < READINGS_MAX;
    if (atom > *first)
        return;
    if (atom < *first) {
        out->choices = 0;
        *first = atom;
        out->place = at ? written_of(s, &at->by) : s->atoms->at[atom].written;
        out->ply = at ? s->state[at->parent].ply + 1 : out->plies;
        if (at)
            add_choice(s, at, out);
    }
    if (there != NO_STATE)
        add_choice(s, &s->state[there], out);
}

static void ask(struct search *s, const int32_t *path, size_t states, struct reading *out) {
    uint32_t first = UINT32_MAX, most = s->complete[0].cost + s->margin;
    for (size_t i = 1; i < s->completes; i++)
        if (s->complete[i].cost < most)
            add_rival(s, path, states, s->complete[i].state, out, &first);
    for (size_t i = 0; i < states; i++)
        if (s->state[path[i]].rival < s->margin)
            add_rival(s, path, states, s->state[path[i]].rival_state, out, &first);
    for (size_t i = 1; i < states && !out->place.at; i++) {
        const struct state *st = &s->state[path[i]];
        if (st->cost == s->state[st->parent].cost)
            continue;
        out->place = written_of(s, &st->by);
        out->ply = s->state[st->parent].ply + 1;
    }
}

/* Whether an edge chooses one of several moves. */
static bool is_choice(const struct edge *e) {
    return e->kind == EDGE_NEAR || e->kind == EDGE_ANY || e->kind == EDGE_INSERT;
}

/* The moves to which the text of a departure is equally near. */
static void count_tried(struct search *s, const int32_t *path, size_t states, struct reading *out) {
    uint32_t *next = zi_arena_alloc(s->arena, s->count * sizeof *next); /* on the path; 0: none */
    uint32_t *alike = zi_arena_alloc(s->arena, s->count * sizeof *alike);
    size_t d = 0;
    s->failed |= !next || !alike;
    if (s->failed)
        return;
    memset(next, 0, s->count * sizeof *next);
    memset(alike, 0, s->count * sizeof *alike);
    for (size_t i = 1; i < states; i++)
        next[path[i - 1]] = (uint32_t)path[i];
    for (size_t k = 1; k < s->count; k++) {
        const struct edge *e = &s->state[k].by, *by = &s->state[next[s->state[k].parent]].by;
        alike[s->state[k].parent] +=
            e->kind == by->kind && e->first == by->first && e->cost <= by->cost + s->margin;
    }
    for (size_t i = 1; i < states; i++) {
        const struct state *st = &s->state[path[i]];
        if (!is_choice(&st->by))
            continue;
        while (d < out->departures && (out->departure[d].kind == DEPARTURE_FORM ||
                                       out->departure[d].ply < s->state[st->parent].ply + 1))
            d++;
        if (d < out->departures)
            out->departure[d].tried = alike[st->parent];
    }
}

/* Describes how far the search came. */
static void describe_stop(struct search *s, struct reading *out) {
    size_t states;
    const int32_t *path = path_to(s, s->furthest, &states);
    if (!path)
        return;
    describe(s, path, states, out);
    const struct state *st = &s->state[s->furthest];
    out->place = s->atoms->at[st->atom].written;
    out->ply = st->ply + 1;
    out->why =
        s->spent ? "too many readings are possible" : "with no reading can the game continue";
}

void zi_outcome_describe(struct search *s, uint32_t rival, struct reading *out) {
    size_t states;
    bool gap = !s->completes || s->state[s->complete[0].state].by.kind == EDGE_GAP;
    if (gap) {
        describe_stop(s, out);
        if (s->completes)
            out->why = "moves are missing";
        return;
    }
    const int32_t *path = path_to(s, s->complete[0].state, &states);
    if (!path)
        return;
    out->complete = true;
    out->readings = 1;
    describe(s, path, states, out);
    if (s->failed)
        return;
    count_tried(s, path, states, out);
    out->why = doubt(s, path, states);
    if (s->spent)
        out->why = "too many readings are possible";
    else if (rival < s->complete[0].cost + s->margin)
        out->why = "other readings are equally likely";
    else if (!out->plies)
        out->why = "no move was found";
    out->sure = !out->why;
    if (!out->sure)
        ask(s, path, states, out);
}
