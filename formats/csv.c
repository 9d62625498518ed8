/* A table of turns: RFC 4180, one row per turn of the main line. The reader also accepts tables
   with one row per game. */
#include "formats/csv_games.h"
#include "formats/guess.h"
#include "formats/lines.h"
#include "formats/sheet.h"
#include "notation/base/safe_text.h"
#include "notation/base/value.h"
#include "notation/games/cell.h"

enum { CAPTURED_MAX = LEVELS_MAX * 8 };

/* Reading a record from its rows. */

struct reader {
    struct record *record;
    struct csv_rows *rows;
    struct guess guess;
    struct node *root, *moves;
    struct csv_claims *claims;
    bool begun;      /* the first row has been read */
    uint32_t ply;    /* of the current turn, from 1 */
    uint32_t number; /* of its row, by the numbering of previous rows */
};

static void find(struct record *r, uint32_t ply, enum finding_code code, const struct csv_value *at,
                 const char *sentence, struct text right) {
    struct finding *f =
        zi_report_add(r, code, PART_MOVES, at->place, sentence, record_text(r, "it is ", right));
    if (f)
        f->ply = ply;
}

/* Whether the text is the game's own start position. */
static bool is_start(const struct ruleset *rs, struct text position) {
    union position start;
    char room[SETUP_TEXT_MAX];
    return !rs->rules->start(&start, rs, NULL) &&
           text_same(position, zi_position_text(rs, &start, room));
}

/* Writes what the move captured: stones in husbao; in akron the cells from which stones fell. */
static void write_captured(struct writer *w, const struct effect *effect) {
    if (effect->loot)
        write_number(w, effect->loot);
    for (unsigned i = 0; i < effect->falls; i++) {
        if (i)
            write_char(w, ' ');
        write_cell(w, effect->fall[i]);
    }
}

/* Row 0: the start position. */
static void accept_start(struct reader *in) {
    struct csv_value v = in->rows->value[CSV_POSITION];
    if (v.text.len && !is_start(&in->guess.ruleset, v.text))
        zi_record_put(in->record, in->root, "position",
                      zi_csv_scalar(in->record, &v, v.text, WRITTEN_PLAIN));
}

static void check_ply(struct reader *in) {
    struct csv_value v = in->rows->value[CSV_PLY];
    char room[16];
    struct writer w = {room, sizeof room, 0};
    write_number(&w, ++in->number);
    if (!in->rows->table->has[CSV_PLY] || text_same(v.text, written(&w)))
        return;
    find(in->record, in->ply, FINDING_FORMAT, &v, "the rows are not numbered in sequence",
         written(&w));
    if (text_is_number(v.text))
        in->number = text_number(v.text, PLIES_MAX);
}

/* A value whose text lives as long as the record. */
static struct csv_value kept(struct record *r, struct csv_value v) {
    v.text = v.doubled ? zi_record_keep(r, v.text) : v.text;
    return v;
}

static void add_claim(struct reader *in) {
    struct record *r = in->record;
    const struct csv_value *v = in->rows->value;
    struct csv_claim *c = zi_arena_alloc(&r->arena, sizeof *c);
    r->out_of_memory |= !c;
    if (!c)
        return;
    *c =
        (struct csv_claim){NULL, v[CSV_PLAYER], kept(r, v[CSV_CAPTURED]), kept(r, v[CSV_POSITION])};
    *(in->claims->first ? &in->claims->last->next : &in->claims->first) = c;
    in->claims->last = c;
}

static void accept_turn(struct reader *in) {
    struct csv_value move = in->rows->value[CSV_MOVE];
    in->ply++;
    check_ply(in);
    struct text text = move.text.len ? move.text : TEXT("");
    zi_node_add(in->moves, zi_csv_scalar(in->record, &move, text, WRITTEN_PLAIN));
    add_claim(in);
}

/* Returns false if the record cannot be read further. */
static bool accept_row(struct reader *in) {
    struct csv_rows *rows = in->rows;
    const struct csv_table *t = rows->table;
    const char *why = !t->has[CSV_MOVE]         ? "the headings have no column `move`"
                      : rows->count == t->count ? NULL
                      : t->named
                          ? "a row must have as many fields as the heading"
                          : "the first row names no column that zet knows, so each row must have "
                            "the six fields of a turn; for other headings, use --map HEADING=KEY";
    if (why) {
        zi_record_stop(in->record, FINDING_FORMAT, rows->place, why, NO_TEXT);
        return false;
    }
    bool is_first = !in->begun && !rows->value[CSV_MOVE].text.len &&
                    (!rows->table->has[CSV_PLY] || text_is(rows->value[CSV_PLY].text, "0"));
    if (is_first)
        accept_start(in);
    else
        accept_turn(in);
    in->begun = true;
    return !in->record->out_of_memory;
}

