#include "formats/csv_games.h"

#include <strings.h>

#include "formats/dates.h"
#include "formats/guess.h"
#include "formats/lines.h"
#include "notation/base/safe_text.h"
#include "notation/base/value.h"
#include "notation/words/values.h"
#include "validators/replay/endings.h"

/* Players as tables name them: the side, and where its details are, as zi_player_keys has them. */
enum { DETAILS = 4 };
static const struct {
    const char *side;
    enum csv_column of[DETAILS];
} players[] = {
    {"black", {CSV_BLACK, CSV_BLACK_ID, CSV_BLACK_RATING, CSV_BLACK_CLUB}},
    {"white", {CSV_WHITE, CSV_WHITE_ID, CSV_WHITE_RATING, CSV_WHITE_CLUB}},
    {"a", {CSV_A, CSV_A_ID, CSV_A_RATING, CSV_A_CLUB}},
    {"b", {CSV_B, CSV_B_ID, CSV_B_RATING, CSV_B_CLUB}},
};
enum { PLAYERS = sizeof players / sizeof *players };

/* Columns whose value is the text of a key. The first ones are read in another way. */
enum { READ_OTHERWISE = 5 };
static const struct {
    enum csv_column column;
    enum key key;
} keys[] = {
    {CSV_GAME, KEY_GAME},
    {CSV_VARIANT, KEY_VARIANT},
    {CSV_DATE, KEY_DATE},
    {CSV_RESULT, KEY_RESULT},
    {CSV_TERMINATION, KEY_TERMINATION},
    {CSV_EVENT, KEY_EVENT},
    {CSV_SITE, KEY_SITE},
    {CSV_ROUND, KEY_ROUND},
    {CSV_TABLE, KEY_TABLE},
    {CSV_POSITION, KEY_POSITION},
    {CSV_MOVES, KEY_MOVES},
    {CSV_PLAYOUT, KEY_PLAYOUT},
    {CSV_POINTS, KEY_POINTS},
    {CSV_COMMENT, KEY_COMMENT},
};
enum { TEXT_KEYS = sizeof keys / sizeof *keys };

/* Reading. */

/* The mark that a writer of tables puts before what a spreadsheet would take for a formula is not
   part of the value. */
static struct csv_value unmarked(struct csv_value v) {
    size_t marks = 0;
    while (marks < v.text.len && v.text.at[marks] == '\'')
        marks++;
    if (!marks || !zi_csv_is_formula(text_after(v.text, marks)))
        return v;
    v.text = text_after(v.text, 1);
    v.place++;
    return v;
}

/* The value of a column. Quotes keep the blanks around it. */
static struct csv_value value_of(struct csv_value v) {
    if (!v.text.len)
        return v;
    v = unmarked(v);
    if (v.quoted)
        return v;
    struct text t = text_trimmed(v.text, BLANK_MARKS);
    return (struct csv_value){t, .place = v.place + (size_t)(t.at - v.text.at)};
}

static struct csv_value cell_of(const struct csv_rows *rows, enum csv_column column) {
    return value_of(rows->value[column]);
}

/* A value that people wrote: it is text, but a number stays one. */
static struct node *scalar_of(struct record *r, const struct csv_value *v) {
    enum meaning meaning = zi_text_meaning(v->text);
    bool text = meaning == MEANS_NULL || meaning == MEANS_TRUTH;
    return zi_csv_scalar(r, v, v->text, text ? WRITTEN_DERIVED : WRITTEN_PLAIN);
}

/* Takes `Halma 8x8` apart, where it is a game with one of its variants. */
static void cut_variant(struct text *game, struct text *variant) {
    const char *blank = game->len ? memchr(game->at, ' ', game->len) : NULL;
    struct text name = {game->at, blank ? (size_t)(blank - game->at) : 0};
    struct text word = text_trimmed(text_after(*game, name.len), " ,()");
    const struct rules *rules = variant->len ? NULL : zi_game_meant(name);
    if (blank && rules && rules->variants && zi_value_meant(word, rules->variants)) {
        *game = name;
        *variant = word;
    }
}

