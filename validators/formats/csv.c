/* A table of turns: RFC 4180, a row for each turn of the main line. Behind this file is the only
   user of libcsv. */
#include <csv.h>
#include <strings.h>

#include "notation/base/csv_out.h"
#include "notation/games/cell.h"
#include "validators/formats/guess.h"
#include "validators/formats/lines.h"

enum column { RECORD, PLY, PLAYER, MOVE, CAPTURED, POSITION, COLUMNS };
static const char *const names[COLUMNS] = {"record", "ply",      "player",
                                           "move",   "captured", "position"};

enum {
    COLUMN_MAX = 255, /* columns from here on are counted as one */
    KEY_BYTES = 64,   /* of a record's number, as far as it is compared */
    BLOCK_BYTES = 4096,
    POSITION_TEXT_MAX = CELLS_MAX * 4,
    NUMBER_BYTES = 7 /* of a record in every row, as far as the bound on a record is concerned */
};

/* Where the columns stand, from 1; 0: nowhere. `count`: how many there are. */
struct layout {
    uint8_t at[COLUMNS];
    uint8_t count;
};

static const struct layout plain = {{1, 2, 3, 4, 5, 6}, COLUMNS};

/* For the source: a byte each, never 0. */
static uint64_t pack(const struct layout *l) {
    uint64_t packed = (uint64_t)1 << 63 | (uint64_t)l->count << 8 * COLUMNS;
    for (unsigned i = 0; i < COLUMNS; i++)
        packed |= (uint64_t)l->at[i] << 8 * i;
    return packed;
}

static struct layout unpack(uint64_t packed) {
    struct layout l = {.count = (uint8_t)(packed >> 8 * COLUMNS)};
    for (unsigned i = 0; i < COLUMNS; i++)
        l.at[i] = (uint8_t)(packed >> 8 * i);
    return l;
}

/* Adds a field of what may be the heading. False where no column has this name, or another one has
   had it. */
static bool name_column(struct layout *l, struct text name, uint8_t number) {
    for (unsigned i = 0; i < COLUMNS; i++)
        if (name.len == strlen(names[i]) && !strncasecmp(name.at, names[i], name.len)) {
            if (l->at[i])
                return false;
            l->at[i] = number;
            return true;
        }
    return false;
}

static bool is_heading(const struct layout *l) {
    static const uint8_t nothing[COLUMNS];
    return memcmp(l->at, nothing, sizeof nothing) != 0;
}

static void count_column(uint8_t *column) { *column = (uint8_t)(*column + (*column < COLUMN_MAX)); }

static void open_parser(struct csv_parser *p) {
    csv_init(p, CSV_STRICT | CSV_STRICT_FINI);
    csv_set_blk_size(p, BLOCK_BYTES);
}

/* Cutting: a document is the rows that follow each other with the same number of a record. */

struct cutter {
    struct csv_parser parser;
    uint8_t column;        /* fields of the present row so far */
    uint8_t key_column;    /* the one with the record's number; 0: none */
    struct layout heading; /* what the row is as a heading */
    char key[KEY_BYTES];   /* of the row */
    size_t key_length;
    bool has_key, row_ended;

    /* The number of the document's record. */
    char own[KEY_BYTES];
    size_t own_length;
    bool has_own;
};

static void cut_field(void *content, size_t length, void *context) {
    struct cutter *c = context;
    count_column(&c->column);
    name_column(&c->heading, (struct text){content, length}, c->column);
    if (c->column != c->key_column)
        return;
    c->key_length = length < KEY_BYTES ? length : KEY_BYTES;
    memcpy(c->key, content, c->key_length);
    c->has_key = true;
}

static void cut_row(int end, void *context) {
    struct cutter *c = context;
    (void)end;
    c->heading.count = c->column;
    c->column = 0;
    c->row_ended = true;
}

/* Leaves the present row. */
static void restart(struct cutter *c) {
    csv_free(&c->parser);
    open_parser(&c->parser);
    c->column = 0;
}

enum fed { FED_NOTHING, FED_ROW, FED_FAULT };

