/* AbstractPlay's moves: their coordinates, and the slots that they stand in. */
#include "validators/formats/abstractplay.h"

const struct ap_ending zi_ap_endings[AP_ENDINGS] = {{"resign", "resignation", NULL},
                                                    {"timeout", "time", NULL},
                                                    {"draw", "agreement", "draw"},
                                                    {"abandoned", "unfinished", "*"}};

void zi_ap_fault(struct ap_reader *in, const struct node *at, const char *sentence) {
    struct ap_fault *f = zi_arena_alloc(&in->record->arena, sizeof *f);
    if (!f) {
        in->record->out_of_memory = true;
        return;
    }
    *f = (struct ap_fault){NULL, at, sentence};
    *in->last_fault = f;
    in->last_fault = &f->next;
}

void zi_ap_stop(struct ap_reader *in, const struct node *at, const char *sentence) {
    in->stop = sentence;
    in->stop_at = at;
}

struct node *zi_ap_mapping(struct ap_reader *in, const struct node *at) {
    return zi_record_collection(in->record, NODE_MAPPING, at->span);
}

struct node *zi_ap_derived(struct ap_reader *in, struct text t, const struct node *at) {
    return zi_record_scalar(in->record, t, span_at(at->span.start, at->span.end, WRITTEN_DERIVED));
}

/* Keeps a key with its value. */
void zi_ap_keep(struct ap_reader *in, struct node *mapping, const struct node *key) {
    zi_node_add_pair(mapping, zi_record_copy(in->record, key),
                     zi_record_copy(in->record, key->next));
}

struct node *zi_ap_rest(struct ap_reader *in, const struct node *mapping,
                        const char *const *known) {
    struct node *rest = zi_ap_mapping(in, mapping);
    for (const struct node *key = mapping->first; key; key = key->next->next)
        if (!text_is_one_of(key->text, known))
            zi_ap_keep(in, rest, key);
    return rest;
}

enum { MOVE_BYTES_MAX = 2 * MOVE_CELLS_MAX * 3 };

/* A whole number of one or two digits without a leading zero at *p; 0 if there is not one. */
static unsigned read_number(const char **p, const char *end) {
    unsigned n = 0;
    if (*p < end && **p != '0')
        for (size_t i = 0; i < 2 && *p < end && is_digit(**p); i++)
            n = n * 10 + (unsigned)(*(*p)++ - '0');
    return n;
}

/* From half steps: `2b2` is 2a1. */
static bool convert_akron_cell(const char **p, const char *end, struct writer *w) {
    unsigned level = read_number(p, end);
    if (!level || *p == end)
        return false;
    unsigned column = (unsigned)(*(*p)++ | 0x20) - 'a', row = read_number(p, end) - 1;
    unsigned up = level - 1, file = (column - up) / 2, rank = (row - up) / 2;
    if (column < up || row == UINT32_MAX || row < up || (column - up) % 2 || (row - up) % 2 ||
        file >= FILES_MAX)
        return false;
    if (up)
        write_number(w, level);
    write_char(w, (char)('a' + file));
    write_number(w, rank + 1);
    return true;
}

static bool convert_akron(struct text t, struct writer *w) {
    const char *p = t.at, *end = t.at + t.len;
    if (!convert_akron_cell(&p, end, w))
        return false;
    if (p < end && *p == '-') {
        write_char(w, *p++);
        if (!convert_akron_cell(&p, end, w))
            return false;
    }
    return p == end;
}

static unsigned distance(unsigned a, unsigned b) { return a > b ? a - b : b - a; }

/* Gives steps and hops their signs. What is written is as long as what was read. */
static bool convert_halma(struct text t, struct writer *w) {
    const char *p = t.at, *end = t.at + t.len;
    unsigned file = 0, rank = 0;
    for (size_t cells = 0; p < end; cells++) {
        const char *start = p;
        unsigned new_file = (unsigned)(*p++ | 0x20) - 'a', new_rank = read_number(&p, end);
        bool last = p == end;
        if (new_file >= FILES_MAX || !new_rank || cells == MOVE_CELLS_MAX || (!last && *p != '-') ||
            (!last && p + 1 == end))
            return false;
        bool near = distance(file, new_file) <= 1 && distance(rank, new_rank) <= 1;
        if (cells)
            write_char(w, near && cells == 1 && last ? '-' : '^');
        write_char(w, (char)('a' + new_file));
        write_text(w, (struct text){start + 1, (size_t)(p - start - 1)});
        file = new_file;
        rank = new_rank;
        p += !last;
    }
    return w->len > 0;
}

