/* A table of turns: RFC 4180, a row for each turn of the main line. It is read in any table, and so
   is a table with a row for each game. */
#include <stdlib.h>
#include <strings.h>

#include "notation/base/csv_out.h"
#include "notation/base/value.h"
#include "notation/base/wide.h"
#include "notation/games/cell.h"
#include "notation/games/setup_text.h"
#include "validators/formats/csv_games.h"
#include "validators/formats/guess.h"
#include "validators/formats/lines.h"

enum {
    POSITION_TEXT_MAX = SETUP_TEXT_MAX,
    WORD_BYTES = sizeof(uint64_t),
    NUMBER_BYTES = 7 /* of a record in every row, as far as the bound on a record is concerned */
};

/* A position as written, for one after the other of one ruleset. Starts zeroed. */
struct shown {
    bool filled;
    bool quoted; /* it needs quotes in a row, as all positions of its game do */
    union position before;
    struct setup_text text;
};

/* Rows that are compared with the moves while the record is judged; and the last position that was
   written, also before. Starts zeroed. */
struct left_rows {
    const char *at, *end; /* NULL: one is not as it must be */
    struct text file;     /* what each begins with, with its comma; or empty */
    uint32_t first;       /* its turn */
    uint32_t shift;       /* from the turn to its number */
    struct due due;       /* that number */
    struct word {
        char text[WORD_BYTES];
        size_t length;
    } side[2];
    struct shown shown;
};

/* Reading a record from its rows. They claim what the moves do, so the moves are replayed. */

struct reader {
    struct record *record;
    struct csv_rows *rows;
    struct guess guess;
    struct node *root, *moves;
    struct grammars *grammars; /* the converter's, or own */
    struct replay *replay;     /* the same */
    struct movetext text;
    struct left_rows *left;
    struct claims *claims;          /* the converter's, or NULL */
    bool begun;                     /* the first row has been read */
    bool playing;                   /* nothing has hindered the replay so far */
    bool player_wrong, place_wrong; /* such a finding has been made */
    uint32_t ply;                   /* of the present turn, from 1 */
    uint32_t number;                /* of its row, as the rows before it are numbered */
};

static void find(struct reader *in, enum finding_code code, enum csv_column column,
                 const char *sentence, struct text right) {
    struct record *r = in->record;
    struct buffer b = {0};
    buffer_add(&b, "it is ", right);
    struct finding *f = zet_report_add(r, code, PART_MOVES, in->rows->value[column].place, sentence,
                                       zet_record_keep(r, buffered(&b)));
    if (f)
        f->ply = in->ply;
    r->out_of_memory |= b.failed;
    zet_buffer_free(&b);
}

/* The position as text, valid until the next call. */
static struct text position_text(struct shown *shown, const struct ruleset *rs,
                                 const void *position) {
    const struct rules *rules = rs->rules;
    const struct notation *notation = rules->notation;
    struct setup_text *t = &shown->text;
    if (shown->filled && rules->describe_again && notation->write_rank) {
        rules->describe_again(position, &shown->before, &t->setup, t->changed);
        return zet_setup_text(t, notation, &rs->board);
    }
    shown->filled = true;
    memcpy(&shown->before, position, rules->position_size);
    rules->describe(position, &t->setup);
    struct writer w = {t->text, sizeof t->text, 0};
    struct text text;
    t->levels = 0;
    if (notation->write_rank) {
        text = zet_setup_text(t, notation, &rs->board);
    } else {
        notation->write_setup(&w, &rs->board, &t->setup);
        text = written(&w);
    }
    shown->quoted = zet_csv_needs_quotes(text);
    return text;
}

/* The same for one position. */
static struct text position_alone(const struct ruleset *rs, const void *position,
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
           text_same(position, position_alone(rs, &start, room));
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
    in->playing = !zet_replay_start(in->replay, rs, own ? &setup : NULL,
                                    in->record->text.len / in->rows->table->count + 1, &failed);
    in->playing &= !failed;
    in->record->out_of_memory |= failed;
}