/* Reads a line, or at the end of the stream what is open there. A faulty row ends with its line. */
static enum fed feed(struct cutter *c, struct text line) {
    if (!c->column) {
        c->heading = (struct layout){0};
        c->has_key = false;
    }
    c->row_ended = false;
    bool right = line.len
                     ? csv_parse(&c->parser, line.at, line.len, cut_field, cut_row, c) == line.len
                     : csv_fini(&c->parser, cut_field, cut_row, c) == 0;
    if (right)
        return c->row_ended ? FED_ROW : FED_NOTHING;
    restart(c);
    return FED_FAULT;
}

/* Whether the row just read is the heading of the stream. Sets the layout of all rows. */
static bool accept_heading(struct cutter *c, struct source *s) {
    bool found = is_heading(&c->heading);
    struct layout layout = found ? c->heading : plain;
    s->own = pack(&layout);
    c->key_column = layout.at[RECORD];
    return found;
}

/* Whether the row just read is one of the document, whose first number of a record is its own. */
static bool belongs(struct cutter *c) {
    if (!c->has_key)
        return true;
    if (c->has_own)
        return text_same((struct text){c->key, c->key_length},
                         (struct text){c->own, c->own_length});
    memcpy(c->own, c->key, c->key_length);
    c->own_length = c->key_length;
    c->has_own = true;
    return true;
}

static bool cut(struct cutter *c, struct source *s, struct document *out) {
    size_t at = 0, rows = 0; /* bytes that were read; those of whole rows of the document */
    bool any = false, last = false;
    while (!last) {
        size_t end = zet_line_end(s, at);
        struct text ahead = source_ahead(s);
        size_t mark = at == 0 ? zet_line_mark(ahead, s->passed) : 0;
        last = end == at;
        struct text line = {ahead.at + at + mark, end - at - mark};
        enum fed fed = line.len || last ? feed(c, line) : FED_NOTHING;
        bool heading = fed == FED_ROW && !s->own && accept_heading(c, s);
        at = end;
        if (fed != FED_NOTHING && !heading) {
            if (!belongs(c))
                break;
            any = true;
        }
        if (fed != FED_NOTHING || last)
            rows = at;
        if (fed == FED_FAULT && !c->has_own && c->key_column)
            break; /* whose row it is cannot be seen */
        if (at > RECORD_BYTES_MAX) {
            if (fed == FED_NOTHING)
                restart(c);
            zet_line_drop(s, at, out);
            at = rows = 0;
        }
    }
    struct document rest = zet_source_take(s, rows);
    zet_line_unmark(&rest);
    if (!out->too_long)
        *out = rest;
    return any || out->too_long;
}

static bool next(struct source *s, struct document *out) {
    struct cutter c = {.key_column = s->own ? unpack(s->own).at[RECORD] : 1};
    *out = (struct document){0};
    open_parser(&c.parser);
    uint64_t own = s->own;
    bool found = cut(&c, s, out);
    out->own = own;
    csv_free(&c.parser);
    return found;
}

/* The rows of a document, one after the other. */

struct value {
    struct text text;
    size_t place; /* bytes from the start of the document */
};

struct rows {
    struct csv_parser parser;
    struct record *record; /* keeps what does not stand in the document as it is; NULL: it is only
                              looked at */
    struct text text;
    struct layout layout, heading;
    bool layout_known;
    size_t at;    /* bytes that are read */
    size_t field; /* where the present field starts */
    uint8_t column;
    bool row_ended, ended, faulty;

    /* The row read last: its place, its fields, how many it has. */
    size_t place;
    struct value value[COLUMNS];
    uint8_t count;
};

static void rows_open(struct rows *rows, const struct document *d, struct record *r) {
    *rows = (struct rows){.record = r,
                          .text = d->text,
                          .layout = d->own ? unpack(d->own) : plain,
                          .layout_known = d->own != 0};
    open_parser(&rows->parser);
}

static void rows_close(struct rows *rows) { csv_free(&rows->parser); }

