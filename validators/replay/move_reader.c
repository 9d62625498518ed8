#include "validators/replay/move_reader.h"

#include "notation/games/cell.h"
#include "notation/games/marks.h"
#include "validators/replay/endings.h"

/* The most bytes of a canonical form that a finding quotes. */
enum { CANONICAL_MAX = 64 - (sizeof "canonical: " - 1) };

static size_t offset_of(struct move_reader *in, struct text token) {
    return zi_field_offset(in->record, in->field, (size_t)(token.at - in->text.text.at));
}

static enum part part_of(const struct move_reader *in) {
    return in->depth ? PART_VARIATION : in->part;
}

/* Reports something other than a move. */
static struct finding *find_beside(struct move_reader *in, enum finding_code code,
                                   struct text token, const char *sentence, struct text detail) {
    struct finding *f =
        zi_report_add(in->record, code, part_of(in), offset_of(in, token), sentence, detail);
    if (f)
        f->ply = in->turn;
    return f;
}

static struct finding *find(struct move_reader *in, enum finding_code code, struct text token,
                            const char *sentence, struct text detail) {
    struct finding *f = find_beside(in, code, token, sentence, detail);
    if (f)
        f->move = token;
    return f;
}

static struct branch *line_of(struct move_reader *in) { return &in->branches->branch[in->depth]; }

/* Keeps the position before the turn that begins. */
static void keep_before(struct move_reader *in) {
    struct branch *branch = line_of(in);
    memcpy(&branch->before, &in->branches->replay.position,
           in->branches->replay.ruleset->rules->position_size);
    branch->before_ply = in->branches->replay.ply;
}

/* The same before a move, if a variation may replace it. */
static inline void keep_replaceable(struct move_reader *in) {
    if (in->variations && movetext_may_vary(&in->text))
        keep_before(in);
}

/* Stops playing the current line because of a fault; a gift whose move never came is undone. */
static void stop(struct move_reader *in) {
    struct branch *branch = line_of(in);
    struct replay *replay = &in->branches->replay;
    if (!branch->stopped && branch->gift)
        memcpy(&replay->position, &branch->before, replay->ruleset->rules->position_size);
    branch->stopped = true;
    in->stopped |= in->depth == 0;
}

/* The canonical form of the last token for a finding; NO_TEXT if it is omitted. */
static struct text canonical_form(struct move_reader *in, unsigned style) {
    char room[CANONICAL_MAX];
    struct writer w = {room, sizeof room, 0};
    if (in->record->unseen || style & (STYLE_GLYPH | STYLE_RESULT))
        return NO_TEXT;
    if (style & STYLE_NUMBER)
        return record_text(in->record, "canonical: ", in->text.number, in->text.dots ? "..." : ".");
    in->text.grammar->notation->write(&w, &in->text.move);
    return w.len <= w.cap ? record_text(in->record, "canonical: ", written(&w)) : NO_TEXT;
}

/* Reports noncanonical parts of the last move read. The separators of an illegal move are not
   judged: its geometry does not determine them. */
static void check_style(struct move_reader *in, bool legal) {
    static const char *const sentences[] = {
        "the canonical form has lower-case letters",
        "the canonical form has `-` in a step and `^` in a hop",
        "the canonical form omits the number of level 1",
        "a glyph must be directly after its move",
        "the canonical form has the ASCII character `-`",
        "the canonical form has no blanks within a move",
        "the canonical form has a separator between cells",
        "the canonical form has no comma after a move",
        "the canonical form of a move number is `12.` or `12...`",
        "the canonical form has the result in the header"};
    unsigned style = in->text.style & ~(legal ? 0U : (unsigned)STYLE_SEPARATOR);
    unsigned first = 0;
    if (!style)
        return;
    while (!(style & 1U << first))
        first++;
    struct text detail = canonical_form(in, style);
    struct finding *f = find(in, FINDING_STYLE, in->text.token, sentences[first], detail);
    if (f && style & (STYLE_NUMBER | STYLE_RESULT))
        f->move = NO_TEXT;
    if (f && style & STYLE_RESULT)
        f->ply = 0;
}

