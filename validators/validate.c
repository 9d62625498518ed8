#include "validators/validate.h"

#include <assert.h>
#include <stdlib.h>

/* One line of play while it is read: the main line, a variation, or a playout. */
struct line {
    union position before; /* before the last turn; kept only where variations or gifts need it */
    uint32_t before_ply;
    bool played;      /* a turn has been played, so a variation can replace it */
    bool stopped;     /* nothing more is played: an illegal move, an error, or nothing to replay */
    bool gift;        /* stones were given, their move has not come yet */
    struct text open; /* the bracket that began the variation */
    size_t mark;      /* positions counted before it */
    struct text gift_text;

    /* What the outer line goes on with when the variation is over. */
    union position after;
    uint32_t after_ply, after_turn;
    struct outcome after_outcome;
};

struct validator {
    struct grammar grammars[GAMES_MAX]; /* in the order of zet_games; opened at first use */
    struct replay replay;
    struct line lines[VARIATION_DEPTH_MAX + 1];
};

/* One reading of a move text. */
struct reading {
    struct validator *v;
    struct record *record;
    const struct field *field;
    struct verdict *verdict;
    struct movetext text;
    enum part part;  /* of the outermost line */
    bool variations; /* the text has any, so each turn keeps what was before */
    unsigned depth;  /* of variations */
    size_t too_deep; /* variations open beyond the limit */
    uint32_t turn;   /* of the present line, from 1: what the next move is numbered */
    bool playout;
    uint32_t solo_moves; /* played in a playout */
    bool stopped;        /* a fault ended the outermost line: nothing behind it is judged */
};

struct validator *zet_validator_new(void) {
    assert(zet_game_count <= GAMES_MAX);
    return calloc(1, sizeof(struct validator));
}

void zet_validator_free(struct validator *v) {
    if (!v)
        return;
    for (size_t i = 0; i < zet_game_count; i++)
        zet_grammar_close(&v->grammars[i]);
    zet_replay_close(&v->replay);
    free(v);
}

static const struct text nothing = {NULL, 0};

static struct text copy(struct record *r, struct text t) {
    return zet_arena_copy(&r->arena, t, &r->out_of_memory);
}

/* A finding in the header, at the value of a field. */
static void find_at(struct record *r, enum finding_code code, const struct field *f,
                    const char *sentence, struct text detail) {
    zet_record_find(r, code, PART_HEADER, zet_record_offset(r, f, 0), sentence, detail);
}

/* The detail of a wrong word: the nearest right one. */
static struct text did_you_mean(struct record *r, struct text word, const char *const *names) {
    char room[64];
    struct writer w = {room, sizeof room, 0};
    write_string(&w, "did you mean `");
    write_string(&w, zet_nearest(word, names));
    write_string(&w, "`?");
    return copy(r, written(&w));
}

/* The header: game, variant, rules, position. */

static const struct rules *judge_game(struct record *r) {
    const struct field *f = &r->field[KEY_GAME];
    if (f->state == FIELD_ABSENT)
        zet_record_find(r, FINDING_MISSING_KEY, PART_HEADER, r->start_offset,
                        "the key `game` is missing", nothing);
    if (f->state != FIELD_GIVEN)
        return NULL;
    const struct rules *rules = zet_game_find(f->text);
    if (!rules) {
        const char *names[GAMES_MAX + 1] = {NULL};
        for (size_t i = 0; i < zet_game_count; i++)
            names[i] = zet_games[i]->name;
        find_at(r, FINDING_BAD_VALUE, f, "zet does not know this game",
                did_you_mean(r, f->text, names));
    }
    return rules;
}

