/* From AbstractPlay's tree to zet's. */
#include "validators/formats/abstractplay.h"

const char *zi_ap_size_label(unsigned size) {
    switch (size) {
    case 7: return "size-7 board (smaller)";
    case 8:
    case 9: return "size-9 board";
    case 11: return "size-11 board (larger)";
    default: return NULL;
    }
}

static struct node *plain(struct ap_reader *in, struct text t, const struct node *at) {
    return zi_record_scalar(in->record, t, span_at(at->span.start, at->span.end, WRITTEN_PLAIN));
}

static void put(struct ap_reader *in, struct node *mapping, const char *key, struct node *value) {
    zi_record_put(in->record, mapping, key, value);
}

/* Adds a mapping of what was kept, where there is any. */
static void append_kept(struct ap_reader *in, struct node *mapping, const char *key,
                        struct node *kept) {
    if (kept && kept->first)
        put(in, mapping, key, kept);
}

static bool is_plain(const struct node *n, const char *word) {
    return n && n->kind == NODE_SCALAR && n->span.as == WRITTEN_PLAIN && text_is(n->text, word);
}

/* The game and its rules. */

static void append_rule(struct ap_reader *in, const char *key, const char *value,
                        const struct node *at) {
    put(in, in->rules, key, plain(in, text_of(value), at));
}

static bool read_game(struct ap_reader *in, const struct node *name) {
    static const char *const akron[] = {"Akron", "akron", NULL}, *const halma[] = {"Halma", "halma",
                                                                                   NULL};
    if (!name || !ap_is_string(name) ||
        (!text_is_one_of(name->text, akron) && !text_is_one_of(name->text, halma)))
        zi_ap_stop(in, name, "zet reads Akron and Halma of AbstractPlay's games");
    if (in->stop)
        return false;
    in->akron = text_is_one_of(name->text, akron);
    in->rules = zi_ap_mapping(in, name);
    put(in, in->root, "game", zi_ap_derived(in, text_of(in->akron ? "akron" : "halma"), name));
    if (!in->akron)
        put(in, in->root, "variant", zi_ap_derived(in, TEXT("16x16"), name));
    put(in, in->root, "rules", in->rules);
    return true;
}

static void append_rules(struct ap_reader *in, const struct node *size, bool super,
                         const struct node *at) {
    if (in->akron) {
        if (size && !text_is(size->text, "8"))
            put(in, in->rules, "size", zi_record_copy(in->record, size));
        if (in->pie)
            append_rule(in, "swap", "true", in->pie);
        append_rule(in, "touch", "stay", at);
        append_rule(in, "full-board", "draw", at);
        return;
    }
    if (in->pie)
        zi_ap_fault(in, in->pie, "Halma has no pie rule");
    append_rule(in, "goal", "occupied", at);
    append_rule(in, "yards", "one-way", at);
    append_rule(in, "forced", "forward", at);
    if (super)
        append_rule(in, "hops", "long", at);
}

/* What the names of the variants say. */
struct variants {
    unsigned size;
    bool super;
    bool usual; /* they are what zet would write */
};

static struct variants read_variants(struct ap_reader *in, const struct node *list) {
    static const unsigned sizes[] = {7, 9, 11};
    struct variants v = {.size = 9};
    if (!list)
        return v;
    if (list->kind != NODE_SEQUENCE) {
        zi_ap_fault(in, list, "the variants must be a list of names");
        return v;
    }
    for (const struct node *n = list->first; n; n = n->next) {
        bool known = false, super = ap_is_string(n) && text_is(n->text, AP_SUPER_HALMA);
        for (size_t i = 0; in->akron && ap_is_string(n) && i < sizeof sizes / sizeof *sizes; i++)
            if (text_is(n->text, zi_ap_size_label(sizes[i]))) {
                v.size = sizes[i];
                known = true;
            }
        if (!in->akron && ap_is_string(n)) {
            v.super |= super;
            known = super || text_is(n->text, AP_HALMA);
        }
        if (!known)
            zi_ap_fault(in, n, "zet does not know this variant of the game");
    }
    v.usual = list->first && !list->first->next;
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
    zi_ap_fault(in, n, "a player's result must be 1 or 0");
    return -1;
}

