#include "validators/reading/reading.h"

#include <stdlib.h>

#include "validators/reading/outcome.h"
#include "validators/reading/search.h"

enum {
    STATES_MOST = 20000,
    PURSE_STATES_MOST = 12000, /* of a search with a purse, */
    PURSE_PART = 10,           /* which may use this part of it, */
    BYTES_A_STATE = 5,         /* and a state for some bytes */
    SURE_COST = 300,           /* of a sure reading with which no other form is tried, */
    SIDE_COST = 200,           /* and the board is not seen from the other side */
    FORM_COST = 50
};
static const uint32_t NOTHING = UINT32_MAX;

enum { FORMS = FORM_TURNED + 1 };

/* One form that the text may have, with its readings. */
struct hypothesis {
    struct atoms atoms;
    struct search search;
    enum reading_form form;
    uint32_t extra;
};

static uint32_t best_cost(const struct hypothesis *h) {
    return h->search.completes ? h->search.complete[0].cost + h->extra : NOTHING;
}

static uint64_t line_of(const struct hypothesis *h) {
    return h->search.state[h->search.complete[0].state].line;
}

/* The cost of the second reading of a form. */
static uint32_t runner_up(const struct search *s) {
    uint32_t least = NOTHING, best = s->complete[0].cost;
    for (size_t i = 1; i < s->completes; i++)
        least = s->complete[i].cost < least ? s->complete[i].cost : least;
    for (int32_t i = s->complete[0].state; i != NO_STATE; i = s->state[i].parent)
        least = best + s->state[i].rival < least ? best + s->state[i].rival : least;
    return least;
}

void zi_purse_begin(struct reading_purse *p, size_t document_bytes) {
    p->own = (uint32_t)(document_bytes / BYTES_A_STATE) + 1;
}

static uint32_t states_of(const struct reading_purse *p) {
    uint32_t states = p ? p->own + p->left / PURSE_PART : STATES_MOST;
    return !p || states < PURSE_STATES_MOST ? states : PURSE_STATES_MOST;
}

static void pay(struct reading_purse *p, uint32_t states) {
    uint32_t own = states < p->own ? states : p->own, more = states - own;
    p->own -= own;
    p->left -= more < p->left ? more : p->left;
}

static bool search_form(struct hypothesis *h, const struct reading_source *source,
                        const struct atoms *other, struct arena *arena) {
    uint32_t budget = states_of(source->purse);
    h->search = (struct search){.source = source,
                                .rules = source->ruleset->rules,
                                .atoms = &h->atoms,
                                .other = other,
                                .arena = arena,
                                .budget = h->form == FORM_USUAL ? budget : budget / 3,
                                .by_ply = h->form == FORM_PLIES};
    return zi_search(&h->search);
}

/* Whether the best reading of the first form is so good that no other is tried. */
static bool is_enough(const struct hypothesis *h) {
    const struct search *s = &h->search;
    return s->completes && s->state[s->complete[0].state].by.kind == EDGE_END && !s->spent &&
           s->complete[0].cost < SURE_COST && runner_up(s) >= s->complete[0].cost + s->margin;
}

/* The atoms of another sheet that are moves, by turn. */
static struct atoms *read_other(const struct reading_source *source, struct arena *arena,
                                bool *failed) {
    struct atoms *other = zi_arena_alloc(arena, sizeof *other);
    struct reading_source sheet = *source;
    size_t to = 0;
    sheet.part = &source->other;
    sheet.parts = 1;
    *failed |= !other || !zi_atoms_cut(&sheet, arena, other);
    for (size_t i = 0; !*failed && i < other->count; i++) {
        const struct atom *a = &other->at[i];
        if (!a->is.gift && (a->kind == ATOM_MOVE || a->kind == ATOM_ODD || a->kind == ATOM_HIDDEN))
            other->at[to++] = *a;
    }
    if (!*failed)
        other->count = to;
    return other;
}

/* Reads the cells as those of the board seen from the other side. */
static bool try_turned(struct hypothesis *h, const struct reading_source *source, uint32_t best,
                       struct arena *arena) {
    struct reading_source *turned = zi_arena_alloc(arena, sizeof *turned);
    *h = (struct hypothesis){.form = FORM_TURNED, .extra = SIDE_COST};
    if (!turned)
        return false;
    *turned = *source;
    turned->turned = true;
    return best < SIDE_COST ||
           (zi_atoms_cut(turned, arena, &h->atoms) && search_form(h, turned, NULL, arena));
}