/* False where the variant cannot be known. */
static bool judge_variant(struct record *r, const struct rules *rules, unsigned *variant) {
    const struct field *f = &r->field[KEY_VARIANT];
    *variant = 0;
    if (f->state == FIELD_ABSENT && rules->variant_required)
        zet_record_find(r, FINDING_MISSING_KEY, PART_HEADER, r->start_offset,
                        "the key `variant` is missing; this game requires it", nothing);
    if (f->state != FIELD_GIVEN)
        return f->state == FIELD_ABSENT && !rules->variant_required;
    int index = zet_variant_find(rules, f->text);
    if (index < 0 && rules->variants)
        find_at(r, FINDING_BAD_VALUE, f, "the game has no such variant",
                did_you_mean(r, f->text, rules->variants));
    else if (index < 0)
        find_at(r, FINDING_BAD_VALUE, f, "the game has no variants", nothing);
    *variant = index < 0 ? 0 : (unsigned)index;
    return index >= 0;
}

/* Numbers and truth values in quotes are texts, and no option is a text with such a content. */
static bool is_quoted_number(const struct field *f) {
    return f->span.as != WRITTEN_PLAIN &&
           ((f->text.len && f->text.at[0] >= '0' && f->text.at[0] <= '9') ||
            text_is(f->text, "true") || text_is(f->text, "false"));
}

/* False where the rules cannot be known. */
static bool judge_rules(struct record *r, struct ruleset *rs) {
    bool known = r->field[KEY_RULES].state != FIELD_BROKEN;
    for (size_t i = 0; i < r->rules.count; i++) {
        const struct entry *e = &r->rules.at[i];
        if (e->value.state != FIELD_GIVEN) {
            known = false;
            continue;
        }
        const char *fault = is_quoted_number(&e->value)
                                ? "this value is written without quotes"
                                : zet_ruleset_set(rs, e->name, e->value.text);
        if (!fault)
            continue;
        find_at(r, FINDING_BAD_VALUE, &e->value, fault, e->name);
        known = false;
    }
    return known;
}

/* The position that the record gives, in *out, or NULL. False where it is no position. */
static bool judge_position(struct record *r, const struct ruleset *rs, struct setup *room,
                           const struct setup **out) {
    const struct field *f = &r->field[KEY_POSITION];
    *out = NULL;
    if (f->state != FIELD_GIVEN)
        return f->state == FIELD_ABSENT;
    size_t fault = 0;
    const char *why = rs->rules->notation->read_setup(f->text, &rs->board, room, &fault);
    if (why)
        zet_record_find(r, FINDING_BAD_POSITION, PART_HEADER, zet_record_offset(r, f, fault), why,
                        nothing);
    *out = room;
    return !why;
}

/* Move text. */

static size_t offset_of(struct reading *in, struct text token) {
    return zet_record_offset(in->record, in->field, (size_t)(token.at - in->text.text.at));
}

static enum part part_of(const struct reading *in) { return in->depth ? PART_VARIATION : in->part; }

static struct finding *find(struct reading *in, enum finding_code code, struct text token,
                            const char *sentence, struct text detail) {
    struct finding *f =
        zet_record_find(in->record, code, part_of(in), offset_of(in, token), sentence, detail);
    if (f) {
        f->ply = in->turn;
        f->move = in->text.text.at && token.len ? token : nothing;
    }
    return f;
}

static struct line *line_of(struct reading *in) { return &in->v->lines[in->depth]; }

/* Keeps the position before the turn that begins. */
static void keep_before(struct reading *in) {
    struct line *line = line_of(in);
    memcpy(&line->before, &in->v->replay.position, in->v->replay.ruleset->rules->position_size);
    line->before_ply = in->v->replay.ply;
}

/* Ends the playing of the present line; a gift whose move never came is taken back. */
static void stop(struct reading *in) {
    struct line *line = line_of(in);
    struct replay *replay = &in->v->replay;
    if (!line->stopped && line->gift)
        memcpy(&replay->position, &line->before, replay->ruleset->rules->position_size);
    line->stopped = true;
}

/* What is not canonical in the move read last. Of an illegal move the separators are not judged:
   its geometry says nothing about them. */
