#include "formats/sheet.h"

#include <stdlib.h>

#include "formats/csv_games.h"
#include "formats/lines.h"
#include "formats/markup.h"
#include "formats/sheet_lines.h"
#include "notation/base/unicode.h"
#include "notation/base/value.h"
#include "notation/base/wide.h"
#include "notation/words/values.h"
#include "validators/replay/signs.h"

enum { HEADS_MAX = 64, REMARKS_MAX = 16, CHUNKS_MAX = 1000, ENDINGS_MAX = 4, NONE = -1 };

/* What lines before the first game, or between two, say of all games that follow. */
static const enum csv_column common_columns[] = {CSV_EVENT, CSV_SITE,    CSV_DATE, CSV_ROUND,
                                                 CSV_GAME,  CSV_VARIANT, CSV_RULES};
enum { COMMON = sizeof common_columns / sizeof *common_columns };

static const uint64_t common_bits =
    COLUMN_BIT(CSV_EVENT) | COLUMN_BIT(CSV_SITE) | COLUMN_BIT(CSV_DATE) | COLUMN_BIT(CSV_ROUND) |
    COLUMN_BIT(CSV_GAME) | COLUMN_BIT(CSV_VARIANT) | COLUMN_BIT(CSV_RULES);

/* What is said of a game does not hold for another one. */
static bool is_of_game(enum csv_column column) {
    return column == CSV_VARIANT || column == CSV_RULES;
}

/* Where the games of a stream have their players, if the first one has none above its moves. */
enum place_of_players { PLAYERS_ABOVE, PLAYERS_BELOW, PLAYERS_UNCLEAR };

struct common {
    bool sheet; /* true, in front as in what tables keep */
    enum place_of_players place;
    struct text value[COMMON];
};

static const struct common nothing = {.sheet = true};

/* A stream's: `last` holds for its next game. */
struct stream {
    bool sheet, placed; /* where the players are is known */
    struct common *last;
    struct arena arena;
};

/* One game, as far as its lines have been read. Offsets are those of the first line. */
struct sheet {
    size_t heads; /* lines without moves; further ones are only remarks */
    struct names names;
    struct sheet_head head;
    enum place_of_players place;
    bool below;    /* players are below the moves, */
    bool led;      /* or follow a line that says which game this is, */
    bool loose;    /* or a blank line is between them and the moves */
    bool captions; /* the sides are in a line above the names */
    bool of_game;  /* the head has something of one game only */
    struct text common[COMMON];
    bool blank;         /* the line before was */
    bool braces, plain; /* as zi_sheet_line and zi_markup_leave_out have them */
    bool whole;         /* nothing is left out */
    bool begun, ended;  /* moves, */
    size_t from, to;    /* which are there */
    bool falls;         /* their numbers are in columns */
    uint32_t number;    /* the last one */
    struct said_ending ending[ENDINGS_MAX];
    size_t endings, of_head; /* those of the head are first */
    long pending;            /* where text begins that may belong to the next game; or NONE */
    bool apart;              /* it is after a blank line */
    struct text remark[REMARKS_MAX];
    size_t remarks;
    bool unread; /* some text is not understood */
    bool chat;   /* it has heads of messages */
    struct {
        size_t from, to;
    } gap[REMARKS_MAX]; /* in the moves */
    size_t gaps;
};

/* Beyond the last one it continues up to the end of the text. */
static void remark(struct sheet *g, struct text t) {
    struct text *last = &g->remark[REMARKS_MAX - 1];
    if (t.len && g->remarks < REMARKS_MAX)
        g->remark[g->remarks++] = t;
    else if (t.len && t.at > last->at)
        last->len = (size_t)(t.at + t.len - last->at);
}

/* The pending text belongs to this game; it may be within the moves. */
static void keep_pending(struct sheet *g, const char *text, size_t to, bool within) {
    if (g->pending == NONE)
        return;
    struct text t = {text + g->pending, to - (size_t)g->pending};
    while (t.len && is_blank(t.at[t.len - 1]))
        t.len--;
    if (within && g->gaps < REMARKS_MAX) {
        g->gap[g->gaps].from = (size_t)g->pending;
        g->gap[g->gaps++].to = to;
    }
    remark(g, t);
    g->unread = true;
    g->pending = NONE;
}

