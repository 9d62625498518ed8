/* Creates and edits records. Moves are played in a position and collected; their text is generated
 * and judged when needed. Every other change edits the text and is judged first, in a second
 * reader, so that a refusal leaves the game unchanged. Between calls a game has no reader: it is
 * its text, its position, and what the last judgment said of both. */
#include <stdlib.h>

#include "notation/base/error.h"
#include "notation/base/list.h"
#include "notation/base/output.h"
#include "notation/base/value.h"
#include "notation/record/change.h"
#include "notation/record/yaml.h"
#include "validators/api/position.h"
#include "validators/api/record.h"
#include "validators/replay/settings.h"

enum {
    END_BYTES = 1024, /* for the keys that end a record */
    PIECE_BYTES = 32  /* for a move besides its text: number, line end */
};

/* A record's text and its judgment. */
struct seen_record {
    zet_reader *reader; /* NULL: the text must be judged again */
    struct buffer text;
    const zet_record *record;
    size_t moves, playout; /* played ones: of the main line, of the playout */
};

/* An addition to the moves: a move with what follows it, or something that follows the previous
 * move. */
struct added {
    struct buffer text;
    bool playout, move;
};

/* The moves played. */
struct play {
    zet_rules *rules;
    zet_position *position;
};

struct zet_game {
    struct seen_record view[2];
    unsigned now;       /* the current view, without later moves */
    struct edits edits; /* to the text that was read */
    char *edit_texts;   /* their texts; or NULL */
    struct play play;
    const char *locked; /* why the moves of that view cannot be changed, or NULL */
    bool elsewhere;     /* it says that the game did not end by its rules */
    bool ended;         /* a later move has ended the game by its rules */
    bool unsettled;     /* the points must still be set to those that the moves prove */

    /* Since the text was made: how many of its moves remain, and what follows them. */
    size_t moves, playout;
    struct added *piece;
    size_t piece_count, piece_cap;
    size_t left; /* bytes by which it can grow before it may be too large */

    bool refused;
    zet_finding refusal;
    struct buffer refusal_text;
};

static const struct seen_record *now(const struct zet_game *g) { return &g->view[g->now]; }

static bool in_playout(const zet_game *g) { return zi_position_in_playout(g->play.position); }

static struct record *record_of(const struct seen_record *v) { return v->record->record; }

/* Refusing. */

static void forget_refusal(zet_game *g) { g->refused = false; }

const zet_finding *zet_game_refusal(const zet_game *g) { return g->refused ? &g->refusal : NULL; }

/* Refuses with a copy of a finding. */
static zet_status refuse_by(zet_game *g, const zet_finding *f, zet_error *error) {
    struct buffer *text = &g->refusal_text;
    text->len = 0;
    buffer_text(text, text_from(f->message));
    buffer_char(text, '\0');
    buffer_text(text, text_from(f->move));
    if (text->failed) {
        zi_buffer_free(text);
        *text = (struct buffer){0};
        return zi_error_out_of_memory(error);
    }
    g->refused = true;
    g->refusal = (zet_finding){.severity = f->severity,
                               .severity_name = f->severity_name,
                               .code = f->code,
                               .reason = f->reason,
                               .part = f->part,
                               .ply = f->ply,
                               .message = {text->at, f->message.length},
                               .move = {text->at + f->message.length + 1, f->move.length}};
    return zi_error_set(error, ZET_REFUSED, text->at);
}

/* Refuses a move. `reason`: why it is illegal, or NULL. */
static zet_status refuse_move(zet_game *g, enum finding_code code, const char *reason,
                              enum part part, const char *sentence, zet_error *error) {
    const zet_finding f = {.severity = ZET_SEVERITY_ERROR,
                           .severity_name = zi_severities[SEVERITY_ERROR],
                           .code = zi_findings[code].code,
                           .reason = reason,
                           .part = zi_parts[part],
                           .message = zet_text_of(sentence),
                           .move = zet_text_of("")};
    return refuse_by(g, &f, error);
}

static zet_status refuse_code(zet_game *g, enum finding_code code, const char *sentence,
                              zet_error *error) {
    return refuse_move(g, code, NULL, PART_MOVES, sentence, error);
}

/* Clears the last refusal; refuses a text that cannot be in a record. */
static zet_status begin_change(zet_game *g, zet_text text, zet_error *error) {
    bool ascii;
    g->refused = false;
    if (zi_utf8_check(text_from(text), &ascii) == text.length)
        return ZET_OK;
    return refuse_code(g, FINDING_ENCODING, zi_findings[FINDING_ENCODING].sentence, error);
}

static zet_status refuse_change(zet_error *error, const char *why) {
    return zi_error_set(error, ZET_REFUSED, why);
}

/* Judging. */

static bool is_gift(const struct turn *t) { return t->move && !move_is_turn(t->move); }

/* Whether it was played in the main line or in the playout, not in a variation. */
static bool is_main(const struct turn *t, bool playout) {
    return t->played && !t->depth && t->playout == playout;
}