static void judge_style(struct reading *in, bool legal) {
    static const char *const sentences[] = {
        "upper-case letters are readable, the canonical form has lower-case ones",
        "the canonical form has `-` in a step and `^` in a hop",
        "level 1 is written without its number", "a glyph stands straight behind its move"};
    unsigned style = in->text.style & ~(legal ? 0U : (unsigned)STYLE_SEPARATOR);
    unsigned first = 0;
    if (!style)
        return;
    while (!(style & 1U << first))
        first++;
    char room[64];
    struct writer w = {room, sizeof room, 0};
    if (!(style & STYLE_GLYPH)) {
        write_string(&w, "canonical: ");
        in->text.grammar->notation->write(&w, &in->text.move);
    }
    struct text detail = w.len <= w.cap ? copy(in->record, written(&w)) : nothing;
    find(in, FINDING_STYLE, in->text.token, sentences[first], detail);
}

/* Which hop of a chain is at fault, or nothing. */
static struct text faulty_leg(struct reading *in) {
    const struct rules *rules = in->verdict->rules;
    const struct move *m = &in->text.move;
    unsigned leg = rules->fault_leg ? rules->fault_leg(&in->v->replay.position, m) : 0;
    if (!leg)
        return nothing;
    char room[64];
    struct writer w = {room, sizeof room, 0};
    struct move part = {.kind = m->kind, .count = 2, .cell = {m->cell[leg - 1], m->cell[leg]}};
    write_string(&w, "on the way ");
    rules->notation->write(&w, &part);
    return copy(in->record, written(&w));
}

static void illegal(struct reading *in, const struct reason *reason) {
    struct verdict *out = in->verdict;
    struct replay *replay = &in->v->replay;
    size_t offset = offset_of(in, in->text.token);
    struct finding *f =
        find(in, FINDING_ILLEGAL_MOVE, in->text.token, reason->sentence, faulty_leg(in));
    if (f)
        f->reason = reason;
    if (!out->has_fault || offset < out->fault_offset) {
        out->has_fault = true;
        out->fault_offset = offset;
        out->fault_move = in->text.move;
        memcpy(&out->fault_position, &replay->position, replay->ruleset->rules->position_size);
    }
    in->stopped |= in->depth == 0;
    stop(in);
}

static void syntax(struct reading *in, struct text token, const struct misread *why) {
    find(in, why->code, token, why->sentence, nothing);
    in->stopped |= in->depth == 0;
    stop(in);
}

/* What a mismatch has to say: what the move really does. */
static void mismatch(struct reading *in, const struct effect *effect) {
    const struct move *m = &in->text.move;
    char room[160];
    struct writer w = {room, sizeof room, 0};
    if (m->cut > effect->stages) {
        write_string(&w, "it ends by itself after ");
        write_number(&w, effect->stages);
        write_string(&w, effect->stages == 1 ? " stage" : " stages");
    } else {
        struct move right = *m;
        zet_effect_annotate(&right, effect);
        write_string(&w, "it is ");
        in->text.grammar->notation->write(&w, &right);
    }
    find(in, FINDING_ANNOTATION_MISMATCH, in->text.token, NULL, copy(in->record, written(&w)));
}

/* Stones given before the turn's move (B10). */
static void take_gift(struct reading *in) {
    struct line *line = line_of(in);
    struct replay *replay = &in->v->replay;
    if (line->stopped) {
        judge_style(in, false);
        return;
    }
    const struct reason *reason = in->verdict->rules->check(&replay->position, &in->text.move);
    judge_style(in, true);
    if (!line->gift)
        keep_before(in);
    if (replay->outcome.result != RESULT_OPEN) {
        find(in, FINDING_MOVE_AFTER_END, in->text.token, NULL, text_of(replay->outcome.reason));
        in->stopped |= in->depth == 0;
        stop(in);
    } else if (reason) {
        line->gift = true;
        illegal(in, reason);
    } else {
        struct effect effect = {0};
        zet_replay_play(replay, &in->text.move, &effect);
        line->gift = true;
        line->gift_text = in->text.token;
    }
}

