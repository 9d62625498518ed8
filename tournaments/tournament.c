#include "tournaments/tournament.h"

#include "notation/base/list.h"
#include "notation/base/value.h"
#include "validators/replay/endings.h"
#include "validators/replay/judge.h"

#include <stdlib.h>

/* After this many errors similar names are no longer searched, which is slow among many. */
enum { NEAREST_MAX = 20 };

enum { ROUNDS_MAX = 1000, PLAYERS_MAX = 20000 };

/* Errors. */

/* In a TRF the offset of a node is its line number, because each round reads the lines again. */
static uint32_t line_of(struct tournament *t, const struct node *n) {
    return t->trf ? n->span.start : (uint32_t)zi_side_line(&t->document, n);
}

#define fault(t, at, ...) tournament_fault(t, line_of(t, at), __VA_ARGS__)
#define quoted tournament_quoted

/* Reports a word that is not in `names`, with the nearest of them, or with all. */
static void fault_word(struct tournament *t, const struct node *at, const char *what,
                       const char *const *names) {
    struct text word = at->kind == NODE_SCALAR ? at->text : NO_TEXT;
    struct text choices = zi_record_choices(&t->document.record, word, names, "there are ");
    fault(t, at, quoted(word.at ? word : TEXT("...")), what, "; ", choices);
}

/* Values. */

/* The text of a scalar; NO_TEXT, with an error, if it is not a scalar. Null is empty. */
static struct text read_text(struct tournament *t, const struct node *n, const char *what) {
    if (n->kind == NODE_SCALAR)
        return node_is_null(n) ? TEXT("") : n->text;
    fault(t, n, what, " must be a text, not a list or a mapping");
    return NO_TEXT;
}

/* The index of one of the words; 0 with an error. */
static unsigned read_word(struct tournament *t, const struct node *n, const char *what,
                          const char *const *words) {
    for (unsigned i = 0; n->kind == NODE_SCALAR && words[i]; i++)
        if (text_is(n->text, words[i]))
            return i;
    fault_word(t, n, what, words);
    return 0;
}

/* Checks that the mapping has only these keys, once each. It stops when errors are no longer
   listed, because each key is compared with all previous ones. */
static void check_keys(struct tournament *t, const struct node *mapping, const char *const *keys) {
    const struct node *key = mapping->first;
    for (; key && t->error_count <= TOURNAMENT_ERRORS_MAX; key = key->next->next) {
        if (key->kind != NODE_SCALAR) {
            fault(t, key, "a key must be a single word");
            continue;
        }
        if (text_begins(key->text, "x-"))
            continue;
        if (!text_is_one_of(key->text, keys))
            fault_word(t, key, " is not a key here", keys);
        for (const struct node *other = mapping->first; other != key; other = other->next->next)
            if (other->kind == NODE_SCALAR && text_same(other->text, key->text)) {
                fault(t, key, "the key ", quoted(key->text), " appears twice");
                break;
            }
    }
}

static struct text value_of(struct tournament *t, const struct node *mapping, const char *key) {
    const struct node *n = zi_node_get(mapping, key);
    return n ? read_text(t, n, key) : NO_TEXT;
}

/* Players. */

/* Maps an id or a name to its player. Returns false if it is already mapped to another. */
static bool add_name(struct tournament *t, struct text name, uint32_t player) {
    uint32_t number = zi_map_number(&t->names, name);
    t->failed |= !zi_list_reserve(&t->by_name, &t->by_name_cap, t->named + 1, sizeof *t->by_name);
    if (t->failed)
        return true;
    if (number == t->named)
        t->by_name[t->named++] = player;
    return t->by_name[number] == player;
}

static size_t count_items(const struct node *n) {
    size_t count = 0;
    for (const struct node *item = n->first; item; item = item->next)
        count++;
    return count;
}

/* Lets a player with an id have the name of others with an id. */
static bool share_name(struct tournament *t, struct tournament_player *p) {
    uint32_t *owner = &t->by_name[zi_map_number(&t->names, p->name)];
    struct tournament_player *other = *owner == TOURNAMENT_NAMESAKES ? NULL : &t->player[*owner];
    if (!p->id.len || (other && (!other->id.len || !text_same(other->name, p->name))))
        return false;
    if (other)
        other->is_namesake = true;
    p->is_namesake = true;
    *owner = TOURNAMENT_NAMESAKES;
    return true;
}