/* The move of a slot; what is not one becomes text that cannot be read either. */
static struct node *read_move(struct ap_reader *in, const struct node *slot) {
    char room[MOVE_BYTES_MAX + 32];
    struct writer w = {room, sizeof room, 0};
    struct text t = slot->kind == NODE_SCALAR ? slot->text : NO_TEXT;
    if (in->akron ? convert_akron(t, &w) : convert_halma(t, &w)) {
        bool alike = !in->akron && ap_is_string(slot);
        if (!in->akron && !memchr(t.at, '-', t.len)) {
            struct text lone = {room + sizeof room / 2, w.len};
            memcpy(room + sizeof room / 2, room, w.len);
            w.len = 0;
            alike = false;
            write_string(&w, "-- {AbstractPlay: ");
            write_text(&w, lone);
            write_char(&w, '}');
        }
        return alike ? zi_record_scalar(in->record, written(&w), slot->span)
                     : zi_ap_derived(in, written(&w), slot);
    }
    w.len = 0;
    if (text_is(t, "pass"))
        return zi_ap_derived(in, TEXT("--"), slot);
    char *at = zi_arena_alloc(&in->record->arena, t.len + 1);
    if (!at) {
        in->record->out_of_memory = true;
        return NULL;
    }
    at[0] = '?';
    if (t.len)
        memcpy(at + 1, t.at, t.len);
    return zi_ap_derived(in, (struct text){at, t.len + 1}, slot);
}

const struct ap_ending *zi_ap_ending(const struct node *move) {
    for (size_t i = 0; move && i < AP_ENDINGS; i++)
        if (ap_is_string(move) && text_is(move->text, zi_ap_endings[i].word))
            return &zi_ap_endings[i];
    return NULL;
}

/* Keeps something of the present slot. */
static void keep_slot(struct ap_reader *in, const struct node *slot, struct node *what) {
    char room[24];
    struct writer w = {room, sizeof room, 0};
    write_number(&w, in->slots);
    if (!in->kept_slots)
        in->kept_slots = zi_ap_mapping(in, slot);
    zi_node_add_pair(in->kept_slots, zi_ap_derived(in, written(&w), slot), what);
}

static void read_slot(struct ap_reader *in, const struct node *slot, bool last) {
    static const char *const known[] = {"move", NULL};
    const struct node *move = slot;
    in->slots++;
    if (node_is_null(slot)) {
        if (!last)
            zi_ap_fault(in, slot, "both seats must move in every round except the last");
        keep_slot(in, slot, zi_record_copy(in->record, slot));
        return;
    }
    if (slot->kind == NODE_MAPPING) {
        move = zi_node_get(slot, "move");
        keep_slot(in, slot, zi_ap_rest(in, slot, known));
    }
    if (last && zi_ap_ending(move))
        in->ending = move;
    else
        zi_node_add(in->moves, read_move(in, move ? move : slot));
    if (in->pie && in->akron && in->slots == 1)
        zi_node_add(in->moves, zi_ap_derived(in, TEXT("swap"), in->pie));
}

/* Whether nothing but empty slots is after this one in its round. */
static bool is_last_slot(const struct node *slot) {
    while ((slot = slot->next))
        if (!node_is_null(slot))
            return false;
    return true;
}

static void read_round(struct ap_reader *in, const struct node *round) {
    bool last = !round->next;
    if (round->kind != NODE_SEQUENCE) {
        zi_ap_fault(in, round, "a round must be a list of the moves of both seats");
        read_slot(in, round, last);
        return;
    }
    size_t seats = 0;
    for (const struct node *slot = round->first; slot; slot = slot->next) {
        if (++seats == 3)
            zi_ap_fault(in, slot, "a round must have two seats");
        read_slot(in, slot, last && is_last_slot(slot));
    }
    if (!seats || (seats == 1 && !last))
        zi_ap_fault(in, round, "every round except the last must have the moves of both seats");
}

void zi_ap_read_moves(struct ap_reader *in, const struct node *tree, bool flat) {
    const struct node *moves = zi_node_get(tree, "moves");
    if (!moves)
        return;
    if (moves->kind != NODE_SEQUENCE) {
        zi_ap_stop(in, moves, "the moves must be a list");
        return;
    }
    in->moves = zi_record_collection(in->record, NODE_SEQUENCE, moves->span);
    for (const struct node *n = moves->first; n; n = n->next) {
        if (flat)
            read_slot(in, n, !n->next);
        else
            read_round(in, n);
    }
    if (in->pie && in->akron && !in->slots)
        zi_ap_fault(in, in->pie, "the pie rule can only be used after a first move");
    zi_record_put(in->record, in->root, "moves", in->moves);
}

static void write_akron_cell(struct writer *w, cell c) {
    unsigned up = cell_level(c);
    write_number(w, up + 1);
    write_char(w, (char)('a' + 2 * cell_file(c) + up));
    write_number(w, 2 * cell_rank(c) + up + 1);
}

void zi_ap_write_move(struct writer *w, const struct move *m, bool akron) {
    size_t count = m->kind == MOVE_RELOCATE ? 2 : m->count; /* without falls */
    if (m->kind == MOVE_PASS)
        write_string(w, "pass");
    for (size_t i = 0; m->kind != MOVE_PASS && i < count; i++) {
        if (i)
            write_char(w, '-');
        if (akron) {
            write_akron_cell(w, m->cell[i]);
        } else {
            write_char(w, (char)('a' + cell_file(m->cell[i])));
            write_number(w, cell_rank(m->cell[i]) + 1U);
        }
    }
}