/* Where the content of the present field starts. */
static size_t content_start(const struct rows *rows) {
    size_t at = rows->field;
    while (at < rows->at && strchr(" \t\r\n", rows->text.at[at]) && rows->text.at[at])
        at++;
    return at + (at < rows->at && rows->text.at[at] == '"');
}

static void read_field(void *content, size_t length, void *context) {
    struct rows *rows = context;
    struct value v = {{content, length}, content_start(rows)};
    if (!rows->column)
        rows->place = v.place;
    count_column(&rows->column);
    struct text raw = {rows->text.at + v.place, length};
    if (length <= rows->text.len - v.place && text_same(raw, v.text))
        v.text = raw;
    else if (rows->record)
        v.text = zet_record_keep(rows->record, v.text);
    else
        v.text = raw.at ? (struct text){raw.at, 0} : NO_TEXT;
    bool named = rows->layout_known || name_column(&rows->heading, v.text, rows->column);
    for (unsigned i = 0; i < COLUMNS; i++)
        if (rows->layout.at[i] == rows->column)
            rows->value[i] = v;
    rows->field = rows->at + 1;
    if (!named && rows->record && is_heading(&rows->heading))
        zet_report_add(rows->record, FINDING_UNKNOWN_KEY, PART_HEADER, v.place,
                       "zet does not know this column, or it stands here twice", NO_TEXT);
}

static void read_row(int end, void *context) {
    struct rows *rows = context;
    (void)end;
    rows->count = rows->heading.count = rows->column;
    rows->column = 0;
    rows->field = rows->at + 1;
    rows->row_ended = true;
}

/* Whether the first row of the stream is its heading. */
static bool is_first_heading(struct rows *rows) {
    bool heading = !rows->layout_known && is_heading(&rows->heading);
    rows->layout_known = true;
    if (heading)
        rows->layout = rows->heading;
    return heading;
}

/* Reads the next row that is no heading. False at the end, and where the quotes are wrong. */
static bool rows_next(struct rows *rows) {
    while (!rows->ended) {
        rows->row_ended = false;
        memset(rows->value, 0, sizeof rows->value);
        for (; rows->at < rows->text.len && !rows->row_ended && !rows->faulty; rows->at++)
            rows->faulty = csv_parse(&rows->parser, rows->text.at + rows->at, 1, read_field,
                                     read_row, rows) != 1;
        if (!rows->row_ended && !rows->faulty) {
            rows->ended = true;
            rows->faulty = csv_fini(&rows->parser, read_field, read_row, rows) != 0;
        }
        rows->ended |= rows->faulty;
        if (rows->row_ended && !is_first_heading(rows))
            return true;
    }
    return false;
}

/* Reading a record from its rows. They claim what the moves do, so the moves are replayed. */

struct reader {
    struct record *record;
    struct rows *rows;
    struct guess guess;
    struct node *root, *moves;
    struct kept_grammar *kept; /* the converter's, or own */
    struct kept_grammar own;
    struct replay replay;
    struct movetext text;
    bool begun;                     /* the first row has been read */
    bool playing;                   /* nothing has hindered the replay so far */
    bool player_wrong, place_wrong; /* such a finding has been made */
    uint32_t ply;                   /* of the present turn, from 1 */
    uint32_t number;                /* of its row, as the rows before it are numbered */
};

static void find(struct reader *in, enum finding_code code, enum column column,
                 const char *sentence, struct text right) {
    struct record *r = in->record;
    struct buffer b = {0};
    buffer_string(&b, "it is ");
    buffer_text(&b, right);
    struct finding *f = zet_report_add(r, code, PART_MOVES, in->rows->value[column].place, sentence,
                                       zet_record_keep(r, buffered(&b)));
    if (f)
        f->ply = in->ply;
    r->out_of_memory |= b.failed;
    zet_buffer_free(&b);
}

/* The position as text, in `room`. */
static struct text position_text(const struct ruleset *rs, const void *position,
                                 char room[POSITION_TEXT_MAX]) {
    struct setup setup;
    struct writer w = {room, POSITION_TEXT_MAX, 0};
    rs->rules->describe(position, &setup);
    rs->rules->notation->write_setup(&w, &rs->board, &setup);
    return written(&w);
}