/* Points that a player gets or loses beside the results. */
static void read_adjustment(struct tournament *t, const struct node *n, uint32_t player) {
    struct text points = n->kind == NODE_MAPPING ? value_of(t, n, "adjustment") : NO_TEXT;
    const int64_t most = (int64_t)SCORE_WORTH_MAX * SCORE_ONE;
    int64_t parts = 0;
    if (!points.len || t->failed)
        return;
    t->adjustment =
        t->adjustment ? t->adjustment : zi_list_zeroed(t->player_cap, sizeof *t->adjustment);
    t->failed |= !t->adjustment;
    if (!zi_score_read(points, &parts) || parts > most || parts < -most || parts % SCORE_CENT)
        fault(t, n, quoted(points), " is not a number of points from -100 to 100");
    else if (t->adjustment)
        t->adjustment[player] = parts;
}

static void read_player(struct tournament *t, const struct node *n) {
    const uint32_t number = (uint32_t)t->player_count;
    struct tournament_player *p = &t->player[t->player_count];
    bool mapping = n->kind == NODE_MAPPING;
    *p = (struct tournament_player){.line = line_of(t, n), .details = mapping ? n : NULL};
    if (mapping) {
        p->name = value_of(t, n, "name");
        p->id = value_of(t, n, "id");
    } else {
        p->name = read_text(t, n, "a player");
    }
    if (!p->name.len) {
        fault(t, n, "a player needs a name: `- Ann, A.` or `- {id: ann, name: \"Ann, A.\"}`");
        return;
    }
    bool own = add_name(t, p->name, number) || share_name(t, p);
    own = (!p->id.len || add_name(t, p->id, number)) && own;
    if (!own)
        fault(t, n, "the id or the name of ", quoted(p->name),
              " is another player's too; two players of one name need two ids");
    t->failed |= !zi_name_fold(p->name, &t->folds, &p->fold);
    read_adjustment(t, n, number);
    t->player_count++;
}

static void read_players(struct tournament *t, const struct node *root) {
    const struct node *players = zi_node_get(root, "players");
    if (!players || players->kind != NODE_SEQUENCE || !players->first) {
        fault(t, players ? players : root,
              "a tournament must have `players`, a list of names or of mappings with `id` and "
              "`name`");
        return;
    }
    size_t count = count_items(players);
    if (count > PLAYERS_MAX) {
        fault(t, players, "a tournament must have at most 20,000 players");
        return;
    }
    t->player_cap = count;
    t->player = zi_list_zeroed(count, sizeof *t->player);
    t->failed |= !t->player;
    for (const struct node *n = players->first; n && !t->failed; n = n->next)
        read_player(t, n);
}

void zi_tournament_scratch_free(struct tournament_scratch *s) {
    zi_arena_free(&s->arena);
    zi_buffer_free(&s->room);
}

/* Reads a reference to a player of the file. Returns false, with an error, if there is no such
   player. */
static bool read_reference(struct tournament *t, const struct node *n, uint32_t *player) {
    struct text name = n->kind == NODE_SCALAR ? n->text : NO_TEXT;
    int64_t number = name.len ? zi_map_find(&t->names, name) : -1;
    if (number >= 0 && t->by_name[number] == TOURNAMENT_NAMESAKES) {
        fault(t, n, "several players are called ", quoted(name), "; write the id of one");
        return false;
    }
    if (number >= 0) {
        *player = t->by_name[number];
        return true;
    }
    bool near = t->error_count < NEAREST_MAX;
    const char **names = near ? calloc(t->names.count + 1, sizeof *names) : NULL;
    for (size_t i = 0; names && i < t->names.count; i++)
        names[i] = t->names.at[i].at; /* terminated */
    struct text meant = names ? zi_record_did_you_mean(&t->document.record, name, names) : NO_TEXT;
    t->failed |= near && !names;
    fault(t, n, quoted(name.at ? name : TEXT("...")), " is not an id or a name in `players`",
          meant.len ? "; " : "", meant);
    free(names);
    return false;
}

/* Rounds. */

/* The names of both sides, by default black and white; `first` and `second` for a pairing by order
   of moving. */
static const char *const *sides_of(const struct tournament *t, const struct node *pairing) {
    static const char *const usual[] = {"black", "white", NULL};
    static const char *const order[] = {"first", "second", NULL};
    if (zi_node_get(pairing, order[0]) || zi_node_get(pairing, order[1]))
        return order;
    return t->rules ? t->rules->sides : usual;
}