/* Whether the line's game is over, so that no move may follow. */
static bool is_over(const struct reading *in) {
    const struct replay *replay = &in->v->replay;
    if (in->playout)
        return replay->ruleset->rules->solo_done(&replay->position);
    return replay->outcome.result != RESULT_OPEN;
}

static void take_turn(struct reading *in) {
    struct line *line = line_of(in);
    struct replay *replay = &in->v->replay;
    const struct rules *rules = in->verdict->rules;
    const struct move *m = &in->text.move;
    if (line->stopped) {
        judge_style(in, false);
        return;
    }
    if (is_over(in)) {
        judge_style(in, false);
        find(in, FINDING_MOVE_AFTER_END, in->text.token, NULL,
             in->playout ? nothing : text_of(replay->outcome.reason));
        in->stopped |= in->depth == 0;
        stop(in);
        return;
    }
    const struct reason *reason = rules->check(&replay->position, m);
    if (in->text.style)
        judge_style(in, !reason);
    if (reason) {
        illegal(in, reason);
        return;
    }
    if (in->turn > PLIES_MAX) {
        static const struct misread too_long = {FINDING_LIMIT,
                                                "a line of play has at most 65,535 turns"};
        syntax(in, in->text.token, &too_long);
        return;
    }
    if (in->variations && !line->gift)
        keep_before(in);
    struct effect effect = {0};
    if (in->playout)
        rules->play(&replay->position, m, &effect);
    else
        zet_replay_play(replay, m, &effect);
    if (!zet_effect_agrees(m, &effect))
        mismatch(in, &effect);
    line->gift = false;
    line->played = true;
    in->solo_moves += in->playout && in->depth == 0;
}

/* A glyph that stands off belongs to the move before it. */
static void judge_glyph(struct reading *in) {
    in->turn--;
    judge_style(in, true);
    in->turn++;
}

static void judge_number(struct reading *in) {
    if (line_of(in)->stopped || in->too_deep)
        return;
    uint32_t want = in->playout ? in->turn : (in->turn + 1) / 2;
    bool dots = !in->playout && in->turn % 2 == 0;
    if (in->text.number == want && in->text.dots == dots)
        return;
    char room[64];
    struct writer w = {room, sizeof room, 0};
    write_string(&w, "it is ");
    write_number(&w, want);
    write_string(&w, dots ? "..." : ".");
    struct finding *f =
        find(in, FINDING_MOVE_NUMBER, in->text.token, NULL, copy(in->record, written(&w)));
    if (f)
        f->move = nothing;
}

static void open_variation(struct reading *in) {
    static const struct misread replaces_nothing = {
        FINDING_SYNTAX, "a variation stands behind the move that it replaces"};
    static const struct misread too_deep = {FINDING_LIMIT,
                                            "variations nest at most 32 levels deep"};
    struct line *outer = line_of(in);
    struct replay *replay = &in->v->replay;
    if (in->too_deep || in->depth == VARIATION_DEPTH_MAX) {
        if (!in->too_deep++)
            syntax(in, in->text.token, &too_deep);
        return;
    }
    bool nowhere = !outer->stopped && (!outer->played || outer->gift);
    if (nowhere)
        syntax(in, in->text.token, &replaces_nothing);
    in->depth++;
    struct line *line = line_of(in);
    line->open = in->text.token;
    line->stopped = outer->stopped;
    line->played = line->gift = false;
    line->after_turn = in->turn;
    if (in->turn > 1)
        in->turn--;
    if (line->stopped)
        return;
    size_t size = replay->ruleset->rules->position_size;
    line->after_outcome = replay->outcome;
    line->after_ply = replay->ply;
    memcpy(&line->after, &replay->position, size);
    if (!in->playout)
        zet_replay_rewind(replay, zet_replay_mark(replay) - 1);
    line->mark = zet_replay_mark(replay);
    memcpy(&replay->position, &outer->before, size);
    replay->ply = outer->before_ply;
    replay->outcome = (struct outcome){RESULT_OPEN, NULL};
}

