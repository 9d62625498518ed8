/* Writes statistics: for people, as CSV (one line per fact) and as one JSON object. */
#include "cli/archive/stats.h"
#include "notation/base/safe_text.h"
#include "notation/base/unicode.h"

const char *const stats_keys[STATS_BYS + 1] = {"game",   "variant", "event", "year",
                                               "player", "ending",  "round", NULL};

/* The sides of a group's games: the results of their wins and their names, `white/b` if the games
   differ; white before black, a before b. */
struct side {
    enum result win;
    char name[32];
};

/* Appends `/name` unless it is the whole text already. */
static void add_name(char room[32], const char *name) {
    size_t length = strlen(room), more = strlen(name);
    if (length + more + 2 > 32 || strcmp(room, name) == 0)
        return;
    if (length)
        room[length++] = '/';
    memcpy(room + length, name, more + 1);
}

static void name_sides(const struct stats_group *g, struct side sides[2]) {
    const struct rules *first = NULL;
    for (size_t i = 0; i < zi_game_count && !first; i++)
        first = g->rules & 1U << i || !g->rules ? zi_games[i] : NULL;
    unsigned white = !g->rules || !first->notation->counts;
    for (unsigned k = 0; k < 2; k++) {
        sides[k] = (struct side){.win = (k ^ white) ? RESULT_WIN_1 : RESULT_WIN_0};
        add_name(sides[k].name, first->sides[k ^ white]);
        for (size_t i = 0; i < zi_game_count; i++)
            if (g->rules & 1U << i && strcmp(first->sides[0], zi_games[i]->sides[0]) != 0)
                add_name(sides[k].name, zi_games[i]->sides[k ^ white]);
    }
}

static uint64_t finished(const struct stats_item *item) {
    return item->games - item->result[RESULT_OPEN];
}

/* With two digits, the rest cut off, as in the source of Halma; nothing without a base. */
static struct value percent(uint64_t n, uint64_t base) {
    return value_ratio(base ? n * 10000 / base : 0, base ? 100 : 0, 2);
}

/* Twice the median of the lengths, of at least one game. */
static uint64_t median(const struct stats_group *g) {
    uint64_t twice = 0;
    for (unsigned half = 0; half < 2; half++) {
        const struct stats_item *item = g->item[COUNTED_LENGTHS];
        uint64_t nth = (g->all.games - !half) / 2;
        while (nth >= item->games)
            nth -= item++->games;
        twice += item->number;
    }
    return twice;
}

static uint32_t fewest(const struct stats_group *g) { return g->item[COUNTED_LENGTHS]->number; }
static uint32_t most(const struct stats_group *g) {
    return g->item[COUNTED_LENGTHS][g->count[COUNTED_LENGTHS] - 1].number;
}

/* Means. */

struct mean {
    const struct measure *measure;
    const char *of, *each; /* after its name and after its words: `_a_game`, ` a game` */
    uint64_t n, base;
};

/* Fills in the means of the games in the group; returns how many. */
static size_t list_means(const struct stats_group *g, struct mean out[2 * STATS_MEASURES_MAX]) {
    size_t count = 0;
    for (size_t i = g->measures; i-- > 0;) {
        const struct stats_measured *m = &g->measured[i];
        if (m->measure->a_game && m->games)
            out[count++] = (struct mean){m->measure, "_a_game", " a game", m->sum, m->games};
        if (m->measure->a_move && m->games)
            out[count++] = (struct mean){m->measure, "_a_move", " a move", m->sum, m->moves};
    }
    return count;
}

/* Joins parts to a name for machines. */
enum { KEY_ROOM = 64 };
static const char *key_of(char room[KEY_ROOM], const char *a, const char *b, const char *c,
                          const char *d, const char *e) {
    struct writer w = {room, KEY_ROOM - 1, 0};
    const char *const parts[] = {a, b, c, d, e};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        write_string(&w, parts[i]);
    room[written(&w).len] = '\0';
    return room;
}

/* The group's longest move by that measure, or NULL if it is not reported. */
static const struct stats_measured *longest(const struct stats_group *g, size_t i) {
    return g->measured[i].measure->longest && g->measured[i].peak.most ? &g->measured[i] : NULL;
}