/* Whether the game already has the data of a line. */
static bool clashes(const struct sheet *g, const struct sheet_head *h) {
    const uint64_t own = COLUMN_BIT(CSV_TABLE) | COLUMN_BIT(CSV_WHITE) | COLUMN_BIT(CSV_BLACK) |
                         COLUMN_BIT(CSV_A) | COLUMN_BIT(CSV_B) | COLUMN_BIT(CSV_ROUND);
    return (h->named[0].len && g->head.named[0].len) ||
           (g->of_game && (h->numbered || (h->has & g->head.has & own)));
}

static bool names_players(const struct sheet_head *h) {
    return h->named[0].len || h->has & (COLUMN_BIT(CSV_SOUTH + 1) - COLUMN_BIT(CSV_WHITE));
}

/* Whether the head says something that holds for one game only. */
static bool is_of_one(const struct sheet_head *h) {
    return h->named[0].len || h->ending.text.len || h->numbered || h->has & ~common_bits;
}

/* Adds what a line of the head says. False if it is the next game's. */
static bool take_head(struct sheet *g, const struct sheet_head *h) {
    if (clashes(g, h))
        return false;
    if (names_players(h) && !names_players(&g->head))
        g->led = g->of_game || g->head.value[CSV_ROUND].len;
    g->unread |= h->other.len > 0;
    bool of_game = is_of_one(h), title = !g->of_game && !of_game;
    g->of_game |= of_game;
    for (size_t i = 0; i < CSV_COLUMNS; i++)
        if (h->value[i].len) {
            g->unread |= g->head.value[i].len > 0 && !text_same(g->head.value[i], h->value[i]);
            g->head.value[i] = h->value[i];
        }
    g->head.has |= h->has;
    if (h->named[0].len) {
        memcpy(g->head.named, h->named, sizeof h->named);
        bool sides = h->side[0] != CSV_COLUMNS || h->side[1] != CSV_COLUMNS || !g->captions;
        memcpy(g->head.side, h->side, sides ? sizeof h->side : 0);
    } else if (h->side[0] != CSV_COLUMNS) {
        g->captions = true;
        memcpy(g->head.side, h->side, sizeof h->side);
    }
    bool first = g->endings == g->of_head; /* none is beside the moves */
    if (h->ending.text.len && g->endings < 2)
        g->ending[g->endings++] = h->ending;
    g->of_head = first ? g->endings : g->of_head;
    if (title && !g->head.value[CSV_EVENT].len)
        g->head.value[CSV_EVENT] = h->other;
    else
        remark(g, h->other);
    for (size_t i = 0; i < COMMON && !g->of_game; i++)
        if (g->head.value[common_columns[i]].len ||
            (g->head.value[CSV_GAME].len && is_of_game(common_columns[i])))
            g->common[i] = g->head.value[common_columns[i]];
    return true;
}

/* False if the moves are those of the next game. */
static bool take_moves(struct sheet *g, const char *text, size_t at,
                       const struct sheet_line *line) {
    bool restarts = line->first == 1 && g->number > 0;
    bool follows = line->first || (g->number && line->last > g->number);
    if (g->ended || g->below || (g->begun && (restarts || (g->pending != NONE && !follows))))
        return false;
    keep_pending(g, text, at, g->begun);
    if (!g->begun) {
        g->from = (size_t)(line->moves.at - text);
        g->loose = g->blank;
    }
    g->begun = true;
    g->to = (size_t)(line->moves.at - text) + line->moves.len;
    g->falls |= line->falls || (g->number && line->first && line->first < g->number);
    g->number = line->last ? line->last : g->number;
    if (line->ending.text.len) {
        g->ending[g->endings++] = line->ending;
        g->ended = true;
    }
    return true;
}

