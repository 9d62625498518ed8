/* AbstractPlay's game records: Akron and Halma. */
#include "formats/abstractplay.h"

#include "notation/games/cell.h"
#include "notation/record/json.h"
#include "validators/replay/judge.h"

/* The keys of the format. */
#define AP_KEYS                                                                                    \
    (KEY_BIT(KEY_ZET) | KEY_BIT(KEY_GAME) | KEY_BIT(KEY_VARIANT) | KEY_BIT(KEY_RULES) |            \
     KEY_BIT(KEY_EVENT) | KEY_BIT(KEY_SITE) | KEY_BIT(KEY_DATE) | KEY_BIT(KEY_ROUND) |             \
     KEY_BIT(KEY_PLAYERS) | KEY_BIT(KEY_RESULT) | KEY_BIT(KEY_TERMINATION) | KEY_BIT(KEY_MOVES))

/* The string at `i`, with its quotes; NO_TEXT if there is none, or it is not closed. */
static struct text string_at(struct text t, size_t i) {
    size_t from = i;
    if (i >= t.len || t.at[i] != '"')
        return NO_TEXT;
    for (i++; i < t.len && t.at[i] != '"'; i++)
        i += t.at[i] == '\\';
    return i < t.len ? (struct text){t.at + from, i + 1 - from} : NO_TEXT;
}

/* The end of the value at `i`, judging by strings and brackets only. */
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

static bool recognise(struct text head, bool *failed) {
    (void)failed;
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

/* Whether the record, read with board size 9, may have size 8: both have the same label. */
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
    if (!tree)
        return;
    const struct node *root = zi_ap_read(in, tree);
    if (in->stop)
        zi_record_stop(in->record, FINDING_FORMAT, in->stop_at->span.start, in->stop, NO_TEXT);
    else
        zi_record_take(in->record, root);
}

static bool read_abstractplay(struct record *r, const struct document *document,
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

/* Writing: from zet's tree to AbstractPlay's. */

struct tree {
    bool swapped;       /* White's first turn was `swap` */
    struct node *moves; /* collected by `see`; NULL: none */
    uint32_t move_count;

    struct conversion *conversion;
    struct record *record;
    const struct node *kept;   /* x-abstractplay; NULL: absent */
    const struct node *header; /* `header` in `kept` */
    bool akron;
    unsigned size;
    struct text result; /* of the header, or else of the moves */
    unsigned winner;    /* the seat, 1 or 2; 0: none */
};

static const struct node *value_of(const struct tree *t, enum key k) {
    return zi_node_get(t->record->root, zi_keys[k]);
}

static struct node *collection(const struct tree *t, enum node_kind kind) {
    return zi_record_collection(t->record, kind, t->record->root->span);
}

static void put(const struct tree *t, struct node *mapping, const char *key, struct node *value) {
    zi_record_put(t->record, mapping, key, value);
}

static void put_plain(const struct tree *t, struct node *mapping, const char *key,
                      struct text word) {
    put(t, mapping, key, ap_plain(t->record, word, t->record->root));
}

/* Adds a value of the record if it is text. */
static void put_text(const struct tree *t, struct node *mapping, const char *key,
                     const struct node *n) {
    if (n && n->kind == NODE_SCALAR && !node_is_null(n))
        put(t, mapping, key, ap_text(t->record, n->text, n));
}

/* Moves. */

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
        if (akron)
            write_akron_cell(w, m->cell[i]);
        else
            write_cell(w, m->cell[i]);
    }
}

/* Whether a chain lands on its starting cell (M12). */
static bool returns_on_its_way(const struct move *m) {
    for (unsigned i = 1; i < m->count; i++)
        if (m->cell[i] == m->cell[0])
            return true;
    return false;
}

