#include "tournaments/trf.h"

#include <stdlib.h>

#include "notation/base/error.h"
#include "notation/base/list.h"
#include "notation/base/unicode.h"
#include "notation/base/value.h"

enum { POINTS_MAX = 999, NAME_COLUMNS = 60 };

/* A round of a player. */
struct slot {
    uint32_t player, round;
    uint32_t opponent; /* number; 0: none */
    char color, result;
};

struct writing {
    const struct standings *t;
    const struct standings_view *v;
    struct buffer *out;
    struct slot *slot;
    size_t count, rounds;
    size_t open, cut, drawn; /* games without a result; games and names that lose data */
};

/* Writes a field of a player's line, padded to its columns. Characters that could end the line or
   hide in it become blanks. Returns whether the text fitted. */
static bool write_columns(struct buffer *out, struct text t, size_t width) {
    size_t columns = 0;
    for (uint32_t c, before = 0; t.len && columns < width; columns++, before = c) {
        struct text character = zi_character_next(&t, &c);
        bool safe =
            c != '\t' && !is_line_end(*character.at) && !zi_character_is_deceptive(c, before);
        buffer_text(out, safe ? character : TEXT(" "));
    }
    buffer_chars(out, ' ', width - columns);
    return !t.len;
}

/* The same after a blank. */
static bool write_left(struct buffer *out, struct text t, size_t width) {
    buffer_char(out, ' ');
    return write_columns(out, t, width);
}

static void write_right(struct buffer *out, struct text t, size_t width) {
    buffer_chars(out, ' ', t.len < width ? width - t.len : 0);
    buffer_text(out, t);
}

static void write_points(struct buffer *out, int64_t parts) {
    struct buffer b = {0};
    zi_buffer_decimal(&b, parts / (SCORE_ONE / 10), 1);
    if (b.len && !memchr(b.at, '.', b.len))
        buffer_string(&b, ".0");
    write_right(out, buffered(&b), 4);
    out->failed |= b.failed;
    zi_buffer_free(&b);
}

static void end_line(struct buffer *out) {
    while (out->len && out->at[out->len - 1] == ' ')
        out->len--;
    buffer_string(out, "\r\n");
}

static void write_line(struct writing *w, const char *code, struct text value) {
    if (!value.len)
        return;
    buffer_add(w->out, code, " ");
    write_columns(w->out, value, value.len);
    end_line(w->out);
}

static void write_number_line(struct writing *w, const char *code, size_t n) {
    buffer_add(w->out, code, " ", n, "\r\n");
}

/* Whether it is `2026-03-21`, without unknown parts. */
static bool is_date(struct text t) {
    bool date = t.len == 10;
    for (size_t i = 0; date && i < 10; i++)
        date = i == 4 || i == 7 ? t.at[i] == '-' : is_digit(t.at[i]);
    return date;
}

/* Writes the date with slashes, from that character on. */
static void write_date(struct buffer *out, struct text date, size_t from) {
    for (size_t i = from; i < date.len; i++)
        buffer_char(out, date.at[i] == '-' ? '/' : date.at[i]);
}

static void write_date_line(struct writing *w, const char *code, struct text date) {
    if (!is_date(date))
        return;
    buffer_add(w->out, code, " ");
    write_date(w->out, date, 0);
    buffer_string(w->out, "\r\n");
}

/* Rounds. */

static char sign_of(const struct standings_game *g, unsigned seat) {
    if (standings_is_open(g))
        return ' ';
    if (g->kind == GAME_FORFEIT && g->result == RESULT_DRAW)
        return 'D'; /* TRF has no draw by forfeit */
    return zi_standings_sign(g, seat);
}

static void add_game(struct writing *w, const struct standings_game *g, uint32_t round) {
    w->open += standings_is_open(g);
    w->drawn += g->kind == GAME_FORFEIT && g->result == RESULT_DRAW;
    for (unsigned seat = 0; seat < 2; seat++)
        w->slot[w->count++] = (struct slot){.player = g->player[seat],
                                            .round = round,
                                            .opponent = g->player[!seat] + 1,
                                            .color = seat ? 'b' : 'w',
                                            .result = sign_of(g, seat)};
}

/* The pairing gives at most one bye in a round, here to the player with the lowest number; other
   full-point byes were requested. */
