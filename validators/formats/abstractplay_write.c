/* From zet's tree to AbstractPlay's, and what is lost on the way: what would come back otherwise.
 */
#include "validators/formats/abstractplay.h"

/* The tree in the making. */
struct tree {
    struct conversion *conversion;
    struct record *record;
    const struct node *kept;   /* of x-abstractplay; NULL: nothing */
    const struct node *header; /* of that */
    bool akron, swapped;
    unsigned size;
};

static const struct node *value_of(const struct tree *t, enum key k) {
    return zi_node_get(t->record->root, zi_keys[k]);
}

static struct node *text_at(const struct tree *t, struct text text, const struct node *at) {
    return zi_record_scalar(t->record, text,
                            span_at(at->span.start, at->span.end, WRITTEN_DERIVED));
}

static struct node *plain_at(const struct tree *t, const char *word, const struct node *at) {
    return zi_record_scalar(t->record, text_of(word),
                            span_at(at->span.start, at->span.end, WRITTEN_PLAIN));
}

static struct node *collection(const struct tree *t, enum node_kind kind) {
    return zi_record_collection(t->record, kind, t->record->root->span);
}

static void put(const struct tree *t, struct node *mapping, const char *key, struct node *value) {
    zi_record_put(t->record, mapping, key, value);
}

/* A text of the record, where it is one. */
static void append_text(const struct tree *t, struct node *mapping, const char *key,
                        const struct node *n) {
    if (n && n->kind == NODE_SCALAR && !node_is_null(n))
        put(t, mapping, key, text_at(t, n->text, n));
}

/* Adds what was kept, but the keys that AbstractPlay or zet has a place for. */
static void append_kept(const struct tree *t, struct node *mapping, const struct node *kept,
                        const char *const *but) {
    if (!kept || kept->kind != NODE_MAPPING)
        return;
    for (const struct node *key = kept->first; key; key = key->next->next)
        if (key->kind == NODE_SCALAR && !text_is_one_of(key->text, but))
            zi_node_add_pair(mapping, zi_record_copy(t->record, key),
                             zi_record_copy(t->record, key->next));
}

/* The result: of the record, or, where it has none, of the moves. */

static struct text result_of(const struct tree *t) {
    const struct verdict *v = t->conversion->verdict;
    struct text said = zi_node_text(t->record->root, "result");
    if (said.at || v->outcome.result == RESULT_OPEN)
        return said;
    return v->outcome.result == RESULT_DRAW ? TEXT("draw")
                                            : text_of(v->rules->sides[v->outcome.result - 1]);
}

/* The seat that wins: 1 or 2; 0: none. */
static unsigned winner_of(const struct tree *t) {
    struct text result = result_of(t);
    if (text_is(result, "black"))
        return t->akron ? 1 : 2;
    return text_is(result, "white") ? (t->akron ? 2 : 1) : 0;
}

/* The word for the end in the last slot, or NULL. */
static const char *ending_word(const struct tree *t) {
    struct text how = zi_node_text(t->record->root, "termination"), result = result_of(t);
    for (size_t i = 0; i < AP_ENDINGS; i++) {
        const struct ap_ending *e = &zi_ap_endings[i];
        if (text_is(how, e->termination) &&
            (e->result ? text_is(result, e->result) : winner_of(t) > 0))
            return e->word;
    }
    return NULL;
}

/* Moves. */

/* The move in its slot, with what was kept of that; `move` may be NULL. */
static struct node *slot_of(const struct tree *t, struct node *move, const struct node *kept) {
    static const char *const but[] = {"move", NULL};
    if (!kept || kept->kind != NODE_MAPPING)
        return move;
    struct node *slot = collection(t, NODE_MAPPING);
    put(t, slot, "move", move);
    append_kept(t, slot, kept, but);
    return slot;
}

/* The slots in their order, from what was gathered. */
struct slots {
    const struct tree *tree;
    struct node *all, *round;
    const struct node *next_kept; /* a key; NULL: nothing more was kept */
    size_t count;
    bool flat;
};

static void add_slot(struct slots *s, struct node *move) {
    const struct node *kept = NULL;
    if (++s->count % 2 && !s->flat) {
        s->round = collection(s->tree, NODE_SEQUENCE);
        zi_node_add(s->all, s->round);
    }
    if (s->next_kept && s->next_kept->kind == NODE_SCALAR && text_is_number(s->next_kept->text) &&
        text_number(s->next_kept->text, UINT32_MAX) == s->count) {
        kept = s->next_kept->next;
        s->next_kept = kept->next;
    }
    zi_node_add(s->flat ? s->all : s->round, slot_of(s->tree, move, kept));
}