static void see(struct conversion *c, const struct move_reader *in, enum token token) {
    struct tree *t = c->state;
    struct record *r = c->record;
    bool akron = in->verdict->rules == &zi_akron_rules;
    char room[4 * MOVE_CELLS_MAX];
    struct writer w = {room, sizeof room, 0};
    if (!is_main_turn(in, token))
        return;
    if (in->canonical.kind == MOVE_SWAP) {
        t->swapped = true;
        return;
    }
    if (in->canonical.kind == MOVE_PASS)
        zi_format_lose_token(in, "a pass, which AbstractPlay has no word for");
    if (!akron && returns_on_its_way(&in->canonical))
        zi_format_lose_token(in, "a chain through its origin, which AbstractPlay refuses");
    zi_ap_write_move(&w, &in->canonical, akron);
    if (!t->moves)
        t->moves = zi_record_collection(r, NODE_SEQUENCE, r->root->span);
    zi_node_add(t->moves, ap_text(r, written(&w), zi_node_get(r->root, "moves")));
    t->move_count++;
}

/* The word for the end in the last slot, or NULL. */
static const char *ending_word(const struct tree *t) {
    struct text how = zi_node_text(t->record->root, "termination");
    for (size_t i = 0; i < AP_ENDINGS; i++) {
        const struct ap_ending *e = &zi_ap_endings[i];
        if (text_is(how, e->termination) &&
            (e->result ? text_is(t->result, e->result) : t->winner > 0))
            return e->word;
    }
    return NULL;
}

/* The slots, in order. */
struct slots {
    const struct tree *tree;
    struct node *all, *round;
    const struct node *next_kept; /* a key; NULL: no more data was kept */
    size_t count;
    bool flat;
};

/* Puts the move, which may be NULL, into the next slot, with the data kept for that slot. */
static void add_slot(struct slots *s, struct node *move) {
    static const char *const but[] = {"move", NULL};
    const struct tree *t = s->tree;
    const struct node *kept = s->next_kept;
    struct node *slot = move;
    if (++s->count % 2 && !s->flat) {
        s->round = collection(t, NODE_SEQUENCE);
        zi_node_add(s->all, s->round);
    }
    bool is_kept = kept && kept->kind == NODE_SCALAR && text_is_number(kept->text) &&
                   text_number(kept->text, UINT32_MAX) == s->count;
    if (is_kept)
        s->next_kept = kept->next->next;
    if (is_kept && kept->next->kind == NODE_MAPPING) {
        slot = collection(t, NODE_MAPPING);
        put(t, slot, "move", move);
        zi_ap_add_but(t->record, slot, kept->next, but);
    }
    zi_node_add(s->flat ? s->all : s->round, slot);
}

static struct node *moves_of(const struct tree *t, bool flat) {
    const struct node *kept = zi_node_get(t->kept, "slots");
    const char *word = flat ? NULL : ending_word(t);
    struct slots s = {.tree = t,
                      .all = collection(t, NODE_SEQUENCE),
                      .next_kept = kept && kept->kind == NODE_MAPPING ? kept->first : NULL,
                      .flat = flat};
    for (struct node *move = t->moves ? t->moves->first : NULL, *next; move; move = next) {
        next = move->next;
        move->next = NULL;
        add_slot(&s, move);
    }
    if (word)
        add_slot(&s, ap_text(t->record, text_of(word), value_of(t, KEY_TERMINATION)));
    /* an empty slot at the end */
    if (s.next_kept && !s.next_kept->next->next && node_is_null(s.next_kept->next))
        add_slot(&s, zi_record_copy(t->record, s.next_kept->next));
    return s.all;
}

/* The header. */

static struct node *game_of(const struct tree *t) {
    static const char *const but[] = {"name", "variants", NULL};
    const struct node *game = value_of(t, KEY_GAME), *kept = zi_node_get(t->header, "game");
    const struct node *variants = zi_node_get(kept, "variants");
    const struct node *rules = value_of(t, KEY_RULES);
    bool super = text_is(zi_node_text(rules, "hops"), "long");
    const char *label = t->akron ? zi_ap_size_label(t->size) : super ? AP_SUPER_HALMA : AP_HALMA;
    struct node *out = collection(t, NODE_MAPPING), *list = collection(t, NODE_SEQUENCE);
    put(t, out, "name", ap_text(t->record, text_of(t->akron ? "Akron" : "Halma"), game));
    zi_node_add(list, ap_text(t->record, text_of(label), rules ? rules : game));
    put(t, out, "variants", variants ? zi_record_copy(t->record, variants) : list);
    zi_ap_add_but(t->record, out, kept, but);
    return out;
}