/* Whether the text is the game's own start position. */
static bool is_start(const struct ruleset *rs, struct text position) {
    union position start;
    char room[POSITION_TEXT_MAX];
    return !rs->rules->start(&start, rs, NULL) &&
           text_same(position, position_text(rs, &start, room));
}

/* What the move took: stones in husbao; in akron the cells from which stones fell. */
static void write_captured(struct writer *w, const struct effect *effect) {
    if (effect->loot)
        write_number(w, effect->loot);
    for (unsigned i = 0; i < effect->falls; i++) {
        if (i)
            write_char(w, ' ');
        write_cell(w, effect->fall[i]);
    }
}

/* From the position of the first row, or the game's own. */
static void start(struct reader *in, struct text position) {
    const struct ruleset *rs = &in->guess.ruleset;
    const struct notation *notation = rs->rules->notation;
    struct setup setup;
    size_t fault;
    bool failed = false;
    bool own = position.len && !notation->read_setup(position, &rs->board, &setup, &fault);
    in->begun = true;
    if (position.len && !own)
        return; /* the judge of the record says why */
    in->playing = !zet_replay_start(&in->replay, rs, own ? &setup : NULL,
                                    in->record->text.len / 2 + 1, &failed);
    in->playing &= !failed;
    in->record->out_of_memory |= failed;
}

/* Row 0: where the game starts. */
static void accept_start(struct reader *in) {
    struct record *r = in->record;
    struct value v = in->rows->value[POSITION];
    if (v.text.len && !is_start(&in->guess.ruleset, v.text)) {
        struct span span = span_at(v.place, v.place + v.text.len, WRITTEN_PLAIN);
        zet_record_put(r, in->root, "position", zet_record_scalar(r, v.text, span));
    }
    start(in, v.text);
}

/* Plays a move, if it is legal. */
static bool play(struct reader *in, const struct move *m, struct effect *effect) {
    struct replay *replay = &in->replay;
    if (replay->outcome.result != RESULT_OPEN || replay->ply == PLIES_MAX ||
        in->guess.ruleset.rules->check(&replay->position, m))
        return false;
    zet_replay_play(replay, m, effect);
    return true;
}

static bool open_grammar(struct kept_grammar *kept, const struct notation *notation) {
    if (kept->notation == notation)
        return true;
    zet_grammar_close(&kept->grammar);
    *kept = (struct kept_grammar){0};
    bool opened = zet_grammar_open(&kept->grammar, notation);
    kept->notation = opened ? notation : NULL;
    return opened;
}

/* Plays the turn of the row, as far as it can be played. A plain move takes no pattern. */
static bool play_turn(struct reader *in, struct effect *effect) {
    const struct ruleset *rs = &in->guess.ruleset;
    const struct notation *notation = rs->rules->notation;
    struct movetext *text = &in->text;
    struct text written = in->rows->value[MOVE].text;
    bool turned = false;
    enum token token;
    if (zet_guess_move(&in->guess, written, &text->move))
        return play(in, &text->move, effect);
    if (!open_grammar(in->kept, notation)) {
        in->record->out_of_memory = true;
        return false;
    }
    zet_movetext_open(text, &in->kept->grammar, &rs->board, written, NULL, 0);
    while ((token = zet_movetext_next(text)) != TOKEN_END) {
        if (token == TOKEN_NUMBER || token == TOKEN_COMMENT || token == TOKEN_GLYPH)
            continue;
        if (token != TOKEN_MOVE || turned || !play(in, &text->move, effect))
            return false;
        turned = move_is_turn(&text->move);
    }
    return turned;
}

static void check_ply(struct reader *in) {
    struct value v = in->rows->value[PLY];
    char room[16];
    struct writer w = {room, sizeof room, 0};
    write_number(&w, ++in->number);
    if (!in->rows->layout.at[PLY] || text_same(v.text, written(&w)))
        return;
    find(in, FINDING_FORMAT, PLY, "the rows are not numbered in sequence", written(&w));
    if (text_is_number(v.text))
        in->number = text_number(v.text, PLIES_MAX);
}

