#include "validators/solver/score.h"

#include "notation/base/value.h"
#include "notation/record/json.h"

enum { NAME_COLUMNS = 40 };

void zi_scorer_begin(struct scorer *s) {
    s->playout.len = 0;
    s->played = 0;
}

void zi_scorer_free(struct scorer *s) { zi_buffer_free(&s->playout); }

static void add_move(struct scorer *s, struct text move) {
    struct buffer *out = &s->playout;
    if (s->played++)
        buffer_char(out, ' ');
    buffer_add(out, s->played, ". ", move);
}

void zi_scorer_see(void *context, const struct move_reader *in, enum token token) {
    struct scorer *s = context;
    if (!in->playout || in->depth || token != TOKEN_MOVE || !in->played)
        return;
    char room[MOVE_TEXT_MAX];
    struct writer w = {room, sizeof room, 0};
    add_move(s, move_reader_canonical(in, &w));
}

/* Plays the solution from the position, and writes it. Returns false if it does not lead home. */
static bool write_line(struct scorer *s, const struct rules *rules, union position *position,
                       const struct solution *solution) {
    for (uint32_t i = 0; i < solution->high; i++) {
        struct move m;
        struct effect effect = {0};
        char room[MOVE_TEXT_MAX];
        struct writer w = {room, sizeof room, 0};
        move_set_route(&m, solution->line[i].from, solution->line[i].to);
        if (rules->check(position, &m))
            return false;
        rules->complete(position, &m);
        rules->play(position, &m, &effect);
        rules->notation->write(&w, &m);
        add_move(s, written(&w));
    }
    return rules->solo_done(position);
}

static void search(struct scorer *s, const struct verdict *v, union position *position,
                   struct solver_stock *solvers, const struct solver_limits *limits,
                   struct score *out) {
    struct solution solution;
    struct solver *solver = zi_solver_stock_take(solvers);
    if (!solver) {
        s->failed = true;
        return;
    }
    zi_solve(solver, position, limits, &solution);
    zi_solver_stock_give_back(solvers, solver);
    out->never = solution.never;
    if (out->low < (int64_t)s->played + solution.low)
        out->low = (int64_t)s->played + solution.low;
    if (solution.high == UINT32_MAX || !write_line(s, v->rules, position, &solution))
        return;
    out->high = s->played;
    out->exact = out->low == out->high;
    out->points = out->exact ? out->high : -1;
    out->playout = buffered(&s->playout);
    out->found = solution.high;
}

/* The playout is missing or stops early. */
static void bracket(struct scorer *s, const struct verdict *v, struct solver_stock *solvers,
                    const struct solver_limits *limits, struct score *out) {
    union position position;
    memcpy(&position, &v->position, v->rules->position_size);
    unsigned loser = v->outcome.result == RESULT_WIN_0 ? 1 : 0;
    v->rules->solo(&position, loser);
    out->away = v->rules->solo_away(&position);
    out->kind = SCORE_BRACKET;
    out->low = (int64_t)s->played + out->away; /* a move brings at most one man home */
    if (solvers)
        search(s, v, &position, solvers, limits, out);
}

void zi_score(struct scorer *s, const struct record *r, const struct facts *f,
              const struct verdict *v, struct solver_stock *solvers,
              const struct solver_limits *limits, struct score *out) {
    *out = (struct score){.points = -1, .low = -1, .high = -1, .played = s->played, .claim = -1};
    struct text claim = zi_facts_value(r, KEY_POINTS);
    if (claim.len)
        out->claim = text_number(claim, UINT32_MAX);
    bool won = v->outcome.result == RESULT_WIN_0 || v->outcome.result == RESULT_WIN_1;
    if (f->rules)
        out->kind = SCORE_RESULT;
    if (!won)
        return;
    if (v->points >= 0) {
        out->kind = f->rules->solo ? SCORE_PLAYED : SCORE_STONES;
        out->points = out->low = out->high = v->points;
        out->exact = true;
        out->playout = f->rules->solo ? buffered(&s->playout) : NO_TEXT;
    } else if (f->rules->solo) {
        bracket(s, v, solvers, limits, out);
    }
    s->failed |= s->playout.failed;
}

/* In words. */

static struct value points(int64_t n) { return value_counted((uint64_t)n, " point", " points"); }

static struct value moves(int64_t n) { return value_counted((uint64_t)n, " move", " moves"); }