static void count_moves(struct seen_record *v) {
    const struct turns *turns = v->record->turns;
    v->moves = v->playout = 0;
    for (size_t i = 1; i < turns->count; i++) {
        v->moves += is_main(&turns->at[i], false) && !is_gift(&turns->at[i]);
        v->playout += is_main(&turns->at[i], true) && !is_gift(&turns->at[i]);
    }
}

static zet_status judge_game(struct seen_record *v, zet_error *error) {
    zet_text text = text_to(buffered(&v->text));
    v->record = NULL;
    if (v->text.failed)
        return zi_error_out_of_memory(error);
    if (!v->reader && !(v->reader = zet_reader_new(error)))
        return ZET_OUT_OF_MEMORY;
    zet_reader_set(v->reader, "moves", "true", NULL);
    if (zet_reader_open_text(v->reader, "-", text, error) != ZET_OK)
        return ZET_OUT_OF_MEMORY;
    zet_status status = zet_reader_next(v->reader, &v->record, error);
    if (status == ZET_OK)
        count_moves(v);
    return status;
}

/* Judges the current text, if it is not. */
static zet_status wake(zet_game *g, zet_error *error) {
    return now(g)->record ? ZET_OK : judge_game(&g->view[g->now], error);
}

static void sleep_view(struct seen_record *v) {
    zet_reader_free(v->reader);
    v->reader = NULL;
    v->record = NULL;
}

/* Ends a call that returns `status`. */
static zet_status rest(zet_game *g, zet_status status) {
    sleep_view(&g->view[0]);
    sleep_view(&g->view[1]);
    zi_buffer_free(&g->view[!g->now].text);
    g->view[!g->now].text = (struct buffer){0};
    return status;
}

/* Whether it is an error or an unknown key. */
static bool is_fault(const zet_finding *f) {
    return f->severity == ZET_SEVERITY_ERROR ||
           !strcmp(f->code, zi_findings[FINDING_UNKNOWN_KEY].code);
}

static bool next_fault(const zet_record *r, size_t *index, zet_finding *f) {
    while (zet_record_finding_at(r, (*index)++, f))
        if (is_fault(f))
            return true;
    return false;
}

/* The first fault of a record that the previous one does not have. */
static bool new_fault(const zet_record *before, const zet_record *after, zet_finding *f) {
    zet_finding old;
    size_t i = 0, k = 0;
    while (next_fault(after, &i, f)) {
        bool known = false;
        while (!known && next_fault(before, &k, &old))
            known = old.code == f->code && old.reason == f->reason &&
                    text_same(text_from(old.message), text_from(f->message));
        if (!known)
            return true;
    }
    return false;
}

/* Judges the changed text of the game, in the other view. Frees the changes. */
static zet_status try(zet_game *g, struct changes *c, zet_error *error) {
    struct seen_record *draft = &g->view[!g->now];
    struct text old = buffered(&now(g)->text);
    size_t from = (size_t)now(g)->record->offset, to = from + c->record->text.len;
    zet_finding fault;
    draft->text.len = 0;
    draft->text.failed = c->failed;
    buffer_text(&draft->text, (struct text){old.at, from});
    zi_edits_apply(&c->edits, c->record->text, &draft->text);
    buffer_text(&draft->text, text_after(old, to));
    if (c->why && !c->failed)
        return refuse_change(error, c->why);
    zet_status status = judge_game(draft, error);
    if (status == ZET_OK && !record_of(draft)->broken && !zi_changes_keep(c, record_of(draft)))
        return refuse_change(error, "the form of this record does not allow the change");
    if (status == ZET_OK && new_fault(now(g)->record, draft->record, &fault))
        status = refuse_by(g, &fault, error);
    return status;
}

/* Copies the texts of edits, so that they need no more than their bytes; NULL if memory runs out.
 */
static char *keep_texts(struct edits *edits) {
    size_t size = 1;
    for (size_t i = 0; i < edits->count; i++)
        size += edits->at[i].with.len;
    char *texts = malloc(size), *to = texts;
    for (size_t i = 0; texts && i < edits->count; i++) {
        struct text *with = &edits->at[i].with;
        if (with->len)
            memcpy(to, with->at, with->len);
        with->at = to;
        to += with->len;
    }
    return texts;
}

/* Adds a list of edits to those of the game's text. */
static bool add_edits(zet_game *g, const struct edits *more) {
    struct edits edits = {0};
    struct arena arena = {0};
    zi_edits_then(&edits, &g->edits, more, NO_TEXT, buffered(&now(g)->text), true, &arena);
    char *texts = edits.failed ? NULL : keep_texts(&edits);
    zi_arena_free(&arena);
    zi_edits_free(texts ? &g->edits : &edits);
    if (texts) {
        free(g->edit_texts);
        g->edit_texts = texts;
        g->edits = edits;
    }
    return texts;
}

static bool is_given(const struct record *r, enum key k) {
    return r->field[k].state == FIELD_GIVEN;
}

