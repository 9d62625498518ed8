/* Converts AbstractPlay's tree to zet's. */
#include "formats/abstractplay.h"

#include "notation/base/value.h"

const struct ap_ending zi_ap_endings[AP_ENDINGS] = {{"resign", "resignation", NULL},
                                                    {"timeout", "time", NULL},
                                                    {"draw", "agreement", "draw"},
                                                    {"abandoned", "unfinished", "*"}};

const char *zi_ap_size_label(unsigned size) {
    switch (size) {
    case 7: return "size-7 board (smaller)";
    case 8:
    case 9: return "size-9 board";
    case 11: return "size-11 board (larger)";
    default: return NULL;
    }
}

void zi_ap_add_but(struct record *r, struct node *to, const struct node *from,
                   const char *const *but) {
    if (!from || from->kind != NODE_MAPPING)
        return;
    for (const struct node *key = from->first; key; key = key->next->next)
        if (key->kind == NODE_SCALAR && !text_is_one_of(key->text, but))
            zi_node_add_pair(to, zi_record_copy(r, key), zi_record_copy(r, key->next));
}

/* Reports a recoverable fault. */
static void fault(struct ap_reader *in, const struct node *at, const char *sentence) {
    if (!in->quiet)
        zi_report_add(in->record, FINDING_FORMAT, PART_HEADER, at->span.start, sentence, NO_TEXT);
}

static void stop(struct ap_reader *in, const struct node *at, const char *sentence) {
    in->stop = sentence;
    in->stop_at = at;
}

static struct node *mapping_at(struct ap_reader *in, const struct node *at) {
    return zi_record_collection(in->record, NODE_MAPPING, at->span);
}

static void put(struct ap_reader *in, struct node *mapping, const char *key, struct node *value) {
    zi_record_put(in->record, mapping, key, value);
}

static void put_copy(struct ap_reader *in, struct node *mapping, const char *key,
                     const struct node *value) {
    if (value)
        put(in, mapping, key, zi_record_copy(in->record, value));
}

static void put_text(struct ap_reader *in, const char *key, const char *value,
                     const struct node *at) {
    put(in, in->root, key, ap_text(in->record, text_of(value), at));
}

/* Adds the mapping of kept data, if any. */
static void append_kept(struct ap_reader *in, struct node *mapping, const char *key,
                        struct node *kept) {
    if (kept && kept->first)
        put(in, mapping, key, kept);
}

/* The entries of a mapping except those with known keys. */
static struct node *rest_of(struct ap_reader *in, const struct node *mapping,
                            const char *const *known) {
    struct node *rest = mapping_at(in, mapping);
    zi_ap_add_but(in->record, rest, mapping, known);
    return rest;
}

static bool is_string(const struct node *n) {
    return n && n->kind == NODE_SCALAR &&
           (n->span.as != WRITTEN_PLAIN || zi_text_meaning(n->text) == MEANS_TEXT);
}

static bool is_plain(const struct node *n, const char *word) {
    return n && n->kind == NODE_SCALAR && n->span.as == WRITTEN_PLAIN && text_is(n->text, word);
}

/* The value of a key, a string or a collection; NULL if absent, or if it is something else, which
   is a fault. */
static const struct node *value_of(struct ap_reader *in, const struct node *mapping,
                                   const char *key, enum node_kind kind, const char *sentence) {
    const struct node *n = zi_node_get(mapping, key);
    bool right = n && (kind == NODE_SCALAR ? is_string(n) : n->kind == kind);
    if (n && !right)
        fault(in, n, sentence);
    return right ? n : NULL;
}

/* Moves: their coordinates. */

/* An integer of one or two digits without a leading zero at *p; 0 if there is none. */
static unsigned read_number(const char **p, const char *end) {
    unsigned n = 0;
    if (*p < end && **p != '0')
        for (size_t i = 0; i < 2 && *p < end && is_digit(**p); i++)
            n = n * 10 + (unsigned)(*(*p)++ - '0');
    return n;
}

/* Converts a cell from half steps: `2b2` is 2a1. */
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

/* Adds the signs of steps and hops. The result has the length of the original. */
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
        write_text(w, text_between(start + 1, p));
        file = new_file;
        rank = new_rank;
        p += !last;
    }
    return w->len > 0;
}