static struct node *moves_of(const struct tree *t, bool flat) {
    const struct node *kept = zi_node_get(t->kept, "slots");
    const struct node *moves = value_of(t, KEY_MOVES), *end = value_of(t, KEY_TERMINATION);
    const struct node *at = moves ? moves : t->record->root;
    struct slots s = {.tree = t,
                      .all = collection(t, NODE_SEQUENCE),
                      .next_kept = kept && kept->kind == NODE_MAPPING ? kept->first : NULL,
                      .flat = flat};
    struct text left = buffered(t->conversion->body);
    const char *word = flat ? NULL : ending_word(t), *nl;
    for (; left.len && (nl = memchr(left.at, '\n', left.len)) && !t->record->out_of_memory;) {
        size_t length = (size_t)(nl - left.at);
        add_slot(&s, text_at(t, (struct text){left.at, length}, at));
        left = (struct text){nl + 1, left.len - length - 1};
    }
    if (word)
        add_slot(&s, text_at(t, text_of(word), end));
    /* an empty slot at the end */
    if (s.next_kept && !s.next_kept->next->next && node_is_null(s.next_kept->next)) {
        struct node *empty = zi_record_copy(t->record, s.next_kept->next);
        add_slot(&s, empty);
    }
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
    put(t, out, "name", text_at(t, text_of(t->akron ? "Akron" : "Halma"), game));
    zi_node_add(list, text_at(t, text_of(label), rules ? rules : game));
    put(t, out, "variants", variants ? zi_record_copy(t->record, variants) : list);
    append_kept(t, out, kept, but);
    return out;
}

static struct node *site_of(const struct tree *t) {
    static const char *const but[] = {"name", NULL};
    struct node *site = collection(t, NODE_MAPPING);
    append_text(t, site, "name", value_of(t, KEY_SITE));
    append_kept(t, site, zi_node_get(t->header, "site"), but);
    return site;
}