/* Takes a line without moves after the moves. False if it belongs to the next game. */
static bool take_tail(struct sheet *g, const char *text, size_t at, const struct sheet_head *h) {
    bool ends = h->ending.text.len && !h->named[0].len && !h->has;
    if (g->place == PLAYERS_BELOW && names_players(h) && !h->other.len) {
        keep_pending(g, text, at, false);
        return take_head(g, h) && (g->below = true);
    }
    bool adds = !h->ending.scored && h->ending.winner == SIDE_WORDS && g->pending == NONE;
    if (ends && (!g->ended || (g->endings < g->of_head + 2 && adds))) {
        keep_pending(g, text, at, false);
        g->ending[g->endings++] = h->ending;
        remark(g, h->other);
        g->unread |= h->other.len > 0;
        return g->ended = true;
    }
    if (h->has == COLUMN_BIT(CSV_RESULT) && !g->ended && !g->head.value[CSV_RESULT].len) {
        keep_pending(g, text, at, false); /* in unknown words */
        g->head.value[CSV_RESULT] = h->value[CSV_RESULT];
        return g->ended = g->unread = true;
    }
    if (h->has || is_of_one(h))
        return false;
    if (g->pending == NONE) {
        g->pending = (long)at;
        g->apart = g->blank;
    }
    return true;
}

/* Sets the names of the players, which endings may contain. */
static void name_players(struct sheet *g) {
    const struct sheet_head *h = &g->head;
    size_t n = 0;
    for (size_t i = CSV_WHITE; i <= CSV_B && n < 2; i++)
        if (is_side_column(i) && h->value[i].len) {
            g->names.name[n] = h->value[i];
            g->names.side[n++] = zi_column_side(i);
        }
    for (size_t i = 0; i < 2 && !n; i++) {
        g->names.name[i] = h->side[i] < CSV_COLUMNS ? h->named[i] : NO_TEXT;
        g->names.side[i] = zi_column_side(h->side[i]);
    }
}

/* Adds the line at that offset of the text. False if the game has ended before it, or before the
   pending text. */
static bool take_line(struct sheet *g, const char *text, size_t at, struct text t) {
    struct sheet_line line;
    struct sheet_head head;
    if (g->begun && !g->names.name[0].len)
        name_players(g);
    uint32_t before = g->number ? g->number : 1;
    zi_sheet_line(t, g->begun && !g->ended ? before : 0, &g->braces, &line, &g->names);
    bool took = true;
    switch (line.kind) {
    case LINE_MOVES: took = take_moves(g, text, at, &line); break;
    case LINE_RULE: took = !g->begun; break;
    case LINE_BLANK: break;
    case LINE_HEAD:
        if (g->heads++ < HEADS_MAX)
            zi_sheet_head(t, &head, &g->names);
        else
            head = (struct sheet_head){.other = t, .side = {CSV_COLUMNS, CSV_COLUMNS}};
        g->chat |= head.message;
        took = g->begun ? take_tail(g, text, at, &head) : take_head(g, &head);
        break;
    }
    if (took)
        g->blank = line.kind == LINE_BLANK;
    return took;
}

/* Cutting. */

static void free_stream(void *kept) {
    struct stream *stream = kept;
    zi_arena_free(&stream->arena);
    free(stream);
}

static struct stream *stream_of(struct source *s) {
    if (!s->kept) {
        s->kept = calloc(1, sizeof(struct stream));
        s->kept_free = free_stream;
        s->out_of_memory |= !s->kept;
    }
    return s->kept;
}

/* Keeps what the game's head says of later ones. */
static bool keep_common(struct stream *stream, const struct sheet *g) {
    bool ascii, any = false, whole = true, failed = false;
    for (size_t i = 0; i < COMMON; i++) {
        any |= g->common[i].len > 0;
        whole &= zi_utf8_check(g->common[i], &ascii) == g->common[i].len;
    }
    if (!any || !whole)
        return true;
    struct common *c = zi_arena_alloc(&stream->arena, sizeof *c);
    if (!c)
        return false;
    *c = stream->last ? *stream->last : nothing;
    for (size_t i = 0; i < COMMON; i++)
        if (g->common[i].len)
            c->value[i] = zi_arena_copy(&stream->arena, g->common[i], &failed);
    stream->last = c;
    return !failed;
}

/* The length of the line at that offset, with its end; 0: its end is not there. */
static size_t line_length(struct text t, size_t at, bool whole) {
    const char *start = t.at + at, *end = t.at + t.len;
    const char *p = find_one_of(start, end, '\n', '\r', '\n');
    if (p < end && *p == '\r' && end - p > 1 && p[1] == '\n')
        return (size_t)(p + 2 - start);
    if (p < end && (*p == '\n' || end - p > 1))
        return (size_t)(p + 1 - start);
    return whole ? (size_t)(end - start) : 0;
}

