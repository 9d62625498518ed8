/* AbstractPlay's game records: Akron and Halma. */
#include "validators/formats/abstractplay.h"
#include "notation/record/json.h"

/* The string at `i`, with its quotes; NO_TEXT if none is, or the text ends before it. */
static struct text string_at(struct text t, size_t i) {
    size_t from = i;
    if (i >= t.len || t.at[i] != '"')
        return NO_TEXT;
    for (i++; i < t.len && t.at[i] != '"'; i++)
        i += t.at[i] == '\\';
    return i < t.len ? (struct text){t.at + from, i + 1 - from} : NO_TEXT;
}

/* Behind the value at `i`, as far as strings and brackets tell. */
static size_t skip_value(struct text t, size_t i) {
    for (size_t depth = 0; i < t.len; i++) {
        char c = t.at[i];
        if (c == '"') {
            struct text string = string_at(t, i);
            if (!string.at)
                return t.len;
            i += string.len - 1;
        }
        if (!depth && (c == ',' || c == '}' || c == ']'))
            return i;
        depth += c == '{' || c == '[';
        depth -= c == '}' || c == ']';
    }
    return i;
}

/* Whether the object at `i` has a key that only AbstractPlay's records have, or its first value is
   such an object. */
static bool is_record_at(struct text t, size_t i, bool by_name) {
    static const char *const keys[] = {"\"header\"", "\"size\"", "\"winner\"", "\"plies\"", NULL};
    for (bool first = true; i < t.len && (t.at[i] == '{' || t.at[i] == ','); first = false) {
        i = text_after_blanks(t, i + 1);
        struct text key = string_at(t, i);
        i = text_after_blanks(t, i + key.len);
        if (!key.at || i >= t.len || t.at[i] != ':')
            return false;
        for (size_t k = 0; keys[k]; k++)
            if (text_is(key, keys[k]))
                return true;
        i = text_after_blanks(t, i + 1);
        if (first && by_name && i < t.len && t.at[i] == '{')
            return is_record_at(t, i, false);
        i = skip_value(t, i);
    }
    return false;
}

static bool recognise(struct text head) {
    bool listed = head.len && *head.at == '[';
    size_t i = listed ? text_after_blanks(head, 1) : 0;
    return i < head.len && head.at[i] == '{' && is_record_at(head, i, !listed);
}

static bool next(struct source *s, struct document *out) { return zi_json_next(s, out, true); }

/* Whether all cells of the moves are on a board of that size. */
static bool fits(struct text moves, unsigned size) {
    for (size_t i = 0; i + 1 < moves.len; i++) {
        char c = moves.at[i];
        if (c < 'a' || c > 'p' || !is_digit(moves.at[i + 1]) || (i && moves.at[i - 1] >= 'a'))
            continue;
        unsigned up = 0, rank = 0;
        if (i && is_digit(moves.at[i - 1]))
            up = (unsigned)(moves.at[i - 1] - '1');
        for (size_t k = i + 1; k < moves.len && is_digit(moves.at[k]); k++)
            rank = rank * 10 + (unsigned)(moves.at[k] - '0');
        if ((unsigned)(c - 'a') + up >= size || rank - 1 + up >= size)
            return false;
    }
    return true;
}

/* Whether the record, which was read as one on a board of size 9, may be one of size 8: both have
   the same label. */
static bool may_be_smaller(const struct record *r, const struct format_options *options) {
    const struct node *rules = zi_node_get(r->root, "rules");
    const struct node *flat = zi_node_get(zi_node_get(r->root, AP_KEPT), "flat");
    return !r->broken && !options->size && !flat && text_is(zi_node_text(rules, "size"), "9") &&
           fits(r->field[KEY_MOVES].text, 8);
}

static void warn_of_size(struct record *r) {
    zi_report_add(r, FINDING_AMBIGUOUS, PART_HEADER, zi_field_offset(r, &r->field[KEY_GAME], 0),
                  "the label `size-9 board` stands for size 8 too, and the moves fit both",
                  TEXT("read as size 9; --size 8 says otherwise"));
}

static void take(struct ap_reader *in, const struct node *tree) {
    struct record *r = in->record;
    if (!tree)
        return;
    const struct node *root = zi_ap_read(in, tree);
    if (in->stop) {
        zi_record_stop(r, FINDING_FORMAT, in->stop_at->span.start, in->stop, NO_TEXT);
        return;
    }
    zi_record_take(r, root);
    for (const struct ap_fault *f = in->faults; f && !r->broken; f = f->next)
        zi_report_add(r, FINDING_FORMAT, PART_HEADER, f->at->span.start, f->sentence, NO_TEXT);
}

static bool read(struct record *r, const struct document *document,
                 const struct format_options *options, unsigned attempt) {
    if (attempt > 1 || (attempt == 1 && !may_be_smaller(r, options)))
        return false;
    zi_record_begin(r, document);
    if (document->too_long) {
        zi_record_stop(r, FINDING_LIMIT, 0, "a record in JSON must have at most 16 MiB", NO_TEXT);
        return true;
    }
    struct ap_reader in = {
        .record = r, .key = zi_json_name(r), .said = options->size, .smaller = attempt == 1};
    take(&in, zi_json_read(r));
    if (attempt == 0 && may_be_smaller(r, options))
        warn_of_size(r);
    return true;
}

/* Whether a chain lands on the cell that it began on (M12). */
static bool returns_on_its_way(const struct move *m) {
    for (unsigned i = 1; i < m->count; i++)
        if (m->cell[i] == m->cell[0])
            return true;
    return false;
}

static void see(struct conversion *c, const struct move_reader *in, enum token token) {
    struct ap_gathered *g = c->state;
    bool akron = in->verdict->rules == &zi_akron_rules;
    if (!is_main_turn(in, token))
        return;
    char *room = zi_buffer_room(c->body, 4 * MOVE_CELLS_MAX + 1);
    if (!room)
        return;
    if (in->canonical.kind == MOVE_SWAP) {
        g->swapped = true;
        return;
    }
    if (in->canonical.kind == MOVE_PASS)
        zi_format_lose_token(in, "a pass, which AbstractPlay has no word for");
    if (!akron && returns_on_its_way(&in->canonical))
        zi_format_lose_token(in, "a chain through its origin, which AbstractPlay refuses");
    struct writer w = {room, 4 * MOVE_CELLS_MAX, 0};
    zi_ap_write_move(&w, &in->canonical, akron);
    room[w.len] = '\n';
    c->body->len += w.len + 1;
    g->moves++;
}

static void write(struct conversion *c, struct buffer *out) {
    const struct node *tree = zi_ap_tree(c);
    if (tree)
        zi_json_write_node(c->record, tree, out);
}

const struct format zi_format_abstractplay = {
    .name = "abstractplay",
    .about = "AbstractPlay's game records (Akron, Halma 16x16), one object per line",
    .recognise = recognise,
    .next = next,
    .read = read,
    .keys = AP_KEYS,
    .holds_other_keys = true, /* `write` reports them */
    .state_size = sizeof(struct ap_gathered),
    .see = see,
    .write = write,
};