static void check_player(struct reader *in) {
    const struct rules *rules = in->guess.ruleset.rules;
    struct text claim = in->rows->value[PLAYER].text;
    const char *side = rules->sides[rules->turn(&in->replay.position)];
    if (!claim.len || in->player_wrong ||
        (claim.len == strlen(side) && !strncasecmp(claim.at, side, claim.len)))
        return;
    in->player_wrong = true;
    find(in, FINDING_FORMAT, PLAYER, "it is not this player's turn", text_of(side));
}

static void check_captured(struct reader *in, const struct effect *effect) {
    struct text claim = in->rows->value[CAPTURED].text;
    char room[LEVELS_MAX * 8];
    struct writer w = {room, sizeof room, 0};
    write_captured(&w, effect);
    if (!claim.len || text_same(claim, written(&w)) || (w.len == 0 && text_is(claim, "0")))
        return;
    find(in, FINDING_ANNOTATION_MISMATCH, CAPTURED, NULL, w.len ? written(&w) : TEXT("none"));
}

static void check_position(struct reader *in) {
    struct text claim = in->rows->value[POSITION].text;
    if (!claim.len || in->place_wrong)
        return;
    char room[POSITION_TEXT_MAX];
    struct text right = position_text(&in->guess.ruleset, &in->replay.position, room);
    if (text_same(claim, right))
        return;
    in->place_wrong = true;
    find(in, FINDING_FORMAT, POSITION, "the position does not follow from the moves", right);
}

static void accept_turn(struct reader *in) {
    struct record *r = in->record;
    struct value move = in->rows->value[MOVE];
    struct span span = span_at(move.place, move.place + move.text.len, WRITTEN_PLAIN);
    if (!in->begun)
        start(in, NO_TEXT);
    in->ply++;
    check_ply(in);
    struct text text = move.text.len ? move.text : TEXT("");
    zet_node_add(in->moves, zet_record_scalar(r, text, span));
    if (!in->playing)
        return;
    struct effect effect = {0};
    check_player(in);
    in->playing = play_turn(in, &effect);
    if (!in->playing)
        return;
    check_captured(in, &effect);
    check_position(in);
}

/* False where the record cannot be read any further. */
static bool accept_row(struct reader *in) {
    struct rows *rows = in->rows;
    const char *why = !rows->layout.at[MOVE] ? "the heading names no column `move`"
                      : rows->count != rows->layout.count
                          ? "a row has as many fields as the heading, or six"
                          : NULL;
    if (why) {
        zet_record_stop(in->record, FINDING_FORMAT, rows->place, why, NO_TEXT);
        return false;
    }
    bool is_first = !in->begun && !rows->value[MOVE].text.len &&
                    (!rows->layout.at[PLY] || text_is(rows->value[PLY].text, "0"));
    if (is_first)
        accept_start(in);
    else
        accept_turn(in);
    return !in->record->out_of_memory;
}

static void read_rows(struct reader *in, const struct format_options *options) {
    struct record *r = in->record;
    struct span whole = span_at(0, r->text.len, WRITTEN_DERIVED);
    in->root = zet_guess_record(r, &in->guess, options, 0);
    in->moves = zet_record_collection(r, NODE_SEQUENCE, whole);
    bool more = true;
    while (more && rows_next(in->rows))
        more = accept_row(in);
    if (more && in->rows->faulty)
        zet_record_stop(r, FINDING_FORMAT, in->rows->field, "the quotes of this field are wrong",
                        NO_TEXT);
    if (!more || in->rows->faulty)
        return;
    zet_record_put(r, in->root, "moves", in->moves);
    zet_record_take(r, in->root);
}

/* How well the first row goes with a candidate: the position is no position of its board, or one,
   or just the one that the move leads to, or that the game starts from. */
enum fit { FITS_NOT, FITS_BOARD, FITS_START };