/* Items. */

/* Appends an item on one line, a first move with its game if the group has several; `none` stands
   for no move. */
static void put_item(const struct stats_group *g, const struct stats_item *item,
                     enum counted_kind kind, const char *none, struct buffer *b) {
    bool several = kind == COUNTED_FIRST_MOVES && g->rules & (g->rules - 1);
    struct text text = item->text.len ? item->text : text_of(none);
    if (kind == COUNTED_LEVELS)
        buffer_add(b, item->number);
    else
        buffer_add(b, several ? zi_games[item->game]->name : "", several && text.len ? " " : "",
                   value_safe(text, SAFE_LINE));
}

/* How many first moves are shown. */
static size_t shown_of(const struct stats_wish *w, const struct stats_group *g) {
    size_t count = g->count[COUNTED_FIRST_MOVES];
    return count < w->first ? count : w->first;
}

/* The sum of the first moves that are not shown. */
static struct stats_item rest_of(const struct stats_wish *w, const struct stats_group *g) {
    struct stats_item rest = {0};
    for (size_t i = shown_of(w, g); i < g->count[COUNTED_FIRST_MOVES]; i++) {
        rest.games += g->item[COUNTED_FIRST_MOVES][i].games;
        for (size_t k = 0; k < 4; k++)
            rest.result[k] += g->item[COUNTED_FIRST_MOVES][i].result[k];
    }
    return rest;
}

static bool is_by(const struct stats_wish *w, enum stats_by by) {
    for (size_t i = 0; i < w->by_count; i++)
        if (w->by[i] == by)
            return true;
    return false;
}

/* Text. */

enum { LABEL_COLUMNS = 13, MOVE_COLUMNS_MAX = 30, NUMBER_COLUMNS = 12 };

/* Appends the group's name in words: `halma 8x8`, `(no event); 2009`. */
static void text_title(const struct stats_wish *w, const struct stats_group *g, struct buffer *b) {
    const char *before = "";
    buffer_string(b, g->total ? "all games" : "");
    for (size_t i = 0; i < w->by_count && !g->total; i++) {
        enum stats_by by = w->by[i];
        struct text name = g->name[i];
        if (!name.len && by == STATS_BY_VARIANT && is_by(w, STATS_BY_GAME))
            continue;
        /* a variant follows its game */
        buffer_string(
            b, *before && by == STATS_BY_VARIANT && w->by[i - 1] == STATS_BY_GAME ? " " : before);
        before = "; ";
        if (name.len)
            buffer_add(b, by == STATS_BY_ROUND ? "round " : "", value_safe(name, SAFE_LINE));
        else
            buffer_add(b, "(no ", stats_keys[by], ")");
    }
}

/* The line's heading, padded to its column, before its first part; `, ` before the others. */
static void text_part(struct buffer *b, const char *label, bool *begun) {
    buffer_add(b, *begun ? ", " : "  ", *begun ? "" : label);
    if (!*begun)
        buffer_chars(b, ' ', LABEL_COLUMNS - strlen(label));
    *begun = true;
}

/* `white 5 (45.45 %)` */
static void text_share(struct buffer *b, const char *label, uint64_t n, uint64_t base) {
    buffer_add(b, label, " ", n, base ? " (" : "", percent(n, base), base ? " %)" : "");
}

static void text_results(const struct stats_wish *w, const struct stats_group *g,
                         const struct side sides[2], struct buffer *b) {
    bool begun = false;
    uint64_t base = finished(&g->all);
    if (!g->total && is_by(w, STATS_BY_PLAYER)) {
        text_part(b, "player", &begun);
        text_share(b, "won", g->won, base);
        text_share(b, ", lost", g->lost, base);
        buffer_char(b, '\n');
        begun = false;
    }
    text_part(b, "results", &begun);
    text_share(b, sides[0].name, g->all.result[sides[0].win], base);
    buffer_string(b, ", ");
    text_share(b, sides[1].name, g->all.result[sides[1].win], base);
    text_share(b, ", draws", g->all.result[RESULT_DRAW], base);
    buffer_add(b, " of ", base, " finished; unfinished ", g->all.result[RESULT_OPEN], "\n");
}