/* Reads lines up to the end of the game, and makes them plain. Returns where that is; SIZE_MAX: it
   may be further on. */
static size_t read_lines(struct sheet *g, char *text, size_t total, bool whole) {
    struct text t = {text, total};
    size_t at = 0, length;
    for (; at < t.len && (length = line_length(t, at, whole)); at += length) {
        zi_line_plain(text + at, length);
        if (!g->whole)
            zi_markup_leave_out(text + at, length, &g->plain);
        if (!take_line(g, t.at, at, (struct text){t.at + at, length}))
            return g->pending == NONE || !at ? at : (size_t)g->pending;
    }
    if (at < t.len || !whole)
        return SIZE_MAX;
    keep_pending(g, t.at, t.len, false);
    return t.len;
}

/* Where players are. */

/* Whether each game of the text has its players in that place; above, the first one has none.
 *any: some game names players. */
static bool fits(char *text, size_t total, bool whole, enum place_of_players place, bool *any) {
    bool fit = true, apart = false;
    *any = false;
    for (size_t at = 0, length = 0; at < total; at += length) {
        struct sheet g = {.pending = NONE, .place = place};
        length = read_lines(&g, text + at, total - at, whole);
        bool named = names_players(&g.head);
        if (place == PLAYERS_BELOW)
            fit &= g.begun && g.below;
        else
            fit &= (g.begun || g.endings) && (!named || g.led || (apart && !g.loose));
        *any |= named;
        apart = g.pending == NONE ? g.blank : g.apart;
        bool last = length == SIZE_MAX || !length;
        if (last || (!fit && (*any || place == PLAYERS_BELOW)))
            break;
    }
    return fit;
}

/* Looks where the players are, in a stream whose first game has none above its moves. */
static bool place_players(struct source *s, struct stream *stream) {
    while (source_ahead(s).len < RECORD_BYTES_MAX && zi_source_more(s))
        continue;
    char *text = s->buffer + s->begin;
    size_t length = source_ahead(s).len;
    stream->placed = true;
    bool any, above = fits(text, length, s->ended, PLAYERS_ABOVE, &any);
    if (above || !any)
        return true;
    struct common *c = zi_arena_alloc(&stream->arena, sizeof *c);
    if (!c)
        return false;
    *c = nothing;
    c->place = fits(text, length, s->ended, PLAYERS_BELOW, &any) ? PLAYERS_BELOW : PLAYERS_UNCLEAR;
    stream->last = c;
    return true;
}

static enum place_of_players place_of(const struct common *c) {
    return c ? c->place : PLAYERS_ABOVE;
}

/* Reads more of the stream: several times as much, because it is read anew. False at its end. */
static bool read_more(struct source *s) {
    size_t before = source_ahead(s).len, wanted = 4 * before + 1;
    while (source_ahead(s).len < wanted && zi_source_more(s))
        continue;
    return source_ahead(s).len > before || s->ended;
}

bool zi_sheet_next(struct source *s, struct document *out) {
    struct stream *stream = stream_of(s);
    *out = (struct document){0};
    while (stream) {
        struct text ahead = source_ahead(s);
        struct sheet g = {.pending = NONE, .place = place_of(stream->last)};
        size_t length = read_lines(&g, s->buffer + s->begin, ahead.len, s->ended);
        bool found = length != SIZE_MAX, placed = stream->placed || names_players(&g.head);
        if (!found && ahead.len > RECORD_BYTES_MAX) {
            zi_line_drop(s, ahead.len, out);
            return true;
        }
        if (!found && !read_more(s))
            return false;
        if (found && g.begun && !placed)
            s->out_of_memory |= !place_players(s, stream);
        if (s->out_of_memory)
            return false;
        if (!found || (g.begun && !placed))
            continue;
        stream->placed |= g.begun;
        bool any = text_trimmed((struct text){ahead.at, length}, BLANK_MARKS).len;
        s->out_of_memory |= any && !keep_common(stream, &g);
        if (length)
            *out = zi_source_take(s, length);
        if (any || !length) {
            out->kept = stream->last ? stream->last : &nothing;
            zi_line_unmark(out);
            return length > 0 && !s->out_of_memory;
        }
    }
    return false;
}