static struct node *player_of(const struct tree *t, unsigned seat, const struct node *kept) {
    static const char *const but[] = {"name", "userid", "result", NULL};
    const char *side = (seat == 1) == t->akron ? "black" : "white";
    const struct node *player = zi_node_get(value_of(t, KEY_PLAYERS), side);
    struct node *out = collection(t, NODE_MAPPING);
    struct text result = result_of(t);
    bool one = text_is(result, "draw") || winner_of(t) == seat;
    if (player && player->kind == NODE_SCALAR)
        append_text(t, out, "name", player);
    append_text(t, out, "name", zi_node_get(player, "name"));
    append_text(t, out, "userid", zi_node_get(player, "id"));
    append_kept(t, out, kept, but);
    if (result.at)
        put(t, out, "result", plain_at(t, one ? "1" : "0", t->record->root));
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

/* The date, unless what was kept says the same and more. False if that is to be taken. */
static bool append_date(const struct tree *t, struct node *header) {
    const struct node *date = value_of(t, KEY_DATE);
    struct text start = zi_node_text(t->header, "date-start");
    struct text day = zi_node_text(t->record->root, "date");
    if (!day.len || memchr(day.at, '?', day.len) ||
        (start.len > day.len && memcmp(start.at, day.at, day.len) == 0))
        return false;
    put(t, header, "date-start", text_at(t, day, date));
    return true;
}

static struct node *header_of(const struct tree *t) {
    const char *but[10] = {"game", "event", "round", "site", "players", "zet"};
    size_t count = 6;
    const struct node *event = value_of(t, KEY_EVENT), *round = value_of(t, KEY_ROUND);
    const struct node *zet = value_of(t, KEY_ZET);
    bool implied = text_is(zi_node_text(t->kept, "size"), "implied");
    bool sized = t->akron && t->size == 8 && !implied;
    struct node *header = collection(t, NODE_MAPPING), *site = site_of(t);
    put(t, header, "game", game_of(t));
    if (event && round) {
        append_text(t, header, "event", event);
        append_text(t, header, "round", round);
    }
    if (site && site->first)
        put(t, header, "site", site);
    if (append_date(t, header))
        but[count++] = "date-start";
    if (t->swapped)
        but[count++] = "pie-invoked";
    if (sized)
        but[count++] = "size";
    append_kept(t, header, t->header, but);
    put(t, header, "players", players_of(t));
    if (t->swapped)
        put(t, header, "pie-invoked", plain_at(t, "true", t->record->root));
    if (sized)
        put(t, header, "size", plain_at(t, "8", t->record->root));
    if (zet)
        put(t, header, "zet", zi_record_copy(t->record, zet));
    return header;
}

static struct node *flat_tree(const struct tree *t, size_t moves) {
    static const char *const but[] = {"key",  "flat",  "size",   "slots", "header",
                                      "game", "moves", "winner", "plies", NULL};
    struct node *out = collection(t, NODE_MAPPING);
    const struct node *root = t->record->root;
    char room[24];
    struct writer w = {room, sizeof room - 1, 0};
    unsigned winner = winner_of(t);
    put(t, out, "game", text_at(t, text_of(t->akron ? "akron" : "halma"), value_of(t, KEY_GAME)));
    write_number(&w, t->size);
    room[w.len] = '\0';
    if (t->akron)
        put(t, out, "size", plain_at(t, room, root));
    put(t, out, "moves", moves_of(t, true));
    if (result_of(t).at)
        put(t, out, "winner", plain_at(t, winner == 0 ? "null" : winner == 1 ? "1" : "2", root));
    append_kept(t, out, t->kept, but);
    w.len = 0;
    write_number(&w, moves);
    room[w.len] = '\0';
    put(t, out, "plies", plain_at(t, room, root));
    return out;
}

static struct node *full_tree(const struct tree *t) {
    static const char *const but[] = {"key", "flat", "size", "slots", "header", "moves", NULL};
    struct node *out = collection(t, NODE_MAPPING);
    put(t, out, "header", header_of(t));
    put(t, out, "moves", moves_of(t, false));
    append_kept(t, out, t->kept, but);
    return out;
}

/* Losses: what reading the tree back does not give again. */

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

/* The keys that the tree says beside those of the record. */
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

/* Compares the record with what the tree would be read as. */
static void report_losses(const struct tree *t, const struct node *tree) {
    struct record *r = t->record;
    bool implied = text_is(zi_node_text(t->kept, "size"), "implied");
    struct ap_reader in = {.record = r, .said = implied ? 8 : 0};
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
    if (implied)
        lose(r, zi_node_get(t->kept, "size"),
             "AbstractPlay labels boards of size 8 as size 9; --size 8 is needed to read this "
             "record",
             NO_TEXT);
}

static const struct node *refuse(struct conversion *c, const char *key, const char *sentence) {
    struct record *r = c->record;
    const struct node *at = zi_node_get(r->root, key);
    c->refused = true;
    zi_report_add(r, FINDING_FORMAT, PART_HEADER,
                  zi_record_byte(r, (at ? at : r->root)->span.start), sentence, NO_TEXT);
    return NULL;
}

const struct node *zi_ap_tree(struct conversion *c) {
    struct record *r = c->record;
    const struct verdict *v = c->verdict;
    const struct ap_gathered *g = c->state;
    const struct node *kept = zi_node_get(r->root, AP_KEPT);
    struct tree t = {.conversion = c,
                     .record = r,
                     .kept = kept,
                     .header = zi_node_get(kept, "header"),
                     .akron = v->rules == &zi_akron_rules,
                     .swapped = g->swapped};
    if (!t.akron && v->rules != &zi_halma_rules)
        return refuse(c, "game", "AbstractPlay has only Akron and Halma of zet's games");
    t.size = v->ruleset.board.files;
    bool flat = text_is_one_of(zi_node_text(kept, "flat"), (const char *const[]){"true", NULL});
    if (t.akron ? !flat && !zi_ap_size_label(t.size) : t.size != 16)
        return refuse(c, t.akron ? "rules" : "variant",
                      t.akron ? "AbstractPlay has boards of size 7, 8, 9 and 11"
                              : "AbstractPlay plays Halma on 16x16");
    if (r->field[KEY_POSITION].state != FIELD_ABSENT)
        return refuse(c, "position", "zet cannot write a position of AbstractPlay");
    if (!t.akron && text_is(zi_node_text(value_of(&t, KEY_RULES), "first"), "black"))
        return refuse(c, "rules", "at AbstractPlay, White always moves first");
    const struct node *tree = flat ? flat_tree(&t, g->moves) : full_tree(&t);
    if (tree && !r->out_of_memory)
        report_losses(&t, tree);
    return tree;
}