/* Where a move breaks a rule: what the game says; else the cell where it begins or, for a reason
   that concerns its end, where it ends. */
static struct blame blame(const struct move_reader *in, const struct reason *reason) {
    static const enum reason_index ends[] = {
        REASON_OCCUPIED,       REASON_NO_HURDLE,          REASON_YARD_CLOSED,
        REASON_FORBIDDEN_CELL, REASON_NOT_ON_BOARD_LEVEL, REASON_TAKES_FALLING_PLACE,
        REASON_NOT_SUPPORTED,  REASON_NOT_TOUCHING_CHAIN, REASON_NO_ROUTE};
    const struct rules *rules = in->verdict->rules;
    const struct move *m = &in->text.move;
    struct blame out = {0};
    bool at_end = false;
    if (rules->blame)
        rules->blame(&in->branches->replay.position, m, reason, &out);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        at_end |= reason == &zi_reasons[ends[i]];
    if (!out.count && move_path(m))
        out.at[out.count++] = m->cell[at_end ? move_path(m) - 1 : 0];
    return out;
}

/* The empty cell, or the faulty hop of a chain, if any. */
static struct text faulty_place(struct move_reader *in, const struct reason *reason, unsigned leg) {
    const struct rules *rules = in->verdict->rules;
    const struct move *m = &in->text.move;
    bool empty = reason == &zi_reasons[REASON_EMPTY_ORIGIN];
    if (!leg && !empty)
        return NO_TEXT;
    char room[64];
    struct writer w = {room, sizeof room, 0};
    if (empty) {
        write_cell(&w, move_from(m));
    } else {
        struct move part = {.kind = m->kind, .count = 2, .cell = {m->cell[leg - 1], m->cell[leg]}};
        rules->notation->write(&w, &part);
    }
    return record_text(in->record, empty ? "" : "on the way ", written(&w));
}

static void illegal(struct move_reader *in, const struct reason *reason) {
    struct verdict *out = in->verdict;
    struct replay *replay = &in->branches->replay;
    size_t offset = offset_of(in, in->text.token);
    struct blame at = blame(in, reason);
    struct finding *f = find(in, FINDING_ILLEGAL_MOVE, in->text.token, reason->sentence,
                             faulty_place(in, reason, at.leg));
    if (f)
        f->reason = reason;
    if (!out->has_fault || offset < out->fault_offset) {
        out->has_fault = true;
        out->fault_offset = offset;
        out->fault_move = in->text.move;
        out->fault = at;
        memcpy(&out->fault_position, &replay->position, replay->ruleset->rules->position_size);
    }
    stop(in);
}

/* Reports something that ends the line of play. */
static void fault(struct move_reader *in, enum finding_code code, struct text token,
                  const char *sentence) {
    find(in, code, token, sentence, NO_TEXT);
    stop(in);
}

static void syntax(struct move_reader *in, struct text token, const char *sentence) {
    fault(in, FINDING_SYNTAX, token, sentence);
}

/* Reports a mismatch, with the actual effect of the move. */
static void mismatch(struct move_reader *in, const struct effect *effect) {
    const struct move *m = &in->text.move;
    char room[160];
    struct writer w = {room, sizeof room, 0};
    struct text why;
    if (m->cut > effect->stages) {
        why = record_text(in->record, "it ends by itself after ",
                          value_counted(effect->stages, " stage", " stages"));
    } else {
        struct move right = *m;
        in->verdict->rules->annotate(&right, effect);
        in->text.grammar->notation->write(&w, &right);
        why = record_text(in->record, "it is ", written(&w));
    }
    find(in, FINDING_ANNOTATION_MISMATCH, in->text.token, NULL, why);
}