/* Whether the record says that the game did not end by its rules. */
static bool ended_elsewhere(const struct seen_record *v) {
    const struct record *r = record_of(v);
    const struct field *result = &r->field[KEY_RESULT], *how = &r->field[KEY_TERMINATION];
    if (v->record->verdict->outcome.result != RESULT_OPEN)
        return false;
    return (is_given(r, KEY_RESULT) && !text_is(result->text, "*")) ||
           (is_given(r, KEY_TERMINATION) && !text_is(how->text, "unfinished"));
}

/* Why the moves cannot be changed, or NULL. */
static const char *locked(const struct seen_record *v) {
    zet_finding f;
    static const char why[] = "the moves of the record have an error";
    if (record_of(v)->field[KEY_RESULT].state == FIELD_BROKEN)
        return "the result of the record has an error";
    for (size_t i = 0; zet_record_finding_at(v->record, i, &f); i++)
        if (f.severity == ZET_SEVERITY_ERROR && strcmp(f.part, zi_parts[PART_HEADER]) != 0)
            return why;
    return NULL;
}

/* Keeps what calls need to know of the current view. */
static void note_view(zet_game *g) {
    g->locked = locked(now(g));
    g->elsewhere = ended_elsewhere(now(g));
}

/* Resets the changes after the current view was judged. */
static void begin_view(zet_game *g) {
    size_t length = now(g)->text.len + END_BYTES;
    g->moves = now(g)->moves;
    g->playout = now(g)->playout;
    g->left = length < RECORD_BYTES_MAX ? RECORD_BYTES_MAX - length : 0;
    note_view(g);
}

/* Makes the tried view the current one. */
static zet_status take_changes(zet_game *g, struct changes *c, zet_error *error) {
    size_t from = (size_t)now(g)->record->offset;
    for (size_t i = 0; i < c->edits.count; i++) {
        c->edits.at[i].at += from;
        c->edits.at[i].end += from;
    }
    if (!add_edits(g, &c->edits))
        return zi_error_out_of_memory(error);
    g->now = !g->now;
    g->ended = false;
    while (g->piece_count)
        zi_buffer_free(&g->piece[--g->piece_count].text);
    begin_view(g);
    return ZET_OK;
}

/* Ends. */

/* The result by the rules; in a playout, that of the game before it. */
static zet_result result_by_rules(const zet_game *g) {
    zet_result result = zet_position_outcome(g->play.position).result;
    if (in_playout(g) && result == ZET_RESULT_OPEN)
        return zet_position_turn(g->play.position) ? ZET_RESULT_WIN_0 : ZET_RESULT_WIN_1;
    return result;
}

static const char *result_word(const zet_game *g, zet_result result) {
    return result == ZET_RESULT_OPEN ? "*"
           : result == ZET_RESULT_DRAW
               ? "draw"
               : g->play.rules->ruleset.rules->sides[result == ZET_RESULT_WIN_1];
}

static void set_key(struct changes *c, enum key k, struct text value) {
    struct key_path path = {{text_of(zi_keys[k])}, 1};
    zi_change_set(c, &path, value);
}

static void remove_key(struct changes *c, enum key k) {
    struct key_path path = {{text_of(zi_keys[k])}, 1};
    zi_change_remove(c, &path);
}

static void change_end(zet_game *g, struct changes *c, zet_result result, const char *how) {
    const struct record *r = c->record;
    if (result != ZET_RESULT_OPEN || is_given(r, KEY_RESULT))
        set_key(c, KEY_RESULT, text_of(result_word(g, result)));
    if (how)
        set_key(c, KEY_TERMINATION, text_of(how));
    else
        remove_key(c, KEY_TERMINATION);
}

/* Sets the record's points to those that the moves prove. */
static zet_status settle_points(zet_game *g, zet_error *error) {
    if (wake(g, error) != ZET_OK)
        return ZET_OUT_OF_MEMORY;
    struct changes c = {.record = record_of(now(g))};
    int64_t points = now(g)->record->verdict->points;
    char room[DIGITS_ROOM];
    if (points < 0)
        return ZET_OK;
    set_key(&c, KEY_POINTS, digits_of((unsigned long long)points, room));
    zet_status status = try(g, &c, error);
    if (status == ZET_OK)
        status = take_changes(g, &c, error);
    zi_changes_free(&c);
    return status;
}

/* Making the text. */

/* Where the last move or annotation ends; a result may follow it. */
static size_t end_of_items(const struct turns *turns, struct text t, bool playout) {
    size_t end = 0;
    for (size_t i = 0; i < turns->item_count; i++) {
        const struct turn_item *item = &turns->item[i];
        const struct turn *turn = &turns->at[item->turn];
        if (item->playout != playout)
            continue;
        end = (size_t)(item->at - t.at) + item->length;
        if (item->token == TOKEN_MOVE && turn->glyphs_length)
            end = (size_t)(turn->at - t.at) + turn->glyphs_from + turn->glyphs_length;
    }
    return end;
}

/* The end of the value of a text of moves that keeps `kept` of its moves, without the number of the
 * next one. */