/* A gift that no move follows. */
static void judge_gift(struct reading *in) {
    static const struct misread no_move = {FINDING_SYNTAX, "no move follows the stones given"};
    struct line *line = line_of(in);
    if (line->gift && !line->stopped)
        syntax(in, line->gift_text, &no_move);
}

/* Ends the innermost variation: the outer line goes on where it was. */
static void close_variation(struct reading *in) {
    struct replay *replay = &in->v->replay;
    judge_gift(in);
    const struct line *line = line_of(in);
    in->depth--;
    in->turn = line->after_turn;
    if (line_of(in)->stopped)
        return;
    memcpy(&replay->position, &line->after, replay->ruleset->rules->position_size);
    replay->ply = line->after_ply;
    replay->outcome = line->after_outcome;
    if (in->playout)
        return;
    zet_replay_rewind(replay, line->mark);
    zet_replay_again(replay);
}

static void take_close(struct reading *in) {
    static const struct misread not_open = {FINDING_SYNTAX, "no variation is open here"};
    if (in->too_deep)
        in->too_deep--;
    else if (in->depth)
        close_variation(in);
    else
        syntax(in, in->text.token, &not_open);
}

/* The end of the text: no variation and no gift may be open. */
static void take_end(struct reading *in) {
    static const struct misread never_closed = {FINDING_SYNTAX, "this variation is never closed"};
    struct text open = in->v->lines[1].open;
    bool unclosed = in->depth > 0 && !in->too_deep;
    while (in->depth)
        close_variation(in);
    judge_gift(in);
    if (unclosed)
        syntax(in, open, &never_closed);
}

/* Reads a move text from the present position of the replay. With `stopped` only its syntax is
   judged. */
static void read_moves(struct reading *in, const struct grammar *grammar, const struct board *board,
                       bool stopped) {
    const struct field *f = in->field;
    zet_movetext_open(&in->text, grammar, board, f->text, f->item_end, f->item_count);
    in->variations = f->text.len && memchr(f->text.at, '(', f->text.len);
    in->turn = 1;
    struct line *line = &in->v->lines[0];
    line->stopped = stopped;
    line->played = line->gift = false;
    for (;;) {
        enum token token = zet_movetext_next(&in->text);
        if (in->too_deep && token != TOKEN_OPEN && token != TOKEN_CLOSE && token != TOKEN_END)
            continue;
        switch (token) {
        case TOKEN_MOVE:
            if (in->text.move.kind == MOVE_GIVE) {
                take_gift(in);
                break;
            }
            take_turn(in);
            in->turn++;
            break;
        case TOKEN_NUMBER: judge_number(in); break;
        case TOKEN_GLYPH: judge_glyph(in); break;
        case TOKEN_COMMENT: break;
        case TOKEN_OPEN: open_variation(in); break;
        case TOKEN_CLOSE: take_close(in); break;
        case TOKEN_BAD: syntax(in, in->text.token, in->text.misread); break;
        case TOKEN_END: take_end(in); return;
        }
    }
}

/* What the rules give as points, and what the playout says of them. */
struct tally {
    int64_t points; /* -1: unknown */
    bool stops_early;
    uint32_t moves; /* of a playout that stops early */
    bool faulty;    /* nothing can be said of the points */
};