/* Row 0: where the game starts. */
static void accept_start(struct reader *in) {
    struct record *r = in->record;
    struct csv_value v = in->rows->value[CSV_POSITION];
    if (v.text.len && !is_start(&in->guess.ruleset, v.text)) {
        zet_record_put(r, in->root, "position", zet_csv_scalar(r, &v, v.text, WRITTEN_PLAIN));
    }
    start(in, v.text);
}

/* Plays a move, if it is legal. */
static bool play(struct reader *in, const struct move *m, struct effect *effect) {
    struct replay *replay = in->replay;
    if (replay->outcome.result != RESULT_OPEN || replay->ply == PLIES_MAX)
        return false;
    if (move_is_turn(m)) {
        bool legal = !zet_replay_try(replay, m) && !replay->attempt.exhausted;
        *effect = replay->attempt.effect;
        return legal;
    }
    if (in->guess.ruleset.rules->check(&replay->position, m))
        return false;
    zet_replay_play(replay, m, effect);
    return true;
}

/* Plays the turn of the row, as far as it can be played. A plain move takes no pattern. */
static bool play_turn(struct reader *in, struct effect *effect) {
    const struct ruleset *rs = &in->guess.ruleset;
    struct movetext *text = &in->text;
    struct text written = in->rows->value[CSV_MOVE].text;
    bool turned = false;
    enum token token;
    if (zet_guess_move(&in->guess, written, &text->move))
        return play(in, &text->move, effect);
    zet_movetext_open(text, zet_grammars_get(in->grammars, rs->rules), &rs->board, written, NULL,
                      0);
    while ((token = zet_movetext_next(text)) != TOKEN_END) {
        if (token == TOKEN_NUMBER || token == TOKEN_COMMENT || token == TOKEN_GLYPH ||
            token == TOKEN_RESULT)
            continue;
        in->record->out_of_memory |= text->out_of_memory;
        if (token != TOKEN_MOVE || turned || !play(in, &text->move, effect))
            return false;
        turned = move_is_turn(&text->move);
    }
    return turned;
}

static void check_ply(struct reader *in) {
    struct csv_value v = in->rows->value[CSV_PLY];
    char room[16];
    struct writer w = {room, sizeof room, 0};
    write_number(&w, ++in->number);
    if (!in->rows->table->has[CSV_PLY] || text_same(v.text, written(&w)))
        return;
    find(in, FINDING_FORMAT, CSV_PLY, "the rows are not numbered in sequence", written(&w));
    if (text_is_number(v.text))
        in->number = text_number(v.text, PLIES_MAX);
}

static void check_player(struct reader *in) {
    const struct rules *rules = in->guess.ruleset.rules;
    struct text claim = in->rows->value[CSV_PLAYER].text;
    const char *side = rules->sides[rules->turn(&in->replay->position)];
    if (!claim.len || in->player_wrong ||
        (claim.len == strlen(side) && !strncasecmp(claim.at, side, claim.len)))
        return;
    in->player_wrong = true;
    find(in, FINDING_FORMAT, CSV_PLAYER, "it is not this player's turn", text_of(side));
}

static void check_captured(struct reader *in, const struct effect *effect) {
    struct text claim = in->rows->value[CSV_CAPTURED].text;
    char room[LEVELS_MAX * 8];
    struct writer w = {room, sizeof room, 0};
    write_captured(&w, effect);
    if (!claim.len || text_same(claim, written(&w)) || (w.len == 0 && text_is(claim, "0")))
        return;
    find(in, FINDING_ANNOTATION_MISMATCH, CSV_CAPTURED, NULL, w.len ? written(&w) : TEXT("none"));
}

static void check_position(struct reader *in) {
    struct text claim = in->rows->value[CSV_POSITION].text;
    if (!claim.len || in->place_wrong)
        return;
    struct text right = position_text(&in->left->shown, &in->guess.ruleset, &in->replay->position);
    if (text_same(claim, right))
        return;
    in->place_wrong = true;
    find(in, FINDING_FORMAT, CSV_POSITION, "the position does not follow from the moves", right);
}