/* Whether the game of this line is over. A move that follows is reported. */
static bool is_over(struct move_reader *in) {
    const struct replay *replay = &in->branches->replay;
    if (in->playout ? !in->verdict->rules->solo_done(&replay->position)
                    : replay->outcome.result == RESULT_OPEN)
        return false;
    check_style(in, false);
    find(in, FINDING_MOVE_AFTER_END, in->text.token, NULL,
         in->playout ? NO_TEXT : text_of(replay->outcome.reason));
    stop(in);
    return true;
}

/* Sets what an observer sees of the move that is about to be tried. Adds the cells of a chain that
   was written without them. */
static void prepare(struct move_reader *in) {
    const struct rules *rules = in->verdict->rules;
    const union position *position = &in->branches->replay.position;
    in->side = (uint8_t)rules->turn(position);
    move_copy(&in->canonical, &in->text.move);
    if (move_is_route(&in->canonical) && !rules->check(position, &in->canonical))
        rules->complete(position, &in->canonical);
}

/* Completes a move that was played. */
static void conclude(struct move_reader *in, const struct effect *effect) {
    const struct rules *rules = in->verdict->rules;
    in->agrees = rules->agrees(&in->text.move, effect);
    in->played = true;
    if (!in->agrees)
        mismatch(in, effect);
    if (!in->observer)
        return;
    in->effect = *effect;
    if (in->agrees)
        rules->annotate(&in->canonical, effect);
    in->as_written = in->text.plain && in->agrees && in->canonical.count == in->text.move.count &&
                     !memcmp(&in->canonical, &in->text.move, move_size(&in->canonical));
}

/* Stones given before the turn's move (B10). */
static void accept_gift(struct move_reader *in) {
    struct branch *branch = line_of(in);
    struct replay *replay = &in->branches->replay;
    if (is_over(in))
        return;
    const struct reason *reason = in->verdict->rules->check(&replay->position, &in->text.move);
    check_style(in, !reason);
    if (reason) {
        illegal(in, reason);
        return;
    }
    if (!branch->gift)
        keep_before(in);
    struct effect effect = {0};
    prepare(in);
    zi_replay_play(replay, &in->text.move, &effect);
    conclude(in, &effect);
    branch->gift = true;
    branch->gift_text = in->text.token;
}

/* Plays the move if it is legal: NULL, or the reason. */
static inline const struct reason *try_move(struct move_reader *in) {
    struct replay *replay = &in->branches->replay;
    if (in->playout)
        return in->verdict->rules->try_play(&replay->position, &in->text.move, &replay->attempt);
    if (in->turn > PLIES_MAX) /* the move can only be judged */
        return in->verdict->rules->check(&replay->position, &in->text.move);
    return zi_replay_try(replay, &in->text.move);
}

/* Reports a move that was tried but is illegal, has a wrong annotation, or reaches a limit. */
static void refuse(struct move_reader *in, const struct reason *reason) {
    if (in->branches->replay.attempt.exhausted)
        fault(in, FINDING_LIMIT, in->text.token,
              "the sowing of this record takes more than 20,000,000 stages");
    else if (reason)
        illegal(in, reason);
    else
        fault(in, FINDING_LIMIT, in->text.token, "a line of play has at most 65,535 turns");
}

static void accept_turn(struct move_reader *in) {
    struct branch *branch = line_of(in);
    const struct attempt *attempt = &in->branches->replay.attempt;
    if (attempt->exhausted) { /* reported in another line, where it happened */
        stop(in);
        return;
    }
    if (is_over(in))
        return;
    if (!branch->gift)
        keep_replaceable(in);
    prepare(in);
    const struct reason *reason = try_move(in);
    check_style(in, !reason);
    if (reason || attempt->exhausted || in->turn > PLIES_MAX) {
        refuse(in, reason);
        return;
    }
    conclude(in, &attempt->effect);
    branch->gift = false;
    branch->played = true;
    in->solo_moves += in->playout && in->depth == 0;
}

/* A separated glyph belongs to the move or the gift before it. */
static void check_glyph(struct move_reader *in) {
    const bool after_turn = move_is_turn(&in->text.move);
    in->turn -= after_turn;
    check_style(in, true);
    in->turn += after_turn;
}