/* Recognition. */

/* Whether a line begins as one of YAML does that has moves or a record in it. */
static bool is_of_yaml(struct text t, bool *record) {
    struct text left = t, word = zi_sheet_word(&left);
    static const char *const keys[] = {"moves", "playout", "\"moves\"", NULL};
    *record |= text_is(word, "game:") || text_is(word, "zet:");
    struct text key = word;
    while (key.len && (key.at[key.len - 1] == ':' || key.at[key.len - 1] == '|'))
        key.len--;
    bool colon = key.len < word.len || (left.len > 1 && strchr(":|", left.at[1]));
    bool known = *record ? text_in_any_case(key, keys) != NULL : text_is_one_of(key, keys);
    return (colon && known) || (text_is(word, "---") && word.at == t.at) ||
           (word.len && *word.at == '{') || (word.len > 1 && *word.at == '%' && word.at[1] == 'Y');
}

/* What the first lines are: of a sheet, which has text and then moves; text alone. */
enum opens { OPENS_OTHERWISE, OPENS_TEXT, OPENS_SHEET, OPENS_MOVES };
static enum opens opening_of(struct text head, bool whole) {
    static const struct names nobody;
    struct sheet_line line;
    bool braces = false, record = false, text = false, unquoted = false;
    uint32_t number = 0;
    size_t length;
    char plain[HEAD_BYTES];
    enum opens opening = OPENS_OTHERWISE;
    for (size_t at = 0; at < head.len && (length = line_length(head, at, whole)); at += length) {
        struct text t = {head.at + at, length};
        if (length <= sizeof plain) {
            memcpy(plain, t.at, length);
            zi_line_plain(plain, length);
            zi_markup_leave_out(plain, length, &unquoted);
            t.at = plain;
        }
        if (is_of_yaml(t, &record))
            return OPENS_OTHERWISE;
        zi_sheet_line(t, number, &braces, &line, &nobody);
        bool moves = line.kind == LINE_MOVES;
        if (!moves && line.kind != LINE_HEAD)
            continue;
        if (moves && text)
            return record && is_blank(*t.at) ? OPENS_OTHERWISE : OPENS_SHEET;
        if (opening == OPENS_MOVES)
            return moves && number && line.first == number + 1 ? OPENS_SHEET : OPENS_MOVES;
        text |= !moves;
        opening = text ? OPENS_TEXT : OPENS_MOVES;
        number = line.last;
    }
    return opening;
}

bool zi_sheet_recognise(struct text head) {
    return opening_of(head, head.len < HEAD_BYTES) == OPENS_SHEET;
}

bool zi_sheet_begin(struct source *s) {
    struct stream *stream = stream_of(s);
    return stream && (stream->sheet = true);
}

bool zi_sheet_is_here(struct source *s) {
    bool fresh = !s->kept;
    struct stream *stream = stream_of(s);
    if (!stream || !fresh)
        return stream && stream->sheet;
    struct text head = zi_source_head(s);
    bool whole = head.len < HEAD_BYTES;
    size_t mark = zi_line_mark(head, s->passed);
    enum opens opening = opening_of(text_after(head, mark), whole);
    return stream->sheet = opening == OPENS_SHEET || opening == OPENS_TEXT;
}

/* Reading. */

static const struct csv_table table = {.games = true, .has = {[CSV_MOVES] = true}};

struct reader {
    struct record *record;
    struct text text; /* of the document */
    struct sheet sheet;
    struct csv_rows rows;
    struct csv_choice choice;
    const char *signs; /* the moves with the signs of move text, or NULL */
};

static struct csv_value value_at(const struct reader *in, struct text t) {
    bool within = t.at >= in->text.at && t.at < in->text.at + in->text.len;
    size_t place = within ? (size_t)(t.at - in->text.at) : 0;
    return (struct csv_value){.text = t, .place = place};
}

/* A text that was made from what is at `at`. */
static struct csv_value value_made(const struct reader *in, struct text t, struct text at) {
    struct csv_value v = value_at(in, at);
    v.text = t;
    v.made = true;
    return v;
}