static struct csv_choice choice_of(const struct csv_rows *rows, const struct format_options *said) {
    struct text game = cell_of(rows, CSV_GAME).text, variant = cell_of(rows, CSV_VARIANT).text;
    struct csv_choice c = {.options = *said};
    cut_variant(&game, &variant);
    c.rules = zi_game_meant(game);
    c.raw = game.len && !c.rules;
    if (c.rules && (!said->game || strcmp(said->game, c.rules->name) != 0)) {
        c.options.variant = NULL;
        c.options.rules = NULL;
    }
    if (c.rules)
        c.options.game = c.rules->name;
    const struct rules *rules = c.options.game ? zi_game_find(text_of(c.options.game)) : NULL;
    const char *meant =
        variant.len && rules && rules->variants ? zi_value_meant(variant, rules->variants) : NULL;
    c.raw |= variant.len && !meant;
    if (meant)
        c.options.variant = meant;
    if (cell_of(rows, CSV_RULES).text.len) {
        c.options.rules = NULL;
        c.options.size = 0;
    }
    return c;
}

bool zi_csv_choose_game(const struct csv_rows *rows, const struct format_options *options,
                        unsigned attempt, struct csv_choice *choice) {
    *choice = choice_of(rows, options);
    const struct rules *rules = choice->rules;
    if (choice->raw)
        return attempt == 0;
    if (rules && !rules->variant_required && !choice->options.variant)
        return attempt == 0 && zi_guess(&choice->options, 0, &choice->guess);
    return zi_guess_moves(&choice->options, cell_of(rows, CSV_MOVES).text, attempt, &choice->guess);
}

struct game_row {
    struct record *record;
    const struct csv_rows *rows;
    const struct csv_choice *choice;
    struct node *root;
};

static void put(struct game_row *g, const char *key, struct csv_value v) {
    if (v.text.len)
        zi_record_put(g->record, g->root, key, scalar_of(g->record, &v));
}

/* Removes the text up to one of two marks from *left, and returns it. */
static struct text cut(struct text *left, const char marks[2]) {
    size_t length = 0;
    while (length < left->len && left->at[length] != marks[0] && left->at[length] != marks[1])
        length++;
    struct text part = {left->at, length};
    *left = text_after(*left, length + (length < left->len));
    return part;
}

static struct csv_value value_within(const struct csv_value *v, struct text part) {
    return (struct csv_value){part, .place = v->place + (size_t)(part.at - v->text.at)};
}

/* `size=9; touch=stay`, or with colons or commas. */
static void put_rules(struct game_row *g) {
    struct record *r = g->record;
    struct csv_value v = cell_of(g->rows, CSV_RULES);
    struct node *rules = zi_record_collection(
        r, NODE_MAPPING, span_at(v.place, v.place + v.text.len, WRITTEN_DERIVED));
    for (struct text left = v.text; left.len;) {
        struct text value = cut(&left, ";,"), key = cut(&value, "=:");
        struct csv_value k = value_of(value_within(&v, key)), x = value_of(value_within(&v, value));
        if (k.text.len)
            zi_node_add_pair(rules, zi_csv_scalar(r, &k, k.text, WRITTEN_PLAIN),
                             zi_csv_scalar(r, &x, x.text, WRITTEN_PLAIN));
    }
    if (v.text.len)
        zi_record_put(r, g->root, "rules", rules);
}

static void put_date(struct game_row *g) {
    struct record *r = g->record;
    struct csv_value v = cell_of(g->rows, CSV_DATE);
    char first[10], second[10];
    struct text one = {first, sizeof first}, other = {second, sizeof second};
    enum date_form form = zi_date_read(v.text, g->choice->options.dates, first, second);
    if (form == DATE_LEFT)
        put(g, "date", v);
    else if (form == DATE_READ)
        zi_record_put(r, g->root, "date", zi_csv_scalar(r, &v, one, WRITTEN_PLAIN));
    else
        zi_report_add(r, FINDING_BAD_VALUE, PART_HEADER, v.place, "this date is ambiguous",
                      record_text(r, "write ", one, " or ", other,
                                  ", or use --dates day-first or month-first"));
}

/* Players. */

/* The name of who sits at the board where that side sits. */
static struct csv_value seat_of(const struct game_row *g, size_t i) {
    const struct rules *rules = g->choice->raw ? NULL : g->choice->guess.ruleset.rules;
    for (unsigned side = 0; rules && side < 2; side++)
        if (!strcmp(rules->sides[side], players[i].side))
            return cell_of(g->rows, rules->look->south == side ? CSV_SOUTH : CSV_NORTH);
    return (struct csv_value){0};
}