static void text_measures(const struct stats_group *g, struct buffer *b) {
    struct mean mean[2 * STATS_MEASURES_MAX];
    size_t count = list_means(g, mean);
    bool means = false, peaks = false;
    for (size_t i = 0; i < count; i++)
        if (mean[i].base) {
            text_part(b, "moves", &means);
            buffer_add(b, value_ratio(mean[i].n, mean[i].base, 2), " ", mean[i].measure->words,
                       mean[i].each);
        }
    buffer_string(b, means ? "\n" : "");
    for (size_t i = 0; i < g->measures; i++) {
        const struct stats_measured *m = longest(g, i);
        if (!m)
            continue;
        text_part(b, "longest", &peaks);
        buffer_add(b, m->measure->longest, " ", m->peak.most, " ", m->measure->unit,
                   m->peak.most == 1 ? " (" : "s (", value_safe(m->peak.path, SAFE_LINE), ":",
                   (uint64_t)m->peak.number, ", ply ", (uint64_t)m->peak.ply, ")");
    }
    buffer_string(b, peaks ? "\n" : "");
}

/* A cell of the table of first moves, right-aligned. */
#define right(b, ...) put_right(b, VALUES(__VA_ARGS__))
static void put_right(struct buffer *b, const struct value *values, size_t count) {
    struct buffer number = {0};
    zi_buffer_add(&number, values, count);
    buffer_chars(b, ' ', number.len + 1 <= NUMBER_COLUMNS ? NUMBER_COLUMNS - number.len : 2);
    buffer_text(b, buffered(&number));
    b->failed |= number.failed;
    zi_buffer_free(&number);
}

/* Appends a first move, and blanks up to its column's end. Returns the width of the move. */
static size_t text_move(const struct stats_group *g, size_t i, size_t columns, struct buffer *b) {
    size_t begin = b->len;
    put_item(g, &g->item[COUNTED_FIRST_MOVES][i], COUNTED_FIRST_MOVES, "(none)", b);
    size_t width = b->failed ? 0 : zi_text_columns((struct text){b->at + begin, b->len - begin});
    buffer_chars(b, ' ', width <= columns ? columns - width : columns ? 1 : 0);
    return width;
}

static void text_first_moves(const struct stats_wish *w, const struct stats_group *g,
                             const struct side sides[2], struct buffer *b) {
    size_t shown = shown_of(w, g), columns = LABEL_COLUMNS - 2;
    struct buffer room = {0};
    for (size_t i = 0; i < shown; i++) {
        size_t width = text_move(g, i, 0, &room);
        columns = width > columns && width <= MOVE_COLUMNS_MAX ? width : columns;
    }
    b->failed |= room.failed;
    zi_buffer_free(&room);
    buffer_string(b, "  first moves");
    buffer_chars(b, ' ', columns + 2 - strlen("first moves"));
    const char *const headings[] = {"games",       "of all", sides[0].name,
                                    sides[1].name, "draws",  "unfinished"};
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++)
        right(b, headings[i]);
    buffer_char(b, '\n');
    for (size_t i = 0; i < shown; i++) {
        const struct stats_item *item = &g->item[COUNTED_FIRST_MOVES][i];
        buffer_string(b, "    ");
        text_move(g, i, columns, b);
        right(b, item->games);
        right(b, percent(item->games, g->all.games), " %");
        right(b, item->result[sides[0].win]);
        right(b, item->result[sides[1].win]);
        right(b, item->result[RESULT_DRAW]);
        right(b, item->result[RESULT_OPEN]);
        buffer_char(b, '\n');
    }
    if (shown < g->count[COUNTED_FIRST_MOVES])
        buffer_add(b, "    omitted: ",
                   value_counted(g->count[COUNTED_FIRST_MOVES] - shown, " first move, of ",
                                 " first moves, of "),
                   value_counted(rest_of(w, g).games, " game\n", " games\n"));
}