static size_t end_of_kept(const struct seen_record *v, enum key k, size_t kept) {
    const struct turns *turns = v->record->turns;
    struct text t = record_of(v)->field[k].text;
    size_t end = end_of_items(turns, t, k == KEY_PLAYOUT), number;
    bool cut = false;
    for (size_t i = 1, n = 0; i < turns->count && !cut; i++) {
        const struct turn *turn = &turns->at[i];
        if (!is_main(turn, k == KEY_PLAYOUT))
            continue;
        cut = n == kept;
        end = cut ? (size_t)(turn->at - t.at) : end;
        n += !is_gift(turn);
    }
    while (end && is_space(t.at[end - 1]))
        end--;
    for (number = end; cut && number && t.at[number - 1] == '.'; number--)
        ;
    if (number == end)
        return end;
    while (number && is_digit(t.at[number - 1]))
        number--;
    for (size_t i = number; i && t.at[i - 1] != '\n'; i--)
        if (t.at[i - 1] == ';') /* it may be the end of a comment */
            return end;
    if (number && !is_space(t.at[number - 1]))
        return end;
    while (number && is_space(t.at[number - 1]))
        number--;
    return number;
}

/* Cuts and extends one text of moves. */
static void change_line(zet_game *g, struct changes *c, bool playout, struct change_move *moves) {
    enum key k = playout ? KEY_PLAYOUT : KEY_MOVES;
    size_t count = 0, kept = playout ? g->playout : g->moves, turn = kept;
    size_t before = playout ? now(g)->playout : now(g)->moves;
    bool dots;
    for (size_t i = 0; i < g->piece_count; i++) {
        const struct added *p = &g->piece[i];
        if (p->playout != playout)
            continue;
        turn += p->move;
        uint32_t number = p->move ? move_number((uint32_t)turn, playout, &dots) : 0;
        moves[count++] =
            (struct change_move){buffered(&p->text), p->move && !dots ? number : 0, !p->move};
    }
    if (playout && !kept && !count)
        remove_key(c, KEY_PLAYOUT);
    else if (count || kept < before)
        zi_change_moves(c, k, end_of_kept(now(g), k, kept), moves, count);
}

/* Makes the text of the moves so far. */
static zet_status write_moves(zet_game *g, bool whole, zet_error *error) {
    if (wake(g, error) != ZET_OK)
        return ZET_OUT_OF_MEMORY;
    struct changes c = {.record = record_of(now(g)), .whole = whole};
    zet_result result = result_by_rules(g);
    struct change_move *moves = calloc(g->piece_count + 1, sizeof *moves);
    if (!moves)
        return zi_error_out_of_memory(error);
    change_line(g, &c, false, moves);
    change_line(g, &c, true, moves);
    free(moves);
    if (result != (zet_result)now(g)->record->verdict->outcome.result ||
        (g->ended && result != ZET_RESULT_OPEN))
        change_end(g, &c, result, result == ZET_RESULT_OPEN ? NULL : "rules");
    if (is_given(c.record, KEY_POINTS))
        remove_key(&c, KEY_POINTS);
    zet_status status = try(g, &c, error);
    const struct seen_record *draft = &g->view[!g->now];
    if (status == ZET_OK && draft->moves + draft->playout != zet_position_ply(g->play.position))
        status = refuse_change(error, "the form of this record does not allow more moves");
    if (status == ZET_OK)
        status = take_changes(g, &c, error);
    zi_changes_free(&c);
    g->unsettled |= status == ZET_OK;
    return status;
}

/* Appends the text in canonical form. */
static zet_status write_canonical(zet_game *g, zet_output *out, zet_error *error) {
    const zet_task_io io = {.out = out};
    zet_task *format = zet_task_new("format", &io, error);
    if (!format)
        return ZET_OUT_OF_MEMORY;
    zet_status status = zet_task_run_text(format, "-", text_to(buffered(&now(g)->text)), error);
    if (status == ZET_OK && out->text.failed)
        status = zi_error_out_of_memory(error);
    zet_task_free(format);
    return status;
}

/* Rewrites the whole text in canonical form, if its form does not allow adding moves. */
static zet_status make_canonical(zet_game *g, zet_error *error) {
    struct seen_record *draft = &g->view[!g->now];
    zet_output out = {0};
    zet_status status = write_canonical(g, &out, error);
    zi_buffer_free(&draft->text);
    draft->text = out.text;
    status = status == ZET_OK ? judge_game(draft, error) : status;
    if (status == ZET_OK && (draft->moves != now(g)->moves || draft->playout != now(g)->playout))
        status = refuse_change(error, "the form of this record does not allow the change");
    struct edit whole = {0, now(g)->text.len, .with = buffered(&draft->text)};
    if (status == ZET_OK && !add_edits(g, &(struct edits){.at = &whole, .count = 1}))
        status = zi_error_out_of_memory(error);
    if (status == ZET_OK) {
        g->now = !g->now;
        note_view(g);
    }
    return status;
}