/* The result that people write in another way: `1-0`, `+:-`, `Ann wins by forfeit`. Returns false
   if it has no meaning. */
static bool read_said(const struct tournament *t, const struct node *n, const char *const *sides,
                      struct tournament_pairing *p) {
    const bool turned = p->by_side && zi_rules_first(t->rules);
    const char *const moving[] = {sides[turned], sides[!turned]};
    struct names names = {0};
    struct conclusion c;
    for (unsigned i = 0; i < 2; i++) {
        const struct text *name = &t->player[p->player[i]].name;
        names.name[i] = *name;
        names.side[i] = zi_side_meant(text_of(sides[i]));
    }
    if (n->kind != NODE_SCALAR || !zi_ending_of_value(n->text, &names, moving, &c) || !c.result)
        return false;
    bool draw = !strcmp(c.result, "draw"),
         forfeit = c.termination && !strcmp(c.termination, "forfeit");
    p->result = draw                          ? RESULT_DRAW
                : !strcmp(c.result, sides[0]) ? RESULT_WIN_0
                : !strcmp(c.result, sides[1]) ? RESULT_WIN_1
                                              : RESULT_OPEN;
    p->kind = !forfeit || draw           ? GAME_PLAYED
              : p->result == RESULT_OPEN ? GAME_DOUBLE_FORFEIT
                                         : GAME_FORFEIT;
    return p->result != RESULT_OPEN || !strcmp(c.result, "*");
}

/* Reads the result of a game from the file. */
static void read_decision(struct tournament *t, const struct node *n, const char *const *sides,
                          struct tournament_pairing *p) {
    const char *const results[] = {sides[0], sides[1], "draw", "*", "0-0", NULL};
    const char *const absent[] = {sides[0], sides[1], "both", NULL};
    const struct node *result = zi_node_get(n, "result"), *forfeit = zi_node_get(n, "forfeit");
    p->decided = result || forfeit;
    if (result && forfeit) {
        fault(t, forfeit, "a pairing must have a `result` or a `forfeit`, not both");
    } else if (result) {
        static const enum result of[] = {RESULT_WIN_0, RESULT_WIN_1, RESULT_DRAW, RESULT_OPEN,
                                         RESULT_OPEN};
        bool known = result->kind == NODE_SCALAR && text_is_one_of(result->text, results);
        if (!known && read_said(t, result, sides, p))
            return;
        unsigned word = read_word(t, result, " is not a result", results);
        p->result = of[word];
        p->kind = word == 4 ? GAME_LOST : GAME_PLAYED;
    } else if (forfeit) {
        static const enum result of[] = {RESULT_WIN_1, RESULT_WIN_0, RESULT_OPEN};
        p->result = of[read_word(t, forfeit, " is not a side that can forfeit", absent)];
        p->kind = p->result == RESULT_OPEN ? GAME_DOUBLE_FORFEIT : GAME_FORFEIT;
    }
}

static void read_pairing(struct tournament *t, const struct node *n, uint32_t round) {
    const char *const *sides = sides_of(t, n);
    const char *const keys[] = {"table", sides[0], sides[1], "result", "forfeit", "comment", NULL};
    const struct node *player[2] = {0};
    struct tournament_pairing *p =
        zi_list_add(&t->pairing, &t->pairing_cap, &t->pairing_count, sizeof *p);
    t->failed |= !p;
    if (!p)
        return;
    t->round[round].pairings++;
    *p = (struct tournament_pairing){.round = round, .line = line_of(t, n), .game = UINT32_MAX};
    if (n->kind == NODE_SEQUENCE && count_items(n) == 2) {
        player[0] = n->first;
        player[1] = n->first->next;
    } else if (n->kind == NODE_MAPPING) {
        check_keys(t, n, keys);
        p->by_side = strcmp(sides[0], "first") != 0;
        player[0] = zi_node_get(n, sides[0]);
        player[1] = zi_node_get(n, sides[1]);
        p->table = value_of(t, n, "table");
    }
    if (!player[0] || !player[1]) {
        fault(t, n,
              "a pairing is `[ann, bob]`, the side that moves first before the other, or a "
              "mapping with both sides");
        return;
    }
    if (!read_reference(t, player[0], &p->player[0]) ||
        !read_reference(t, player[1], &p->player[1]))
        return;
    if (p->player[0] == p->player[1])
        fault(t, n, quoted(t->player[p->player[0]].name), " cannot play against themselves");
    if (n->kind == NODE_MAPPING)
        read_decision(t, n, sides, p);
}