static void text_group(const struct stats_wish *w, const struct stats_group *g, struct buffer *b) {
    struct side sides[2];
    bool begun = false;
    name_sides(g, sides);
    text_title(w, g, b);
    buffer_add(b, ": ", value_counted(g->all.games, " game\n", " games\n"));
    text_results(w, g, sides, b);
    text_part(b, "plies", &begun);
    if (g->all.games)
        buffer_add(b, "fewest ", fewest(g), ", most ", most(g), ", mean ",
                   value_ratio(g->plies, g->all.games, 1), ", median ",
                   value_decimal((int64_t)median(g) * 5, 1), "\n");
    else
        buffer_string(b, "none\n");
    begun = false;
    for (size_t i = 0; i < g->count[COUNTED_ENDINGS]; i++) {
        const struct stats_item *item = &g->item[COUNTED_ENDINGS][i];
        text_part(b, "endings", &begun);
        buffer_add(b, value_safe(item->text, SAFE_LINE), " ", item->games);
    }
    if (!begun)
        text_part(b, "endings", &begun);
    buffer_string(b, g->count[COUNTED_ENDINGS] ? "\n" : "none\n");
    text_measures(g, b);
    begun = false;
    for (size_t i = 0; i < g->count[COUNTED_LEVELS]; i++) {
        const struct stats_item *item = &g->item[COUNTED_LEVELS][i];
        text_part(b, "levels", &begun);
        buffer_add(b, i ? "" : "highest of a game: ", item->number ? "level " : "no stone",
                   value_unless_0(item->number), ": ", item->games);
    }
    buffer_string(b, begun ? "\n" : "");
    if (shown_of(w, g))
        text_first_moves(w, g, sides, b);
    buffer_char(b, '\n');
}

/* CSV (RFC 4180). */

struct csv {
    const struct stats_wish *wish;
    const struct stats_group *group;
    struct buffer *out;
};

/* Writes a line: its subject and its value, or the results of games. */
static void csv_line(const struct csv *c, const char *table, struct text item, struct value value,
                     const struct stats_item *games) {
    static const enum result order[] = {RESULT_WIN_1, RESULT_WIN_0, RESULT_DRAW};
    enum {
        GAMES = 1,
        FINISHED,
        RESULTS,
        OPEN = RESULTS + 3,
        PERCENT,
        WON = PERCENT + 3,
        CELLS = 12
    };
    const struct stats_group *g = c->group;
    struct value field[CELLS] = {value};
    bool players = is_by(c->wish, STATS_BY_PLAYER);
    buffer_string(c->out, g->total ? "total" : "group");
    for (size_t i = 0; i < c->wish->by_count; i++) {
        buffer_char(c->out, ',');
        zi_csv_text(c->out, g->total ? NO_TEXT : g->name[i]);
    }
    buffer_add(c->out, ",", table, ",");
    zi_csv_text(c->out, item);
    if (games) {
        field[GAMES] = value_number(games->games);
        field[FINISHED] = value_number(finished(games));
        field[OPEN] = value_number(games->result[RESULT_OPEN]);
    }
    for (size_t i = 0; i < 3 && games; i++) {
        field[RESULTS + i] = value_number(games->result[order[i]]);
        field[PERCENT + i] = percent(games->result[order[i]], finished(games));
    }
    if (games == &g->all && !g->total) {
        field[WON] = value_number(g->won);
        field[WON + 1] = value_number(g->lost);
    }
    for (size_t i = 0; i < (players ? CELLS : WON); i++) {
        buffer_char(c->out, ',');
        if (field[i].kind == VALUE_TEXT)
            zi_csv_text(c->out, field[i].text);
        else
            zi_buffer_add(c->out, &field[i], 1);
    }
    buffer_string(c->out, "\r\n");
}

static void csv_number(const struct csv *c, const char *item, struct value v) {
    if (!zi_value_is_none(&v))
        csv_line(c, "numbers", text_of(item), v, NULL);
}