static void add_byes(struct writing *w, const struct standings_round *r, uint32_t round) {
    bool apart = w->t->scoring.bye == w->t->scoring.win;
    uint32_t given = UINT32_MAX;
    for (size_t i = r->bye; i < r->bye_end; i++)
        if (w->t->bye[i].kind == BYE_FULL && w->t->bye[i].player < given)
            given = w->t->bye[i].player;
    for (size_t i = r->bye; i < r->bye_end; i++) {
        const struct standings_bye *b = &w->t->bye[i];
        bool rest = w->t->round_robin && b->kind == BYE_FULL;
        char result = rest || b->kind == BYE_ZERO                   ? 'Z'
                      : b->kind == BYE_HALF                         ? 'H'
                      : b->to_come || (apart && b->player != given) ? 'F'
                                                                    : 'U';
        w->slot[w->count++] =
            (struct slot){.player = b->player, .round = round, .color = '-', .result = result};
    }
}

static int by_player(const void *a, const void *b) {
    const struct slot *x = a, *y = b;
    const uint64_t a_key[] = {x->player, x->round}, b_key[] = {y->player, y->round};
    return LIST_ORDER(a_key, b_key);
}

static void add_rounds(struct writing *w) {
    for (struct standings_round r = {0}; zi_standings_next_round(w->t, &r);) {
        for (size_t i = r.game; i < r.game_end; i++)
            add_game(w, &w->t->game[w->t->by_round[i]], (uint32_t)w->rounds);
        add_byes(w, &r, (uint32_t)w->rounds);
        w->rounds++;
    }
    qsort(w->slot, w->count, sizeof *w->slot, by_player);
}

/* Lines of the tournament. */

static void write_dates(struct writing *w) {
    const struct tournament *file = w->v->file;
    struct text first = file->date, last = NO_TEXT;
    for (size_t i = 0; i < file->round_count; i++)
        if (is_date(file->round[i].date))
            last = file->round[i].date;
    write_date_line(w, "042", first);
    write_date_line(w, "052", last);
}

static void write_round_dates(struct writing *w) {
    size_t column = 4, at = TRF_ROUND_COLUMN;
    for (struct standings_round r = {0}; zi_standings_next_round(w->t, &r);) {
        struct text date = tournament_round_date(w->v->file, standings_word(w->t, r.round));
        if (is_date(date)) {
            buffer_string(w->out, column == 4 ? "132" : "");
            buffer_chars(w->out, ' ', at - column);
            write_date(w->out, date, 2);
            column = at + 8;
        }
        at += TRF_ROUND_COLUMNS;
    }
    buffer_string(w->out, column == 4 ? "" : "\r\n");
}

static void write_scoring(struct writing *w) {
    const struct scoring *s = &w->t->scoring;
    if (!memcmp(s, &zi_scoring_default, sizeof *s))
        return;
    const char *before = "162  ";
    for (const struct trf_worth *c = zi_trf_worths; c->code; c++) {
        if (c->line != TRF_LINE_162 || (c->worth == ZERO_BYE && !s->zero_bye))
            continue;
        buffer_add(w->out, before, c->code);
        write_points(w->out, s->worth[c->worth]);
        before = "    ";
    }
    buffer_string(w->out, "\r\nXXS");
    for (const struct trf_worth *c = zi_trf_worths; c->code; c++)
        if (c->line == TRF_LINE_XXS)
            buffer_add(w->out, " ", c->code, "=", value_decimal(s->worth[c->worth], 4));
    buffer_string(w->out, "\r\n");
}

static void write_tie_breaks(struct writing *w) {
    size_t written = 0;
    for (size_t i = 0; i < w->t->tie_break_count; i++) {
        const char *code = zi_columns[COLUMN_TIE + w->t->tie_break[i]].code;
        if (code)
            buffer_add(w->out, written++ ? "," : "202 ", code);
    }
    buffer_string(w->out, written ? "\r\n" : "");
}

/* The rating, if a player's line has room for it. */
static struct text rating_of(const struct node *details) {
    struct text rating = zi_node_text(details, "rating");
    return text_is_number(rating) && rating.len <= 4 ? rating : NO_TEXT;
}

static void write_head(struct writing *w) {
    static const char *const systems[] = {[SYSTEM_FREE] = "Free (unplayed rounds as in a Swiss)",
                                          [SYSTEM_ROUND_ROBIN] = "Round robin",
                                          [SYSTEM_DOUBLE_ROUND_ROBIN] = "Double round robin",
                                          [SYSTEM_SWISS] = "Swiss",
                                          [SYSTEM_KNOCKOUT] =
                                              "Knockout (unplayed rounds as in a Swiss)"};
    const struct standings *t = w->t;
    const struct tournament *file = w->v->file;
    struct text event = standings_event(t);
    size_t rated = 0;
    write_line(w, "012", t->title.len ? t->title : event.len ? event : TEXT("Tournament"));
    for (size_t i = 0; file && i < file->player_count; i++)
        rated += rating_of(file->player[i].details).len > 0;
    if (file) {
        write_line(w, "022", file->site);
        write_dates(w);
    }
    write_number_line(w, "062", t->players);
    write_number_line(w, "072", rated);
    write_line(w, "092", text_of(systems[file ? file->system : SYSTEM_FREE]));
    if (file)
        write_round_dates(w);
    size_t planned = t->rounds_planned > w->rounds ? t->rounds_planned : w->rounds;
    if (planned)
        write_number_line(w, "XXR", planned);
    if (file && !t->game_count) /* for the first pairings: the first player is white */
        buffer_string(w->out, "152 W\r\nXXC white1\r\n");
    write_scoring(w);
    write_tie_breaks(w);
}