/* The move of a slot; anything else becomes text that is also not a move. */
static struct node *read_move(struct ap_reader *in, const struct node *slot) {
    char room[4 * MOVE_CELLS_MAX];
    struct writer w = {room, sizeof room, 0};
    struct record *r = in->record;
    struct text t = slot->kind == NODE_SCALAR ? slot->text : NO_TEXT;
    if (in->akron ? convert_akron(t, &w) : convert_halma(t, &w)) {
        if (!in->akron && !memchr(t.at, '-', t.len))
            return ap_text(r, record_text(r, "-- {AbstractPlay: ", written(&w), "}"), slot);
        return !in->akron && is_string(slot) ? zi_record_scalar(r, written(&w), slot->span)
                                             : ap_text(r, written(&w), slot);
    }
    return ap_text(r, text_is(t, "pass") ? TEXT("--") : record_text(r, "?", t), slot);
}

/* The end for the word of a slot, or NULL. */
static const struct ap_ending *ending_of(const struct node *word) {
    for (size_t i = 0; i < AP_ENDINGS; i++)
        if (is_string(word) && text_is(word->text, zi_ap_endings[i].word))
            return &zi_ap_endings[i];
    return NULL;
}

/* Moves: their slots. */

/* Keeps data of the current slot. */
static void keep_slot(struct ap_reader *in, const struct node *slot, struct node *what) {
    char room[DIGITS_ROOM];
    if (!in->kept_slots)
        in->kept_slots = mapping_at(in, slot);
    zi_node_add_pair(in->kept_slots, ap_text(in->record, digits_of(in->slots, room), slot), what);
}

static void read_slot(struct ap_reader *in, const struct node *slot, bool last) {
    static const char *const known[] = {"move", NULL};
    const struct node *move = slot;
    in->slots++;
    if (node_is_null(slot)) {
        if (!last)
            fault(in, slot, "both seats must move in every round except the last");
        keep_slot(in, slot, zi_record_copy(in->record, slot));
        return;
    }
    if (slot->kind == NODE_MAPPING) {
        move = zi_node_get(slot, "move");
        keep_slot(in, slot, rest_of(in, slot, known));
    }
    if (last && ending_of(move))
        in->ending = move;
    else
        zi_node_add(in->moves, read_move(in, move ? move : slot));
    if (in->pie && in->akron && in->slots == 1)
        zi_node_add(in->moves, ap_text(in->record, TEXT("swap"), in->pie));
}

/* Whether only empty slots follow this one in its round. */
static bool is_last_slot(const struct node *slot) {
    while ((slot = slot->next))
        if (!node_is_null(slot))
            return false;
    return true;
}

static void read_round(struct ap_reader *in, const struct node *round) {
    bool last = !round->next;
    if (round->kind != NODE_SEQUENCE) {
        fault(in, round, "a round must be a list of the moves of both seats");
        read_slot(in, round, last);
        return;
    }
    size_t seats = 0;
    for (const struct node *slot = round->first; slot; slot = slot->next) {
        if (++seats == 3)
            fault(in, slot, "a round must have two seats");
        read_slot(in, slot, last && is_last_slot(slot));
    }
    if (!seats || (seats == 1 && !last))
        fault(in, round, "every round except the last must have the moves of both seats");
}