/* The moves without the remarks between them, and those of columns in their order. */
static void plain_moves(struct reader *in, struct buffer *out) {
    const struct sheet *g = &in->sheet;
    const char *from = in->signs ? in->signs : in->text.at + g->from;
    size_t at = g->from;
    for (size_t i = 0; i < g->gaps; at = g->gap[i++].to)
        buffer_text(out, (struct text){from + (at - g->from), g->gap[i].from - at});
    buffer_text(out, (struct text){from + (at - g->from), g->to - at});
}

struct numbered {
    uint32_t number;
    struct text text;
};

/* Cuts moves at their numbers. Returns how many parts there are. */
static size_t cut_numbers(struct text moves, struct numbered *to) {
    struct text left = moves, word;
    size_t count = 0;
    uint32_t number;
    while ((word = zi_sheet_word(&left)).len && count < CHUNKS_MAX) {
        zi_looks(word, &number);
        if (number || !count)
            to[count++] = (struct numbered){number, word};
        else
            to[count - 1].text.len = (size_t)(word.at + word.len - to[count - 1].text.at);
    }
    return count;
}

static int by_number(const void *a, const void *b) {
    const struct numbered *x = a, *y = b;
    return x->number != y->number ? (x->number < y->number ? -1 : 1)
                                  : (x->text.at > y->text.at) - (x->text.at < y->text.at);
}

/* Moves in columns, line by line, become those of one column, if their numbers then follow each
   other. */
static void sort_columns(struct reader *in, struct buffer *moves) {
    struct numbered *part = calloc(CHUNKS_MAX, sizeof *part);
    struct buffer sorted = {0};
    size_t count = part ? cut_numbers(buffered(moves), part) : 0;
    bool follow = count > 1 && count < CHUNKS_MAX;
    in->record->out_of_memory |= !part;
    if (count)
        qsort(part, count, sizeof *part, by_number);
    for (size_t i = 0; i < count && follow; i++) {
        follow = part[i].number == part[0].number + i;
        buffer_add(&sorted, part[i].text, "\n");
    }
    if (follow) {
        struct buffer old = *moves;
        *moves = sorted;
        sorted = old;
    }
    zi_buffer_free(&sorted);
    free(part);
}

static struct text moves_of(const struct reader *in) {
    const struct sheet *g = &in->sheet;
    size_t to = g->to;
    while (to > g->from && strchr(BLANK_MARKS ",;", in->text.at[to - 1]))
        to--;
    return g->begun ? (struct text){in->text.at + g->from, to - g->from} : NO_TEXT;
}

static void arrange_moves(struct reader *in) {
    const struct sheet *g = &in->sheet;
    struct buffer made = {0};
    struct text moves = moves_of(in), all = {moves.at, g->to - g->from};
    all.len += g->to < in->text.len; /* a remark may be closed there */
    char *signs = g->begun ? zi_arena_alloc(&in->record->arena, all.len + 1) : NULL;
    in->record->out_of_memory |= g->begun && !signs;
    const struct ruleset *rs = in->choice.raw ? NULL : &in->choice.guess.ruleset;
    if (signs)
        signs[all.len] = '\0';
    if (signs && zi_signs_plain(all, signs, rs))
        in->rows.value[CSV_MOVES].text =
            (struct text){in->signs = signs, moves.len + (signs[moves.len] == '}')};
    if (!g->gaps && !g->falls)
        return;
    plain_moves(in, &made);
    if (g->falls)
        sort_columns(in, &made);
    in->rows.value[CSV_MOVES] = value_made(in, zi_record_take_buffer(in->record, &made), moves);
}

static void set_values(struct reader *in, const struct common *common) {
    const struct sheet *g = &in->sheet;
    for (size_t i = 0; i < CSV_COLUMNS; i++)
        if (g->head.value[i].len && i != CSV_MOVES)
            in->rows.value[i] = value_at(in, g->head.value[i]);
    bool another = in->rows.value[CSV_GAME].text.len > 0;
    for (size_t i = 0; common && i < COMMON; i++)
        if (!in->rows.value[common_columns[i]].text.len && common->value[i].len &&
            !(another && is_of_game(common_columns[i])))
            in->rows.value[common_columns[i]] = value_at(in, common->value[i]);
    in->rows.value[CSV_MOVES] = value_at(in, moves_of(in));
}