/* Lines of the players. */

static struct text id_of(const struct writing *w, uint32_t player) {
    struct text id = w->v->file ? w->v->file->player[player].id
                                : zi_people_id(&w->t->people, w->t->person[player]);
    return text_is_number(id) && id.len <= 11 ? id : NO_TEXT;
}

static void write_player(struct writing *w, const struct standings_row *row,
                         const struct slot **slot) {
    const struct slot *end = w->slot + w->count;
    const struct node *details = w->v->file ? w->v->file->player[row->player].details : NULL;
    struct buffer *out = w->out;
    struct text born = zi_node_text(details, "born");
    buffer_string(out, "001 ");
    char room[DIGITS_ROOM];
    write_right(out, digits_of(row->player + 1, room), 4);
    write_left(out, zi_node_text(details, "sex"), 1);
    write_columns(out, zi_node_text(details, "title"), 3);
    struct text name = w->v->file ? w->v->file->player[row->player].name : row->name;
    w->cut += !write_left(out, name, TRF_NAME_COLUMNS);
    struct text country = zi_node_text(details, "country");
    write_right(out, rating_of(details), 5);
    write_left(out, country.len == 3 ? country : NO_TEXT, 3);
    write_right(out, id_of(w, row->player), 12);
    if (is_date(born)) {
        buffer_char(out, ' ');
        write_date(out, born, 0);
    } else {
        write_left(out, born.len <= 10 ? born : NO_TEXT, 10);
    }
    buffer_char(out, ' ');
    write_points(out, row->score);
    write_right(out, digits_of(row->rank, room), 5);
    for (uint32_t round = 0; round < w->rounds; round++) {
        const struct slot *s = *slot;
        if (s == end || s->player != row->player || s->round != round) {
            buffer_chars(out, ' ', TRF_ROUND_COLUMNS);
            continue;
        }
        const char rest[] = {' ', s->color, ' ', s->result};
        write_right(out, s->opponent ? digits_of(s->opponent, room) : TEXT("0000"), 6);
        buffer_text(out, (struct text){rest, sizeof rest});
        ++*slot;
    }
    end_line(out);
}

static bool write_players(struct writing *w) {
    const struct standings *t = w->t;
    const struct standings_row **row = zi_list_zeroed(t->players, sizeof *row); /* by player */
    const struct slot *slot = w->slot;
    for (size_t i = 0; row && i < t->players; i++)
        row[t->standing[i].player] = &t->standing[i];
    for (size_t i = 0; row && i < t->players; i++)
        write_player(w, row[i], &slot);
    free(row);
    return row != NULL;
}

/* Points beside the results, for TRF26. */
static void write_adjustments(struct writing *w) {
    char room[DIGITS_ROOM];
    for (uint32_t i = 0; w->t->adjustment && i < w->t->players; i++) {
        if (!w->t->adjustment[i])
            continue;
        buffer_string(w->out, "299          ");
        write_points(w->out, w->t->adjustment[i]);
        buffer_string(w->out, "  000 ");
        write_right(w->out, digits_of(i + 1, room), 4);
        end_line(w->out);
    }
}

/* Losses. */

/* Adds to a list of properties that TRF cannot represent. */
static void name_lost(struct buffer *list, bool is_lost, const char *what) {
    if (is_lost)
        buffer_add(list, list->len ? ", " : "", what);
}

static bool has_other_key(const struct node *details) {
    static const char *const kept[] = {"id",  "name", "rating",     "title", "country",
                                       "sex", "born", "adjustment", NULL};
    for (const struct node *n = details ? details->first : NULL; n; n = n->next->next)
        if (n->kind == NODE_SCALAR && !text_is_one_of(n->text, kept))
            return true;
    return false;
}