static struct node *site_of(const struct tree *t) {
    static const char *const but[] = {"name", NULL};
    struct node *site = collection(t, NODE_MAPPING);
    put_text(t, site, "name", value_of(t, KEY_SITE));
    zi_ap_add_but(t->record, site, zi_node_get(t->header, "site"), but);
    return site;
}

static struct node *player_of(const struct tree *t, unsigned seat, const struct node *kept) {
    static const char *const but[] = {"name", "userid", "result", NULL};
    const char *side = (seat == 1) == t->akron ? "black" : "white";
    const struct node *player = zi_node_get(value_of(t, KEY_PLAYERS), side);
    struct node *out = collection(t, NODE_MAPPING);
    bool one = text_is(t->result, "draw") || t->winner == seat;
    if (player && player->kind == NODE_SCALAR)
        put_text(t, out, "name", player);
    put_text(t, out, "name", zi_node_get(player, "name"));
    put_text(t, out, "userid", zi_node_get(player, "id"));
    zi_ap_add_but(t->record, out, kept, but);
    if (t->result.at)
        put_plain(t, out, "result", one ? TEXT("1") : TEXT("0"));
    return out;
}

static struct node *players_of(const struct tree *t) {
    const struct node *kept = zi_node_get(t->header, "players");
    struct node *players = collection(t, NODE_SEQUENCE);
    kept = kept && kept->kind == NODE_SEQUENCE ? kept->first : NULL;
    for (unsigned seat = 1; seat <= 2; seat++, kept = kept ? kept->next : NULL)
        zi_node_add(players, player_of(t, seat, kept));
    return players;
}

/* Adds the date, unless the kept date is the same and more precise. Returns false if the kept date
   is to be used. */
static bool put_date(const struct tree *t, struct node *header) {
    struct text start = zi_node_text(t->header, "date-start");
    struct text day = zi_node_text(t->record->root, "date");
    if (!day.len || memchr(day.at, '?', day.len) ||
        (start.len > day.len && memcmp(start.at, day.at, day.len) == 0))
        return false;
    put(t, header, "date-start", ap_text(t->record, day, value_of(t, KEY_DATE)));
    return true;
}

static bool is_implied(const struct tree *t) {
    return text_is(zi_node_text(t->kept, "size"), "implied");
}

static struct node *header_of(const struct tree *t) {
    const char *but[10] = {"game", "event", "round", "site", "players", "zet"};
    size_t count = 6;
    const struct node *event = value_of(t, KEY_EVENT), *round = value_of(t, KEY_ROUND);
    const struct node *zet = value_of(t, KEY_ZET);
    bool sized = t->akron && t->size == 8 && !is_implied(t);
    struct node *header = collection(t, NODE_MAPPING), *site = site_of(t);
    put(t, header, "game", game_of(t));
    if (event && round) {
        put_text(t, header, "event", event);
        put_text(t, header, "round", round);
    }
    if (site && site->first)
        put(t, header, "site", site);
    if (put_date(t, header))
        but[count++] = "date-start";
    if (t->swapped)
        but[count++] = "pie-invoked";
    if (sized)
        but[count++] = "size";
    zi_ap_add_but(t->record, header, t->header, but);
    put(t, header, "players", players_of(t));
    if (t->swapped)
        put_plain(t, header, "pie-invoked", TEXT("true"));
    if (sized)
        put_plain(t, header, "size", TEXT("8"));
    if (zet)
        put(t, header, "zet", zi_record_copy(t->record, zet));
    return header;
}