static bool leads_to(const struct guess *g, struct text text, struct text claim) {
    const struct rules *rules = g->ruleset.rules;
    union position position;
    struct move move;
    struct effect effect = {0};
    char room[POSITION_TEXT_MAX];
    if (!zet_guess_move(g, text, &move) || rules->start(&position, &g->ruleset, NULL) ||
        rules->check(&position, &move))
        return false;
    rules->play(&position, &move, &effect);
    return text_same(claim, position_text(&g->ruleset, &position, room));
}

static enum fit fit_of(const struct guess *g, struct text move, struct text position) {
    const struct ruleset *rs = &g->ruleset;
    struct setup setup;
    size_t fault;
    if (rs->rules->notation->read_setup(position, &rs->board, &setup, &fault))
        return FITS_NOT;
    bool starts = move.len ? leads_to(g, move, position) : is_start(rs, position);
    return starts ? FITS_START : FITS_BOARD;
}

/* Finds the candidate of that number, of those that the first row fits best. */
static bool choose(const struct format_options *options, struct text move, struct text position,
                   unsigned attempt, struct guess *out) {
    enum fit best = FITS_NOT;
    for (unsigned i = 0; best < FITS_START && zet_guess(options, i, out); i++) {
        enum fit fit = fit_of(out, move, position);
        best = fit > best ? fit : best;
    }
    for (unsigned i = 0, fitting = 0; zet_guess(options, i, out); i++)
        if (fit_of(out, move, position) == best && fitting++ == attempt)
            return true;
    return false;
}

static bool read(struct record *r, const struct document *document,
                 const struct format_options *options, unsigned attempt) {
    struct rows rows;
    struct text position = TEXT(""), move = TEXT("");
    bool is_text = zet_line_is_text(document), any = true;
    struct reader in = {.record = r, .rows = &rows};
    in.kept = options->kept ? options->kept : &in.own;
    if (is_text) {
        rows_open(&rows, document, NULL);
        any = rows_next(&rows) || rows.faulty;
        if (rows.value[POSITION].text.len)
            position = rows.value[POSITION].text;
        move = rows.value[MOVE].text;
        rows_close(&rows);
    }
    if (!any || (attempt && !is_text) || !choose(options, move, position, attempt, &in.guess))
        return false;
    if (!zet_line_begin(r, document))
        return true;
    rows_open(&rows, document, r);
    read_rows(&in, options);
    rows_close(&rows);
    zet_grammar_close(&in.own.grammar);
    zet_replay_close(&in.replay);
    return true;
}

/* The first line names at least two columns. */
static bool recognise(struct text head) {
    struct layout l = {0};
    unsigned named = 0;
    uint8_t column = 0;
    for (size_t at = 0; at < head.len; at++) {
        size_t start = at;
        while (at < head.len && head.at[at] != ',' && head.at[at] != '\n' && head.at[at] != '\r')
            at++;
        struct text name = {head.at + start, at - start};
        while (name.len && strchr(" \t\"", *name.at) && *name.at)
            name = (struct text){name.at + 1, name.len - 1};
        while (name.len && strchr(" \t\"", name.at[name.len - 1]) && name.at[name.len - 1])
            name.len--;
        count_column(&column);
        named += name_column(&l, name, column);
        if (at == head.len || head.at[at] != ',')
            break;
    }
    return named >= 2;
}

/* Writing. All that is written are numbers, sides, moves and positions in canonical form: none
   begins with a character that a spreadsheet takes for a formula, so nothing needs a mark that
   would have to be taken away again in reading. */

struct table {
    bool gift;   /* stones have been given: the row has begun and its move is in quotes */
    size_t mark; /* where that row began */
};

static void write_move(struct buffer *b, const struct move_reader *in) {
    char room[MOVE_TEXT_MAX];
    struct writer w = {room, sizeof room, 0};
    in->verdict->rules->notation->write(&w, &in->canonical);
    buffer_text(b, written(&w));
}

/* The ply and the player, after the number of the record, which `join` writes. */
static void begin_row(struct buffer *b, const struct move_reader *in) {
    enum { ROOM = 64 };
    const struct rules *rules = in->verdict->rules;
    char room[ROOM];
    struct writer w = {room, ROOM, 0};
    write_char(&w, ',');
    write_number(&w, in->turn);
    write_char(&w, ',');
    write_string(&w, rules->sides[in->side]);
    write_char(&w, ',');
    buffer_text(b, written(&w));
}