static void ask(struct reader *in, struct text at, enum finding_code code, const char *sentence,
                const char *detail, const char *more) {
    zi_report_add(in->record, code, PART_HEADER, value_at(in, at).place, sentence,
                  detail ? record_text(in->record, detail, more ? " " : "", more) : NO_TEXT);
}

static void set_players(struct reader *in) {
    const struct sheet_head *h = &in->sheet.head;
    const char *moving[2];
    zi_sides_moving(&in->choice.guess.ruleset, NULL, moving);
    size_t first = zi_side_column(moving[0]), second = zi_side_column(moving[1]);
    size_t side[2] = {h->side[0], h->side[1]};
    if (!h->named[0].len)
        return;
    if (side[0] == CSV_COLUMNS && side[1] == CSV_COLUMNS) {
        side[0] = first;
        ask(in, h->named[0], FINDING_AMBIGUOUS,
            "the sheet does not say who played which side; the player named first is taken to move "
            "first",
            zi_csv_headings[first], NULL);
    }
    for (size_t i = 0; i < 2; i++)
        if (side[i] == CSV_COLUMNS)
            side[i] = side[!i] == first ? second : first;
    for (size_t i = 0; i < 2; i++)
        if (!in->rows.value[side[i]].text.len)
            in->rows.value[side[i]] = value_at(in, h->named[i]);
}

static void set_ending(struct reader *in) {
    struct sheet *g = &in->sheet;
    const struct sheet_head *h = &g->head;
    const struct said_ending *all[ENDINGS_MAX];
    const char *moving[2];
    zi_sides_moving(&in->choice.guess.ruleset, NULL, moving);
    size_t first = zi_side_column(moving[0]);
    bool turned = h->named[0].len &&
                  (h->side[1] == first || (h->side[0] != CSV_COLUMNS && h->side[0] != first));
    for (size_t i = 0; i < g->endings; i++) {
        g->ending[i].turned = turned && i < g->of_head;
        all[i] = &g->ending[i];
    }
    struct conclusion c = zi_endings_conclude(all, g->endings, moving);
    if (c.clash || c.open)
        ask(in, c.at, FINDING_BAD_VALUE, "the result is not clear here; name the winner", NULL,
            NULL);
    if (c.clash || c.open)
        return;
    if (c.result)
        in->rows.value[CSV_RESULT] = value_made(in, text_of(c.result), c.at);
    if (c.termination)
        in->rows.value[CSV_TERMINATION] = value_made(in, text_of(c.termination), c.at);
}

/* The next letters, digits and signs of moves, without markup; empty at the end. */
static struct text between_signs(struct text *left) {
    static const char signs[] =
        "+-^:%abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    const char *p = left->at, *end = text_end(*left);
    while (p < end && (!*p || !strchr(signs, *p)))
        p++;
    const char *start = p;
    while (p < end && *p && strchr(signs, *p))
        p++;
    *left = text_between(p, end);
    return text_between(start, p);
}

/* Whether a comment reads like moves, or has some where the game has none: they may be the game's.
 *at becomes that line. */
static bool has_moves(const struct sheet *g, struct text *at) {
    size_t length, moves = 0;
    for (size_t i = 0; i < g->remarks; i++)
        for (struct text left = g->remark[i], line, word; left.len;
             left = text_after(left, length)) {
            length = line_length(left, 0, true);
            *at = line = (struct text){left.at, length};
            bool like_moves = zi_sheet_is_moves(line);
            while ((word = between_signs(&line)).len)
                moves += !g->begun && zi_sheet_is_move(word);
            if (like_moves || moves > 1)
                return true;
        }
    return false;
}

static void set_comment(struct reader *in) {
    const struct sheet *g = &in->sheet;
    struct buffer b = {0};
    struct csv_value *to = &in->rows.value[CSV_COMMENT];
    if (!g->remarks)
        return;
    struct text at;
    bool moves = has_moves(g, &at), players = false;
    if (moves && g->begun)
        ask(in, at, FINDING_BAD_VALUE,
            "this text has moves that cannot be read here; write them as `1. MOVE MOVE`, or put "
            "the text in braces as a comment",
            NULL, NULL);
    else if (moves)
        to = &in->rows.value[CSV_MOVES]; /* where it is judged */
    for (size_t i = CSV_WHITE; i <= CSV_SOUTH; i++)
        players |= in->rows.value[i].text.len > 0;
    if (!players || !in->rows.value[CSV_RESULT].text.len)
        ask(in, g->remark[0], FINDING_AMBIGUOUS,
            players ? "the sheet has no result that can be read; this text is kept as a comment"
                    : "the sheet names no player that can be read; this text is kept as a comment",
            NULL, NULL);
    if (to->text.len)
        buffer_add(&b, to->text, "\n");
    for (size_t i = 0; i < g->remarks; i++)
        buffer_add(&b, i ? "\n" : "", g->remark[i]);
    *to = value_made(in, zi_record_take_buffer(in->record, &b), g->remark[0]);
}