/* The name of a side's player: of its own column, or of its seat. */
static struct csv_value player_of(const struct game_row *g, size_t i) {
    struct csv_value own = cell_of(g->rows, players[i].of[0]);
    return own.text.len ? own : seat_of(g, i);
}

/* Where the side's own column and its place at the board both name somebody. */
static void check_twice(struct game_row *g, size_t i) {
    struct csv_value own = cell_of(g->rows, players[i].of[0]), seat = seat_of(g, i);
    if (own.text.len && seat.text.len && !text_same(own.text, seat.text))
        zi_report_add(g->record, FINDING_FORMAT, PART_HEADER, seat.place,
                      "another column gives this player another name",
                      zi_record_keep(g->record, own.text));
}

static void put_players(struct game_row *g) {
    struct record *r = g->record;
    struct span span = span_at(g->rows->place, g->rows->place, WRITTEN_DERIVED);
    struct node *all = zi_record_collection(r, NODE_MAPPING, span);
    for (size_t i = 0; i < PLAYERS; i++) {
        struct csv_value details[DETAILS] = {player_of(g, i)};
        struct node *player = zi_record_collection(r, NODE_MAPPING, span);
        check_twice(g, i);
        for (size_t d = 0; d < DETAILS; d++) {
            if (d)
                details[d] = cell_of(g->rows, players[i].of[d]);
            if (details[d].text.len)
                zi_record_put(r, player, zi_player_keys[d], scalar_of(r, &details[d]));
        }
        if (!player || !player->first)
            continue;
        if (details[0].text.len && !player->first->next->next)
            player = scalar_of(r, &details[0]);
        zi_record_put(r, all, players[i].side, player);
    }
    if (all && all->first)
        zi_record_put(r, g->root, "players", all);
}

/* Result and termination as sheets have them: `White resigned`, `Ann`, `won by Black on time`. */
static void put_endings(struct game_row *g) {
    static const char *const nobody[] = {"nobody", NULL};
    struct record *r = g->record;
    struct csv_value pair[2] = {cell_of(g->rows, CSV_RESULT), cell_of(g->rows, CSV_TERMINATION)};
    struct said_ending ending[2] = {0};
    struct names names = {.side = {SIDE_WORDS, SIDE_WORDS}};
    bool plain = g->choice->raw;
    for (size_t i = 0, n = 0; i < PLAYERS && n < 2; i++)
        if ((names.name[n] = player_of(g, i).text).len)
            names.side[n++] = zi_column_side(players[i].of[0]);
    if (zi_ending_is_usual(pair[1].text))
        pair[1] = (struct csv_value){0};
    if (zi_value_meant(pair[0].text, nobody)) /* has won */
        ending[0] = (struct said_ending){
            .text = pair[0].text, .draw = true, .winner = SIDE_WORDS, .loser = SIDE_WORDS};
    for (size_t i = 0; i < 2; i++)
        plain |= pair[i].text.len && !ending[i].text.len &&
                 !zi_ending_read(pair[i].text, &ending[i], &names);
    plain |= ending[0].draw && !ending[1].termination && zi_value_meant(pair[0].text, nobody);
    zi_ending_names_winner(&ending[0]);
    const struct said_ending *const all[] = {&ending[0], &ending[1]};
    const char *moving[2];
    struct conclusion c = {0};
    if (!plain) {
        zi_sides_moving(&g->choice->guess.ruleset, NULL, moving);
        c = zi_endings_conclude(all, 2, moving);
    }
    if (!plain && !c.clash && !c.open) {
        const char *const said[] = {c.result, c.termination};
        for (size_t i = 0; i < 2; i++) {
            struct csv_value at = pair[i].text.len ? pair[i] : pair[!i];
            at.made = !text_is(at.text, said[i] ? said[i] : "");
            if (said[i])
                zi_record_put(r, g->root, zi_keys[i ? KEY_TERMINATION : KEY_RESULT],
                              zi_csv_scalar(r, &at, text_of(said[i]), WRITTEN_DERIVED));
        }
        return;
    }
    put(g, "result", pair[0]);
    put(g, "termination", pair[1]);
}