static void read_bye(struct tournament *t, const struct node *n, uint32_t round) {
    static const char *const keys[] = {"player", "bye", "comment", NULL};
    static const char *const kinds[] = {"full", "half", "zero", NULL};
    struct tournament_bye *b = zi_list_add(&t->bye, &t->bye_cap, &t->bye_count, sizeof *b);
    const struct node *player = n;
    unsigned kind = 0;
    t->failed |= !b;
    if (!b)
        return;
    if (n->kind == NODE_MAPPING) {
        const struct node *word = zi_node_get(n, "bye");
        check_keys(t, n, keys);
        player = zi_node_get(n, "player");
        kind = word ? read_word(t, word, " is not a kind of bye", kinds) : 0;
        if (!player)
            fault(t, n, "a bye must be a player, or a mapping with `player` and `bye`");
    }
    *b =
        (struct tournament_bye){.round = round, .line = line_of(t, n), .kind = (enum bye_kind)kind};
    if (player)
        read_reference(t, player, &b->player);
}

static void read_list(struct tournament *t, const struct node *n, const char *what, uint32_t round,
                      void (*read)(struct tournament *, const struct node *, uint32_t)) {
    if (!n || node_is_null(n))
        return;
    if (n->kind != NODE_SEQUENCE) {
        fault(t, n, what, " is a list");
        return;
    }
    for (const struct node *item = n->first; item && !t->failed; item = item->next)
        read(t, item, round);
}

static void read_round(struct tournament *t, const struct node *n) {
    static const char *const keys[] = {"round", "date", "pairings", "byes", "comment", NULL};
    uint32_t index = (uint32_t)t->round_count;
    struct tournament_round *r = &t->round[t->round_count];
    char room[DIGITS_ROOM];
    *r = (struct tournament_round){
        .name = zi_record_keep(&t->document.record, digits_of(index + 1, room)),
        .line = line_of(t, n)};
    t->round_count++;
    if (n->kind == NODE_SCALAR) {
        fault(t, n, "a round must be a mapping with `pairings` and `byes`, or a list of pairings");
        return;
    }
    if (n->kind == NODE_MAPPING) {
        check_keys(t, n, keys);
        struct text name = value_of(t, n, "round");
        if (name.len)
            r->name = name;
        r->date = value_of(t, n, "date");
    }
    for (uint32_t i = 0; i < index; i++)
        if (text_same(t->round[i].name, r->name))
            fault(t, n, "the round ", quoted(r->name), " appears twice");
    const struct node *pairings = n->kind == NODE_SEQUENCE ? n : zi_node_get(n, "pairings");
    read_list(t, pairings, "pairings", index, read_pairing);
    read_list(t, zi_node_get(n, "byes"), "byes", index, read_bye);
}

static void read_rounds(struct tournament *t, const struct node *root) {
    const struct node *rounds = zi_node_get(root, "rounds");
    if (!rounds || node_is_null(rounds))
        return;
    if (rounds->kind != NODE_SEQUENCE || count_items(rounds) > ROUNDS_MAX) {
        fault(t, rounds, "`rounds` must be a list of at most 1000 rounds");
        return;
    }
    t->round = zi_list_zeroed(count_items(rounds), sizeof *t->round);
    t->failed |= !t->round;
    for (const struct node *n = rounds->first; n && !t->failed; n = n->next)
        read_round(t, n);
}

/* Keys of the whole tournament. */

/* A list or a mapping in the form of an option: `a,b` or `a=1,b=2`. */
static struct text joined(struct tournament *t, const struct node *n) {
    struct buffer b = {0};
    bool mapping = n->kind == NODE_MAPPING;
    if (n->kind == NODE_SCALAR)
        for (size_t i = 0; i < n->text.len; i++)
            if (n->text.at[i] != ' ')
                buffer_char(&b, n->text.at[i]);
    for (const struct node *item = node_first(n); item; item = item->next) {
        buffer_add(&b, item == n->first ? "" : ",",
                   item->kind == NODE_SCALAR ? item->text : TEXT("?"));
        if (mapping) {
            item = item->next;
            buffer_add(&b, "=", item->kind == NODE_SCALAR ? item->text : TEXT("?"));
        }
    }
    struct text kept = zi_record_keep(&t->document.record, buffered(&b));
    t->failed |= b.failed;
    zi_buffer_free(&b);
    return kept;
}