/* Whether the numbers of the moves are 1, 2, 3, ..., one for each ply. */
static bool count_plies(struct text moves) {
    uint32_t due = 1;
    bool numbered = false; /* a number was read, and no move since then */
    for (size_t i = 0; i < moves.len;) {
        struct text rest = text_after(moves, i);
        const char *close = *rest.at == '{' ? memchr(rest.at, '}', rest.len) : NULL;
        size_t digits = text_digits(rest), length = digits;
        if (is_space(*rest.at)) {
            i++;
            continue;
        }
        if (close || *rest.at == '$') { /* a comment or a glyph */
            i += close ? (size_t)(close - rest.at) + 1 : 1 + text_digits(text_after(rest, 1));
            continue;
        }
        if (digits && text_byte(rest, digits) == '.' && text_byte(rest, digits + 1) != '.') {
            if (numbered || text_number((struct text){rest.at, digits}, UINT32_MAX) != due++)
                return false;
            numbered = true;
            i += digits + 1;
            continue;
        }
        while (length < rest.len && !is_space(rest.at[length]))
            length++;
        if (!numbered || memchr("(;", *rest.at, 2))
            return false;
        numbered = false;
        i += length;
    }
    return due > 3;
}

/* Whether the numbers of the text count plies, where one is not that of its pair. */
static bool numbers_are_plies(struct move_reader *in) {
    if (!in->numbers)
        in->numbers = count_plies(in->text.text) ? NUMBERS_OF_PLIES : NUMBERS_OF_PAIRS;
    return in->numbers == NUMBERS_OF_PLIES;
}

/* Whether the number names the side that is not to move, so that a ply may be missing. The number
   of a pair may be repeated before its second move, and numbers may count plies. */
static bool names_other_side(struct move_reader *in, uint32_t want, bool dots) {
    return !in->playout && in->text.dots != dots && (!dots || in->text.number != want) &&
           !numbers_are_plies(in);
}

static void check_number(struct move_reader *in) {
    bool dots;
    uint32_t want = move_reader_number(in, &dots);
    bool right = in->text.number == want && in->text.dots == dots;
    int64_t shift = 2 * ((int64_t)in->text.number - want) + in->text.dots - dots;
    check_style(in, true);
    in->other_side = !right && !line_of(in)->stopped && names_other_side(in, want, dots);
    if (line_of(in)->stopped || right || (shift == in->shift && !in->playout))
        return; /* a number that is wrong like the one before it is not reported again */
    in->shift = shift;
    if (!in->playout && numbers_are_plies(in)) {
        if (!in->said_plies)
            find_beside(in, FINDING_STYLE, in->text.token,
                        "these numbers count plies; in the canonical form they count pairs",
                        NO_TEXT);
        in->said_plies = true;
        return;
    }
    find_beside(in, FINDING_MOVE_NUMBER, in->text.token, NULL,
                record_text(in->record, "it is ", want,
                            in->other_side ? dots ? "..., or a ply is missing before it"
                                                  : "., or a ply is missing before it"
                            : dots         ? "..."
                                           : "."));
}

static void open_variation(struct move_reader *in) {
    struct branch *outer = line_of(in);
    struct replay *replay = &in->branches->replay;
    if (in->too_deep || in->depth == VARIATION_DEPTH_MAX) {
        if (!in->too_deep++)
            fault(in, FINDING_LIMIT, in->text.token, "variations nest at most 32 levels deep");
        return;
    }
    if (!outer->stopped && (!outer->played || outer->gift))
        syntax(in, in->text.token, "a variation must be after the move that it replaces");
    in->depth++;
    struct branch *branch = line_of(in);
    branch->open = in->text.token;
    branch->stopped = outer->stopped;
    branch->played = branch->gift = false;
    branch->after_turn = in->turn;
    if (in->turn > 1)
        in->turn--;
    if (branch->stopped)
        return;
    size_t size = replay->ruleset->rules->position_size;
    branch->after_outcome = replay->outcome;
    branch->after_ply = replay->ply;
    memcpy(&branch->after, &replay->position, size);
    zi_replay_rewind(replay, zi_replay_mark(replay) - 1);
    branch->mark = zi_replay_mark(replay);
    memcpy(&replay->position, &outer->before, size);
    replay->ply = outer->before_ply;
    replay->outcome = (struct outcome){RESULT_OPEN, NULL};
}