void zi_csv_take_game(struct record *r, const struct csv_rows *rows,
                      const struct csv_choice *choice) {
    struct game_row row = {.record = r, .rows = rows, .choice = choice}, *g = &row;
    struct csv_value game = cell_of(rows, CSV_GAME), moves = cell_of(rows, CSV_MOVES);
    if (choice->raw) {
        g->root =
            zi_record_collection(r, NODE_MAPPING, span_at(rows->place, rows->place, WRITTEN_PLAIN));
        put(g, "game", game);
        put(g, "variant", cell_of(rows, CSV_VARIANT));
    } else {
        g->root = zi_guess_record(r, &choice->guess, &choice->options,
                                  game.text.len ? game.place : rows->place);
    }
    put_rules(g);
    put_date(g);
    put_players(g);
    put_endings(g);
    for (size_t i = READ_OTHERWISE; i < TEXT_KEYS; i++)
        put(g, zi_keys[keys[i].key], cell_of(rows, keys[i].column));
    if (rows->table->has[CSV_MOVES] && !moves.text.len)
        zi_record_put(
            r, g->root, "moves",
            zi_record_scalar(r, TEXT(""), span_at(moves.place, moves.place, WRITTEN_DERIVED)));
    for (size_t i = 0; i < rows->table->extra_count; i++)
        put(g, rows->table->extra[i], value_of(rows->extra[i]));
    zi_record_take(r, g->root);
}

/* Writing. */

static const uint8_t order[] = {
#define CELL(column, heading) CSV_##column,
#include "formats/csv_row.def"
#undef CELL
};
enum { ROW_COLUMNS = sizeof order };

const char zi_csv_games_heading[] =
#define CELL(column, heading) "," heading
#include "formats/csv_row.def"
#undef CELL
    "\n";

/* A number in quotes is a text, which a table cannot tell from a number. */
static bool is_number_as_text(struct text t, struct span span) {
    enum meaning meaning = zi_text_meaning(t);
    return span.as != WRITTEN_PLAIN && (meaning == MEANS_INTEGER || meaning == MEANS_REAL);
}

static struct text player_text(struct conversion *c, const struct node *n) {
    if (node_is_null(n))
        return NO_TEXT;
    if (is_number_as_text(n->text, n->span))
        zi_format_lose_key(c, KEY_PLAYERS, "the quotes of a number");
    return n->text;
}

static bool is_key(const struct node *key, const char *name) {
    return key->kind == NODE_SCALAR && text_is(key->text, name);
}

static void take_details(struct conversion *c, size_t i, const struct node *player,
                         struct text *at) {
    if (player->kind == NODE_SCALAR)
        at[players[i].of[0]] = player_text(c, player);
    if (player->kind == NODE_SEQUENCE)
        zi_format_lose_key(c, KEY_PLAYERS, "a value of the wrong kind");
    if (player->kind != NODE_MAPPING)
        return;
    for (const struct node *key = player->first; key; key = key->next->next) {
        size_t d = 0;
        while (d < DETAILS && !is_key(key, zi_player_keys[d]))
            d++;
        bool held = d < DETAILS && key->next->kind == NODE_SCALAR;
        if (held)
            at[players[i].of[d]] = player_text(c, key->next);
        if (!held)
            zi_format_lose_key(c, KEY_PLAYERS, "a detail of a player");
    }
}

static void take_players(struct conversion *c, struct text *at) {
    const struct node *all = zi_node_get(c->record->root, "players");
    size_t before = 0;
    if (all && all->kind == NODE_SEQUENCE)
        zi_format_lose_key(c, KEY_PLAYERS, "a value of the wrong kind");
    if (!all || all->kind != NODE_MAPPING)
        return;
    for (const struct node *side = all->first; side; side = side->next->next) {
        size_t i = 0;
        while (i < PLAYERS && !is_key(side, players[i].side))
            i++;
        const struct node *player = side->next;
        if (i == PLAYERS) {
            zi_format_lose_key(c, KEY_PLAYERS, "a player of no side");
            continue;
        }
        if (i < before)
            zi_format_lose_key(c, KEY_PLAYERS, "the order of the players");
        before = i;
        take_details(c, i, player, at);
    }
}

/* The text of a key, whatever is wrong with it. */
static struct text text_of_key(struct conversion *c, enum key key) {
    const struct field *f = &c->record->field[key];
    if (f->state == FIELD_BROKEN && !f->text.len)
        zi_format_lose_key(c, key, "a value of the wrong kind");
    if (f->state == FIELD_GIVEN && is_number_as_text(f->text, f->span))
        zi_format_lose_key(c, key, "the quotes of a number");
    return f->state == FIELD_ABSENT || !f->text.len ? TEXT("") : f->text;
}