/* Generates the text of the moves if they have changed, but not the points. */
static zet_status update_moves(zet_game *g, bool may_rewrite, zet_error *error) {
    if (!g->piece_count && g->moves == now(g)->moves && g->playout == now(g)->playout)
        return ZET_OK;
    zet_status status = write_moves(g, false, error);
    if (status == ZET_REFUSED)
        status = write_moves(g, true, error);
    if (status == ZET_REFUSED && may_rewrite && make_canonical(g, error) == ZET_OK)
        status = write_moves(g, false, error);
    if (status == ZET_OK)
        forget_refusal(g);
    return status;
}

static zet_status update(zet_game *g, zet_error *error) {
    zet_status status = update_moves(g, true, error);
    if (status == ZET_OK && g->unsettled)
        status = settle_points(g, error);
    g->unsettled &= status != ZET_OK;
    return status;
}

const zet_record *zet_game_record(zet_game *g, zet_error *error) {
    bool made = update(g, error) == ZET_OK && wake(g, error) == ZET_OK;
    sleep_view(&g->view[!g->now]);
    if (!made)
        rest(g, ZET_OUT_OF_MEMORY);
    else
        zi_reader_rest(now(g)->reader);
    return made ? now(g)->record : NULL;
}

/* Creating. */

/* Plays the moves of a record. */
static zet_status replay(zet_position *p, const zet_record *record, zet_error *error) {
    zet_ply ply;
    struct buffer move = {0};
    zet_status status = ZET_OK;
    zet_walk *walk = zet_walk_new(record, error);
    if (!walk)
        return ZET_OUT_OF_MEMORY;
    while (status == ZET_OK && zet_walk_next(walk, &ply)) {
        if (ply.depth)
            continue;
        buffer_string(&move, move.len ? " " : "");
        buffer_text(&move, text_from(ply.move));
        if (ply.gift)
            continue;
        if (ply.playout && !zi_position_in_playout(p))
            status = zet_position_begin_playout(p, error);
        if (status == ZET_OK)
            status = move.failed ? zi_error_out_of_memory(error)
                                 : zet_position_play(p, text_to(buffered(&move)), NULL, error);
        move.len = 0;
    }
    zi_buffer_free(&move);
    zet_walk_free(walk);
    return status;
}

static void play_free(struct play *p) {
    zet_position_free(p->position);
    zet_rules_free(p->rules);
    *p = (struct play){0};
}

/* Whether these are the rules of the record. */
static bool has_rules_of(const zet_rules *rules, const zet_record *record) {
    char text[RULES_TEXT_MAX];
    if (!rules || !record->verdict->positioned)
        return false;
    zi_ruleset_text(&record->verdict->ruleset, text);
    return !strcmp(text, rules->text);
}

/* Sets up rules and position from a judged record; `like`: rules to share if they are the same. */
static zet_status set_up(struct play *out, const zet_rules *like, const zet_record *record,
                         zet_error *error) {
    const struct field *from = &record->record->field[KEY_POSITION];
    zet_error why = {0};
    *out = (struct play){.rules = has_rules_of(like, record) ? zi_rules_share(like)
                                                             : zet_record_rules_new(record, &why)};
    zet_text text = from->state == FIELD_GIVEN ? text_to(from->text) : zet_text_of(NULL);
    if (out->rules)
        out->position = zet_position_new(out->rules, text, &why);
    zet_status status = out->position ? replay(out->position, record, &why) : why.status;
    if (status == ZET_OK)
        return ZET_OK;
    play_free(out);
    return zi_error_set(error, status, why.message);
}

static zet_game *game_new(zet_error *error) { return zi_zeroed(sizeof(zet_game), error); }

void zet_game_free(zet_game *g) {
    if (!g)
        return;
    for (size_t i = 0; i < 2; i++) {
        zet_reader_free(g->view[i].reader);
        zi_buffer_free(&g->view[i].text);
    }
    while (g->piece_count)
        zi_buffer_free(&g->piece[--g->piece_count].text);
    free(g->piece);
    zi_edits_free(&g->edits);
    free(g->edit_texts);
    play_free(&g->play);
    zi_buffer_free(&g->refusal_text);
    free(g);
}

/* Judges the only record of the current text. */
static zet_status begin_game(zet_game *g, const zet_rules *like, zet_error *error) {
    struct seen_record *v = &g->view[g->now];
    const zet_record *more;
    zet_status status = judge_game(v, error);
    if (status == ZET_END)
        return refuse_change(error, "there is no record");
    if (status == ZET_OK && record_of(v)->broken) {
        zet_finding f = {0};
        zet_record_finding_at(v->record, 0, &f);
        return refuse_by(g, &f, error);
    }
    if (status == ZET_OK && zet_reader_next(v->reader, &more, NULL) != ZET_END)
        return refuse_change(error, "there is more than one record");
    status = status == ZET_OK ? judge_game(v, error) : status;
    status = status == ZET_OK ? set_up(&g->play, like, v->record, error) : status;
    if (status == ZET_OK)
        begin_view(g);
    return status;
}