static void csv_numbers(const struct csv *c) {
    const struct stats_group *g = c->group;
    struct mean mean[2 * STATS_MEASURES_MAX];
    size_t count = list_means(g, mean);
    char room[KEY_ROOM];
    struct buffer at = {0};
    if (g->all.games) {
        csv_number(c, "plies_fewest", value_number(fewest(g)));
        csv_number(c, "plies_most", value_number(most(g)));
        csv_number(c, "plies_mean", value_ratio(g->plies, g->all.games, 1));
        csv_number(c, "plies_median", value_ratio(median(g), 2, 1));
    }
    for (size_t i = 0; i < count; i++)
        csv_number(c, key_of(room, mean[i].measure->name, mean[i].of, "", "", ""),
                   value_ratio(mean[i].n, mean[i].base, 2));
    for (size_t i = 0; i < g->measures; i++) {
        const struct stats_measured *m = longest(g, i);
        if (!m)
            continue;
        at.len = 0;
        buffer_add(&at, m->peak.path, ":", (uint64_t)m->peak.number);
        csv_number(c, key_of(room, "longest_", m->measure->longest, "_", m->measure->unit, "s"),
                   value_number(m->peak.most));
        csv_number(c, key_of(room, "longest_", m->measure->longest, "_at", "", ""),
                   value_text(buffered(&at)));
    }
    c->out->failed |= at.failed;
    zi_buffer_free(&at);
}

static void csv_items(const struct csv *c, enum counted_kind kind, const char *table,
                      size_t count) {
    struct buffer text = {0};
    for (size_t i = 0; i < count; i++) {
        text.len = 0;
        put_item(c->group, &c->group->item[kind][i], kind, "", &text);
        csv_line(c, table, buffered(&text), value_string(NULL), &c->group->item[kind][i]);
    }
    c->out->failed |= text.failed;
    zi_buffer_free(&text);
}

static void csv_group(const struct stats_wish *w, const struct stats_group *g, struct buffer *out) {
    const struct csv c = {w, g, out};
    const struct stats_item rest = rest_of(w, g);
    csv_line(&c, "results", NO_TEXT, value_string(NULL), &g->all);
    csv_numbers(&c);
    csv_items(&c, COUNTED_ENDINGS, "endings", g->count[COUNTED_ENDINGS]);
    csv_items(&c, COUNTED_LEVELS, "levels", g->count[COUNTED_LEVELS]);
    csv_items(&c, COUNTED_FIRST_MOVES, "first-moves", shown_of(w, g));
    if (rest.games)
        csv_line(&c, "first-moves-left-out", NO_TEXT, value_string(NULL), &rest);
}

/* JSON: one group per line. */

/* The counts of the results, without brackets. */
static void json_counts(struct json_out *j, const struct side sides[2],
                        const struct stats_item *of) {
    json_members(j, sides[0].name, of->result[sides[0].win], sides[1].name,
                 of->result[sides[1].win], "draws", of->result[RESULT_DRAW], "unfinished",
                 of->result[RESULT_OPEN]);
}

static void json_measures(struct json_out *j, const struct stats_group *g) {
    struct mean mean[2 * STATS_MEASURES_MAX];
    size_t count = list_means(g, mean);
    char room[KEY_ROOM], unit[KEY_ROOM];
    for (size_t i = 0; i < count; i++)
        json_members(j, key_of(room, mean[i].measure->name, mean[i].of, "", "", ""),
                     value_ratio(mean[i].n, mean[i].base, 2));
    for (size_t i = 0; i < g->measures; i++) {
        const struct stats_measured *m = longest(g, i);
        if (m)
            json_members(j, key_of(room, "longest_", m->measure->longest, "", "", ""),
                         value_object(key_of(unit, m->measure->unit, "s", "", "", ""), m->peak.most,
                                      "file", m->peak.path, "record", (uint64_t)m->peak.number,
                                      "ply", (uint64_t)m->peak.ply));
    }
}

static void json_items(struct json_out *j, const struct stats_group *g, const struct side sides[2],
                       enum counted_kind kind, size_t count) {
    static const char *const names[] = {[COUNTED_ENDINGS] = "endings",
                                        [COUNTED_FIRST_MOVES] = "first_moves",
                                        [COUNTED_LEVELS] = "levels"};
    zi_json_key(j, names[kind]);
    zi_json_open(j, '[');
    for (size_t i = 0; i < count; i++) {
        const struct stats_item *item = &g->item[kind][i];
        zi_json_open(j, '{');
        if (kind == COUNTED_FIRST_MOVES)
            json_members(j, "game", zi_games[item->game]->name, "move", value_if_any(item->text));
        else if (kind == COUNTED_LEVELS)
            json_members(j, "level", item->number);
        else
            json_members(j, "ending", item->text);
        json_members(j, "games", item->games);
        json_counts(j, sides, item);
        zi_json_close(j, '}');
    }
    zi_json_close(j, ']');
}