/* Tries the forms, and returns the best one; NULL when out of memory. */
static struct hypothesis *try_forms(struct hypothesis h[FORMS], const struct reading_source *source,
                                    struct arena *arena, uint32_t *rival) {
    bool failed = false;
    const struct atoms *other = source->other.len ? read_other(source, arena, &failed) : NULL;
    struct hypothesis *best = &h[FORM_USUAL];
    if (failed || !search_form(best, source, other, arena))
        return NULL;
    *rival = best->search.completes ? runner_up(&best->search) : NOTHING;
    if ((is_enough(best) && (source->notation || best_cost(best) < SIDE_COST)) || source->items)
        return best;
    h[FORM_PLIES] = (struct hypothesis){h->atoms, .form = FORM_PLIES, .extra = FORM_COST};
    h[FORM_COLUMNS] = (struct hypothesis){.form = FORM_COLUMNS, .extra = FORM_COST};
    bool sorted = zi_atoms_sort(&h->atoms, arena, &h[FORM_COLUMNS].atoms, &failed);
    struct atom *copy = zi_arena_alloc(arena, (h->atoms.count + 1) * sizeof *copy);
    if (failed || !copy)
        return NULL;
    memcpy(copy, h->atoms.at, (h->atoms.count + 1) * sizeof *copy);
    h[FORM_PLIES].atoms.at = copy;
    zi_atoms_segment(&h[FORM_PLIES].atoms, true);
    if ((h->atoms.by_ply && !search_form(&h[FORM_PLIES], source, other, arena)) ||
        (sorted && !search_form(&h[FORM_COLUMNS], source, other, arena)))
        return NULL;
    if (!source->turned && !source->notation && !other &&
        !try_turned(&h[FORM_TURNED], source, best_cost(best), arena))
        return NULL;
    for (unsigned i = FORM_PLIES; i <= FORM_TURNED; i++)
        best = best_cost(&h[i]) < best_cost(best) ? &h[i] : best;
    if (best_cost(best) == NOTHING)
        return best;
    *rival = runner_up(&best->search);
    *rival += *rival == NOTHING ? 0 : best->extra;
    for (unsigned i = 0; i < FORMS; i++)
        if (&h[i] != best && best_cost(&h[i]) < *rival && line_of(&h[i]) != line_of(best))
            *rival = best_cost(&h[i]);
    return best;
}

bool zi_reading_find(const struct reading_source *source, struct arena *arena,
                     struct reading *out) {
    struct hypothesis h[FORMS] = {0};
    uint32_t rival = NOTHING;
    *out = (struct reading){0};
    if (!zi_atoms_cut(source, arena, &h->atoms))
        return false;
    if (h->atoms.too_long || h->atoms.count > ATOMS_MAX) {
        out->why = "the text is too long to be read";
        return true;
    }
    struct hypothesis *best = try_forms(h, source, arena, &rival);
    if (best) {
        out->form = best->form;
        zi_outcome_describe(&best->search, rival == NOTHING ? NOTHING : rival - best->extra, out);
        out->cost += best->extra;
    }
    bool failed = !best;
    for (unsigned i = 0; i < FORMS; i++) {
        out->states += zi_search_work(&h[i].search);
        failed |= h[i].search.failed;
        zi_search_free(&h[i].search);
    }
    if (source->purse)
        pay(source->purse, out->states);
    return !failed;
}

/* Writing. */

static void write_remark(struct buffer *out, struct text t) {
    bool variation = t.len && *t.at == '(' && text_end(t)[-1] == ')';
    buffer_string(out, variation ? "" : "{");
    for (size_t i = 0; i < t.len; i++) {
        char c = t.at[i];
        bool blank = is_line_end(c) || c == '\t';
        c = variation || !strchr("{}", c) ? c : c == '{' ? '(' : ')';
        buffer_char(out, blank ? ' ' : c);
    }
    buffer_string(out, variation ? "" : "}");
}

void zi_reading_write(const struct reading *r, uint32_t plies, struct buffer *out) {
    bool numbered = false, begun = false; /* the next move follows its number or the first move */
    for (size_t i = 0; i < r->items; i++) {
        const struct reading_item *item = &r->item[i];
        uint32_t before = item->kind == ITEM_MOVE ? item->ply - 1 : item->ply;
        if (before > plies || (before == plies && item->kind == ITEM_MOVE))
            break;
        bool breaks = item->kind == ITEM_MOVE && before % 2 == 0 && !numbered;
        if (begun)
            buffer_char(out, breaks ? '\n' : ' ');
        begun = true;
        if (item->kind == ITEM_REMARK) {
            write_remark(out, item->text);
            numbered = false;
            continue;
        }
        if (!numbered) {
            zi_buffer_number(out, before / 2 + 1);
            buffer_string(out, before % 2 ? "... " : ". ");
        }
        buffer_text(out, item->text);
        buffer_text(out, item->glyphs);
        numbered = item->gift || before % 2 == 0;
    }
    if (begun)
        buffer_char(out, '\n');
}
