/* Score sheets: makes a record of each game. */
#include "formats/sheet.h"

#include <stdlib.h>

#include "formats/csv_games.h"
#include "formats/lines.h"
#include "formats/sheet_split.h"
#include "notation/base/unicode.h"
#include "notation/words/values.h"
#include "validators/reading/reading.h"
#include "validators/replay/endings.h"

#define SIDE_BITS                                                                                  \
    (COLUMN_BIT(CSV_WHITE) | COLUMN_BIT(CSV_BLACK) | COLUMN_BIT(CSV_A) | COLUMN_BIT(CSV_B))

/* What lines before the first game say of all games that follow. */
static const enum csv_column common_columns[] = {CSV_EVENT, CSV_SITE,    CSV_DATE, CSV_ROUND,
                                                 CSV_GAME,  CSV_VARIANT, CSV_RULES};
enum { COMMON = sizeof common_columns / sizeof *common_columns };

struct common {
    bool sheet;          /* true, in front as in what tables keep */
    bool below, unclear; /* where the players are, as struct lines has it */
    bool weak_game;      /* as struct sheet_head has it */
    struct text value[COMMON];
};

static const struct common nothing = {.sheet = true};

/* A stream's. */
struct stream {
    bool sheet, begun;
    const struct common *common; /* of the next game */
    struct arena arena;
    struct cut {
        size_t end;
        const struct common *common;
    } * cut; /* the games that have been read ahead */
    size_t cuts, cap, at;
};

/* Cutting. */

static void free_stream(void *kept) {
    struct stream *stream = kept;
    zi_arena_free(&stream->arena);
    free(stream->cut);
    free(stream);
}

static struct stream *stream_of(struct source *s) {
    if (!s->kept) {
        s->kept = calloc(1, sizeof(struct stream));
        s->kept_free = free_stream;
        s->out_of_memory |= !s->kept;
        if (s->kept)
            ((struct stream *)s->kept)->common = &nothing;
    }
    return s->kept;
}

static struct common *new_common(struct stream *stream) {
    struct common *c = zi_arena_alloc(&stream->arena, sizeof *c);
    if (c) {
        *c = *stream->common;
        stream->common = c;
    }
    return c;
}

/* What a later game says itself does not hold for those after it in another way. */
static bool drop_common(struct stream *stream, const struct lines *l, size_t from, size_t to) {
    uint64_t has = 0;
    for (size_t i = from; i < to && l->at[i].kind != LINE_MOVES; i++)
        has |= l->at[i].has;
    for (size_t c = 0; c < COMMON; c++) {
        if (!(has & COLUMN_BIT(common_columns[c])) || !stream->common->value[c].len)
            continue;
        struct common *other = new_common(stream);
        if (!other)
            return false;
        other->value[c] = NO_TEXT;
    }
    return true;
}

/* Keeps the headings before the paragraph with the players of the first game. */
static bool keep_common(struct stream *stream, const struct lines *l, size_t to) {
    static const struct names nobody = {.side = {SIDE_WORDS, SIDE_WORDS}};
    size_t end = 0;
    bool failed = false, ascii;
    struct common *common = new_common(stream);
    if (!common)
        return false;
    for (size_t i = 0; i < to && l->at[i].kind != LINE_MOVES && !l->at[i].pair; i++) {
        bool own = l->at[i].has & (COLUMN_BIT(CSV_TABLE) | COLUMN_BIT(CSV_WHITE) |
                                   COLUMN_BIT(CSV_BLACK) | COLUMN_BIT(CSV_A) | COLUMN_BIT(CSV_B));
        if (own || l->at[i].tag)
            break;
        bool last = i + 1 < to && l->at[i + 1].kind == LINE_MOVES;
        end = last ? i + 1 : l->at[i].kind == LINE_BLANK || l->at[i].kind == LINE_RULE ? i : end;
    }
    for (size_t i = 0; i < end; i++) {
        struct sheet_head h;
        struct text *event = &common->value[0];
        if (l->at[i].told)
            continue;
        zi_sheet_head(l->at[i].text, &h, &nobody);
        failed |= h.failed;
        common->weak_game |= h.weak_game;
        for (size_t c = 0; c < COMMON; c++) {
            struct text t = h.value[common_columns[c]];
            if (t.len && zi_utf8_check(t, &ascii) == t.len)
                common->value[c] = zi_arena_copy(&stream->arena, t, &failed);
        }
        if (h.other.len && !event->len && zi_utf8_check(h.other, &ascii) == h.other.len)
            *event = zi_arena_copy(&stream->arena, h.other, &failed);
    }
    common->below = l->below;
    common->unclear = l->unclear;
    return !failed;
}

/* Reads ahead and finds the games there. The last one may go on beyond that, unless the stream
   ends. */
static bool read_ahead(struct source *s, struct stream *stream) {
    struct lines l = {0};
    stream->cuts = stream->at = 0;
    while (source_ahead(s).len <= RECORD_BYTES_MAX && zi_source_more(s))
        continue;
    char *text = s->buffer + s->begin;
    size_t length = source_ahead(s).len, mark = zi_line_mark(source_ahead(s), s->passed);
    if (!length)
        return false;
    zi_lines_read(&l, text + mark, length - mark);
    for (size_t from = 0, to; from < l.count && !l.failed; from = to) {
        to = zi_lines_game(&l, from);
        while (to < l.count && l.at[to].kind == LINE_BLANK)
            to++;
        const struct common *common = stream->common;
        l.failed |=
            !(stream->begun ? drop_common(stream, &l, from, to) : keep_common(stream, &l, to));
        common = stream->begun ? common : stream->common;
        stream->begun = true;
        struct cut *cut = zi_list_add(&stream->cut, &stream->cap, &stream->cuts, sizeof *cut);
        size_t end = to < l.count ? (size_t)(l.at[to].text.at - text) : length;
        l.failed |= !cut;
        if (cut)
            *cut = (struct cut){end, common};
    }
    if (!s->ended && stream->cuts > 1)
        stream->cuts--;
    s->out_of_memory |= l.failed;
    free(l.at);
    return !l.failed && stream->cuts;
}