static void json_results(struct json_out *j, const struct stats_group *g,
                         const struct side sides[2]) {
    uint64_t base = finished(&g->all);
    zi_json_key(j, "results");
    zi_json_open(j, '{');
    json_counts(j, sides, &g->all);
    json_members(j, "finished", base, "percent",
                 value_object(sides[0].name, percent(g->all.result[sides[0].win], base),
                              sides[1].name, percent(g->all.result[sides[1].win], base), "draws",
                              percent(g->all.result[RESULT_DRAW], base)));
    zi_json_close(j, '}');
}

static void json_group(const struct stats_wish *w, const struct stats_group *g,
                       struct buffer *out) {
    struct json_out j = {.to = out};
    struct side sides[2];
    name_sides(g, sides);
    zi_json_open(&j, '{');
    for (size_t i = 0; i < w->by_count && !g->total; i++) {
        struct value name = value_if_any(g->name[i]);
        if (w->by[i] == STATS_BY_YEAR && g->name[i].len)
            name.kind = VALUE_WRITTEN;
        json_members(&j, stats_keys[w->by[i]], name);
    }
    json_members(&j, "games", g->all.games);
    if (!g->total && is_by(w, STATS_BY_PLAYER))
        json_members(&j, "won", g->won, "lost", g->lost);
    json_results(&j, g, sides);
    if (g->all.games)
        json_members(&j, "plies",
                     value_object("fewest", fewest(g), "most", most(g), "mean",
                                  value_ratio(g->plies, g->all.games, 1), "median",
                                  value_ratio(median(g), 2, 1)));
    else
        json_members(&j, "plies", value_string(NULL));
    json_items(&j, g, sides, COUNTED_ENDINGS, g->count[COUNTED_ENDINGS]);
    json_measures(&j, g);
    if (g->count[COUNTED_LEVELS])
        json_items(&j, g, sides, COUNTED_LEVELS, g->count[COUNTED_LEVELS]);
    json_items(&j, g, sides, COUNTED_FIRST_MOVES, shown_of(w, g));
    json_members(&j, "first_moves_left_out",
                 value_object("moves", g->count[COUNTED_FIRST_MOVES] - shown_of(w, g), "games",
                              rest_of(w, g).games));
    zi_json_close(&j, '}');
}

/* The report. */

void stats_begin(const struct stats_wish *w, struct buffer *out) {
    if (!strcmp(w->format, "csv")) {
        buffer_string(out, "scope");
        for (size_t i = 0; i < w->by_count; i++)
            buffer_add(out, ",", stats_keys[w->by[i]]);
        buffer_add(out,
                   ",table,item,value,games,finished,white_or_b,black_or_a,draws,unfinished,"
                   "white_or_b_percent,black_or_a_percent,draws_percent",
                   is_by(w, STATS_BY_PLAYER) ? ",won,lost\r\n" : "\r\n");
    }
}

void stats_write_group(const struct stats_wish *w, size_t groups, size_t index,
                       const struct stats_group *g, struct buffer *out) {
    if (!strcmp(w->format, "csv")) {
        csv_group(w, g, out);
    } else if (!strcmp(w->format, "text")) {
        if (!g->total || groups != 1) /* a single group is the total */
            text_group(w, g, out);
    } else {
        if (g->total)
            buffer_add(out, "{\"records\":", w->records, ",\"counted\":", g->all.games,
                       ",\"not_valid\":", w->invalid, ",\n\"total\":");
        else
            buffer_string(out, index ? ",\n" : "\n");
        json_group(w, g, out);
        buffer_string(out, g->total ? ",\n\"groups\":[" : "");
    }
}

void stats_end(const struct stats_wish *w, uint64_t counted, struct buffer *out) {
    if (!strcmp(w->format, "json"))
        buffer_string(out, "],\n\"rest\":null}\n");
    else if (!strcmp(w->format, "text"))
        buffer_add(out, value_counted(w->records, " record: ", " records: "), counted, " counted, ",
                   w->records - counted, " omitted; ", w->invalid, " not valid\n");
}