static struct node *flat_tree(const struct tree *t) {
    static const char *const but[] = {"key",  "flat",  "size",   "slots", "header",
                                      "game", "moves", "winner", "plies", NULL};
    static const char *const winners[] = {"null", "1", "2"};
    struct node *out = collection(t, NODE_MAPPING);
    char room[DIGITS_ROOM];
    put(t, out, "game",
        ap_text(t->record, text_of(t->akron ? "akron" : "halma"), value_of(t, KEY_GAME)));
    if (t->akron)
        put_plain(t, out, "size", digits_of(t->size, room));
    put(t, out, "moves", moves_of(t, true));
    if (t->result.at)
        put_plain(t, out, "winner", text_of(winners[t->winner]));
    zi_ap_add_but(t->record, out, t->kept, but);
    put_plain(t, out, "plies", digits_of(t->move_count, room));
    return out;
}

static struct node *full_tree(const struct tree *t) {
    static const char *const but[] = {"key", "flat", "size", "slots", "header", "moves", NULL};
    struct node *out = collection(t, NODE_MAPPING);
    put(t, out, "header", header_of(t));
    put(t, out, "moves", moves_of(t, false));
    zi_ap_add_but(t->record, out, t->kept, but);
    return out;
}

/* Losses: data that is missing when the tree is read back. */

static void lose(struct record *r, const struct node *at, const char *sentence, struct text what) {
    zi_report_add(r, FINDING_LOSS, PART_HEADER, zi_record_byte(r, at->span.start), sentence, what);
}

static bool is_same(const struct node *a, const struct node *b) {
    if (a->kind != b->kind)
        return false;
    if (a->kind == NODE_SCALAR) {
        enum meaning x = a->span.as == WRITTEN_PLAIN ? zi_text_meaning(a->text) : MEANS_TEXT;
        enum meaning y = b->span.as == WRITTEN_PLAIN ? zi_text_meaning(b->text) : MEANS_TEXT;
        if (x == MEANS_TRUTH && a->text.len && b->text.len)
            return y == x && (*a->text.at | 0x20) == (*b->text.at | 0x20);
        return x == y && (x == MEANS_NULL || text_same(a->text, b->text));
    }
    for (a = a->first, b = b->first; a && b; a = a->next, b = b->next)
        if (!is_same(a, b))
            return false;
    return !a && !b;
}

static bool is_small(const struct node *mapping) {
    size_t count = 0;
    for (const struct node *n = mapping->first; n && count <= 2 * MAPPING_KEYS_MAX; n = n->next)
        count++;
    return count <= 2 * MAPPING_KEYS_MAX;
}

/* `same`: the same key in the tree read back, or NULL. */
static void compare(struct record *r, const struct node *key, const struct node *same);

/* Reports keys that the tree adds to those of the record. */
static void compare_back(struct record *r, const struct node *mapping, const struct node *back) {
    for (const struct node *key = back->first; key; key = key->next->next)
        if (!zi_node_find(mapping, key->text))
            lose(r, mapping, "this key would be added when the record is read again", key->text);
}

static void compare_mappings(struct record *r, const struct node *mapping,
                             const struct node *back) {
    size_t before = r->findings.count + r->findings.dropped;
    for (const struct node *key = mapping->first; key; key = key->next->next)
        compare(r, key, key->kind == NODE_SCALAR ? zi_node_find(back, key->text) : NULL);
    compare_back(r, mapping, back);
    if (r->findings.count + r->findings.dropped == before)
        lose(r, mapping, "the order of these keys", NO_TEXT);
}

static void compare(struct record *r, const struct node *key, const struct node *same) {
    const struct node *value = key->next, *back = same ? same->next : NULL;
    struct text name = key->kind == NODE_SCALAR ? key->text : NO_TEXT;
    if (back && is_same(value, back))
        return;
    if (back && value->kind == NODE_MAPPING && back->kind == NODE_MAPPING && is_small(value) &&
        is_small(back))
        compare_mappings(r, value, back);
    else
        lose(r, back ? value : key,
             back ? "AbstractPlay's records hold this in another form"
                  : "AbstractPlay's records have no field for this",
             name);
}