/* H13, H14: the loser's solo moves. `stopped`: the main line ended by a fault. */
static void judge_playout(struct reading *game, const struct grammar *grammar, bool stopped,
                          struct tally *tally) {
    struct record *r = game->record;
    const struct field *f = &r->field[KEY_PLAYOUT];
    struct verdict *out = game->verdict;
    const struct rules *rules = out->rules;
    struct replay *replay = &game->v->replay;
    if (f->state != FIELD_GIVEN)
        return;
    bool won = !stopped && rules->solo &&
               (out->outcome.result == RESULT_WIN_0 || out->outcome.result == RESULT_WIN_1);
    if (!stopped && !won)
        zet_record_find(r, FINDING_RESULT_MISMATCH, PART_PLAYOUT, zet_record_span_offset(r, f->key),
                        "a playout follows only a game that its rules have won", nothing);
    if (won)
        rules->solo(&replay->position, out->outcome.result == RESULT_WIN_0 ? 1 : 0);
    struct reading in = {.v = game->v,
                         .record = r,
                         .field = f,
                         .verdict = out,
                         .part = PART_PLAYOUT,
                         .playout = true};
    read_moves(&in, grammar, &out->ruleset.board, !won);
    tally->faulty = in.stopped;
    if (!won)
        return;
    if (rules->solo_done(&replay->position)) {
        tally->points = in.solo_moves;
    } else {
        tally->stops_early = true;
        tally->moves = in.solo_moves;
    }
}

static void judge_result(struct record *r, const struct verdict *out) {
    const struct field *result = &r->field[KEY_RESULT], *how = &r->field[KEY_TERMINATION];
    const char *const *sides = out->rules->sides;
    bool ended = out->outcome.result != RESULT_OPEN;
    if (ended) {
        const char *right =
            out->outcome.result == RESULT_DRAW ? "draw" : sides[out->outcome.result - 1];
        char room[64];
        struct writer w = {room, sizeof room, 0};
        write_string(&w, "the rules say ");
        write_string(&w, right);
        write_string(&w, ", by ");
        write_string(&w, out->outcome.reason);
        if (result->state == FIELD_GIVEN && !text_is(result->text, right))
            find_at(r, FINDING_RESULT_MISMATCH, result, NULL, copy(r, written(&w)));
        else if (how->state == FIELD_GIVEN && !text_is(how->text, "rules"))
            find_at(r, FINDING_RESULT_MISMATCH, how,
                    "the termination does not agree with the moves", copy(r, written(&w)));
        return;
    }
    if (result->state != FIELD_GIVEN || text_is(result->text, "*") || how->state == FIELD_BROKEN)
        return;
    if (how->state == FIELD_ABSENT || text_is(how->text, "rules"))
        find_at(r, FINDING_RESULT_MISMATCH, result, NULL,
                text_of("by the rules the game is not over, and no termination says how it ended"));
    else if (text_is(how->text, "unfinished"))
        find_at(r, FINDING_RESULT_MISMATCH, result, "an unfinished game has no result", nothing);
}

static void judge_points(struct record *r, const struct verdict *out, const struct tally *tally) {
    const struct field *f = &r->field[KEY_POINTS];
    if (f->state != FIELD_GIVEN)
        return;
    int64_t claim = 0;
    for (size_t i = 0; i < f->text.len; i++)
        claim = claim * 10 + (f->text.at[i] - '0');
    char room[64];
    struct writer w = {room, sizeof room, 0};
    if (out->outcome.result == RESULT_DRAW) {
        find_at(r, FINDING_POINTS_MISMATCH, f, "a drawn game gives no points", nothing);
    } else if (tally->points >= 0) {
        write_string(&w, "it is ");
        write_number(&w, (unsigned long long)tally->points);
        if (claim != tally->points)
            find_at(r, FINDING_POINTS_MISMATCH, f, NULL, copy(r, written(&w)));
    } else if (tally->stops_early && claim <= tally->moves) {
        write_string(&w, "more than ");
        write_number(&w, tally->moves);
        find_at(r, FINDING_POINTS_MISMATCH, f, "the playout is longer than the points say",
                copy(r, written(&w)));
    } else {
        find_at(r, FINDING_POINTS_UNPROVED, f, NULL,
                text_of(tally->stops_early ? "the playout stops early" : ""));
    }
}