/* Whether the sheet has a game that is known. If not, the record says what is missing. */
static bool has_game(struct reader *in, const struct format_options *options) {
    const struct sheet *g = &in->sheet;
    bool ended = g->endings > 0;
    bool named = in->choice.rules || in->choice.raw || options->game || !in->choice.guess.game;
    const char *why =
        g->place == PLAYERS_UNCLEAR
            ? "the first game has no players above its moves, so whose the names "
              "between the games are is not clear; write the players of each game "
              "above its moves"
        : g->chat ? "these are messages of a chat; leave out who wrote them and when, "
                    "and write the names of the players above the moves"
        : !g->of_game && !g->begun && !ended
            ? "there is no game here: no players, no moves, no result"
        : !g->begun && !ended ? "this game has no moves and no result; write how it "
                                "ended, such as `1-0 forfeit`, or leave it out"
        : !g->begun && !named ? "nothing says which game this is; name it, or say --game"
                              : NULL;
    if (why)
        zi_record_stop(in->record, FINDING_FORMAT, value_at(in, in->rows.value[0].text).place, why,
                       NO_TEXT);
    if (!why && !named)
        ask(in, (struct text){in->text.at + g->from, 0}, FINDING_AMBIGUOUS,
            "the sheet does not name the game, which was deduced from the moves",
            in->choice.guess.game, in->choice.guess.variant);
    return !why;
}

void zi_sheet_take(struct document *d) { d->kept = &nothing; }

/* Whether all of the text is understood, so that nothing but its form is lost. */
static bool is_whole(const struct reader *in, size_t length) {
    const struct sheet *g = &in->sheet;
    struct text rest = text_after(in->text, length); /* the mark of YAML's end */
    bool plain = g->begun && !g->unread && g->head.value[CSV_GAME].len &&
                 !text_trimmed(rest, BLANK_MARKS ".").len;
    for (size_t i = 0; i < CSV_COLUMNS; i++) {
        struct text t = g->head.value[i];
        for (size_t k = 0; k < t.len && i != CSV_RULES && i != CSV_POSITION; k++)
            plain &= !strchr("{}[]\\#", t.at[k]) && (k || t.at[k] != '\'');
    }
    return plain;
}

bool zi_sheet_read(struct record *r, const struct document *document,
                   const struct format_options *options, unsigned attempt) {
    struct reader in = {.record = r, .text = document->text};
    in.sheet =
        (struct sheet){.pending = NONE, .whole = options->whole, .place = place_of(document->kept)};
    if (!zi_line_is_text(document))
        return attempt == 0 && (zi_line_begin(r, document), true);
    in.rows.table = &table;
    size_t length = read_lines(&in.sheet, (char *)in.text.at, in.text.len, true);
    if (options->whole && !is_whole(&in, length))
        return false;
    set_values(&in, document->kept);
    if ((attempt && (!in.sheet.begun || options->whole)) ||
        !zi_csv_choose_game(&in.rows, options, attempt, &in.choice))
        return false;
    const struct rules *rules = in.choice.rules;
    if (options->whole && (!rules || (rules->variant_required && !in.choice.options.variant)))
        return false; /* nothing is guessed */
    zi_line_begin_text(r, document);
    if (!has_game(&in, options))
        return true;
    arrange_moves(&in);
    if (!in.choice.raw) {
        set_players(&in);
        set_ending(&in);
    } else if (in.sheet.endings) {
        in.rows.value[CSV_RESULT] = value_at(&in, in.sheet.ending[0].text);
    }
    set_comment(&in);
    zi_csv_take_game(r, &in.rows, &in.choice);
    return true;
}