/* Compares the record with the result of reading the tree back. */
static void report_losses(const struct tree *t, const struct node *tree) {
    struct record *r = t->record;
    struct ap_reader in = {.record = r, .said = is_implied(t) ? 8 : 0, .quiet = true};
    const struct node *back = zi_ap_read(&in, tree);
    struct pair pairs[MAPPING_KEYS_MAX];
    size_t count = zi_record_pairs(r, pairs);
    if (!back)
        return;
    for (size_t i = 0; i < count; i++) {
        const struct node *name = pairs[i].key;
        enum key k = pairs[i].known;
        if (k == KEY_MOVES || pairs[i].again || name->kind != NODE_SCALAR)
            continue;
        if (k == KEYS || AP_KEYS & KEY_BIT(k))
            compare(r, name, zi_node_find(back, name->text));
    }
    compare_back(r, r->root, back);
    if (is_implied(t))
        lose(r, zi_node_get(t->kept, "size"),
             "AbstractPlay labels boards of size 8 as size 9; --size 8 is needed to read this "
             "record",
             NO_TEXT);
}

static void refuse_key(struct conversion *c, const char *key, const char *sentence) {
    struct record *r = c->record;
    const struct node *at = zi_node_get(r->root, key);
    c->refused = true;
    zi_report_add(r, FINDING_FORMAT, PART_HEADER,
                  zi_record_byte(r, (at ? at : r->root)->span.start), sentence, NO_TEXT);
}

/* Whether AbstractPlay can represent the record; else it is refused. */
static bool is_held(const struct tree *t, bool flat) {
    struct conversion *c = t->conversion;
    if (!t->akron && c->verdict->rules != &zi_halma_rules)
        refuse_key(c, "game", "AbstractPlay has only Akron and Halma of zet's games");
    else if (t->akron && !flat && !zi_ap_size_label(t->size))
        refuse_key(c, "rules", "AbstractPlay has boards of size 7, 8, 9 and 11");
    else if (!t->akron && t->size != 16)
        refuse_key(c, "variant", "AbstractPlay plays Halma on 16x16");
    else if (t->record->field[KEY_POSITION].state != FIELD_ABSENT)
        refuse_key(c, "position", "zet cannot write a position of AbstractPlay");
    else if (!t->akron && text_is(zi_node_text(value_of(t, KEY_RULES), "first"), "black"))
        refuse_key(c, "rules", "at AbstractPlay, White always moves first");
    return !c->refused;
}

static void write_abstractplay(struct conversion *c, struct buffer *out) {
    struct record *r = c->record;
    struct tree *t = c->state;
    t->conversion = c;
    t->record = r;
    t->kept = zi_node_get(r->root, AP_KEPT);
    t->header = zi_node_get(t->kept, "header");
    t->akron = c->verdict->rules == &zi_akron_rules;
    t->size = c->verdict->ruleset.board.files;
    t->result = zi_node_text(r->root, "result");
    if (!t->result.at && c->verdict->outcome.result != RESULT_OPEN)
        t->result = text_of(zi_verdict_result(c->verdict));
    if (text_is(t->result, "black") || text_is(t->result, "white"))
        t->winner = text_is(t->result, "black") == t->akron ? 1 : 2;
    bool flat = text_is(zi_node_text(t->kept, "flat"), "true");
    if (!is_held(t, flat))
        return;
    const struct node *tree = flat ? flat_tree(t) : full_tree(t);
    if (!tree || r->out_of_memory)
        return;
    report_losses(t, tree);
    zi_json_write_node(r, tree, out);
}

const struct format zi_format_abstractplay = {
    .name = "abstractplay",
    .about = "AbstractPlay's game records (Akron, Halma 16x16), one object per line",
    .recognise = recognise,
    .next = next,
    .read = read_abstractplay,
    .keys = AP_KEYS,
    .holds_other_keys = true, /* `write` reports them */
    .state_size = sizeof(struct tree),
    .see = see,
    .write = write_abstractplay,
};