/* Reports a gift without a following move. */
static void check_gift(struct move_reader *in) {
    struct branch *branch = line_of(in);
    if (branch->gift && !branch->stopped)
        syntax(in, branch->gift_text, "no move follows the stones given");
}

/* Ends the innermost variation and resumes the outer line. */
static void close_variation(struct move_reader *in) {
    struct replay *replay = &in->branches->replay;
    check_gift(in);
    const struct branch *branch = line_of(in);
    in->depth--;
    in->turn = branch->after_turn;
    if (line_of(in)->stopped)
        return;
    memcpy(&replay->position, &branch->after, replay->ruleset->rules->position_size);
    replay->ply = branch->after_ply;
    replay->outcome = branch->after_outcome;
    zi_replay_rewind(replay, branch->mark);
    zi_replay_again(replay);
}

static void accept_close(struct move_reader *in) {
    if (in->too_deep)
        in->too_deep--;
    else if (in->depth)
        close_variation(in);
    else
        syntax(in, in->text.token, "no variation is open here");
}

/* The end of the text: no variation and no gift may be open. */
static void accept_end(struct move_reader *in) {
    struct text open = in->branches->branch[1].open;
    bool unclosed = in->depth > 0 && !in->too_deep;
    while (in->depth)
        close_variation(in);
    check_gift(in);
    if (unclosed)
        syntax(in, open, "this variation is never closed");
}

/* Reports marks that are impossible in a diagram of this board. */
static void check_marks(struct move_reader *in) {
    struct text comment = in->text.token;
    struct comment_mark mark;
    struct mark_fault fault;
    struct marks marks;
    while (zi_comment_mark_next(&comment, &mark)) {
        marks.mark_count = marks.arrow_count = marks.label_count = 0;
        if (!zi_marks_read(&marks, mark.kind, mark.list, in->text.board, &fault))
            find_beside(in, FINDING_STYLE, mark.whole, fault.why, fault.value);
    }
}

static void check_comment(struct move_reader *in) {
    if (line_of(in)->stopped)
        return;
    if (zi_movetext_comment_has_move(&in->text))
        find_beside(in, FINDING_COMMENT_SWALLOWS_MOVES, in->text.token, NULL, NO_TEXT);
    check_marks(in);
}

/* Why the result at the end of the text, as a word of the header, contradicts the record; NULL if
   it does not, or if the record's result is already reported. */
static const char *contradiction(const struct move_reader *in, const char *word, bool resigned) {
    const struct record *r = in->record;
    const struct field *header = &r->field[KEY_RESULT], *how = &r->field[KEY_TERMINATION];
    const char *right = outcome_word(in->verdict->rules, &in->branches->replay.outcome);
    if (resigned && right)
        return "nobody can resign, because the game had ended by the rules";
    if (header->state == FIELD_GIVEN && !text_is(header->text, word) &&
        !(right && !strcmp(right, word)))
        return "the result here is not the result in the header";
    if (resigned && how->state == FIELD_GIVEN && !text_is(how->text, "resignation"))
        return "the termination in the header is not a resignation";
    return NULL;
}