zet_game *zet_game_read_new(zet_text text, zet_error *error) {
    zet_game *g = game_new(error);
    if (!g)
        return NULL;
    buffer_text(&g->view[0].text, text_from(text));
    if (rest(g, begin_game(g, NULL, error)) == ZET_OK)
        return g;
    zet_game_free(g);
    return NULL;
}

/* Writes the options that are not the variant's defaults. */
static void write_rules(struct buffer *out, const zet_rules *rules) {
    const char *at = rules->text + strcspn(rules->text, " ");
    at += zet_rules_variant(rules) ? 1 + strcspn(at + 1, " ") : 0;
    buffer_string(out, *at ? "rules:\n" : "");
    for (; *at; at += strcspn(at, " ")) {
        size_t name = strcspn(++at, "=");
        buffer_add(out, "  ", ((struct text){at, name}), ": ");
        at += name + 1;
        buffer_add(out, ((struct text){at, strcspn(at, " ")}), "\n");
    }
}

zet_game *zet_game_new(const zet_rules *rules, zet_text position, zet_error *error) {
    zet_game *g = game_new(error);
    if (!g)
        return NULL;
    struct buffer *out = &g->view[0].text;
    const char *variant = zet_rules_variant(rules);
    buffer_add(out, "---\ngame: ", zet_rules_game(rules), "\n");
    if (variant && (rules->ruleset.rules->variant_required || rules->ruleset.variant))
        buffer_add(out, "variant: ", variant, "\n");
    write_rules(out, rules);
    buffer_string(out, "result: \"*\"\nmoves: \"\"\n");
    struct edit all = {.with = buffered(out)};
    bool made = !out->failed && add_edits(g, &(struct edits){.at = &all, .count = 1});
    zet_status status = made ? begin_game(g, rules, error) : zi_error_out_of_memory(error);
    if (status == ZET_OK && position.at)
        status = zet_game_set(g, zi_keys[KEY_POSITION], position, error);
    if (rest(g, status) == ZET_OK)
        return g;
    zet_game_free(g);
    return NULL;
}

const zet_position *zet_game_position(const zet_game *g) { return g->play.position; }

/* Moves. */

/* Adds an empty piece; NULL if memory runs out. */
static struct added *add_piece(zet_game *g, bool playout, bool move) {
    if (!zi_list_reserve(&g->piece, &g->piece_cap, g->piece_count + 1, sizeof *g->piece))
        return NULL;
    g->piece[g->piece_count] = (struct added){.playout = playout, .move = move};
    return &g->piece[g->piece_count++];
}

static void drop_piece(zet_game *g) { zi_buffer_free(&g->piece[--g->piece_count].text); }

/* Finishes a piece, which is NULL if memory ran out; drops it if that fails.
 * Unless `alone`, the text with the piece is judged at once. */
static zet_status take_piece(zet_game *g, const struct added *p, bool alone, zet_error *error) {
    zet_status status = !p || p->text.failed ? zi_error_out_of_memory(error)
                        : alone              ? ZET_OK
                                             : update_moves(g, false, error);
    if (status != ZET_OK && p)
        drop_piece(g);
    return status;
}

/* Reserves that many more bytes. False if the record would exceed its limit. */
static bool grow(zet_game *g, size_t bytes) {
    bool fits = bytes + PIECE_BYTES <= g->left;
    if (fits)
        g->left -= bytes + PIECE_BYTES;
    return fits;
}

/* The parts of a typed move: glyphs, and a comment up to the end. */
struct typed {
    struct text move, glyphs, comment;
    bool other; /* it contains something else */
};

static struct typed take_apart(struct text t) {
    struct typed out = {.move = text_trimmed(t, SPACE_MARKS)};
    const char *brace = memchr(t.at, '{', t.len), *end = out.move.at + out.move.len;
    if (brace) {
        out.comment = (struct text){brace, (size_t)(end - brace)};
        out.move =
            text_trimmed((struct text){out.move.at, (size_t)(brace - out.move.at)}, SPACE_MARKS);
        out.other = memchr(brace, '}', out.comment.len) != end - 1;
    }
    size_t n = out.move.len;
    while (n && strchr("!?", out.move.at[n - 1]))
        n--;
    size_t glyphs = out.move.len - n, digits = n;
    while (digits && is_digit(out.move.at[digits - 1]))
        digits--;
    if (!glyphs && digits && digits < n && out.move.at[digits - 1] == '$') {
        out.other = true;
        glyphs = n - --digits;
        n = digits;
    }
    out.other |= glyphs > 2;
    out.glyphs = (struct text){out.move.at + n, glyphs};
    out.move = text_trimmed((struct text){out.move.at, n}, SPACE_MARKS);
    return out;
}

/* Refuses a move with the finding of judging the record with it. `error` has the position's
 * message. */