static void accept_turn(struct reader *in) {
    struct record *r = in->record;
    struct csv_value move = in->rows->value[CSV_MOVE];
    if (!in->begun)
        start(in, NO_TEXT);
    in->ply++;
    check_ply(in);
    struct text text = move.text.len ? move.text : TEXT("");
    zet_node_add(in->moves, zet_csv_scalar(r, &move, text, WRITTEN_PLAIN));
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

/* Rows as zet writes them are not cut into fields: what a row must be is compared with it while the
   record is judged. */

/* Behind `what`, if that is at `p`, else NULL; NULL stays. */
static inline const char *skip(const char *p, const char *end, struct text what) {
    bool there = p && (size_t)(end - p) >= what.len && wide_same(p, what.at, what.len);
    return there ? p + what.len : NULL;
}

static inline const char *skip_char(const char *p, const char *end, char c) {
    return p && p < end && *p == c ? p + 1 : NULL;
}

/* Behind the position's text. */
static inline const char *skip_position(struct shown *shown, const struct ruleset *rs,
                                        const void *position, const char *p, const char *end) {
    const struct rules *rules = rs->rules;
    struct setup_text *t = &shown->text;
    if (!shown->filled || !rules->describe_again || !rules->notation->write_rank)
        return skip(p, end, position_text(shown, rs, position));
    rules->describe_again(position, &shown->before, &t->setup, t->changed);
    return zet_setup_text_meet(t, rules->notation, &rs->board, p, end);
}

/* Behind a word of up to eight bytes, as load_eight loads it, and a comma. */
static inline const char *skip_word(const char *p, const char *end, uint64_t word, size_t length) {
    if (!p || end - p <= WORD_BYTES)
        return NULL;
    uint64_t other = (load_eight(p) ^ word) << (WORD_BYTES - length) * 8;
    return !other && p[length] == ',' ? p + length + 1 : NULL;
}

/* Behind what is before the move: the file, the number of a record, the ply and the player. */
static const char *skip_turn(struct left_rows *rows, const struct move_reader *in) {
    const struct word *side = &rows->side[in->side];
    const char *end = rows->end, *number = skip(rows->at, end, rows->file), *p = number;
    while (p && p < end && is_digit(*p))
        p++;
    if (p == number)
        return NULL;
    due_set(&rows->due, in->turn + rows->shift);
    p = skip_char(p, end, ',');
    p = skip_word(p, end, rows->due.word, rows->due.length - 1);
    return skip_word(p, end, load_eight(side->text), side->length);
}

/* Behind the move read last, and a comma. */
static inline const char *skip_move(const char *p, const char *end, const struct movetext *text) {
    struct text move = text->token;
    const char *behind = text->text.at + text->text.len;
    if (move.len <= WORD_BYTES && behind - move.at >= WORD_BYTES)
        return skip_word(p, end, load_eight(move.at), move.len);
    return skip_char(skip(p, end, move), end, ',');
}

/* Behind what the row says that the move has done. */
static const char *skip_claims(struct left_rows *rows, const char *p,
                               const struct move_reader *in) {
    const struct replay *replay = &in->branches->replay;
    const struct effect *effect = &replay->attempt.effect;
    const char *end = rows->end;
    if (effect->loot || effect->falls) {
        char room[LEVELS_MAX * 8];
        struct writer w = {room, sizeof room, 0};
        write_captured(&w, effect);
        p = skip(p, end, written(&w));
    }
    p = skip_char(p, end, ',');
    bool quoted = p && p < end && *p == '"';
    if (!p)
        return NULL;
    p = skip_position(&rows->shown, &in->verdict->ruleset, &replay->position, p + quoted, end);
    if (!quoted && rows->shown.quoted)
        return NULL;
    p = quoted ? skip_char(p, end, '"') : p;
    if (p && p < end && *p == '\r')
        p++;
    return skip_char(p, end, '\n');
}

/* Compares the next row with the turn that was just played. */
static void meet_row(struct claims *claims, const struct move_reader *in) {
    struct left_rows *rows = claims->state;
    if (in->turn < rows->first || !rows->at)
        return;
    const char *p = skip_move(skip_turn(rows, in), rows->end, &in->text);
    rows->at = p ? skip_claims(rows, p, in) : NULL;
    claims->left -= rows->at != NULL;
}

/* What zet writes of the players. False where it is too long. */
static bool expect_sides(struct left_rows *rows, const struct rules *rules) {
    bool fit = true;
    for (unsigned side = 0; side < 2; side++) {
        struct word *word = &rows->side[side];
        word->length = strlen(rules->sides[side]);
        fit &= word->length <= WORD_BYTES;
        if (fit)
            memcpy(word->text, rules->sides[side], word->length);
    }
    return fit;
}

/* The comma before the move of a row, most likely `likely` bytes from its begin. */
static const char *find_move(const char *row, const char *end, size_t likely) {
    if (likely && (size_t)(end - row) > likely && row[likely] == ',')
        return row + likely; /* if that is another comma, the rows will not be met */
    const char *comma = memchr(row, ',', (size_t)(end - row));
    for (unsigned i = 1; comma && i < 3; i++)
        comma = memchr(comma + 1, ',', (size_t)(end - comma) - 1);
    return comma;
}

/* Takes the moves of all rows that are left. False where they are not as zet writes them. */
static bool leave_rows(struct reader *in, struct text left) {
    struct record *r = in->record;
    const char *row = left.at, *end = row + left.len;
    size_t likely = 0, count = 0;
    for (; row < end; count++) {
        row = skip(row, end, in->left->file);
        if (!row)
            return false;
        const char *comma = find_move(row, end, likely), *move = comma ? comma + 1 : NULL;
        const char *behind = move ? find_char(move, end, ',') : end;
        const char *lf = find_char_in_row(behind, end, '\n');
        if (lf == end || behind == move || *move == '"' || *move <= ' ' || behind[-1] <= ' ')
            return false;
        likely = (size_t)(comma - row);
        size_t place = (size_t)(move - r->text.at), length = (size_t)(behind - move);
        struct span span = span_at(place, place + length, WRITTEN_PLAIN);
        zet_node_add(in->moves,
                     node_slice(&r->arena, (struct text){move, length}, span, &r->out_of_memory));
        row = lf + 1;
    }
    in->claims->left = count;
    in->claims->played = meet_row;
    return !r->out_of_memory;
}

/* The field at the front of a row, with its comma; empty where it is not there. */
static struct text first_field(struct text row) {
    const char *p = row.at, *end = row.at + row.len;
    if (p < end && *p == '"')
        for (p++; p < end && (*p != '"' || (end - p > 1 && p[1] == '"'));)
            p += *p == '"' ? 2 : 1;
    p = p < end ? find_char(p, end, ',') : end;
    return (struct text){row.at, p < end ? (size_t)(p + 1 - row.at) : 0};
}

enum leaving { LEAVES_NONE, LEAVES_ALL, LEAVES_NOT };

/* Leaves the rows from the present one on, if those before have been right. LEAVES_NOT: the
   document must be read again without that. */
static enum leaving try_leaving(struct reader *in) {
    struct claims *claims = in->claims;
    struct text left = csv_rows_left(in->rows);
    if (!claims || !claims->wanted || !in->begun || !in->playing || in->player_wrong ||
        in->place_wrong || !left.len || !zet_csv_is_usual(in->rows->table))
        return LEAVES_NONE;
    struct left_rows *rows = in->left;
    if (!expect_sides(rows, in->guess.ruleset.rules))
        return LEAVES_NONE;
    rows->file = in->rows->table->of[0] == CSV_FILE ? first_field(left) : NO_TEXT;
    rows->at = left.at;
    rows->end = left.at + left.len;
    rows->first = in->ply + 1;
    rows->shift = in->number - in->ply;
    return leave_rows(in, left) ? LEAVES_ALL : LEAVES_NOT;
}

/* False where the record cannot be read any further. */
static bool accept_row(struct reader *in) {
    struct csv_rows *rows = in->rows;
    const struct csv_table *t = rows->table;
    const char *why = !t->has[CSV_MOVE]         ? "the heading names no column `move`"
                      : rows->count == t->count ? NULL
                      : t->named                ? "a row must have as many fields as the heading"
                                 : "the first row does not name any column that zet knows, so "
                                   "that a row has the six fields of a turn; --map "
                                   "says what a column is";
    if (why) {
        zet_record_stop(in->record, FINDING_FORMAT, rows->place, why, NO_TEXT);
        return false;
    }
    bool is_first = !in->begun && !rows->value[CSV_MOVE].text.len &&
                    (!rows->table->has[CSV_PLY] || text_is(rows->value[CSV_PLY].text, "0"));
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
    enum leaving leaving = LEAVES_NONE;
    while (more && !leaving && zet_csv_rows_next(in->rows)) {
        more = accept_row(in);
        leaving = more ? try_leaving(in) : LEAVES_NONE;
    }
    if (leaving == LEAVES_NOT)
        in->claims->left = SIZE_MAX;
    if (more && in->rows->faulty)
        zet_record_stop(r, FINDING_FORMAT, in->rows->field, "the quotes of this field are wrong",
                        NO_TEXT);
    if (!more || in->rows->faulty || leaving == LEAVES_NOT)
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
    return text_same(claim, position_alone(&g->ruleset, &position, room));
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
    enum fit fit[GUESSES_MAX], best = FITS_NOT;
    unsigned count = 0;
    if (zet_guess(options, 0, out) && !zet_guess(options, 1, out)) /* nothing to choose */
        return attempt == 0 && zet_guess(options, 0, out);
    for (; count < GUESSES_MAX && zet_guess(options, count, out); count++) {
        fit[count] = fit_of(out, move, position);
        best = fit[count] > best ? fit[count] : best;
    }
    for (unsigned i = 0; i < count; i++)
        if (fit[i] == best && attempt-- == 0)
            return zet_guess(options, i, out);
    return false;
}

/* What a converter lends. */
struct lent {
    struct grammars grammars;
    struct replay replay;
};

/* What the converter keeps for it, or an own one. NULL where memory runs out. */
static struct left_rows *open_left_rows(struct claims *claims) {
    struct left_rows *left = claims && claims->state ? claims->state : calloc(1, sizeof *left);
    if (claims)
        claims->state = left;
    if (left)
        left->shown.filled = false;
    return left;
}

static void read_guessed(struct record *r, const struct document *document,
                         const struct format_options *options, const struct guess *guess) {
    struct csv_rows rows;
    bool lends = options->grammars && options->replay;
    struct lent *own = lends ? NULL : calloc(1, sizeof *own);
    struct reader in = {.record = r, .rows = &rows, .guess = *guess, .claims = options->claims};
    in.grammars = lends ? options->grammars : own ? &own->grammars : NULL;
    in.replay = lends ? options->replay : own ? &own->replay : NULL;
    in.left = open_left_rows(options->claims);
    if (zet_csv_rows_open(&rows, document, r) && in.replay && in.left)
        read_rows(&in, options);
    else
        r->out_of_memory = true;
    zet_csv_rows_close(&rows);
    if (!options->claims)
        free(in.left);
    if (own) {
        zet_grammars_close(&own->grammars);
        zet_replay_close(&own->replay);
    }
    free(own);
}

static bool read_turns(struct record *r, const struct document *document,
                       const struct format_options *options, unsigned attempt) {
    struct csv_rows rows;
    struct guess guess;
    struct text position = TEXT(""), move = TEXT("");
    bool is_text = zet_line_is_text(document), any = true;
    if (is_text && !zet_csv_rows_open(&rows, document, NULL))
        return zet_csv_no_room(r, document);
    if (is_text) {
        any = zet_csv_rows_next(&rows) || rows.faulty;
        if (rows.value[CSV_POSITION].text.len)
            position = rows.value[CSV_POSITION].text;
        move = rows.value[CSV_MOVE].text;
        zet_csv_rows_close(&rows);
    }
    if (!any || (attempt && !is_text) || !choose(options, move, position, attempt, &guess))
        return false;
    if (!is_text && !zet_csv_begin(r, document))
        return true;
    if (is_text)
        zet_line_begin_text(r, document);
    read_guessed(r, document, options, &guess);
    return true;
}

static bool read(struct record *r, const struct document *document,
                 const struct format_options *options, unsigned attempt) {
    return zet_csv_table_of(document)->games ? zet_csv_read_game(r, document, options, attempt)
                                             : read_turns(r, document, options, attempt);
}

/* The first line says what its separator is, or names at least two columns. */
static bool recognise(struct text head) { return zet_csv_recognise(head); }

static bool recognise_nothing(struct text head) {
    (void)head;
    return false;
}

/* Writing. All that is written are numbers, sides, moves and positions in canonical form: none
   begins with a character that a spreadsheet takes for a formula, so nothing needs a mark that
   would have to be taken away again in reading. */

struct table {
    bool gift;   /* stones have been given: the row has begun and its move is in quotes */
    size_t mark; /* where that row began */
    size_t rows; /* that have begun */
    struct due turn;
    struct shown shown;
};

/* Bytes of a row without the record's number; a gift and its move are written one by one. */
enum { ROW_BYTES_MAX = 64 + MOVE_TEXT_MAX + LEVELS_MAX * 8 + SETUP_TEXT_MAX };

/* The ply and the player, after the number of the record, which `join` writes. */
static void begin_row(struct table *table, struct writer *w, const struct move_reader *in) {
    due_set(&table->turn, in->turn);
    write_char(w, ',');
    write_text(w, (struct text){table->turn.text, table->turn.length - 1});
    write_char(w, ',');
    write_string(w, in->verdict->rules->sides[in->side]);
    write_char(w, ',');
    table->rows++;
}

static void write_move(struct writer *w, const struct move_reader *in) {
    if (in->as_written)
        write_text(w, in->text.token);
    else
        in->text.grammar->notation->write(w, &in->canonical);
}

/* What the move took, and the position after it. */
static void end_row(struct table *table, struct writer *w, const struct move_reader *in) {
    struct text position =
        position_text(&table->shown, &in->verdict->ruleset, &in->branches->replay.position);
    write_char(w, ',');
    write_captured(w, &in->effect);
    write_char(w, ',');
    if (table->shown.quoted)
        write_char(w, '"');
    write_text(w, position);
    if (table->shown.quoted)
        write_char(w, '"');
    write_char(w, '\n');
}

static void see(struct conversion *c, const struct move_reader *in, enum token token) {
    struct table *table = c->state;
    struct buffer *b = c->body;
    if (token != TOKEN_MOVE || !in->played || in->part != PART_MOVES || in->depth)
        return;
    bool quoted = table->gift, gives = !move_is_turn(&in->canonical);
    struct writer w = {buffer_room(b, ROW_BYTES_MAX), ROW_BYTES_MAX, 0};
    if (!w.at)
        return;
    if (!quoted) {
        table->mark = b->len;
        begin_row(table, &w, in);
    }
    if (gives && !quoted)
        write_char(&w, '"');
    write_move(&w, in);
    table->gift = gives;
    if (gives)
        write_char(&w, ' ');
    else if (quoted)
        write_char(&w, '"');
    if (!gives)
        end_row(table, &w, in);
    b->len += w.len;
}

static void write_start(struct conversion *c, struct buffer *out) {
    const struct verdict *v = c->verdict;
    struct record *r = c->record;
    struct table *table = c->state;
    const struct field *own = &r->field[KEY_POSITION];
    if (own->state == FIELD_ABSENT && c->body->len)
        return;
    struct text position = own->state == FIELD_GIVEN
                               ? own->text
                               : position_text(&table->shown, &v->ruleset, &v->position);
    if (own->state == FIELD_GIVEN && is_start(&v->ruleset, own->text))
        zet_format_loss(r, PART_HEADER, zet_record_byte(r, own->key.start),
                        "position, where it is the game's own");
    buffer_string(out, ",0,,,,");
    zet_csv_field(out, position);
    buffer_char(out, '\n');
}

/* Adds the rows of the moves; nobody needs them any more in `rows`. */
static void hand_over(struct buffer *out, struct buffer *rows) {
    if (out->len) {
        buffer_text(out, buffered(rows));
        out->failed |= rows->failed;
        return;
    }
    struct buffer empty = *out;
    *out = *rows;
    *rows = empty;
}

static void write(struct conversion *c, struct buffer *out) {
    struct table *table = c->state;
    struct buffer *b = c->body;
    size_t before = out->len;
    if (!c->verdict->positioned || c->record->field[KEY_MOVES].state != FIELD_GIVEN) {
        zet_format_refuse(c,
                          "no row can be written because the moves or the position are not known");
        return;
    }
    if (table->gift) {
        b->len = table->mark; /* no move has followed */
        table->rows--;
    }
    zet_guess_losses(c);
    write_start(c, out);
    size_t rows = table->rows + (out->len > before);
    hand_over(out, b);
    if (out->len - before + rows * (NUMBER_BYTES + c->file.len) > RECORD_BYTES_MAX)
        zet_format_refuse(c, "the rows of this record would be longer than 1 MiB");
}

/* Copies the line at `p`, with its end. Needs WIDE bytes of room behind what is left. Returns where
   the next line begins. */
static const char *copy_line(char **to, const char *p, const char *end) {
    for (; end - p >= WIDE; p += WIDE, *to += WIDE) {
        bytes16 v = wide_load(p), lf = wide_is(v, '\n');
        memcpy(*to, &v, sizeof v);
        if (!wide_any(lf))
            continue;
        unsigned length = wide_first(lf) + 1;
        *to += length;
        return p + length;
    }
    do
        *(*to)++ = *p++;
    while (p < end && p[-1] != '\n');
    return p;
}

/* The file and the number of the record, in front of every row. No other field has a line end in
   it. */
static void join(struct buffer *out, struct text rows, struct text file, size_t number) {
    struct buffer front = {0};
    const char *p = rows.at, *end = p + rows.len;
    zet_csv_text(&front, file);
    buffer_char(&front, ',');
    zet_buffer_number(&front, number);
    out->failed |= front.failed;
    while (p < end && !out->failed) {
        char *to = buffer_room(out, front.len + (size_t)(end - p) + WIDE);
        if (!to)
            break;
        memcpy(to, front.at, front.len);
        to += front.len;
        p = copy_line(&to, p, end);
        out->len = (size_t)(to - out->at);
    }
    zet_buffer_free(&front);
}

const struct format zet_format_csv = {
    .name = "csv",
    .about = "a table with a row for each turn; tables with a row for each game are read too",
    .recognise = recognise,
    .next = zet_csv_next,
    .read = read,
    .keys = KEY_BIT(KEY_GAME) | KEY_BIT(KEY_VARIANT) | KEY_BIT(KEY_POSITION) | KEY_BIT(KEY_MOVES),
    .holds = ZET_FORMAT_CAN_PENALTIES,
    .state_size = sizeof(struct table),
    .see = see,
    .write = write,
    .join = join,
    .heading = "file,record,ply,player,move,captured,position\n",
};

const struct format zet_format_games_csv = {
    .name = "games.csv",
    .about = "a table with a row for each game; csv reads it",
    .recognise = recognise_nothing,
    .next = zet_csv_next,
    .read = read,
    .keys = ALL_KEYS & ~KEY_BIT(KEY_ZET),
    .holds = ZET_FORMAT_CAN_ALL_MOVE_TEXT,
    .writes_canonical = true,
    .one_line = true,
    .write = zet_csv_write_game,
    .heading = zet_csv_games_heading,
};