/* What the move took, and the position after it. */
static void end_row(struct buffer *b, const struct move_reader *in) {
    char captured[LEVELS_MAX * 8];
    struct writer w = {captured, sizeof captured, 0};
    buffer_char(b, ',');
    write_captured(&w, &in->effect);
    buffer_text(b, written(&w));
    buffer_char(b, ',');
    char room[POSITION_TEXT_MAX];
    zet_csv_field(b, position_text(&in->verdict->ruleset, &in->branches->replay.position, room));
    buffer_char(b, '\n');
}

static void see(struct conversion *c, const struct move_reader *in, enum token token) {
    struct table *table = c->state;
    struct buffer *b = c->body;
    if (token != TOKEN_MOVE || !in->played || in->part != PART_MOVES || in->depth)
        return;
    bool quoted = table->gift, gives = !move_is_turn(&in->canonical);
    if (!quoted) {
        table->mark = b->len;
        begin_row(b, in);
    }
    if (gives && !quoted)
        buffer_char(b, '"');
    write_move(b, in);
    table->gift = gives;
    if (gives) {
        buffer_char(b, ' ');
        return;
    }
    if (quoted)
        buffer_char(b, '"');
    end_row(b, in);
}

static void write_start(struct conversion *c, struct buffer *out) {
    const struct verdict *v = c->verdict;
    struct record *r = c->record;
    const struct field *own = &r->field[KEY_POSITION];
    char room[POSITION_TEXT_MAX];
    if (own->state == FIELD_ABSENT && c->body->len)
        return;
    struct text position =
        own->state == FIELD_GIVEN ? own->text : position_text(&v->ruleset, &v->position, room);
    if (own->state == FIELD_GIVEN && is_start(&v->ruleset, own->text))
        zet_format_loss(r, PART_HEADER, zet_record_byte(r, own->key.start),
                        "position, where it is the game's own");
    buffer_string(out, ",0,,,,");
    zet_csv_field(out, position);
    buffer_char(out, '\n');
}

static void write(struct conversion *c, struct buffer *out) {
    const struct table *table = c->state;
    struct buffer *b = c->body;
    size_t before = out->len;
    if (!c->verdict->positioned || c->record->field[KEY_MOVES].state != FIELD_GIVEN) {
        zet_format_refuse(c, "no row can be written where the moves or the position are not known");
        return;
    }
    if (table->gift)
        b->len = table->mark; /* no move has followed */
    zet_guess_losses(c);
    write_start(c, out);
    buffer_text(out, buffered(b));
    size_t rows = 0;
    for (size_t i = before; i < out->len; i++)
        rows += out->at[i] == '\n';
    if (out->len - before + rows * NUMBER_BYTES > RECORD_BYTES_MAX)
        zet_format_refuse(c, "the rows of this record have more than 1 MiB");
    out->failed |= b->failed;
}

/* The number of the record, in front of every row. */
static void join(struct buffer *out, struct text rows, size_t number) {
    bool quoted = false, start = true;
    for (size_t i = 0; i < rows.len; i++) {
        if (start)
            zet_buffer_number(out, number);
        buffer_char(out, rows.at[i]);
        quoted ^= rows.at[i] == '"';
        start = rows.at[i] == '\n' && !quoted;
    }
}

const struct format zet_format_csv = {
    .name = "csv",
    .about = "a table, one row for each turn",
    .recognise = recognise,
    .next = next,
    .read = read,
    .keys = KEY_BIT(KEY_GAME) | KEY_BIT(KEY_VARIANT) | KEY_BIT(KEY_POSITION) | KEY_BIT(KEY_MOVES),
    .holds = ZET_FORMAT_CAN_PENALTIES,
    .state_size = sizeof(struct table),
    .see = see,
    .write = write,
    .join = join,
    .heading = "record,ply,player,move,captured,position\n",
};