/* The values whose words depend on the game. */
static void judge_words(struct record *r, const struct rules *rules) {
    struct field *result = &r->field[KEY_RESULT];
    const char *const results[] = {rules->sides[0], rules->sides[1], "draw", "*", NULL};
    const char *const sides[] = {rules->sides[0], rules->sides[1], NULL};
    bool known = result->state != FIELD_GIVEN;
    for (size_t i = 0; results[i] && !known; i++)
        known = text_is(result->text, results[i]);
    if (!known) {
        find_at(r, FINDING_BAD_VALUE, result, "the game has no such result",
                did_you_mean(r, result->text, results));
        result->state = FIELD_BROKEN;
    }
    for (size_t i = 0; i < r->players.count; i++) {
        const struct entry *e = &r->players.at[i];
        if (!text_is(e->name, sides[0]) && !text_is(e->name, sides[1]))
            zet_record_find(r, FINDING_UNKNOWN_KEY, PART_HEADER,
                            zet_record_span_offset(r, e->value.key), "the game has no such player",
                            did_you_mean(r, e->name, sides));
    }
}

/* The moves, the playout, and what they prove. */
static void judge_moves(struct validator *v, struct record *r, struct verdict *out,
                        const struct grammar *grammar, bool playable) {
    const struct rules *rules = out->rules;
    struct reading in = {
        .v = v, .record = r, .field = &r->field[KEY_MOVES], .verdict = out, .part = PART_MOVES};
    struct tally tally = {.points = -1};
    if (in.field->state == FIELD_GIVEN)
        read_moves(&in, grammar, &out->ruleset.board, !playable);
    in.stopped |= !playable || in.field->state != FIELD_GIVEN;
    out->plies = v->replay.ply;
    out->outcome = v->replay.outcome;
    if (rules->score && out->outcome.result != RESULT_DRAW && out->outcome.result != RESULT_OPEN)
        tally.points = rules->score(&v->replay.position, out->outcome.result);
    judge_playout(&in, grammar, in.stopped, &tally);
    memcpy(&out->position, &v->replay.position, rules->position_size);
    out->points = tally.points;
    if (in.stopped)
        return;
    judge_result(r, out);
    if (!tally.faulty)
        judge_points(r, out, &tally);
}

/* The grammar of a game, opened at first use; NULL when memory is out. */
static const struct grammar *grammar_of(struct validator *v, const struct rules *rules) {
    size_t i = 0;
    while (zet_games[i] != rules)
        i++;
    struct grammar *g = &v->grammars[i];
    return g->run || zet_grammar_open(g, rules->notation) ? g : NULL;
}

void zet_validate(struct validator *v, struct record *r, struct verdict *out) {
    out->rules = NULL;
    out->positioned = out->has_fault = false;
    out->plies = 0;
    out->outcome = (struct outcome){RESULT_OPEN, NULL};
    out->points = -1;
    if (r->broken)
        return;
    out->rules = judge_game(r);
    unsigned variant = 0;
    bool known = out->rules && judge_variant(r, out->rules, &variant);
    if (out->rules) {
        judge_words(r, out->rules);
        zet_ruleset_init(&out->ruleset, out->rules, variant);
        known &= judge_rules(r, &out->ruleset);
    }
    const struct field *moves = &r->field[KEY_MOVES];
    if (moves->state == FIELD_ABSENT)
        zet_record_find(r, FINDING_MISSING_KEY, PART_HEADER, r->start_offset,
                        "the key `moves` is missing", nothing);
    if (!known)
        return;
    struct setup room;
    const struct setup *from;
    bool playable = judge_position(r, &out->ruleset, &room, &from);
    const struct grammar *grammar = grammar_of(v, out->rules);
    bool failed = !grammar;
    if (playable && grammar) {
        const char *why =
            zet_replay_start(&v->replay, &out->ruleset, from, moves->text.len / 2 + 1, &failed);
        if (why)
            find_at(r, FINDING_BAD_POSITION, &r->field[KEY_POSITION], why, nothing);
        playable = !why;
    }
    out->positioned = playable && !failed;
    r->out_of_memory |= failed;
    if (failed)
        return;
    if (!playable) {
        v->replay.ply = 0;
        v->replay.outcome = (struct outcome){RESULT_OPEN, NULL};
    }
    judge_moves(v, r, out, grammar, playable);
}