static void write_result(struct buffer *out, const struct facts *f) {
    if (f->result == RESULT_OPEN) {
        buffer_string(out, text_is(f->termination, "unfinished") ? "unfinished" : "no result");
        return;
    }
    if (f->result == RESULT_DRAW) {
        buffer_string(out, "a draw");
    } else {
        unsigned side = f->result == RESULT_WIN_1;
        buffer_string(out, f->rules->sides[side]);
        if (f->players[side].len)
            buffer_add(out, " (", value_line(f->players[side], NAME_COLUMNS), ")");
        buffer_string(out, " wins");
    }
    struct text how = zi_facts_ending(f);
    if (text_is(how, "unknown"))
        return;
    buffer_add(out, " by ", how);
}

static void write_range(struct buffer *out, const struct score *s) {
    if (s->exact) {
        buffer_add(out, points(s->high));
    } else if (s->high >= 0) {
        buffer_add(out, (uint64_t)s->low, " to ", points(s->high));
    } else if (s->never) {
        buffer_string(out, "no points can be proved");
    } else {
        buffer_add(out, "at least ", points(s->low));
    }
}

static void write_bracket(struct buffer *out, const struct score *s) {
    int64_t left = s->high - s->played;
    buffer_string(out, "; ");
    write_range(out, s);
    if (s->played)
        buffer_add(out, ": the playout stops after ", moves(s->played), "; ");
    else
        buffer_string(out, ": there is no playout; ");
    if (s->exact)
        buffer_add(out, "the shortest way home has ", moves(left));
    else if (s->high >= 0)
        buffer_add(out, "a line home of ", moves(left), " was found, none has less than ",
                   (uint64_t)(s->low - s->played));
    else if (s->never)
        buffer_string(out, "no line leads home");
    else
        buffer_add(out, value_counted(s->away, " man is not home", " men are not home"));
}

/* Whether points or their bounds are known. */
static bool has_points(const struct score *s) { return s->kind > SCORE_RESULT; }

/* Whether the claimed points differ from the proved ones. */
static bool is_claim_other(const struct score *s) {
    return has_points(s) && s->claim >= 0 && s->claim != s->points;
}

void zi_score_text(struct buffer *out, const struct facts *f, const struct score *score) {
    if (score->kind == SCORE_UNKNOWN) {
        buffer_string(out, "the game cannot be known");
        return;
    }
    buffer_add(out, f->rules->name, f->variant ? " " : "", f->variant, ": ");
    write_result(out, f);
    switch (score->kind) {
    case SCORE_STONES: buffer_add(out, "; ", points(score->points), ": the winner's stones"); break;
    case SCORE_PLAYED:
        buffer_add(out, "; ", points(score->points), ": the playout has ", moves(score->points));
        break;
    case SCORE_BRACKET: write_bracket(out, score); break;
    case SCORE_UNKNOWN:
    case SCORE_RESULT: break;
    }
    if (is_claim_other(score))
        buffer_add(out, "; the record claims ", points(score->claim));
}

struct text zi_score_next_move(struct text *playout, struct text *number) {
    *number = text_next_part(playout, ' ');
    return text_next_part(playout, ' ');
}

void zi_score_playout(struct buffer *out, struct text playout) {
    enum { WIDTH = 80, MARGIN = 2 };
    size_t column = 0;
    while (playout.len) {
        struct text number, move = zi_score_next_move(&playout, &number);
        size_t length = number.len + 1 + move.len;
        if (column && column + 1 + length > WIDTH) {
            buffer_char(out, '\n');
            column = 0;
        }
        size_t before = column ? 1 : MARGIN;
        buffer_chars(out, ' ', before);
        buffer_add(out, number, " ", move);
        column += before + length;
    }
    buffer_char(out, '\n');
}

bool zi_score_only_points(const struct record *r) {
    bool points = r->findings.dropped == 0;
    for (size_t i = 0; i < r->findings.count; i++) {
        const struct finding *f = &r->findings.at[i];
        points &= f->severity != SEVERITY_ERROR || f->code == FINDING_POINTS_MISMATCH;
    }
    return points;
}

static struct value number_or_none(int64_t n) {
    return n < 0 ? value_string(NULL) : value_number((uint64_t)n);
}

void zi_score_json(struct buffer *out, struct text file, size_t record, const struct facts *f,
                   const struct score *score) {
    struct json_out j = {.to = out};
    struct value bounds = value_list(number_or_none(score->low), number_or_none(score->high));
    zi_json_open(&j, '{');
    json_members(&j, "file", file, "record", record, "game", f->rules ? f->rules->name : NULL,
                 "points", number_or_none(score->points), "bounds",
                 has_points(score) ? bounds : value_string(NULL), "exact", score->exact);
    if (is_claim_other(score))
        json_members(&j, "claim", (uint64_t)score->claim);
    json_members(&j, "playout", value_if_any(score->playout));
    buffer_string(out, "}\n");
}