bool zi_sheet_next(struct source *s, struct document *out) {
    struct stream *stream = stream_of(s);
    *out = (struct document){0};
    while (stream && !s->out_of_memory) {
        if (stream->at == stream->cuts && !read_ahead(s, stream))
            return false;
        size_t before = stream->at ? stream->cut[stream->at - 1].end : 0,
               length = stream->cut[stream->at].end - before;
        const struct common *common = stream->cut[stream->at++].common;
        if (length > RECORD_BYTES_MAX) {
            zi_line_drop(s, length, out);
            stream->cuts = stream->at;
            return true;
        }
        *out = zi_source_take(s, length);
        out->kept = common;
        zi_line_unmark(out);
        if (text_trimmed(out->text, BLANK_MARKS).len)
            return true;
    }
    return false;
}

/* Recognition. */

/* Whether a line begins as one of YAML does that has moves or a record in it; `---` does so only as
   the first line, it may divide two games. */
static bool is_of_yaml(struct text t, bool first, bool *record) {
    struct text left = t, word = text_next_word(&left);
    static const char *const keys[] = {"moves", "playout", "\"moves\"", NULL};
    *record |= text_is(word, "game:") || text_is(word, "zet:");
    struct text key = word;
    while (key.len && (key.at[key.len - 1] == ':' || key.at[key.len - 1] == '|'))
        key.len--;
    bool colon = key.len < word.len || (left.len > 1 && strchr(":|", left.at[1]));
    bool known = *record ? text_in_any_case(key, keys) != NULL : text_is_one_of(key, keys);
    return (colon && known) ||
           (first && text_is(word, "---") && word.at == t.at &&
            (!text_trimmed(left, BLANK_MARKS).len ||
             strchr("#{!|>\"'", text_first(text_trimmed(left, BLANK_MARKS))))) ||
           (word.len && *word.at == '{' && !text_is(word, "{|") &&
            (word.len < 2 || !is_letter(word.at[1]) || word.at[word.len - 1] == ':')) ||
           (word.len > 1 && *word.at == '%' && word.at[1] == 'Y');
}

/* What the first lines are: of a sheet, which has text and then moves; text alone. */
enum opens { OPENS_OTHERWISE, OPENS_TEXT, OPENS_SHEET, OPENS_MOVES };
static enum opens opening_of(struct text head, bool whole, bool *failed) {
    bool record = false, text = false, pair = false, ended = false, keys = true;
    uint64_t has = 0;
    char plain[HEAD_BYTES];
    uint32_t number = 0;
    enum opens opening = OPENS_OTHERWISE;
    struct lines l = {0};
    size_t length = head.len;
    while (!whole && length && !is_line_end(head.at[length - 1]))
        length--;
    length = length ? length : head.len;
    bool first = true;
    for (size_t at = 0; at < length; at = text_next_line(head, at)) {
        struct text line = {head.at + at, text_line_end(head, at) - at};
        if (is_of_yaml(line, first, &record))
            return OPENS_OTHERWISE;
        first &= !text_trimmed(line, BLANK_MARKS).len;
    }
    memcpy(plain, head.at, length);
    zi_lines_read(&l, plain, length);
    *failed |= l.failed;
    for (size_t i = 0; i < l.count; i++) {
        const struct line *line = &l.at[i];
        bool moves = line->kind == LINE_MOVES || line->kind == LINE_COMMENT;
        if (line->kind == LINE_BLANK || line->kind == LINE_RULE)
            continue;
        if (moves && text) {
            opening = record && is_blank(*line->text.at) ? OPENS_OTHERWISE : OPENS_SHEET;
            break;
        }
        if (opening == OPENS_MOVES) {
            bool on = moves && line->number != 1;
            opening = number && (on || !moves) ? OPENS_SHEET : OPENS_MOVES;
            break;
        }
        text |= !moves || line->told;
        opening = text ? OPENS_TEXT : OPENS_MOVES;
        number = line->number;
        pair |= line->pair || __builtin_popcountll((has |= line->has) & SIDE_BITS) > 1;
        ended |= line->kind == LINE_END;
        keys &= line->kind == LINE_HEAD && memchr(line->text.at, ':', line->text.len);
    }
    free(l.at);
    if (opening == OPENS_MOVES && zi_guess_one_game((struct text){head.at, length}))
        opening = OPENS_SHEET;
    /* a game without moves: its players and how it ended */
    return opening == OPENS_TEXT && pair && ended && !keys && !record ? OPENS_SHEET : opening;
}

bool zi_sheet_recognise(struct text head, bool *failed) {
    return opening_of(head, head.len < HEAD_BYTES, failed) == OPENS_SHEET;
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
    enum opens opening = opening_of(text_after(head, mark), whole, &s->out_of_memory);
    return stream->sheet = opening == OPENS_SHEET || opening == OPENS_TEXT;
}

/* Reading. */

static const struct csv_table table = {.games = true, .has = {[CSV_MOVES] = true}};
enum { ENDINGS_MAX = 8, REMARKS_MAX = 64, HEADS_MAX = 200, LINE_MAX_SWAPPED = 1024 };

/* A cell of a line: its number, or its first character without signs between cells. */
struct grid_cell {
    struct text text;
    size_t at;
    bool signs;
};

/* A column of moves: whose they are. */
struct column {
    size_t at, side;
    struct text name;
    bool signs;
};