/* Reads the moves. If a word ends them, it is in in->ending. */
static void read_moves(struct ap_reader *in, const struct node *tree, bool flat) {
    const struct node *moves = zi_node_get(tree, "moves");
    if (!moves || in->stop)
        return;
    if (moves->kind != NODE_SEQUENCE) {
        stop(in, moves, "the moves must be a list");
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
        fault(in, in->pie, "the pie rule can only be used after a first move");
    put(in, in->root, "moves", in->moves);
}

/* The game and its rules. */

static void append_rule(struct ap_reader *in, const char *key, const char *value,
                        const struct node *at) {
    put(in, in->rules, key, ap_plain(in->record, text_of(value), at));
}

/* If there is no name, reading stops at `at`. */
static bool read_game(struct ap_reader *in, const struct node *name, const struct node *at) {
    static const char *const akron[] = {"Akron", "akron", NULL}, *const halma[] = {"Halma", "halma",
                                                                                   NULL};
    in->akron = is_string(name) && text_is_one_of(name->text, akron);
    if (!in->akron && (!is_string(name) || !text_is_one_of(name->text, halma))) {
        stop(in, name ? name : at, "zet reads Akron and Halma of AbstractPlay's games");
        return false;
    }
    in->rules = mapping_at(in, name);
    put_text(in, "game", in->akron ? "akron" : "halma", name);
    if (!in->akron)
        put_text(in, "variant", "16x16", name);
    put(in, in->root, "rules", in->rules);
    return true;
}

static void append_rules(struct ap_reader *in, const struct node *size, bool super,
                         const struct node *at) {
    if (in->akron) {
        if (size && !text_is(size->text, "8"))
            put_copy(in, in->rules, "size", size);
        if (in->pie)
            append_rule(in, "swap", "true", in->pie);
        append_rule(in, "touch", "stay", at);
        append_rule(in, "full-board", "draw", at);
        return;
    }
    if (in->pie)
        fault(in, in->pie, "Halma has no pie rule");
    append_rule(in, "goal", "occupied", at);
    append_rule(in, "yards", "one-way", at);
    append_rule(in, "forced", "forward", at);
    if (super)
        append_rule(in, "hops", "long", at);
}

/* The rules that the names of variants specify. */
struct variants {
    unsigned size;
    bool super;
    bool usual; /* zet would write the same names */
};

static struct variants read_variants(struct ap_reader *in, const struct node *game) {
    enum { SIZE_MOST = 11 };
    struct variants v = {.size = 9};
    const struct node *list =
        value_of(in, game, "variants", NODE_SEQUENCE, "the variants must be a list of names");
    for (const struct node *n = list ? list->first : NULL; n; n = n->next) {
        struct text name = is_string(n) ? n->text : NO_TEXT;
        bool super = !in->akron && text_is(name, AP_SUPER_HALMA);
        unsigned size = in->akron && name.len ? SIZE_MOST : 0;
        while (size && !(zi_ap_size_label(size) && text_is(name, zi_ap_size_label(size))))
            size--;
        if (size)
            v.size = size;
        v.super |= super;
        if (!size && !super && (in->akron || !text_is(name, AP_HALMA)))
            fault(in, n, "zet does not know this variant of the game");
    }
    v.usual = list && list->first && !list->first->next;
    return v;
}

/* The players and the result. */

static int result_of(struct ap_reader *in, const struct node *player) {
    const struct node *n = zi_node_get(player, "result");
    if (!n)
        return -1;
    in->result = in->result ? in->result : n;
    if (is_plain(n, "1") || is_plain(n, "0"))
        return *n->text.at - '0';
    fault(in, n, "a player's result must be 1 or 0");
    return -1;
}

static void read_player(struct ap_reader *in, struct node *players, const char *side,
                        const struct node *player) {
    const struct node *name =
        value_of(in, player, "name", NODE_SCALAR, "a player's name must be a text");
    const struct node *id =
        value_of(in, player, "userid", NODE_SCALAR, "a player's userid must be a text");
    if (!id) {
        put_copy(in, players, side, name);
        return;
    }
    struct node *both = mapping_at(in, player);
    put_copy(in, both, "name", name);
    put_copy(in, both, "id", id);
    put(in, players, side, both);
}

static void read_result(struct ap_reader *in, const int result[2]) {
    const char *const sides[2] = {in->akron ? "black" : "white", in->akron ? "white" : "black"};
    if (result[0] < 0 || result[1] < 0)
        return;
    if (result[0] != result[1])
        in->winner = sides[result[1]];
    else
        in->winner = result[0] ? "draw" : "*";
}

/* Puts the players into the record, and other data on them into `kept`. */
static void read_players(struct ap_reader *in, const struct node *header, struct node *kept) {
    static const char *const known[] = {"name", "userid", "result", NULL};
    int result[2] = {-1, -1};
    unsigned seat = 0;
    bool more = false;
    const struct node *list = value_of(in, header, "players", NODE_SEQUENCE,
                                       "the players must be a list in the order of their seats");
    if (!list)
        return;
    struct node *players = mapping_at(in, list);
    struct node *rest = zi_record_collection(in->record, NODE_SEQUENCE, list->span);
    for (const struct node *n = list->first; n; n = n->next, seat++) {
        if (n->kind != NODE_MAPPING || seat > 1) {
            fault(in, n, seat > 1 ? "the game has two players" : "a player must be an object");
            continue;
        }
        read_player(in, players, (seat == 0) == in->akron ? "black" : "white", n);
        result[seat] = result_of(in, n);
        struct node *other = rest_of(in, n, known);
        more |= other && other->first;
        zi_node_add(rest, other);
    }
    if (seat < 2)
        fault(in, list, "the game has two players");
    append_kept(in, in->root, "players", players);
    if (more)
        put(in, kept, "players", rest);
    read_result(in, result);
}

static void append_result(struct ap_reader *in) {
    const struct ap_ending *ending = ending_of(in->ending);
    const struct node *at = in->result ? in->result : in->ending;
    struct text winner = in->winner ? text_of(in->winner) : NO_TEXT;
    bool won = winner.len && !text_is(winner, "draw") && !text_is(winner, "*");
    if (winner.len)
        put_text(in, "result", in->winner, at);
    if (ending && winner.len && (ending->result ? !text_is(winner, ending->result) : !won))
        fault(in, in->ending, "this ending does not agree with the results of the players");
    if (ending)
        put_text(in, "termination", ending->termination, in->ending);
    else if (winner.len && !text_is(winner, "*"))
        put_text(in, "termination", "rules", at);
}

/* The header. */

static void read_text(struct ap_reader *in, const struct node *header, const char *key) {
    const struct node *n = value_of(in, header, key, NODE_SCALAR, "this is a text");
    struct node *value = n ? zi_record_copy(in->record, n) : NULL;
    if (value && text_is_small_number(n->text) && text_is(text_of(key), "round"))
        value->span.as = WRITTEN_PLAIN;
    put(in, in->root, key, value);
}

/* Reads the date. Returns whether it has only a day. */
static bool read_date(struct ap_reader *in, const struct node *header) {
    static const char form[] = "0000-00-00";
    enum { DATE_BYTES = sizeof form - 1 };
    const struct node *n = zi_node_get(header, "date-start");
    if (!is_string(n) || n->text.len < DATE_BYTES)
        return false;
    for (size_t i = 0; form[i]; i++)
        if (form[i] == '-' ? n->text.at[i] != '-' : !is_digit(n->text.at[i]))
            return false;
    put(in, in->root, "date", ap_text(in->record, (struct text){n->text.at, DATE_BYTES}, n));
    return n->text.len == DATE_BYTES;
}

static void read_site(struct ap_reader *in, const struct node *header, struct node *kept) {
    static const char *const known[] = {"name", NULL};
    const struct node *site =
        value_of(in, header, "site", NODE_MAPPING, "the site must be an object");
    if (!site)
        return;
    put_copy(in, in->root, "site", value_of(in, site, "name", NODE_SCALAR, "this is a text"));
    append_kept(in, kept, "site", rest_of(in, site, known));
}

/* Keeps the rest of the header. */
static void keep_header(struct ap_reader *in, const struct node *header, bool whole_date,
                        bool sized, struct node *kept) {
    const char *used[10] = {"game", "site", "event", "round", "players", "zet"};
    const struct node *position = zi_node_get(header, "startingPosition");
    size_t count = 6;
    if (whole_date)
        used[count++] = "date-start";
    if (sized)
        used[count++] = "size";
    if (in->pie)
        used[count++] = "pie-invoked";
    if (position)
        fault(in, position, "zet cannot read a position of AbstractPlay");
    zi_ap_add_but(in->record, kept, header, used);
}

static void read_pie(struct ap_reader *in, const struct node *invoked) {
    bool pie = is_plain(invoked, "true");
    in->pie = pie ? invoked : NULL;
    if (invoked && !pie && !is_plain(invoked, "false"))
        fault(in, invoked, "this must be true or false");
}

/* Keeps the rest of the game in the header. */
static void keep_game(struct ap_reader *in, const struct node *game, bool usual,
                      struct node *kept) {
    static const char *const known[] = {"name", "variants", NULL};
    struct node *rest = rest_of(in, game, known);
    if (!usual)
        put_copy(in, rest, "variants", zi_node_get(game, "variants"));
    append_kept(in, kept, "game", rest);
}

static void read_header(struct ap_reader *in, const struct node *header, struct node *kept_here) {
    const struct node *game = zi_node_get(header, "game"), *version = zi_node_get(header, "zet");
    const struct node *list = zi_node_get(game, "variants"), *at = list ? list : game;
    char room[DIGITS_ROOM];
    if (is_plain(version, "1"))
        put_copy(in, in->root, "zet", version);
    if (!read_game(in, zi_node_get(game, "name"), game ? game : header))
        return;
    struct node *kept = mapping_at(in, header);
    struct variants v = read_variants(in, game);
    bool sized = in->akron && is_plain(zi_node_get(header, "size"), "8");
    read_pie(in, zi_node_get(header, "pie-invoked"));
    if (v.size == 9 && !sized && in->said)
        v.size = in->said;
    if (v.size == 9 && !sized && in->smaller)
        v.size = 8;
    append_rules(in, ap_plain(in->record, digits_of(sized ? 8 : v.size, room), at), v.super, at);
    keep_game(in, game, v.usual, kept);
    read_text(in, header, "event");
    read_text(in, header, "round");
    read_site(in, header, kept);
    keep_header(in, header, read_date(in, header), sized, kept);
    read_players(in, header, kept);
    if (in->akron && v.size == 8 && !sized)
        put(in, kept_here, "size", ap_text(in->record, TEXT("implied"), at));
    append_kept(in, kept_here, "header", kept);
}

/* Reads a record without a header: a list of moves, with the winner's seat and the end of the
   game. */
static void read_flat(struct ap_reader *in, const struct node *tree, struct node *kept) {
    static const char *const ends[] = {"connection", "draw-board-full", NULL};
    const struct node *size = zi_node_get(tree, "size"), *winner = zi_node_get(tree, "winner");
    const struct node *end = zi_node_get(tree, "end"), *name = zi_node_get(tree, "game");
    if (!read_game(in, name, tree))
        return;
    put(in, kept, "flat", ap_plain(in->record, TEXT("true"), tree));
    if (size && size->kind != NODE_SCALAR) {
        fault(in, size, "the size must be a number");
        size = NULL;
    }
    append_rules(in, size, false, name);
    bool known = is_string(end) && text_is_one_of(end->text, ends);
    if (end && !known && !node_is_null(end))
        fault(in, end, "zet does not know this ending of a game");
    if (is_plain(winner, "1") || is_plain(winner, "2"))
        in->winner = (*winner->text.at == '1') == in->akron ? "black" : "white";
    else if (winner && !node_is_null(winner))
        fault(in, winner, "the winner must be 1, 2 or null");
    else if (winner)
        in->winner = known && *end->text.at == 'd' ? "draw" : "*";
    in->result = winner;
}

static void check_plies(struct ap_reader *in, const struct node *tree) {
    const struct node *plies = zi_node_get(tree, "plies");
    char room[DIGITS_ROOM];
    if (plies &&
        (plies->kind != NODE_SCALAR || !text_same(plies->text, digits_of(in->slots, room))))
        fault(in, plies, "this number differs from the number of moves");
}

/* Keeps the keys other than the header. */
static void keep_tree(struct ap_reader *in, const struct node *tree, bool flat, struct node *kept) {
    static const char *const used[] = {"header", "moves", "key", "flat", "size", "slots", NULL};
    static const char *const used_flat[] = {"game", "size", "moves", "winner", "plies",
                                            "key",  "flat", "slots", "header", NULL};
    const char *const *const own = flat ? used_flat + 5 : used + 2;
    for (const struct node *key = tree->first; key; key = key->next->next)
        if (text_is_one_of(key->text, own))
            fault(in, key, "zet uses this key itself, so that it cannot be kept");
    zi_ap_add_but(in->record, kept, tree, flat ? used_flat : used);
}

const struct node *zi_ap_read(struct ap_reader *in, const struct node *tree) {
    const struct node *header = zi_node_get(tree, "header");
    bool flat = !header && zi_node_get(tree, "game") && zi_node_get(tree, "moves");
    if (!flat && (!header || header->kind != NODE_MAPPING)) {
        stop(in, header ? header : tree, "a record of AbstractPlay must have a header and moves");
        return NULL;
    }
    struct node *kept = mapping_at(in, tree);
    in->root = mapping_at(in, tree);
    put_copy(in, kept, "key", in->key);
    if (flat)
        read_flat(in, tree, kept);
    else
        read_header(in, header, kept);
    read_moves(in, tree, flat);
    if (in->stop)
        return NULL;
    append_kept(in, kept, "slots", in->kept_slots);
    keep_tree(in, tree, flat, kept);
    if (flat)
        check_plies(in, tree);
    append_result(in);
    append_kept(in, in->root, AP_KEPT, kept);
    return in->root;
}