static void read_scoring(struct tournament *t, const struct node *root) {
    const struct node *n = zi_node_get(root, "scoring"), *ties = zi_node_get(root, "tie-breaks");
    struct scoring scoring;
    struct standings table = {0};
    struct text word;
    const char *why;
    if (n) {
        t->scoring = joined(t, n);
        if (!zi_scoring_read(&scoring, t->scoring, &why, &word))
            fault(t, n, quoted(word), " ", why);
    }
    if (ties && !node_is_null(ties)) {
        t->tie_breaks = joined(t, ties);
        if (!t->tie_breaks.len || zi_standings_tie_breaks(&table, t->tie_breaks, &word))
            return;
        const struct node *at = ties;
        for (const struct node *item = node_first(ties); item; item = item->next)
            if (item->kind == NODE_SCALAR && text_same(item->text, word))
                at = item;
        if (at != ties && !text_is_one_of(word, zi_tie_breaks))
            fault_word(t, at, " is not a tie-break", zi_tie_breaks);
        else
            fault(t, at, "the tie-break ", quoted(word), " is unknown or appears twice");
    }
}

static void read_game(struct tournament *t, const struct node *root) {
    const struct node *n = zi_node_get(root, "game");
    if (!n)
        return;
    t->rules = n->kind == NODE_SCALAR ? zi_game_find(n->text) : NULL;
    if (t->rules)
        return;
    const char *names[GAMES_MAX + 1] = {0};
    for (size_t i = 0; i < zi_game_count; i++)
        names[i] = zi_games[i]->name;
    fault_word(t, n, " is not a game", names);
}

static void read_whole(struct tournament *t, const struct node *root) {
    static const char *const keys[] = {
        "tournament", "game",   "event",   "site",       "date",
        "system",     "names",  "scoring", "tie-breaks", "number-of-rounds",
        "players",    "rounds", "comment", NULL};
    const struct node *system = zi_node_get(root, "system");
    check_keys(t, root, keys);
    t->name = value_of(t, root, "tournament");
    t->event = value_of(t, root, "event");
    t->site = value_of(t, root, "site");
    t->date = value_of(t, root, "date");
    t->names_file = value_of(t, root, "names");
    t->comment = value_of(t, root, "comment");
    struct text rounds = value_of(t, root, "number-of-rounds");
    if (!t->name.len)
        fault(t, root, "a tournament needs a name: `tournament: Open 2026`");
    t->rounds_planned = text_number(rounds, ROUNDS_MAX + 1);
    if (rounds.len && (!text_is_number(rounds) || t->rounds_planned > ROUNDS_MAX))
        fault(t, zi_node_get(root, "number-of-rounds"), quoted(rounds),
              " is not a number of rounds, at most 1000");
    if (system)
        t->system = (enum system)read_word(t, system, " is not a system", zi_systems);
    read_game(t, root);
    read_scoring(t, root);
    read_players(t, root);
    if (t->player_count)
        read_rounds(t, root);
}

bool zi_tournament_read(struct tournament *t, struct text text, struct text file) {
    t->file = file;
    t->trf = zi_trf_is(text);
    t->failed =
        t->trf ? !zi_trf_read(t, text)
               : !zi_side_open(&t->document, text, "a tournament file must have at most 1 MiB");
    const struct node *root = t->document.root;
    if (t->failed)
        return false;
    if (!root) {
        zi_side_fault(&t->document, t->file, &t->errors);
        t->error_count++;
    } else if (root->kind != NODE_MAPPING) {
        fault(t, root,
              "a tournament file must be a mapping with `tournament`, `players` and so on");
    } else if (!t->error_count) {
        read_whole(t, root);
    }
    if (!t->error_count)
        zi_tournament_check_rounds(t);
    if (t->error_count > TOURNAMENT_ERRORS_MAX) {
        buffer_place(&t->errors, t->file, 1, "error");
        buffer_string(&t->errors, "there are more errors than those listed\n");
    }
    t->failed |= t->document.record.out_of_memory || t->errors.failed || t->names.failed;
    return !t->failed;
}

void zi_tournament_free(struct tournament *t) {
    zi_side_close(&t->document);
    free(t->player);
    free(t->adjustment);
    free(t->claimed);
    free(t->round);
    free(t->pairing);
    free(t->bye);
    zi_map_free(&t->names);
    free(t->by_name);
    zi_arena_free(&t->folds);
    zi_buffer_free(&t->errors);
}