struct reader {
    struct record *record;
    struct text text; /* of the document */
    const struct common *common;
    struct lines lines;
    size_t first, end; /* the lines with moves */
    struct sheet_head head;
    bool captions; /* the sides are in a line above the names */
    size_t top;    /* the first line of the headings of columns, which are above the moves */
    struct column columns[2];
    struct said_ending ending[ENDINGS_MAX];
    size_t endings, of_head; /* those of the head are first */
    struct names names;
    struct text remark[REMARKS_MAX];
    size_t remarks;
    size_t after;  /* the first of the remarks that are after the moves */
    bool unread;   /* some text is not understood, */
    bool untitled; /* and taken for the name of the event */
    struct csv_rows rows;
    struct csv_choice choice;
    char *copy; /* of the document, for the reader of moves */
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

static void ask(struct reader *in, struct text at, enum finding_code code, const char *sentence,
                struct text detail) {
    zi_report_add(in->record, code, PART_HEADER, value_at(in, at).place, sentence, detail);
}

/* Beyond the last one it continues up to the end of the text. */
static void remark(struct reader *in, struct text t) {
    struct text *last = &in->remark[REMARKS_MAX - 1];
    t = text_trimmed(t, BLANK_MARKS);
    if (t.len && in->remarks < REMARKS_MAX)
        in->remark[in->remarks++] = t;
    else if (t.len && t.at > last->at)
        last->len = (size_t)(t.at + t.len - last->at);
}

static void add_ending(struct reader *in, const struct said_ending *e) {
    if (in->endings < ENDINGS_MAX)
        in->ending[in->endings++] = *e;
}

/* Columns. */

enum { GRID_MAX = 16 };

/* Splits a line at tabs, `|` and `;`, else at two blanks, or with `words` at one. */
static size_t cells_of(struct text line, bool words, struct grid_cell out[GRID_MAX]) {
    size_t count = 0, index = 0, at = 0;
    uint32_t c;
    bool signs = false;
    for (size_t i = 0; i < line.len; i++)
        signs |= line.at[i] == '\t' || line.at[i] == '|' || line.at[i] == ';';
    struct grid_cell *open = NULL;
    for (struct text left = line; left.len; at++) {
        struct text one = zi_character_next(&left, &c);
        bool sign = c == '\t' || c == '|' || c == ';', blank = c == ' ' || c == '\r';
        bool gap = blank && (words || !left.len || is_blank(*left.at));
        index += sign;
        if (sign || (!signs && gap))
            open = NULL;
        else if (!blank && !open && count < GRID_MAX)
            *(open = &out[count++]) = (struct grid_cell){one, signs ? index : at, signs};
        else if (!blank && open)
            open->text.len = (size_t)(text_end(one) - open->text.at);
    }
    return count;
}

/* The cell of that column in a line of moves; empty: none. */
static struct text cell_in(struct text line, const struct column *column) {
    struct grid_cell in_row[GRID_MAX];
    size_t count = cells_of(line, !column->signs, in_row);
    for (size_t i = 0; i < count; i++) {
        size_t at = in_row[i].at;
        bool here = column->signs ? at == column->at : at + 1 >= column->at && at <= column->at + 1;
        if (here && in_row[i].signs == column->signs && zi_sheet_has_cell(in_row[i].text))
            return in_row[i].text;
    }
    return NO_TEXT;
}

/* What a cell above a column of moves says: a side, a name, or both. False: something else. */
static bool see_column(const struct grid_cell *in, struct column *out) {
    struct text t = text_trimmed(in->text, " *_:"), inner = NO_TEXT;
    const char *open = t.len ? memchr(t.at, '(', t.len) : NULL;
    *out = (struct column){.at = in->at, .signs = in->signs, .side = zi_sheet_column(t)};
    if (open && text_end(t)[-1] == ')')
        inner = text_between(open + 1, text_end(t) - 1);
    size_t side = inner.len ? zi_sheet_column(inner) : CSV_COLUMNS;
    if (is_side_column(side) && open > t.at) {
        out->side = side;
        out->name = text_trimmed(text_between(t.at, open), " *_,");
    } else if (out->side == CSV_COLUMNS && !memchr(t.at, ':', t.len)) {
        out->name = t;
    }
    bool digits = false;
    for (size_t i = 0; i < out->name.len; i++)
        digits |= is_digit(out->name.at[i]);
    return is_side_column(out->side) || (out->name.len > 1 && !digits && !zi_game_meant(t));
}

/* Finds the headings right above the moves: they name the sides or the players. */
static void find_columns(struct reader *in) {
    in->top = in->first;
    for (size_t i = in->first; i-- > 0 && in->first - i < 6 && in->first < in->end;) {
        const struct line *line = &in->lines.at[i];
        struct grid_cell in_row[GRID_MAX];
        struct column seen[2], one;
        size_t count = 0, cells = cells_of(line->text, false, in_row);
        bool other = line->told || line->tag;
        for (size_t k = 0; k < cells; k++) {
            struct text t = in_row[k].text;
            if (zi_sign_counts(t) || !text_trimmed(t, "0123456789.# ").len)
                continue;
            if (see_column(&in_row[k], &one) && count < 2)
                seen[count++] = one;
            else
                other |= !(zi_sheet_column(t) < CSV_COLUMNS && count);
        }
        bool fits = count == 2 && !other && !seen[0].name.len == !seen[1].name.len &&
                    cell_in(in->lines.at[in->first].text, &seen[0]).len &&
                    (cell_in(in->lines.at[in->first].text, &seen[1]).len ||
                     cell_in(in->lines.at[in->end - 1].text, &seen[1]).len);
        if (line->kind == LINE_RULE || (line->kind == LINE_BLANK && in->top == in->first))
            continue;
        if (!fits)
            return;
        in->top = i;
        for (size_t k = 0; k < 2; k++) {
            struct column *to = &in->columns[k];
            seen[k].name = to->name.len ? to->name : seen[k].name;
            seen[k].side = is_side_column(to->side) ? to->side : seen[k].side;
            *to = seen[k];
        }
    }
}

/* Interchanges two parts of a line. */
static void interchange(char *copy, struct text a, struct text b) {
    char room[LINE_MAX_SWAPPED];
    size_t length = (size_t)(text_end(b) - a.at), gap = (size_t)(b.at - text_end(a));
    if (length > sizeof room)
        return;
    memcpy(room, b.at, b.len);
    memcpy(room + b.len, text_end(a), gap);
    memcpy(room + b.len + gap, a.at, a.len);
    memcpy(copy, room, length);
}

/* Beside White, `B` is Black, and not the second player of HusBao. */
static void settle_letters(struct sheet_head *h) {
    const uint64_t sides = h->has & SIDE_BITS;
    for (size_t i = 0; i < 2; i++)
        if (h->side[i] == CSV_B && h->side[!i] == CSV_WHITE)
            h->side[i] = CSV_BLACK;
    if (sides == (COLUMN_BIT(CSV_WHITE) | COLUMN_BIT(CSV_B))) {
        h->value[CSV_BLACK] = h->value[CSV_B];
        h->value[CSV_B] = NO_TEXT;
        h->has ^= COLUMN_BIT(CSV_B) | COLUMN_BIT(CSV_BLACK);
    }
}

/* Adds what a line of the head says. */
static void take_head(struct reader *in, const struct line *line) {
    struct sheet_head h, *to = &in->head;
    size_t colons = 0;
    if (line->told) {
        remark(in, line->text);
        return;
    }
    zi_sheet_head(line->text, &h, &in->names);
    in->record->out_of_memory |= h.failed;
    for (size_t i = 0; i + 1 < line->text.len; i++)
        colons += line->text.at[i] == ':' && line->text.at[i + 1] == ' ';
    in->unread |= colons > 1 && !h.named[0].len && __builtin_popcountll(h.has) < 2;
    bool keyed = h.other.len && colons, /* `Subject: our game` */
        title = !to->has && !to->named[0].len && !h.has && !h.named[0].len && !h.ending.text.len &&
                !keyed;
    for (size_t i = 0; i < CSV_COLUMNS; i++) {
        if (h.value[i].len && to->value[i].len && !text_same(to->value[i], h.value[i]))
            remark(in, h.value[i]);
        else if (h.value[i].len)
            to->value[i] = h.value[i];
    }
    to->has |= h.has;
    to->weak_game |= h.weak_game;
    if (h.named[0].len && !to->named[0].len) {
        memcpy(to->named, h.named, sizeof h.named);
        bool sides = h.side[0] != CSV_COLUMNS || h.side[1] != CSV_COLUMNS || !in->captions;
        memcpy(to->side, h.side, sides ? sizeof h.side : 0);
    } else if (h.named[0].len) {
        remark(in, h.line);
    } else if (h.side[0] != CSV_COLUMNS) {
        in->captions = true;
        memcpy(to->side, h.side, sizeof h.side);
    }
    if (h.ending.text.len)
        add_ending(in, &h.ending);
    settle_letters(to);
    in->untitled |= title && h.other.len && !to->value[CSV_EVENT].len;
    if (title && !to->value[CSV_EVENT].len)
        to->value[CSV_EVENT] = h.other;
    else if (!in->common || !text_same(h.other, in->common->value[0]))
        remark(in, h.other);
    in->unread |= h.other.len > 0;
}

/* Sets the names of the players, which endings may contain. */
static void name_players(struct reader *in) {
    const struct sheet_head *h = &in->head;
    size_t n = 0;
    in->names = (struct names){.side = {SIDE_WORDS, SIDE_WORDS}};
    for (size_t i = CSV_WHITE; i <= CSV_B && n < 2; i++)
        if (is_side_column(i) && h->value[i].len) {
            in->names.name[n] = h->value[i];
            in->names.side[n++] = zi_column_side(i);
        }
    for (size_t i = 0; i < 2 && !n; i++) {
        in->names.name[i] = h->side[i] < CSV_COLUMNS ? h->named[i] : NO_TEXT;
        in->names.side[i] = zi_column_side(h->side[i]);
    }
}

/* Who wrote the messages with moves; SIZE_MAX: the third person, or nobody. */
struct senders {
    struct text who[2], last;
    size_t said[2];
};

/* The number of who wrote a message, from 0 in the order of the first moves; 2: somebody else. */
static size_t sender_of(struct senders *s, const struct line *line) {
    if (line->told && line->who.len)
        s->last = line->who;
    for (size_t k = 0; k < 2; k++)
        if (s->last.len && text_same(s->last, s->who[k]))
            return k;
    return 2;
}

/* If two people take turns in a chat, the first one moves first. */
static struct senders name_senders(struct reader *in) {
    struct senders s = {0};
    bool others = false;
    for (size_t i = 0; i < in->end; i++) {
        const struct line *line = &in->lines.at[i];
        size_t k = sender_of(&s, line);
        if (line->kind != LINE_MOVES || !s.last.len)
            continue;
        if (k == 2 && !s.who[1].len && zi_side_meant(s.last) == SIDE_WORDS)
            s.who[k = s.who[0].len > 0] = s.last;
        others |= k == 2;
        if (k < 2)
            s.said[k]++;
    }
    bool turns = s.said[0] <= s.said[1] + 2 && s.said[1] <= s.said[0] + 2;
    if (others || !s.who[1].len || !turns || in->head.named[0].len || in->names.name[0].len)
        return (struct senders){0};
    memcpy(in->head.named, s.who, sizeof s.who);
    in->head.side[0] = in->head.side[1] = CSV_COLUMNS;
    return s;
}

/* What stands after the moves: how the game ended, its players if they are there, and remarks. */
static void take_tail(struct reader *in, const struct line *line, bool below, size_t sender) {
    struct said_ending e;
    struct sheet_head h;
    struct text t = text_trimmed(line->told ? line->body : line->text, BLANK_MARKS "*_#|~;");
    if (line->told && !t.len)
        return;
    if (!t.len) /* `*` */
        t = text_trimmed(line->text, BLANK_MARKS);
    if (line->kind == LINE_BLANK || line->kind == LINE_RULE)
        return;
    if (zi_line_ends_game(t, &e, &in->names)) {
        struct text rest = text_between(text_end(e.text), text_end(t));
        bool resigns = e.resigns || (e.termination && !strcmp(e.termination, "resignation"));
        if (resigns && sender < 2 && !e.scored && e.winner == SIDE_WORDS &&
            e.loser == SIDE_WORDS) { /* `I resign` */
            e.resigns = false;
            e.termination = "resignation";
            e.scored = true;
            e.said = sender ? SAID_FIRST : SAID_SECOND;
        }
        add_ending(in, &e);
        remark(in, text_trimmed(rest, " .,;!)"));
        return;
    }
    zi_sheet_head(line->text, &h, &in->names);
    in->record->out_of_memory |= h.failed;
    bool missing = !in->head.named[0].len &&
                   !__builtin_popcountll(in->head.has & (0xFULL << CSV_WHITE | 0xFULL << CSV_BLACK |
                                                         0xFULL << CSV_A | 0xFULL << CSV_B));
    bool ends =
        line->kind == LINE_HEAD &&
        !(h.has & ~(COLUMN_BIT(CSV_RESULT) | COLUMN_BIT(CSV_TERMINATION) | COLUMN_BIT(CSV_DATE) |
                    COLUMN_BIT(CSV_POINTS) | COLUMN_BIT(CSV_COMMENT)));
    if (line->tag || ((below || missing) && line->kind == LINE_HEAD) ||
        (ends && !(h.has & in->head.has) && (h.has || h.ending.text.len)))
        take_head(in, line);
    else
        remark(in, line->text);
}

static bool has_players(const struct reader *in) {
    return in->head.named[0].len || in->head.has & SIDE_BITS;
}

/* The players named above the columns of their moves, if nothing else names them. */
static void take_columns(struct reader *in) {
    if (has_players(in))
        return;
    for (size_t i = 0; i < 2 && in->columns[0].name.len && in->columns[1].name.len; i++) {
        in->head.named[i] = in->columns[i].name;
        in->head.side[i] = in->columns[i].side;
    }
}

/* Whether the moves after a line begin a column of their own. */
static bool begins_column(const struct reader *in, size_t at) {
    while (at < in->end && in->lines.at[at].kind != LINE_MOVES)
        at++;
    return at < in->end && in->lines.at[at].number <= 1;
}

/* A player who is named only above his own moves, which follow those of the other one. */
static void take_names_between(struct reader *in) {
    for (size_t i = in->first; i < in->end; i++) {
        struct line *line = &in->lines.at[i];
        struct sheet_head h;
        if (line->kind != LINE_HEAD || line->pair || !memchr(line->text.at, ':', line->text.len) ||
            !begins_column(in, i))
            continue;
        zi_sheet_head(line->text, &h, &in->names);
        in->record->out_of_memory |= h.failed;
        for (size_t c = CSV_WHITE; c <= CSV_B; c++)
            if (is_side_column(c) && h.value[c].len && !in->head.value[c].len && has_players(in) &&
                !in->head.named[0].len) {
                in->head.value[c] = h.value[c];
                in->head.has |= COLUMN_BIT(c);
                line->kind = LINE_BLANK;
            }
    }
}

static void read_lines(struct reader *in, bool below) {
    struct said_ending e;
    find_columns(in);
    for (size_t i = 0; i < in->first; i++) {
        const struct line *line = &in->lines.at[i];
        bool plain = line->kind == LINE_BLANK || line->kind == LINE_RULE || i >= in->top;
        if (!plain && i < HEADS_MAX)
            take_head(in, line);
        else if (!plain)
            remark(in, line->text);
    }
    take_columns(in);
    take_names_between(in);
    name_players(in);
    in->of_head = in->endings;
    if (in->first < in->end) {
        struct line *last = &in->lines.at[in->end - 1];
        struct text tail = zi_line_ending(last->text, &e, &in->names, &in->record->out_of_memory);
        if (tail.len) {
            add_ending(in, &e);
            last->text.len = (size_t)(tail.at - last->text.at);
        }
    }
    struct senders senders = name_senders(in);
    in->after = in->remarks;
    for (size_t i = in->end; i < in->lines.count && in->first < in->end; i++) {
        take_tail(in, &in->lines.at[i], below, sender_of(&senders, &in->lines.at[i]));
        if (!in->names.name[0].len)
            name_players(in);
    }
}

static void set_values(struct reader *in, const struct common *common,
                       const struct format_options *options) {
    for (size_t i = 0; i < CSV_COLUMNS; i++)
        if (in->head.value[i].len && i != CSV_MOVES)
            in->rows.value[i] = value_at(in, in->head.value[i]);
    if (in->head.weak_game && options->game)
        in->rows.value[CSV_GAME] = (struct csv_value){0};
    bool another = in->rows.value[CSV_GAME].text.len > 0;
    for (size_t i = 0; common && i < COMMON; i++) {
        bool of_game = common_columns[i] == CSV_VARIANT || common_columns[i] == CSV_RULES;
        bool weak = common_columns[i] == CSV_GAME && common->weak_game && options->game;
        if (!in->rows.value[common_columns[i]].text.len && common->value[i].len &&
            !(another && of_game) && !weak)
            in->rows.value[common_columns[i]] = value_at(in, common->value[i]);
    }
    if (in->first < in->end)
        in->rows.value[CSV_MOVES] =
            value_at(in, text_between(in->lines.at[in->first].text.at,
                                      text_end(in->lines.at[in->end - 1].text)));
}

static void set_players(struct reader *in) {
    const struct sheet_head *h = &in->head;
    const char *moving[2];
    zi_sides_moving(&in->choice.guess.ruleset, NULL, moving);
    size_t first = zi_side_column(moving[0]), second = zi_side_column(moving[1]);
    size_t side[2] = {h->side[0], h->side[1]};
    if (!h->named[0].len)
        return;
    if (side[0] == CSV_COLUMNS && side[1] == CSV_COLUMNS) {
        side[0] = first;
        ask(in, h->named[0], FINDING_AMBIGUOUS,
            "the sheet does not name the sides; the player named first is assumed to move first",
            text_of(zi_csv_headings[first]));
    }
    for (size_t i = 0; i < 2; i++)
        if (side[i] == CSV_COLUMNS)
            side[i] = side[!i] == first ? second : first;
    for (size_t i = 0; i < 2; i++)
        if (!in->rows.value[side[i]].text.len)
            in->rows.value[side[i]] = value_at(in, h->named[i]);
}

static void set_ending(struct reader *in) {
    const struct sheet_head *h = &in->head;
    const struct said_ending *all[ENDINGS_MAX];
    const char *moving[2];
    zi_sides_moving(&in->choice.guess.ruleset, NULL, moving);
    size_t first = zi_side_column(moving[0]);
    bool turned = h->named[0].len &&
                  (h->side[1] == first || (h->side[0] != CSV_COLUMNS && h->side[0] != first));
    for (size_t i = 0; i < in->endings; i++) {
        in->ending[i].turned = turned && i < in->of_head;
        all[i] = &in->ending[i];
    }
    struct conclusion c = zi_endings_conclude(all, in->endings, moving);
    if (c.clash || c.open)
        ask(in, c.at, FINDING_BAD_VALUE, "the result is not clear here; name the winner", NO_TEXT);
    if (c.clash || c.open)
        return;
    if (c.result)
        in->rows.value[CSV_RESULT] = value_made(in, text_of(c.result), c.at);
    if (c.termination)
        in->rows.value[CSV_TERMINATION] = value_made(in, text_of(c.termination), c.at);
}

/* Moves. */

/* The place in the document of a part of the copy. */
static struct text original(const struct reader *in, struct text t) {
    bool within = t.at >= in->copy && t.at <= in->copy + in->text.len;
    return within ? (struct text){in->text.at + (t.at - in->copy), t.len} : NO_TEXT;
}

static void report_departure(struct reader *in, const struct departure *d) {
    static const char *const sentences[] = {
        [DEPARTURE_CONFUSED] = "this was read as another move",
        [DEPARTURE_ILLEGIBLE] = "this illegible move was deduced",
        [DEPARTURE_MISSING] = "a missing move was deduced here",
        [DEPARTURE_EXTRA] = "this is not a move of the game; it was left out",
        [DEPARTURE_SWAPPED] = "these moves were interchanged",
        [DEPARTURE_NUMBER] = "the number of this move is wrong",
        [DEPARTURE_EFFECT] = "the sheet has another annotation",
        [DEPARTURE_REMARK] = "this text contains moves; it was kept as a comment",
    };
    if (d->kind != DEPARTURE_FORM)
        ask(in, original(in, d->written), FINDING_AMBIGUOUS, sentences[d->kind],
            d->read.len ? record_text(in->record, "read: ", d->read) : NO_TEXT);
}

static struct text choices_of(struct reader *in, const struct reading *r) {
    struct buffer b = {0};
    for (size_t i = 0; i < r->choices; i++)
        buffer_add(&b, i ? ", " : "it may be ", r->choice[i]);
    return r->choices ? zi_record_take_buffer(in->record, &b) : NO_TEXT;
}

/* The columns of a table whose cells are the numbers of moves, in each line one more: as bits. */
static uint32_t columns_of_numbers(const struct reader *in) {
    uint32_t last[GRID_MAX] = {0}, columns = 0, others = 0;
    for (size_t i = in->first; i < in->end; i++) {
        struct grid_cell in_row[GRID_MAX];
        struct text t = in->lines.at[i].text;
        bool row = in->lines.at[i].kind == LINE_MOVES && memchr(t.at, '\t', t.len);
        for (size_t k = 0, count = row ? cells_of(t, false, in_row) : 0; k < count; k++) {
            size_t at = in_row[k].at;
            uint32_t n = text_is_number(in_row[k].text) ? text_number(in_row[k].text, 1000) : 0;
            if (at >= GRID_MAX || !n || (last[at] && n != last[at] + 1))
                others |= at < GRID_MAX ? 1U << at : 0;
            else
                columns |= last[at] ? 1U << at : 0;
            if (at < GRID_MAX)
                last[at] = n;
        }
    }
    return columns & ~others;
}

/* Writes a dot after the numbers in those columns of a line of the copy. */
static void dot_numbers(char *copy, struct text line, uint32_t columns) {
    struct grid_cell in_row[GRID_MAX];
    size_t count = columns ? cells_of(line, false, in_row) : 0;
    bool middle = count > 1 && in_row[1].at < GRID_MAX && columns == 1U << in_row[1].at;
    if (middle && in_row[1].signs) { /* `d4 | 1 | e5` */
        interchange(copy + (in_row[0].text.at - line.at), in_row[0].text, in_row[1].text);
        copy[in_row[0].text.at - line.at + (ptrdiff_t)in_row[1].text.len] = '.';
        return;
    }
    for (size_t k = 0; k + 1 < count; k++) {
        const char *end = text_end(in_row[k].text);
        if (in_row[k].signs && in_row[k].at < GRID_MAX && columns & 1U << in_row[k].at &&
            end < text_end(line))
            copy[end - line.at] = '.';
    }
}

/* Writes signs of the reader of moves in place of others: `a8(c6,e6)e8`, ` -- a remark`, `d4 $1`.
 */
static void replace_signs(char *copy, size_t length) {
    for (size_t i = 1; i + 2 < length; i++) {
        for (size_t k = i;
             k + 1 < length && copy[k] == ' ' && copy[k + 1] == '$' && copy[k - 1] != '}'; k++)
            for (copy[k++] = '$'; k + 1 < length && is_digit(copy[k + 1]); k++)
                copy[k] = copy[k + 1], copy[k + 1] = ' ';
        char *open = copy + i, *end = memchr(open, ')', length - i), *comma;
        bool hop = *open == '(' && is_digit(open[-1]) && end && end + 1 < copy + length &&
                   is_letter(end[1]) && is_letter(open[1]) && is_digit(open[2]);
        if (hop)
            for (*open = *end = '-'; (comma = memchr(open, ',', (size_t)(end - open)));)
                *comma = '-';
        bool dashes = !memcmp(open, "--", 2) && is_blank(open[-1]) && i + 4 < length &&
                      is_blank(open[2]) && is_letter(open[3]) && !is_digit(open[4]);
        if (dashes)
            memset(open, ' ', 2);
    }
}

/* A number of a move without a dot: `3`, `(3)`, `3 -`. */
static uint32_t bare_number(struct text word) {
    bool open = word.len > 2 && *word.at == '(' && text_end(word)[-1] == ')';
    struct text t = open ? (struct text){word.at + 1, word.len - 2} : word;
    return t.len && t.len < 4 && text_is_number(t) ? text_number(t, 1000) : 0;
}

/* Counts the numbers of moves without dots in the copy, which continue 1, 2, 3; 0: others are there
   too. `write`: gives them dots. */
static size_t dot_bare_numbers(struct reader *in, bool write) {
    uint32_t due = 1;
    size_t count = 0;
    for (size_t i = in->first; i < in->end; i++) {
        const struct line *line = &in->lines.at[i];
        struct text left = {in->copy + (line->text.at - in->text.at), line->text.len}, word;
        for (bool first = line->kind == LINE_MOVES, any = first;
             any && (word = text_next_word(&left)).len; first = false) {
            uint32_t n = bare_number(word);
            struct text after = left, dash = text_next_word(&after);
            if (!n && (text_digits(word) && !zi_sheet_has_cell(word)))
                return 0; /* `3.`, `1-0` */
            if (!n)
                continue;
            if (n != due && !(n == 1 && first && count))
                return 0;
            due = n + 1;
            count++;
            char *at = in->copy + (word.at - in->copy);
            if (!write)
                continue;
            if (*at == '(')
                *at = ' ';
            at[word.len - (at[word.len - 1] == ')')] = '.';
            if (text_is(dash, "-"))
                in->copy[dash.at - in->copy] = ' ';
        }
    }
    return count;
}

/* The text of the moves without the heads of messages, at the same places. */
static struct text copied_moves(struct reader *in) {
    struct record *r = in->record;
    struct text moves = in->rows.value[CSV_MOVES].text;
    const char *moving[2];
    zi_sides_moving(&in->choice.guess.ruleset, NULL, moving);
    bool reversed = in->top < in->first && in->columns[0].side == zi_side_column(moving[1]);
    uint32_t numbers = columns_of_numbers(in);
    in->copy = zi_arena_alloc(&r->arena, in->text.len + 1);
    r->out_of_memory |= !in->copy;
    if (!in->copy || !moves.len)
        return NO_TEXT;
    memcpy(in->copy, in->text.at, in->text.len);
    for (size_t i = in->first; i < in->end; i++) {
        const struct line *line = &in->lines.at[i];
        struct text head = text_between(line->text.at, line->body.at);
        if (line->kind == LINE_BLANK)
            head = line->text;
        else if (!line->told || (line->who.len && zi_side_meant(line->who) < SIDE_WORDS))
            head.len = 0;
        memset(in->copy + (head.at - in->text.at), ' ', head.len);
        if (reversed && line->kind == LINE_MOVES) {
            struct text a = cell_in(line->text, &in->columns[0]),
                        b = cell_in(line->text, &in->columns[1]);
            if (a.len && b.len)
                interchange(in->copy + (a.at - in->text.at), a, b);
        }
        struct text left = line->body, word = text_next_word(&left);
        if (line->kind == LINE_MOVES && zi_sign_counts(word) &&
            is_digit(text_first(text_next_word(&left)))) /* `Zug 1:` */
            memset(in->copy + (word.at - in->text.at), ' ', word.len);
        if (line->kind == LINE_MOVES) {
            char *copy = in->copy + (line->text.at - in->text.at);
            dot_numbers(copy, line->text, reversed ? 0 : numbers);
            replace_signs(copy, line->text.len);
        }
    }
    if (dot_bare_numbers(in, false))
        dot_bare_numbers(in, true);
    return (struct text){in->copy + (moves.at - in->text.at), moves.len};
}

/* Leaves out the numbers of moves in the copy. */
static void blank_numbers(char *at, size_t length) {
    struct text left = {at, length}, word;
    while ((word = text_next_word(&left)).len) {
        size_t digits = text_digits(word);
        if (digits && digits < word.len && !text_trimmed(text_after(word, digits), ".").len)
            memset(at + (word.at - at), ' ', word.len);
    }
}

static void set_moves(struct reader *in, struct reading_purse *purse) {
    struct record *r = in->record;
    struct text moves = copied_moves(in), place = in->rows.value[CSV_MOVES].text;
    const struct csv_value *result = &in->rows.value[CSV_RESULT];
    struct reading_source source = {.ruleset = &in->choice.guess.ruleset,
                                    .part = &moves,
                                    .parts = 1,
                                    .result = result->text,
                                    .purse = purse};
    struct text how = in->rows.value[CSV_TERMINATION].text;
    source.by_rules = text_is(how, "rules");
    source.ended_otherwise = how.len && !source.by_rules;
    struct reading reading = {.sure = false};
    struct buffer out = {0};
    struct setup start;
    size_t fault;
    struct text position = in->rows.value[CSV_POSITION].text;
    if (!moves.len)
        return;
    if (position.len && source.ruleset->rules->notation->read_setup(
                            position, &source.ruleset->board, &start, &fault))
        return; /* which is an error of the record */
    source.start = position.len ? &start : NULL;
    if (position.len && start.turn != zi_ruleset_first(source.ruleset))
        blank_numbers(in->copy + (moves.at - in->copy), moves.len); /* PGN counts otherwise */
    source.notation = in->lines.tagged;
    if ((source.notation && !zi_reading_find(&source, &r->arena, &reading)) ||
        (source.notation = false,
         !reading.sure && !zi_reading_find(&source, &r->arena, &reading))) {
        r->out_of_memory = true;
        return;
    }
    for (size_t i = 0; i < reading.departures; i++)
        if (reading.sure)
            report_departure(in, &reading.departure[i]);
    if (reading.form == FORM_TURNED)
        ask(in, place, FINDING_AMBIGUOUS, "the cells were written from the other side of the board",
            NO_TEXT);
    if (!reading.sure) {
        ask(in, original(in, reading.place.len ? reading.place : moves), FINDING_FORMAT,
            record_text(r, reading.why).at ? reading.why : "the moves are not clear here",
            choices_of(in, &reading));
        return; /* the text as it is written, so that nothing is lost */
    }
    zi_reading_write(&reading, UINT32_MAX, &out);
    in->rows.value[CSV_MOVES] = value_made(in, zi_record_take_buffer(r, &out), place);
}

static void set_comment(struct reader *in) {
    struct buffer b = {0};
    struct csv_value *to = &in->rows.value[CSV_COMMENT];
    size_t players = 0;
    bool moves = false;
    for (size_t i = CSV_WHITE; i <= CSV_SOUTH; i++)
        players += in->rows.value[i].text.len > 0 &&
                   (is_side_column(i) || i == CSV_NORTH || i == CSV_SOUTH);
    for (size_t i = 0; i < in->remarks; i++) {
        struct line_look look;
        in->record->out_of_memory |= !zi_sheet_look(in->remark[i], &look);
        moves = look.moves > 1 && !look.prose;
        if (moves || (look.moves && in->first == in->end))
            ask(in, in->remark[i], FINDING_FORMAT,
                "this text contains moves that cannot be read; write them as `1. MOVE MOVE`",
                NO_TEXT);
        else if (look.moves && zi_sheet_has_cell(in->remark[i]) && *in->remark[i].at != '[')
            ask(in, in->remark[i], FINDING_AMBIGUOUS,
                "this text contains moves; it was kept as a comment", NO_TEXT);
    }
    if (players < 2 && (in->remarks || in->untitled))
        ask(in, in->remarks ? in->remark[0] : in->head.value[CSV_EVENT], FINDING_FORMAT,
            players ? "the name of only one player can be read; write `black: NAME`"
                    : "no player's name can be read on this sheet; write `black: NAME`",
            NO_TEXT);
    if (!in->remarks)
        return;
    bool after = in->after < in->remarks;
    if (players && !in->rows.value[CSV_RESULT].text.len)
        ask(in, in->remark[after ? in->after : 0], after ? FINDING_FORMAT : FINDING_AMBIGUOUS,
            after ? "no result can be read in this text after the moves; write a result such as "
                    "`1-0`, or remove the text"
                  : "no result can be read on this sheet; this text is kept as a comment",
            NO_TEXT);
    if (to->text.len)
        buffer_add(&b, to->text, "\n");
    for (size_t i = 0; i < in->remarks; i++)
        buffer_add(&b, i ? "\n" : "", in->remark[i]);
    *to = value_made(in, zi_record_take_buffer(in->record, &b), in->remark[0]);
}

/* Whether the sheet has a game that is known. If not, the record says what is missing. */
static bool has_game(struct reader *in, const struct format_options *options, bool unclear) {
    bool begun = in->first < in->end, players = in->head.named[0].len || in->names.name[0].len;
    bool named = in->choice.rules || in->choice.raw || options->game || !in->choice.guess.game;
    const char *why =
        unclear ? "the first game has no players above its moves, so the names between the games "
                  "could belong to either game; write the players of each game above its moves"
        : !begun && !in->endings && !players
            ? "there is no game here: no players, no moves, no result"
        : !begun && !in->endings ? "this game has no moves and no result; write how it "
                                   "ended, such as `1-0 forfeit`, or leave it out"
        : !begun && !named       ? "the sheet does not name the game; write its name, or use --game"
                                 : NULL;
    if (why)
        zi_record_stop(in->record, FINDING_FORMAT, value_at(in, in->rows.value[0].text).place, why,
                       NO_TEXT);
    if (!why && !named)
        ask(in, in->rows.value[CSV_MOVES].text, FINDING_AMBIGUOUS,
            "the sheet does not name the game, which was deduced from the moves",
            record_text(in->record, in->choice.guess.game, in->choice.guess.variant ? " " : "",
                        in->choice.guess.variant ? in->choice.guess.variant : ""));
    return !why;
}

void zi_sheet_take(struct document *d) { d->kept = &nothing; }

/* Whether all of the text is understood, so that nothing but its form is lost. */
static bool is_whole(const struct reader *in) {
    bool plain = in->first < in->end && !in->unread && !in->remarks && in->head.value[CSV_GAME].len;
    for (size_t i = 0; i < CSV_COLUMNS; i++) {
        struct text t = in->head.value[i];
        for (size_t k = 0; k < t.len && i != CSV_RULES && i != CSV_POSITION; k++)
            plain &= !strchr("{}[]\\#", t.at[k]) && (k || t.at[k] != '\'');
    }
    return plain;
}

/* False if there is no such attempt. */
static bool take(struct reader *in, const struct document *document,
                 const struct format_options *options, unsigned attempt) {
    const struct common *common = document->kept;
    zi_lines_read(&in->lines, (char *)in->text.at, in->text.len);
    in->record->out_of_memory |= in->lines.failed;
    in->end = zi_lines_moves(&in->lines, 0, in->lines.count, &in->first);
    if (in->first == in->end)
        in->first = in->end = in->lines.count;
    read_lines(in, common && common->below);
    if (options->whole && !is_whole(in))
        return false;
    set_values(in, common, options);
    if ((attempt && (in->first == in->end || options->whole)) ||
        !zi_csv_choose_game(&in->rows, options, attempt, &in->choice))
        return false;
    const struct rules *rules = in->choice.rules;
    return !options->whole || (rules && (!rules->variant_required ||
                                         in->choice.options.variant)); /* nothing is guessed */
}

bool zi_sheet_read(struct record *r, const struct document *document,
                   const struct format_options *options, unsigned attempt) {
    struct reader in = {.record = r, .text = document->text, .common = document->kept};
    if (!zi_line_is_text(document))
        return attempt == 0 && (zi_line_begin(r, document), true);
    in.rows.table = &table;
    in.head.side[0] = in.head.side[1] = CSV_COLUMNS;
    in.names = (struct names){.side = {SIDE_WORDS, SIDE_WORDS}};
    bool taken = take(&in, document, options, attempt), failed = r->out_of_memory;
    if (!taken && !failed) {
        free(in.lines.at);
        return false;
    }
    zi_line_begin_text(r, document);
    r->out_of_memory |= failed;
    const struct common *common = document->kept;
    if (!failed && has_game(&in, options, common && common->unclear)) {
        if (!in.choice.raw) {
            set_players(&in);
            set_ending(&in);
            set_moves(&in, options->purse);
        } else if (in.endings) {
            in.rows.value[CSV_RESULT] = value_at(&in, in.ending[0].text);
        }
        set_comment(&in);
        zi_csv_take_game(r, &in.rows, &in.choice);
    }
    free(in.lines.at);
    return true;
}