static zet_status explain(zet_game *g, struct text move, const char *reason, zet_error *error) {
    const zet_error said = *error;
    zet_error ignored = {0};
    enum finding_code code = reason ? FINDING_ILLEGAL_MOVE : FINDING_SYNTAX;
    for (size_t i = 0; i < move.len; i++)
        if (strchr("{};()\n", move.at[i]))
            return refuse_code(g, code, said.message, error);
    zet_status status = update(g, error);
    if (status != ZET_OK)
        return status;
    if (wake(g, error) != ZET_OK)
        return ZET_OUT_OF_MEMORY;
    enum key k = in_playout(g) ? KEY_PLAYOUT : KEY_MOVES;
    struct changes c = {.record = record_of(now(g)), .whole = true};
    struct change_move added = {move, 0, false};
    size_t kept = in_playout(g) ? g->playout : g->moves;
    zi_change_moves(&c, k, end_of_kept(now(g), k, kept), &added, 1);
    status = try(g, &c, &ignored);
    zi_changes_free(&c);
    if (status == ZET_OUT_OF_MEMORY)
        return zi_error_out_of_memory(error);
    if (!g->refused)
        return refuse_code(g, code, said.message, error);
    return zi_error_set(error, ZET_REFUSED, ignored.message);
}

/* Records the move played last; takes it back if that fails. */
static zet_status keep_move(zet_game *g, const struct typed *t, bool alone, zet_error *error) {
    struct added *p = add_piece(g, in_playout(g), true);
    if (p) {
        buffer_text(&p->text, text_from(zet_position_last_move(g->play.position)));
        buffer_text(&p->text, t->glyphs);
        if (t->comment.len)
            buffer_add(&p->text, " ", t->comment);
    }
    g->ended |= !in_playout(g) && zet_position_outcome(g->play.position).result != ZET_RESULT_OPEN;
    zet_status status = take_piece(g, p, p && alone && grow(g, p->text.len), error);
    if (status != ZET_OK)
        zet_position_undo(g->play.position);
    return status;
}

/* Refuses if no move can follow. */
static zet_status check_open(zet_game *g, zet_error *error) {
    const char *why = g->locked;
    forget_refusal(g);
    if (why)
        return refuse_change(error, why);
    if (g->elsewhere)
        return refuse_code(g, FINDING_MOVE_AFTER_END, "the game has ended before this move", error);
    return ZET_OK;
}

static zet_status play_text(zet_game *g, zet_text move, zet_error *error) {
    zet_error why = {0};
    const char *reason;
    struct typed t = take_apart(text_from(move));
    bool alone = !t.other && (!t.comment.len || zi_yaml_is_literal(t.comment));
    zet_status status = begin_change(g, move, error);
    status = status == ZET_OK ? check_open(g, error) : status;
    if (status != ZET_OK)
        return status;
    status = zet_position_play(g->play.position, text_to(t.move), &reason, &why);
    if (status == ZET_REFUSED)
        status = explain(g, t.move, reason, &why);
    else if (status == ZET_OK)
        status = keep_move(g, &t, alone, &why);
    return status == ZET_OK ? ZET_OK : zi_error_set(error, status, why.message);
}

zet_status zet_game_play(zet_game *g, zet_text move, zet_error *error) {
    return rest(g, play_text(g, move, error));
}

zet_status zet_game_begin_playout(zet_game *g, zet_error *error) {
    forget_refusal(g);
    return zet_position_begin_playout(g->play.position, error);
}

/* Annotations. */

static zet_status annotate(zet_game *g, zet_text text, zet_error *error) {
    const char *why = g->locked;
    struct text t = text_trimmed(text_from(text), SPACE_MARKS);
    zet_status status = begin_change(g, text, error);
    if (status != ZET_OK)
        return status;
    if (why || !t.len)
        return refuse_change(error, why ? why : "there is no text");
    struct typed typed = take_apart(t);
    /* each word may begin a line, which is indented */
    bool alone =
        typed.comment.len == t.len && !typed.other && zi_yaml_is_literal(t) && grow(g, 3 * t.len);
    status = alone ? ZET_OK : update(g, error);
    if (status != ZET_OK)
        return status;
    bool playout = g->piece_count ? g->piece[g->piece_count - 1].playout : g->playout > 0;
    struct added *p = add_piece(g, playout, false);
    if (p)
        buffer_text(&p->text, t);
    return take_piece(g, p, alone, error);
}

zet_status zet_game_annotate(zet_game *g, zet_text text, zet_error *error) {
    return rest(g, annotate(g, text, error));
}

zet_status zet_game_comment(zet_game *g, zet_text comment, zet_error *error) {
    struct buffer text = {0};
    forget_refusal(g);
    if (comment.length && memchr(comment.at, '}', comment.length))
        return refuse_change(error, "a comment cannot contain }, which ends it");
    buffer_add(&text, "{", text_from(comment), "}");
    zet_status status = text.failed ? zi_error_out_of_memory(error)
                                    : zet_game_annotate(g, text_to(buffered(&text)), error);
    zi_buffer_free(&text);
    return status;
}

/* Undoing, and keys. */