static void read_player(struct ap_reader *in, struct node *players, const char *side,
                        const struct node *player) {
    const struct node *name = zi_node_get(player, "name"), *id = zi_node_get(player, "userid");
    if (name && !ap_is_string(name))
        zi_ap_fault(in, name, "a player's name must be a text");
    if (id && !ap_is_string(id))
        zi_ap_fault(in, id, "a player's userid must be a text");
    name = name && ap_is_string(name) ? name : NULL;
    id = id && ap_is_string(id) ? id : NULL;
    if (name && !id)
        put(in, players, side, zi_record_copy(in->record, name));
    if (!id)
        return;
    struct node *both = zi_ap_mapping(in, player);
    if (name)
        put(in, both, "name", zi_record_copy(in->record, name));
    put(in, both, "id", zi_record_copy(in->record, id));
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

/* Puts the players into the record, and what else is said of them into `kept`. */
static void read_players(struct ap_reader *in, const struct node *list, struct node *kept) {
    static const char *const known[] = {"name", "userid", "result", NULL};
    int result[2] = {-1, -1};
    unsigned seat = 0;
    bool more = false;
    if (!list)
        return;
    if (list->kind != NODE_SEQUENCE) {
        zi_ap_fault(in, list, "the players must be a list in the order of their seats");
        return;
    }
    struct node *players = zi_ap_mapping(in, list);
    struct node *rest = zi_record_collection(in->record, NODE_SEQUENCE, list->span);
    for (const struct node *n = list->first; n; n = n->next, seat++) {
        if (n->kind != NODE_MAPPING || seat > 1) {
            zi_ap_fault(in, n,
                        seat > 1 ? "the game has two players" : "a player must be an object");
            continue;
        }
        read_player(in, players, (seat == 0) == in->akron ? "black" : "white", n);
        result[seat] = result_of(in, n);
        struct node *other = zi_ap_rest(in, n, known);
        more |= other && other->first;
        zi_node_add(rest, other);
    }
    if (seat < 2)
        zi_ap_fault(in, list, "the game has two players");
    append_kept(in, in->root, "players", players);
    if (more)
        put(in, kept, "players", rest);
    read_result(in, result);
}

static void append_result(struct ap_reader *in) {
    const struct ap_ending *ending = zi_ap_ending(in->ending);
    const struct node *at = in->result ? in->result : in->ending;
    const char *how = ending ? ending->termination : NULL;
    if (in->winner)
        put(in, in->root, "result", zi_ap_derived(in, text_of(in->winner), at));
    bool won = in->winner && !text_is(text_of(in->winner), "draw") && *in->winner != '*';
    if (ending && in->winner &&
        (ending->result ? !text_is(text_of(in->winner), ending->result) : !won))
        zi_ap_fault(in, in->ending, "this ending does not agree with the results of the players");
    if (!ending && in->winner && *in->winner != '*')
        how = "rules";
    if (how)
        put(in, in->root, "termination", zi_ap_derived(in, text_of(how), ending ? in->ending : at));
}

/* The header. */

static void read_text(struct ap_reader *in, const struct node *header, const char *key) {
    const struct node *n = zi_node_get(header, key);
    if (!n)
        return;
    if (!ap_is_string(n)) {
        zi_ap_fault(in, n, "this is a text");
        return;
    }
    struct node *value = zi_record_copy(in->record, n);
    if (value && text_is_small_number(n->text) && text_is(text_of(key), "round"))
        value->span.as = WRITTEN_PLAIN;
    put(in, in->root, key, value);
}

/* Whether a text begins with a date. */
static bool begins_with_date(struct text t) {
    static const char form[] = "0000-00-00";
    if (t.len < sizeof form - 1)
        return false;
    for (size_t i = 0; form[i]; i++)
        if (form[i] == '-' ? t.at[i] != '-' : !is_digit(t.at[i]))
            return false;
    return true;
}

/* True if the date says nothing beside the day. */
static bool read_date(struct ap_reader *in, const struct node *header) {
    enum { DATE_BYTES = 10 };
    const struct node *n = zi_node_get(header, "date-start");
    if (!n || !ap_is_string(n) || !begins_with_date(n->text))
        return false;
    put(in, in->root, "date", zi_ap_derived(in, (struct text){n->text.at, DATE_BYTES}, n));
    return n->text.len == DATE_BYTES;
}

static void read_site(struct ap_reader *in, const struct node *header, struct node *kept) {
    static const char *const known[] = {"name", NULL};
    const struct node *site = zi_node_get(header, "site"), *name;
    if (!site)
        return;
    if (site->kind != NODE_MAPPING) {
        zi_ap_fault(in, site, "the site must be an object");
        return;
    }
    name = zi_node_get(site, "name");
    if (name && ap_is_string(name))
        put(in, in->root, "site", zi_record_copy(in->record, name));
    else if (name)
        zi_ap_fault(in, name, "this is a text");
    append_kept(in, kept, "site", zi_ap_rest(in, site, known));
}

/* Keeps what else the header has. */
static void keep_header(struct ap_reader *in, const struct node *header, bool whole_date,
                        bool sized, struct node *kept) {
    static const char *const known[] = {"game", "site", "event", "round", "players", "zet", NULL};
    for (const struct node *key = header->first; key; key = key->next->next) {
        bool used =
            text_is_one_of(key->text, known) || (whole_date && text_is(key->text, "date-start")) ||
            (sized && text_is(key->text, "size")) || (in->pie && text_is(key->text, "pie-invoked"));
        if (text_is(key->text, "startingPosition"))
            zi_ap_fault(in, key->next, "zet cannot read a position of AbstractPlay");
        if (!used)
            zi_ap_keep(in, kept, key);
    }
}

static void read_header(struct ap_reader *in, const struct node *header, struct node *kept_here) {
    static const char *const known[] = {"name", "variants", NULL};
    const struct node *game = zi_node_get(header, "game"), *version = zi_node_get(header, "zet");
    const struct node *list = zi_node_get(game, "variants"), *size = zi_node_get(header, "size");
    if (is_plain(version, "1"))
        put(in, in->root, "zet", zi_record_copy(in->record, version));
    if (!read_game(in, game ? zi_node_get(game, "name") : NULL)) {
        in->stop_at = in->stop_at ? in->stop_at : game ? game : header;
        return;
    }
    struct node *kept = zi_ap_mapping(in, header);
    struct variants v = read_variants(in, list);
    const struct node *at = list ? list : game;
    bool sized = in->akron && is_plain(size, "8"), pie = false;
    const struct node *invoked = zi_node_get(header, "pie-invoked");
    pie = is_plain(invoked, "true");
    in->pie = pie ? invoked : NULL;
    if (invoked && !pie && !is_plain(invoked, "false"))
        zi_ap_fault(in, invoked, "this must be true or false");
    if (v.size == 9 && !sized && in->said)
        v.size = in->said;
    if (v.size == 9 && !sized && in->smaller)
        v.size = 8;
    char room[12];
    struct writer w = {room, sizeof room, 0};
    write_number(&w, sized ? 8 : v.size);
    append_rules(in, plain(in, written(&w), at), v.super, at);
    struct node *rest = zi_ap_rest(in, game, known);
    if (list && !v.usual && rest)
        put(in, rest, "variants", zi_record_copy(in->record, list));
    append_kept(in, kept, "game", rest);
    read_text(in, header, "event");
    read_text(in, header, "round");
    read_site(in, header, kept);
    keep_header(in, header, read_date(in, header), sized, kept);
    read_players(in, zi_node_get(header, "players"), kept);
    if (in->akron && v.size == 8 && !sized)
        put(in, kept_here, "size", zi_ap_derived(in, TEXT("implied"), at));
    append_kept(in, kept_here, "header", kept);
}

/* Records without a header: the moves in a row, with the winner's seat and how the game ended. */
static void read_flat(struct ap_reader *in, const struct node *tree, struct node *kept) {
    static const char *const ends[] = {"connection", "draw-board-full", NULL};
    const struct node *size = zi_node_get(tree, "size"), *winner = zi_node_get(tree, "winner");
    const struct node *end = zi_node_get(tree, "end");
    const struct node *name = zi_node_get(tree, "game");
    if (!read_game(in, name)) {
        in->stop_at = in->stop_at ? in->stop_at : tree;
        return;
    }
    put(in, kept, "flat", plain(in, TEXT("true"), tree));
    if (size && size->kind != NODE_SCALAR) {
        zi_ap_fault(in, size, "the size must be a number");
        size = NULL;
    }
    append_rules(in, size, false, name);
    bool known = end && ap_is_string(end) && text_is_one_of(end->text, ends);
    if (end && !known && !node_is_null(end))
        zi_ap_fault(in, end, "zet does not know this ending of a game");
    if (is_plain(winner, "1") || is_plain(winner, "2"))
        in->winner = (*winner->text.at == '1') == in->akron ? "black" : "white";
    else if (winner && !node_is_null(winner))
        zi_ap_fault(in, winner, "the winner must be 1, 2 or null");
    else if (winner)
        in->winner = known && *end->text.at == 'd' ? "draw" : "*";
    in->result = winner;
}

static void check_plies(struct ap_reader *in, const struct node *tree) {
    const struct node *plies = zi_node_get(tree, "plies");
    char room[24];
    struct writer w = {room, sizeof room, 0};
    write_number(&w, in->slots);
    if (plies && (plies->kind != NODE_SCALAR || !text_same(plies->text, written(&w))))
        zi_ap_fault(in, plies, "this number differs from the number of moves");
}

/* Keeps what else is beside the header. */
static void keep_tree(struct ap_reader *in, const struct node *tree, bool flat, struct node *kept) {
    static const char *const used[] = {"header", "moves", NULL};
    static const char *const used_flat[] = {"game", "size", "moves", "winner", "plies", NULL};
    static const char *const own[] = {"key", "flat", "size", "slots", "header", NULL};
    for (const struct node *key = tree->first; key; key = key->next->next) {
        if (text_is_one_of(key->text, flat ? used_flat : used))
            continue;
        if (text_is_one_of(key->text, own))
            zi_ap_fault(in, key, "zet uses this key itself, so that it cannot be kept");
        else
            zi_ap_keep(in, kept, key);
    }
}

const struct node *zi_ap_read(struct ap_reader *in, const struct node *tree) {
    const struct node *header = zi_node_get(tree, "header");
    bool flat = !header && zi_node_get(tree, "game") && zi_node_get(tree, "moves");
    in->last_fault = &in->faults;
    if (!flat && (!header || header->kind != NODE_MAPPING)) {
        zi_ap_stop(in, header ? header : tree,
                   "a record of AbstractPlay must have a header and moves");
        return NULL;
    }
    struct node *kept = zi_ap_mapping(in, tree);
    in->root = zi_ap_mapping(in, tree);
    if (in->key)
        put(in, kept, "key", zi_record_copy(in->record, in->key));
    if (flat)
        read_flat(in, tree, kept);
    else
        read_header(in, header, kept);
    if (!in->stop)
        zi_ap_read_moves(in, tree, flat);
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