/* `size=9; touch=stay` */
static void write_rules(struct buffer *b, const struct record *r) {
    for (size_t i = 0; i < r->rules.count; i++)
        buffer_add(b, i ? "; " : "", r->rules.at[i].name, "=", r->rules.at[i].value.text);
}

/* The codes of errors and warnings, each once, in the order of their catalogue. */
static void write_findings(struct buffer *b, const struct record *r) {
    bool found[FINDING_CODES] = {false};
    const struct reason *reason = NULL;
    for (size_t i = 0; i < r->findings.count; i++) {
        const struct finding *f = &r->findings.at[i];
        found[f->code] |= f->severity != SEVERITY_NOTE && f->code != FINDING_LOSS;
        if (!reason)
            reason = f->reason;
    }
    for (size_t i = 0; i < FINDING_CODES; i++) {
        const struct reason *why = i == FINDING_ILLEGAL_MOVE ? reason : NULL;
        if (found[i])
            buffer_add(b, b->len ? " " : "", zi_findings[i].code, why ? "/" : "",
                       why ? why->code : NULL);
    }
}

/* Adds the result, termination and points that the rules prove and the record omits. */
static void take_proof(struct conversion *c, struct text *at) {
    const struct verdict *v = c->verdict;
    bool ended = v->rules && v->outcome.result != RESULT_OPEN;
    bool result = ended && !c->record->field[KEY_RESULT].key.end && !at[CSV_RESULT].len;
    bool termination = ended && !at[CSV_TERMINATION].len;
    bool points = v->points >= 0 && !at[CSV_POINTS].len;
    if (result)
        at[CSV_RESULT] = text_of(zi_verdict_result(v));
    if (termination)
        at[CSV_TERMINATION] = TEXT("rules");
    if (points)
        at[CSV_POINTS] = record_text(c->record, (uint64_t)v->points);
    if (result || termination || points)
        zi_format_loss(c->record, PART_HEADER, c->record->start_offset,
                       "the absence of result, termination or points");
}

/* What the reader would add. */
static void check_absent(struct conversion *c) {
    const struct record *r = c->record;
    const struct rules *rules = c->verdict->rules;
    bool absent = r->field[KEY_GAME].state == FIELD_ABSENT ||
                  r->field[KEY_MOVES].state == FIELD_ABSENT ||
                  (rules && rules->variant_required && r->field[KEY_VARIANT].state == FIELD_ABSENT);
    if (absent)
        zi_format_loss(c->record, PART_HEADER, r->start_offset,
                       "the absence of game, variant or moves");
}

void zi_csv_write_game(struct conversion *c, struct buffer *out) {
    struct record *r = c->record;
    struct text at[CSV_COLUMNS] = {{0}};
    struct buffer rules = {0}, findings = {0};
    size_t before = out->len;
    bool safe = true;
    for (size_t i = 0; i < TEXT_KEYS; i++) {
        struct text canonical = c->canonical[keys[i].key], own = text_of_key(c, keys[i].key);
        at[keys[i].column] = canonical.at ? canonical : own;
    }
    take_players(c, at);
    write_rules(&rules, r);
    write_findings(&findings, r);
    take_proof(c, at);
    at[CSV_FILE] = c->file;
    at[CSV_RECORD] = record_text(r, c->number);
    at[CSV_PLIES] = record_text(r, c->verdict->plies);
    at[CSV_RULES] = zi_record_take_buffer(r, &rules);
    at[CSV_FINDINGS] = zi_record_take_buffer(r, &findings);
    check_absent(c);
    for (size_t i = 0; i < ROW_COLUMNS; i++) {
        safe &= order[i] == CSV_FILE || zi_text_is_safe(at[order[i]]);
        buffer_string(out, i ? "," : "");
        zi_csv_text(out, at[order[i]]);
    }
    buffer_char(out, '\n');
    if (!safe)
        zi_format_loss(r, PART_HEADER, r->start_offset, "control characters");
    if (out->len - before > RECORD_BYTES_MAX)
        zi_format_refuse(c, "the row of this record would be longer than 1 MiB");
}