static void list_lost(const struct writing *w, struct buffer *list) {
    const struct tournament *file = w->v->file;
    const struct scoring *s = &w->t->scoring;
    bool ids = false, details = false, names = false, tables = false;
    for (size_t i = 0; file && i < file->player_count; i++) {
        ids |= file->player[i].id.len && !id_of(w, (uint32_t)i).len;
        details |= has_other_key(file->player[i].details);
    }
    for (size_t i = 0; file && i < file->round_count; i++) {
        char room[DIGITS_ROOM];
        names |= !text_same(file->round[i].name, digits_of(i + 1, room));
    }
    for (size_t i = 0; i < w->t->game_count; i++)
        tables |= standings_word(w->t, w->t->game[i].table).len > 0;
    name_lost(list, w->t->rules != NULL, "the game");
    name_lost(list, file && file->event.len, "the event");
    name_lost(list, file && file->comment.len, "the comment");
    name_lost(list, file && file->names_file.len, "the names file");
    name_lost(list, file && file->date.len && !is_date(file->date), "the date");
    name_lost(list, ids, "ids with letters");
    name_lost(list, details, "some details of players");
    name_lost(list, names, "names of rounds");
    name_lost(list, tables, "tables");
    for (size_t i = 0; i < w->t->tie_break_count; i++) {
        const struct column *tie = &zi_columns[COLUMN_TIE + w->t->tie_break[i]];
        if (!tie->code)
            buffer_add(list, list->len ? ", " : "", "the tie-break ", tie->name);
    }
    name_lost(list,
              s->zero_bye != s->forfeit_loss || s->forfeit_win != s->win || s->half_bye != s->draw,
              "(except for JaVaFo) the value of some unplayed rounds");
}

static void tell(struct writing *w, size_t n, const char *one, const char *many) {
    if (n)
        buffer_add(w->v->messages, "warning: ", n, n == 1 ? one : many, "\n");
}

static void tell_lost(struct writing *w) {
    struct buffer list = {0};
    list_lost(w, &list);
    if (list.len)
        buffer_add(w->v->messages, "warning: TRF has no place for ", buffered(&list),
                   "; the rest is written\n");
    tell(w, w->cut, " name is cut to 33 characters", " names are cut to 33 characters");
    tell(w, w->open, " game has no result; a pairing program needs it for the next round",
         " games have no result; a pairing program needs them for the next round");
    tell(w, w->drawn, " draw by forfeit is written as a draw of less than one move",
         " draws by forfeit are written as draws of less than one move");
    w->v->messages->failed |= list.failed;
    zi_buffer_free(&list);
}

/* Refuses tournaments that TRF cannot represent at all. */
static void check(const struct writing *w) {
    const struct standings *t = w->t;
    const struct scoring *s = &t->scoring;
    zet_error *error = w->v->error;
    bool fine = true, low = true;
    for (size_t i = 0; i < SCORING_VALUES; i++) {
        fine &= s->worth[i] % (SCORE_ONE / 10) == 0;
        low &= s->worth[i] / (SCORE_ONE / 10) <= POINTS_MAX;
    }
    for (size_t i = 0; i < t->players; i++)
        low &= t->standing[i].score / (SCORE_ONE / 10) <= POINTS_MAX;
    if (s->by_points)
        zi_error_set(error, ZET_REFUSED, "TRF cannot hold a scoring by points");
    else if (!fine)
        zi_error_set(error, ZET_REFUSED, "TRF cannot hold points with two decimals");
    else if (!low)
        zi_error_set(error, ZET_REFUSED, "TRF cannot hold points of 100 and more");
    else if (t->players > TRF_PLAYERS_MAX)
        zi_error_set(error, ZET_REFUSED, "TRF cannot hold more than 9999 players");
    for (size_t i = 1; error->status == ZET_OK && i < w->count; i++)
        if (!by_player(&w->slot[i - 1], &w->slot[i])) {
            struct buffer b = {0};
            buffer_add(&b, "TRF cannot hold two games of a player in a round, as ",
                       value_quoted(standings_name(t, w->slot[i].player), NAME_COLUMNS),
                       " has them");
            zi_refuse_with(error, &b);
        }
}

void zi_standings_trf(const struct standings *t, const struct standings_view *v,
                      struct buffer *out) {
    struct writing w = {.t = t, .v = v, .out = out};
    w.slot = zi_list_zeroed(2 * t->game_count + t->bye_count, sizeof *w.slot);
    if (w.slot) {
        add_rounds(&w);
        check(&w);
    }
    if (w.slot && v->error->status == ZET_OK) {
        write_head(&w);
        out->failed |= !write_players(&w);
        write_adjustments(&w);
        tell_lost(&w);
    }
    out->failed |= !w.slot;
    free(w.slot);
}