/* Tries header changes and applies them. `rules`: they may change the rules of play. */
static zet_status change(zet_game *g, struct changes *c, bool rules, zet_error *error) {
    struct play play = {0};
    zet_status status = try(g, c, error);
    if (status == ZET_OK && rules)
        status = set_up(&play, g->play.rules, g->view[!g->now].record, error);
    if (status == ZET_OK)
        status = take_changes(g, c, error);
    zi_changes_free(c);
    if (!play.rules)
        return status;
    struct play old = g->play;
    if (status == ZET_OK)
        g->play = play;
    play_free(status == ZET_OK ? &old : &play);
    return status;
}

/* Ends the game away from the board. */
static zet_status change_elsewhere(zet_game *g, zet_result result, const char *how,
                                   zet_error *error) {
    if (wake(g, error) != ZET_OK)
        return ZET_OUT_OF_MEMORY;
    struct changes c = {.record = record_of(now(g))};
    change_end(g, &c, result, how);
    size_t end = end_of_kept(now(g), KEY_MOVES, g->moves);
    if (end < text_trimmed(c.record->field[KEY_MOVES].text, SPACE_MARKS).len)
        zi_change_moves(&c, KEY_MOVES, end, NULL, 0);
    return change(g, &c, false, error);
}

static zet_status end_elsewhere(zet_game *g, zet_result result, const char *termination,
                                zet_error *error) {
    forget_refusal(g);
    zet_status status = update(g, error);
    if (status != ZET_OK)
        return status;
    if (result_by_rules(g) != ZET_RESULT_OPEN || g->elsewhere)
        return refuse_change(error, "the game has ended already");
    return change_elsewhere(g, result, termination, error);
}

zet_status zet_game_end(zet_game *g, zet_result result, const char *termination, zet_error *error) {
    return rest(g, end_elsewhere(g, result, termination, error));
}

static zet_status undo(zet_game *g, zet_error *error) {
    forget_refusal(g);
    const char *why = g->locked;
    if (why)
        return refuse_change(error, why);
    if (!g->piece_count && g->elsewhere)
        return change_elsewhere(g, ZET_RESULT_OPEN, NULL, error);
    if (!zet_position_ply(g->play.position))
        return refuse_change(error, "no move can be taken back");
    bool move = false;
    while (g->piece_count && !move) {
        move = g->piece[g->piece_count - 1].move;
        drop_piece(g);
    }
    if (!move && g->playout)
        g->playout--;
    else if (!move)
        g->moves--;
    zet_position_undo(g->play.position);
    return ZET_OK;
}

zet_status zet_game_undo(zet_game *g, zet_error *error) { return rest(g, undo(g, error)); }

/* Whether a change of that key may change the moves. */
static bool has_rules(struct text key) {
    static const char *const keys[] = {"game",  "variant", "rules", "position",
                                       "moves", "playout", NULL};
    return text_is_one_of(key, keys);
}

/* Sets a key, or removes it if `value` is NULL. */
static zet_status change_key(zet_game *g, const char *key, const zet_text *value,
                             zet_error *error) {
    struct key_path path = zi_key_path(text_of(key));
    zet_status status = update(g, error);
    if (status != ZET_OK)
        return status;
    if (wake(g, error) != ZET_OK)
        return ZET_OUT_OF_MEMORY;
    struct changes c = {.record = record_of(now(g))};
    if (value)
        zi_change_set(&c, &path, text_from(*value));
    else
        zi_change_remove(&c, &path);
    return change(g, &c, has_rules(path.key[0]), error);
}

static zet_status set(zet_game *g, const char *key, zet_text value, zet_error *error) {
    zet_status status = begin_change(g, value, error);
    return status == ZET_OK ? change_key(g, key, &value, error) : status;
}

zet_status zet_game_set(zet_game *g, const char *key, zet_text value, zet_error *error) {
    return rest(g, set(g, key, value, error));
}

static zet_status remove_path(zet_game *g, const char *key, zet_error *error) {
    forget_refusal(g);
    return change_key(g, key, NULL, error);
}

zet_status zet_game_remove(zet_game *g, const char *key, zet_error *error) {
    return rest(g, remove_path(g, key, error));
}

/* Writing. */

static zet_status write_game(zet_game *g, zet_output *out, zet_error *error) {
    zet_status status = update(g, error);
    return status == ZET_OK ? write_canonical(g, out, error) : status;
}

zet_status zet_game_write(zet_game *g, zet_output *out, zet_error *error) {
    return rest(g, write_game(g, out, error));
}

static zet_status write_edited(zet_game *g, zet_output *out, zet_error *error) {
    zet_status status = update(g, error);
    if (status != ZET_OK)
        return status;
    zet_output_write(out, text_to(buffered(&now(g)->text)));
    return out->text.failed ? zi_error_out_of_memory(error) : ZET_OK;
}

zet_status zet_game_write_edited(zet_game *g, zet_output *out, zet_error *error) {
    return rest(g, write_edited(g, out, error));
}

bool zet_game_edit_at(const zet_game *g, size_t index, zet_edit *out) {
    if (index >= g->edits.count)
        return false;
    const struct edit *e = &g->edits.at[index];
    *out = (zet_edit){e->at, e->end, text_to(e->with)};
    return true;
}