/* Takes a result at the end of the text: it becomes, repeats or contradicts the record's result. */
static void accept_result(struct move_reader *in) {
    const struct branch *branch = line_of(in);
    const struct field *header = &in->record->field[KEY_RESULT];
    const struct replay *replay = &in->branches->replay;
    const struct rules *rules = in->verdict->rules;
    if (in->depth)
        return; /* the unclosed variation is reported */
    if (in->playout) {
        syntax(in, in->text.token, "a move was expected here; a playout has no result");
        return;
    }
    check_style(in, true);
    if (branch->stopped || branch->gift)
        return;
    bool resigned = in->text.said == SAID_RESIGNS;
    const char *sides[2];
    zi_sides_moving(&in->verdict->ruleset, in->start, sides);
    const char *word = resigned ? rules->sides[!rules->turn(&replay->position)]
                                : zi_said_result(in->text.said, sides);
    if (!word) {
        syntax(in, in->text.token,
               "this score can mean either side, because the position has the second player to "
               "move first; name the winner in the header");
        return;
    }
    const char *why = contradiction(in, word, resigned);
    struct finding *f =
        why ? find_beside(in, FINDING_RESULT_MISMATCH, in->text.token, why, NO_TEXT) : NULL;
    if (f)
        f->ply = 0;
    if (why || header->state == FIELD_BROKEN ||
        (header->state == FIELD_GIVEN && !text_is(header->text, word)) ||
        (resigned && in->record->field[KEY_TERMINATION].state == FIELD_BROKEN))
        return;
    in->result = word;
    in->resigned = resigned;
    in->result_offset = offset_of(in, in->text.token);
}

/* Judges one token. */
static void take(struct move_reader *in, enum token token) {
    switch (token) {
    case TOKEN_MOVE:
        if (line_of(in)->stopped)
            check_style(in, false);
        else if (move_is_turn(&in->text.move))
            accept_turn(in);
        else
            accept_gift(in);
        break;
    case TOKEN_NUMBER: check_number(in); break;
    case TOKEN_GLYPH: check_glyph(in); break;
    case TOKEN_COMMENT: check_comment(in); break;
    case TOKEN_OPEN: open_variation(in); break;
    case TOKEN_CLOSE: accept_close(in); break;
    case TOKEN_RESULT: accept_result(in); break;
    case TOKEN_BAD:
        fault(in, in->text.parse_error->code, in->text.token, in->text.parse_error->sentence);
        break;
    case TOKEN_END: accept_end(in); break;
    }
}

/* Whether the fast path applies: the line is played, and no observer needs each token. */
static bool is_straight(struct move_reader *in) {
    const struct branch *branch = line_of(in);
    const struct observer *o = in->observer;
    return (!o || (o->see_move && !in->variations)) && !in->playout && !branch->stopped &&
           !branch->gift && !in->branches->replay.attempt.exhausted;
}

/* Plays a turn's move. If that fails, reports the reason and returns false. */
static inline bool play_turn(struct move_reader *in) {
    struct replay *replay = &in->branches->replay;
    const struct reason *reason = zi_replay_try(replay, &in->text.move);
    if (!reason && !replay->attempt.exhausted)
        return true;
    refuse(in, reason);
    return false;
}

/* The canonical number before the current turn. */
static inline const struct due *due_number(struct move_reader *in) {
    uint32_t number = move_reader_number(in, &in->due.dots);
    due_set(&in->due, number);
    return &in->due;
}

/* Reads numbers and canonical legal moves. Requires is_straight. Returns the first other token, for
   `take` to judge. */
static enum token read_straight(struct move_reader *in) {
    struct replay *replay = &in->branches->replay;
    const struct rules *rules = replay->ruleset->rules;
    const struct move *m = &in->text.move;
    struct branch *branch = line_of(in);
    for (;;) {
        if (!zi_movetext_next_plain(&in->text, due_number(in))) {
            enum token token = zi_movetext_next_unplain(&in->text);
            if (token == TOKEN_NUMBER) {
                check_number(in);
                continue;
            }
            if (token != TOKEN_MOVE || in->text.style)
                return token;
        }
        if (!move_is_turn(m) || in->turn > PLIES_MAX || replay->outcome.result != RESULT_OPEN)
            return TOKEN_MOVE;
        keep_replaceable(in);
        if (!play_turn(in)) {
            in->turn++;
            return zi_movetext_next(&in->text);
        }
        if ((m->annotated || m->cut) && !rules->agrees(m, &replay->attempt.effect))
            mismatch(in, &replay->attempt.effect);
        branch->played = true;
        in->turn++;
    }
}