/* Stops the record at a field whose quotes are wrong. */
static void stop_at_quotes(struct record *r, const struct csv_rows *rows) {
    zi_record_stop(r, FINDING_FORMAT, rows->field, "the quotes of this field are wrong", NO_TEXT);
}

/* Makes the record from rows, the first of which has been read. */
static void read_rows(struct reader *in, const struct format_options *options) {
    struct record *r = in->record;
    struct csv_rows *rows = in->rows;
    struct span whole = span_at(0, r->text.len, WRITTEN_DERIVED);
    in->root = zi_guess_record(r, &in->guess, options, 0);
    in->moves = zi_record_collection(r, NODE_SEQUENCE, whole);
    bool more = true;
    for (bool any = !rows->faulty; any && more; any = more && zi_csv_rows_next(rows))
        more = accept_row(in);
    if (more && rows->faulty)
        stop_at_quotes(r, rows);
    if (!more || rows->faulty)
        return;
    zi_record_put(r, in->root, "moves", in->moves);
    zi_record_take(r, in->root);
}

/* How well the first row fits a candidate: its position is not one of the board, is one, or is
   exactly the position after the move or at the start. */
enum fit { FITS_NOT, FITS_BOARD, FITS_START };

static bool leads_to(const struct guess *g, struct text text, struct text claim) {
    const struct rules *rules = g->ruleset.rules;
    union position position;
    struct move move;
    struct effect effect = {0};
    char room[SETUP_TEXT_MAX];
    if (!zi_guess_move(g, text, &move) || rules->start(&position, &g->ruleset, NULL) ||
        rules->check(&position, &move))
        return false;
    rules->play(&position, &move, &effect);
    return text_same(claim, zi_position_text(&g->ruleset, &position, room));
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

/* Finds candidate `attempt` among those that fit the first row best. */
static bool choose(const struct csv_rows *rows, const struct format_options *options,
                   unsigned attempt, struct guess *out) {
    struct text move = rows->value[CSV_MOVE].text, position = rows->value[CSV_POSITION].text;
    enum fit fit[GUESSES_MAX], best = FITS_NOT;
    unsigned count = 0;
    if (!position.len || !zi_guess(options, 1, out)) /* no data to choose by */
        return zi_guess(options, attempt, out);
    for (; count < GUESSES_MAX && zi_guess(options, count, out); count++) {
        fit[count] = fit_of(out, move, position);
        best = fit[count] > best ? fit[count] : best;
    }
    for (unsigned i = 0; i < count; i++)
        if (fit[i] == best && attempt-- == 0)
            return zi_guess(options, i, out);
    return false;
}

/* Whether a spreadsheet has one game, move by move, as a score sheet does. */
static bool is_sheet(struct source *s) {
    bool fresh = !s->kept;
    const struct csv_table *t = fresh ? zi_csv_table(s) : NULL;
    if (!t || !(t->scored || t->known) || (t->named && (t->has[CSV_MOVES] || t->has[CSV_MOVE])) ||
        !zi_sheet_recognise(zi_source_head(s), &s->out_of_memory))
        return !fresh && kept_of_sheet(s->kept);
    s->kept_free(s->kept);
    s->kept = NULL;
    return zi_sheet_begin(s);
}

static bool next(struct source *s, struct document *out) {
    return is_sheet(s) ? zi_sheet_next(s, out) : zi_csv_next(s, out);
}

/* Reads the record that begins with the first row. */
static bool read_record(struct record *r, const struct document *d, struct csv_rows *rows,
                        const struct format_options *options, unsigned attempt) {
    struct csv_choice choice;
    struct reader in = {.record = r, .rows = rows, .claims = options->claims};
    bool games = rows->table->games;
    if (games ? !zi_csv_choose_game(rows, options, attempt, &choice)
              : !choose(rows, options, attempt, &in.guess))
        return false;
    zi_csv_begin(r, d);
    if (!games)
        read_rows(&in, options);
    else if (rows->faulty)
        stop_at_quotes(r, rows);
    else if (rows->filled > rows->table->count)
        zi_record_stop(r, FINDING_FORMAT, rows->place,
                       "this row has more fields than there are headings", NO_TEXT);
    else
        zi_csv_take_game(r, rows, &choice);
    return true;
}

/* Whether the document is text; if not, attempt 0 makes the record that says what to do. */
static bool is_text(struct record *r, const struct document *d, unsigned attempt) {
    if (zi_line_is_text(d))
        return true;
    if (attempt == 0)
        zi_line_begin(r, d);
    for (size_t i = 0; i < r->findings.count; i++)
        if (r->findings.at[i].code == FINDING_ENCODING)
            r->findings.at[i].detail =
                text_of("save the table as CSV UTF-8, or as Unicode text, which is UTF-16");
    return false;
}

static bool read_csv(struct record *r, const struct document *document,
                     const struct format_options *options, unsigned attempt) {
    struct csv_rows rows;
    if (kept_of_sheet(document->kept))
        return zi_sheet_read(r, document, options, attempt);
    if (!is_text(r, document, attempt))
        return attempt == 0;
    zi_csv_rows_open(&rows, document);
    bool any = zi_csv_rows_next(&rows) || rows.faulty;
    bool read = any && !rows.failed && read_record(r, document, &rows, options, attempt);
    bool failed = rows.failed;
    zi_csv_rows_close(&rows);
    if (failed && !read)
        zi_csv_begin(r, document);
    r->out_of_memory |= failed;
    return read || failed;
}

/* Checking what the rows state, as the moves are judged. */

static void check_player(struct csv_claims *c, const struct move_reader *in) {
    const struct rules *rules = in->verdict->rules;
    struct text claim = c->first->player.text;
    const char *side =
        rules->sides[in->played ? in->side : rules->turn(&in->branches->replay.position)];
    const char *const sides[] = {side, NULL};
    if (!claim.len || c->player_wrong || text_in_any_case(claim, sides))
        return;
    c->player_wrong = true;
    find(in->record, in->turn, FINDING_FORMAT, &c->first->player, "it is not this player's turn",
         text_of(side));
}

static void check_captured(const struct csv_claims *c, const struct move_reader *in) {
    struct text claim = c->first->captured.text;
    char room[CAPTURED_MAX];
    struct writer w = {room, sizeof room, 0};
    write_captured(&w, &in->effect);
    if (claim.len && !text_same(claim, written(&w)) && (w.len || !text_is(claim, "0")))
        find(in->record, in->turn, FINDING_ANNOTATION_MISMATCH, &c->first->captured, NULL,
             w.len ? written(&w) : TEXT("none"));
}

static void check_position(struct csv_claims *c, const struct move_reader *in,
                           struct position_series *position) {
    struct text claim = c->first->position.text;
    if (!claim.len || c->position_wrong)
        return;
    struct text right =
        zi_position_text_next(position, &in->verdict->ruleset, &in->branches->replay.position);
    c->position_wrong = !text_same(claim, right);
    if (c->position_wrong)
        find(in->record, in->turn, FINDING_FORMAT, &c->first->position,
             "the position does not follow from the moves", right);
}

void zi_csv_check_claims(struct csv_claims *c, const struct move_reader *in, enum token token,
                         struct position_series *position) {
    bool turn = in->part == PART_MOVES && !in->depth && in->verdict->positioned &&
                (token == TOKEN_MOVE || token == TOKEN_BAD);
    if (!c->first || !turn)
        return;
    check_player(c, in);
    if (in->played && !move_is_turn(&in->canonical))
        return; /* stones were given, and their move follows */
    if (in->played) {
        check_captured(c, in);
        check_position(c, in, position);
    }
    c->first = in->played ? c->first->next : NULL;
}

/* Writing. All fields are numbers, sides, moves and canonical positions. None starts with a
   character that begins a formula in a spreadsheet, so none needs a mark that the reader would have
   to remove. */

struct table {
    bool gift;     /* stones were given: the row has begun, and its move is in quotes */
    size_t mark;   /* where that row began */
    size_t prefix; /* length of what all rows begin with */
};

static void begin_row(const struct conversion *c, struct buffer *out) {
    struct table *table = c->state;
    if (table->prefix && out == c->body) {
        char *at = buffer_room(out, table->prefix);
        if (at)
            memcpy(at, out->at, table->prefix);
        out->len += at ? table->prefix : 0;
        return;
    }
    zi_csv_text(out, c->file);
    buffer_add(out, ",", c->number, ",");
    table->prefix = out == c->body ? out->len : 0;
}

/* Only positions written as numbers contain commas. */
static void write_position(struct buffer *out, const struct ruleset *rs, struct text position) {
    struct text quote = rs->rules->notation->is_grid ? TEXT("") : TEXT("\"");
    buffer_text(out, quote);
    buffer_text(out, position);
    buffer_text(out, quote);
    buffer_char(out, '\n');
}

/* Writes the captures of the move, and the position after it. */
static void end_row(const struct conversion *c, struct buffer *out, const struct move_reader *in) {
    const struct ruleset *rs = &in->verdict->ruleset;
    char captured[CAPTURED_MAX];
    struct writer w = {captured, sizeof captured, 0};
    write_captured(&w, &in->effect);
    buffer_char(out, ',');
    buffer_text(out, written(&w));
    buffer_char(out, ',');
    write_position(out, rs, zi_position_text_next(c->position, rs, &in->branches->replay.position));
}

static void see(struct conversion *c, const struct move_reader *in, enum token token) {
    struct table *table = c->state;
    struct buffer *out = c->body;
    char room[MOVE_TEXT_MAX], digits[DIGITS_ROOM];
    struct writer w = {room, sizeof room, 0};
    if (token != TOKEN_MOVE || !in->played || in->part != PART_MOVES || in->depth)
        return;
    bool gives = !move_is_turn(&in->canonical), quoted = table->gift;
    if (!quoted) {
        table->mark = out->len;
        begin_row(c, out);
        buffer_text(out, digits_of(in->turn, digits));
        buffer_char(out, ',');
        buffer_string(out, in->verdict->rules->sides[in->side]);
        buffer_text(out, gives ? TEXT(",\"") : TEXT(","));
    }
    buffer_text(out, move_reader_canonical(in, &w));
    buffer_text(out, gives ? TEXT(" ") : quoted ? TEXT("\"") : TEXT(""));
    table->gift = gives;
    if (!gives)
        end_row(c, out, in);
}

static void write_start(struct conversion *c, struct buffer *out) {
    const struct verdict *v = c->verdict;
    struct record *r = c->record;
    const struct field *own = &r->field[KEY_POSITION];
    char room[SETUP_TEXT_MAX];
    if (own->state == FIELD_ABSENT && c->body->len)
        return;
    struct text position =
        own->state == FIELD_GIVEN ? own->text : zi_position_text(&v->ruleset, &v->position, room);
    if (own->state == FIELD_GIVEN && is_start(&v->ruleset, own->text))
        zi_format_loss(r, PART_HEADER, zi_record_byte(r, own->key.start),
                       "position, where it is the game's own");
    begin_row(c, out);
    buffer_string(out, "0,,,,");
    zi_csv_field(out, position);
    buffer_char(out, '\n');
}

static void write_csv(struct conversion *c, struct buffer *out) {
    const struct table *table = c->state;
    struct buffer *b = c->body;
    size_t before = out->len;
    if (!c->verdict->positioned || c->record->field[KEY_MOVES].state != FIELD_GIVEN) {
        zi_format_refuse(c,
                         "no row can be written because the moves or the position are not known");
        return;
    }
    if (table->gift)
        b->len = table->mark; /* no move followed */
    zi_guess_losses(c);
    write_start(c, out);
    buffer_text(out, buffered(b));
    if (out->len - before > RECORD_BYTES_MAX)
        zi_format_refuse(c, "the rows of this record would be longer than 1 MiB");
}

const struct format zi_format_csv = {
    .name = "csv",
    .about = "a table with a row for each turn; tables with a row for each game are read too",
    .recognise = zi_csv_recognise,
    .next = next,
    .read = read_csv,
    .keys = KEY_BIT(KEY_GAME) | KEY_BIT(KEY_VARIANT) | KEY_BIT(KEY_POSITION) | KEY_BIT(KEY_MOVES),
    .holds = ZI_FORMAT_CAN_PENALTIES,
    .state_size = sizeof(struct table),
    .see = see,
    .write = write_csv,
    .heading = "file,record,ply,player,move,captured,position\n",
};

const struct format zi_format_games_csv = {
    .name = "games.csv",
    .about = "a table with a row for each game; csv reads it",
    .next = next,
    .read = read_csv,
    .keys = ALL_KEYS & ~KEY_BIT(KEY_ZET),
    .holds = ZI_FORMAT_CAN_ALL_MOVE_TEXT,
    .writes_canonical = true,
    .one_line = true,
    .write = zi_csv_write_game,
    .heading = zi_csv_games_heading + 1,
};