/* Whether the move just played, which is a plain one, was written in its canonical form. If not,
   sets what the observer will see of it. */
static inline bool conclude_plain(struct move_reader *in) {
    const struct rules *rules = in->verdict->rules;
    const struct effect *effect = &in->branches->replay.attempt.effect;
    struct move *m = &in->text.move;
    const bool annotated = m->annotated;
    in->agrees = !annotated || rules->agrees(m, effect);
    if (in->agrees)
        rules->annotate(m, effect);
    if (in->agrees && m->annotated == annotated)
        return true;
    move_copy(&in->canonical, m);
    m->annotated = annotated; /* of the move as written, only this field is read again */
    in->effect = *effect;
    in->played = true;
    in->as_written = false;
    if (!in->agrees)
        mismatch(in, effect);
    return false;
}

/* Whether the last number read is correct and canonical. */
static bool is_due_number(const struct move_reader *in) {
    bool dots;
    return in->text.number == move_reader_number(in, &dots) && in->text.dots == dots &&
           !in->text.style;
}

/* The next token. Skips a due number in canonical form if it is easy to recognize. */
static inline enum token next_plain(struct move_reader *in) {
    bool plain = zi_movetext_next_plain(&in->text, in->passed.at ? NULL : due_number(in));
    if (in->text.due.at)
        in->passed = in->text.due;
    return plain ? TOKEN_MOVE : zi_movetext_next_unplain(&in->text);
}

/* As read_straight, for an observer that sees moves. */
static enum token read_seen(struct move_reader *in) {
    struct replay *replay = &in->branches->replay;
    const struct rules *rules = replay->ruleset->rules;
    const struct observer *o = in->observer;
    enum token token;
    for (;;) {
        token = next_plain(in);
        if (token == TOKEN_NUMBER && !in->passed.at && is_due_number(in)) {
            in->passed = in->text.token;
            continue;
        }
        if (token != TOKEN_MOVE || !in->text.plain || in->turn > PLIES_MAX ||
            replay->outcome.result != RESULT_OPEN)
            return token;
        in->side = (uint8_t)rules->turn(&replay->position);
        in->played = false;
        bool played = play_turn(in);
        if (played && conclude_plain(in))
            o->see_move(o->context, in, &in->text.move, &replay->attempt.effect);
        else
            o->see(o->context, in, token);
        in->passed = NO_TEXT;
        in->turn++;
        if (!played)
            return zi_movetext_next(&in->text);
    }
}

void zi_read_moves(struct move_reader *in, struct grammar *grammar, const struct board *board,
                   bool idle) {
    const struct field *f = in->field;
    zi_movetext_open(&in->text, grammar, board, f->text, f->item_end, f->item_count);
    in->variations = f->text.len && memchr(f->text.at, '(', f->text.len);
    in->turn = 1;
    struct branch *branch = &in->branches->branch[0];
    branch->stopped = idle;
    branch->played = branch->gift = false;
    enum token token;
    do {
        if (!is_straight(in))
            token = zi_movetext_next(&in->text);
        else
            token = in->observer ? read_seen(in) : read_straight(in);
        in->played = false;
        bool too_deep =
            in->too_deep && token != TOKEN_OPEN && token != TOKEN_CLOSE && token != TOKEN_END;
        if (!too_deep)
            take(in, token);
        if (in->observer)
            in->observer->see(in->observer->context, in,
                              token == TOKEN_RESULT && !in->result ? TOKEN_BAD : token);
        in->passed = NO_TEXT;
        if (token == TOKEN_MOVE && !too_deep && move_is_turn(&in->text.move))
            in->turn++;
    } while (token != TOKEN_END);
    in->record->out_of_memory |= in->text.out_of_memory;
}
