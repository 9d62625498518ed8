#include "validators/replay/validate.h"

#include <assert.h>
#include <stdlib.h>

#include "validators/replay/decipher.h"
#include "validators/replay/grammars.h"
#include "validators/replay/move_reader.h"
#include "validators/replay/words.h"

struct validator {
    struct grammars grammars;
    struct branches branches;
    const struct observer *observer;
    const struct defaults *const *defaults; /* or NULL */
    struct opening opening;
    struct ruleset ruleset; /* begun last, without options; zeroed: none */
};

struct validator *zi_validator_new(void) {
    assert(zi_game_count <= GAMES_MAX);
    struct validator *v = calloc(1, sizeof *v);
    if (v)
        v->branches.replay.opening = &v->opening;
    return v;
}

void zi_validator_free(struct validator *v) {
    if (!v)
        return;
    zi_grammars_close(&v->grammars);
    zi_replay_close(&v->branches.replay);
    free(v);
}

void zi_validator_observe(struct validator *v, const struct observer *observer) {
    v->observer = observer;
}

void zi_validator_default(struct validator *v, const struct defaults *const *defaults) {
    v->defaults = defaults;
}

/* A finding in the header, at the value of a field. */
static void find_at(struct record *r, enum finding_code code, const struct field *f,
                    const char *sentence, struct text detail) {
    zi_report_add(r, code, PART_HEADER, zi_field_offset(r, f, 0), sentence, detail);
}

/* The header: game, variant, rules, position. */

/* That a default counts is no error, but must be seen. */
static void find_default(struct record *r, const char *sentence, struct text value) {
    zi_report_add(r, FINDING_STYLE, PART_HEADER, r->start_offset, sentence, value);
}

static const struct rules *check_game(struct record *r, const struct defaults *defaults) {
    struct field *f = &r->field[KEY_GAME];
    if (f->state == FIELD_ABSENT && defaults && defaults->game.len) {
        find_default(r, "the key `game` is missing; the default of zet.yaml counts",
                     zi_record_keep(r, defaults->game));
        return zi_game_find(defaults->game);
    }
    if (f->state == FIELD_ABSENT)
        zi_report_add(r, FINDING_MISSING_KEY, PART_HEADER, r->start_offset,
                      "the key `game` is missing", NO_TEXT);
    if (f->state != FIELD_GIVEN)
        return NULL;
    const struct rules *rules = zi_game_find(f->text);
    if (!rules) {
        const char *names[GAMES_MAX + 1] = {NULL};
        for (size_t i = 0; i < zi_game_count; i++)
            names[i] = zi_games[i]->name;
        if (zi_words_restate(r, f, names))
            return zi_game_find(f->text);
        find_at(r, FINDING_BAD_VALUE, f, "zet does not know this game",
                zi_record_did_you_mean(r, f->text, names));
    }
    return rules;
}

int zi_default_variant(const struct rules *rules, const struct defaults *defaults) {
    if (!defaults || !defaults->variant.len || !rules->variants ||
        (defaults->game.len && !text_is(defaults->game, rules->name)))
        return -1;
    return zi_variant_find(rules, defaults->variant);
}

/* False if the variant cannot be known. */
static bool check_variant(struct record *r, const struct rules *rules,
                          const struct defaults *defaults, unsigned *variant) {
    struct field *f = &r->field[KEY_VARIANT];
    int by_default = f->state == FIELD_ABSENT ? zi_default_variant(rules, defaults) : -1;
    *variant = 0;
    if (by_default >= 0) {
        find_default(r, "the key `variant` is missing; the default of zet.yaml counts",
                     zi_record_keep(r, defaults->variant));
        *variant = (unsigned)by_default;
        return true;
    }
    if (f->state == FIELD_ABSENT && rules->variant_required)
        zi_report_add(r, FINDING_MISSING_KEY, PART_HEADER, r->start_offset,
                      "the key `variant` is missing; this game requires it", NO_TEXT);
    if (f->state != FIELD_GIVEN)
        return f->state == FIELD_ABSENT && !rules->variant_required;
    int index = zi_variant_find(rules, f->text);
    if (index < 0 && rules->variants && zi_words_restate(r, f, rules->variants))
        index = zi_variant_find(rules, f->text);
    if (index < 0 && rules->variants)
        find_at(r, FINDING_BAD_VALUE, f, "the game has no such variant",
                zi_record_did_you_mean(r, f->text, rules->variants));
    else if (index < 0)
        find_at(r, FINDING_BAD_VALUE, f, "the game has no variants", NO_TEXT);
    *variant = index < 0 ? 0 : (unsigned)index;
    return index >= 0;
}

/* Numbers and truth values in quotes are texts, and no option has such a text as its value. */
static bool is_quoted_number(const struct field *f) {
    return f->span.as != WRITTEN_PLAIN && ((f->text.len && is_digit(f->text.at[0])) ||
                                           text_is(f->text, "true") || text_is(f->text, "false"));
}

/* NULL, or what is wrong with the option. */
static const char *set_option(struct ruleset *rs, const struct entry *e) {
    if (is_quoted_number(&e->value))
        return "this value must be written without quotes";
    return zi_ruleset_set(rs, e->name, e->value.text);
}

/* False if the rules cannot be known. */
static bool check_rules(struct record *r, struct ruleset *rs) {
    bool known = r->field[KEY_RULES].state != FIELD_BROKEN;
    for (size_t i = 0; i < r->rules.count; i++) {
        struct entry *e = &r->rules.at[i];
        if (e->value.state != FIELD_GIVEN) {
            known = false;
            continue;
        }
        const char *fault = set_option(rs, e);
        const char *const *words = fault ? zi_ruleset_words(rs, e->name) : NULL;
        if (words && !is_quoted_number(&e->value) && zi_words_restate(r, &e->value, words))
            fault = set_option(rs, e);
        if (!fault)
            continue;
        find_at(r, FINDING_BAD_VALUE, &e->value, fault, e->name);
        known = false;
    }
    return known;
}

/* The position that the record gives, in *out, or NULL. False if it is not a position. */
static bool check_position(struct record *r, const struct ruleset *rs, struct setup *room,
                           const struct setup **out) {
    const struct field *f = &r->field[KEY_POSITION];
    *out = NULL;
    if (f->state != FIELD_GIVEN)
        return f->state == FIELD_ABSENT;
    size_t fault = 0;
    const char *why = rs->rules->notation->read_setup(f->text, &rs->board, room, &fault);
    if (why)
        zi_report_add(r, FINDING_BAD_POSITION, PART_HEADER, zi_field_offset(r, f, fault), why,
                      NO_TEXT);
    *out = room;
    return !why;
}

/* The points by the rules, and what the playout tells about them. */
struct tally {
    int64_t points; /* -1: unknown */
    int64_t least;  /* they cannot be less (H14); -1: unknown */
    bool stops_early;
    bool faulty; /* the points cannot be judged */
};

/* H14: each of the loser's pieces that is not home needs a move of its own. */
static void count_missing(const struct verdict *out, const struct replay *replay,
                          struct tally *tally) {
    union position position;
    memcpy(&position, &replay->position, out->rules->position_size);
    out->rules->solo(&position, out->outcome.result == RESULT_WIN_0 ? 1 : 0);
    tally->least = out->rules->solo_away(&position);
}

/* H13, H14: the loser's solo moves. `stopped`: the main line ended by a fault. */
static void check_playout(struct move_reader *game, struct grammar *grammar, bool stopped,
                          struct tally *tally) {
    struct record *r = game->record;
    const struct field *f = &r->field[KEY_PLAYOUT];
    struct verdict *out = game->verdict;
    const struct rules *rules = out->rules;
    struct replay *replay = &game->branches->replay;
    bool won = !stopped && rules->solo &&
               (out->outcome.result == RESULT_WIN_0 || out->outcome.result == RESULT_WIN_1);
    if (won && f->state == FIELD_ABSENT)
        count_missing(out, replay, tally);
    if (f->state != FIELD_GIVEN)
        return;
    if (!stopped && !won)
        zi_report_add(r, FINDING_RESULT_MISMATCH, PART_PLAYOUT, zi_record_byte(r, f->key.start),
                      "a playout is allowed only after a win by the rules", NO_TEXT);
    if (won)
        rules->solo(&replay->position, out->outcome.result == RESULT_WIN_0 ? 1 : 0);
    struct move_reader in = {.branches = game->branches,
                             .record = r,
                             .field = f,
                             .verdict = out,
                             .part = PART_PLAYOUT,
                             .playout = true,
                             .observer = game->observer};
    zi_read_moves(&in, grammar, &out->ruleset.board, !won);
    tally->faulty = in.stopped;
    if (!won)
        return;
    if (rules->solo_done(&replay->position)) {
        tally->points = in.solo_moves;
    } else {
        tally->stops_early = true;
        tally->least = (int64_t)in.solo_moves + rules->solo_away(&replay->position);
    }
}

/* The result at the end of the moves becomes the record's, where the record has none. */
static void take_result(struct record *r, const struct move_reader *in) {
    if (!in->result)
        return;
    if (r->field[KEY_RESULT].state == FIELD_ABSENT)
        zi_record_add(r, KEY_RESULT, in->result);
    if (in->resigned && r->field[KEY_TERMINATION].state == FIELD_ABSENT)
        zi_record_add(r, KEY_TERMINATION, "resignation");
}

/* A finding at the result: in the header, or, where the header has none, at the end of the moves.
 */
static void find_at_result(struct record *r, const struct move_reader *in, enum finding_code code,
                           const char *sentence, struct text detail) {
    const struct field *f = &r->field[KEY_RESULT];
    bool at_end = in->result && f->span.as == WRITTEN_DERIVED;
    zi_report_add(r, code, at_end ? PART_MOVES : PART_HEADER,
                  at_end ? in->result_offset : zi_field_offset(r, f, 0), sentence, detail);
}

static void check_result(struct record *r, const struct verdict *out,
                         const struct move_reader *in) {
    take_result(r, in);
    const struct field *result = &r->field[KEY_RESULT], *how = &r->field[KEY_TERMINATION];
    bool ended = out->outcome.result != RESULT_OPEN;
    if (ended) {
        const char *right = outcome_word(out->rules, &out->outcome);
        char room[64];
        struct writer w = {room, sizeof room, 0};
        write_string(&w, "the rules say ");
        write_string(&w, right);
        write_string(&w, ", by ");
        write_string(&w, out->outcome.reason);
        if (result->state == FIELD_GIVEN && !text_is(result->text, right))
            find_at_result(r, in, FINDING_RESULT_MISMATCH, NULL, zi_record_keep(r, written(&w)));
        else if (how->state == FIELD_GIVEN && !text_is(how->text, "rules"))
            find_at(r, FINDING_RESULT_MISMATCH, how,
                    "the termination does not agree with the moves",
                    zi_record_keep(r, written(&w)));
        return;
    }
    if (result->state != FIELD_GIVEN || text_is(result->text, "*") || how->state == FIELD_BROKEN)
        return;
    if (how->state == FIELD_ABSENT)
        find_at_result(r, in, FINDING_TERMINATION_MISSING, NULL, NO_TEXT);
    else if (text_is(how->text, "rules"))
        find_at_result(
            r, in, FINDING_RESULT_MISMATCH, NULL,
            text_of("by the rules the game is not over, and no termination says how it ended"));
    else if (text_is(how->text, "unfinished"))
        find_at_result(r, in, FINDING_RESULT_MISMATCH, "an unfinished game has no result", NO_TEXT);
}

static void check_points(struct record *r, const struct verdict *out, const struct tally *tally) {
    const struct field *f = &r->field[KEY_POINTS];
    if (f->state != FIELD_GIVEN)
        return;
    int64_t claim = text_number(f->text, UINT32_MAX);
    char room[64];
    struct writer w = {room, sizeof room, 0};
    if (out->outcome.result == RESULT_DRAW) {
        find_at(r, FINDING_POINTS_MISMATCH, f, "a drawn game gives no points", NO_TEXT);
    } else if (tally->points >= 0) {
        write_string(&w, "it is ");
        write_number(&w, (unsigned long long)tally->points);
        if (claim != tally->points)
            find_at(r, FINDING_POINTS_MISMATCH, f, NULL, zi_record_keep(r, written(&w)));
    } else if (claim < tally->least) {
        write_string(&w, "it is at least ");
        write_number(&w, (unsigned long long)tally->least);
        find_at(r, FINDING_POINTS_MISMATCH, f, NULL, zi_record_keep(r, written(&w)));
    } else {
        find_at(r, FINDING_POINTS_UNPROVED, f, NULL,
                text_of(tally->stops_early ? "the playout stops early" : ""));
    }
}

static void check_players(struct record *r, const struct rules *rules) {
    const char *const sides[] = {rules->sides[0], rules->sides[1], NULL};
    for (size_t i = 0; i < r->players.count; i++) {
        const struct entry *e = &r->players.at[i];
        if (!text_is(e->name, sides[0]) && !text_is(e->name, sides[1]))
            zi_report_add(r, FINDING_UNKNOWN_KEY, PART_HEADER,
                          zi_record_byte(r, e->value.key.start), "the game has no such player",
                          zi_record_did_you_mean(r, e->name, sides));
    }
}

/* The word of the key `result`, which may depend on who moves first. */
static void check_result_word(struct record *r, const struct ruleset *rs,
                              const struct setup *start) {
    struct field *f = &r->field[KEY_RESULT];
    const char *const results[] = {rs->rules->sides[0], rs->rules->sides[1], "draw", "*", NULL};
    const char *fault = zi_words_restate_result(r, rs, start);
    if (!fault)
        return;
    struct text near = zi_record_did_you_mean(r, f->text, results);
    char room[96];
    struct writer w = {room, sizeof room, 0};
    for (size_t i = 0; i < 4; i++) {
        write_string(&w, i ? ", " : "known are ");
        write_string(&w, results[i]);
    }
    write_string(&w, " and scores such as 1-0");
    find_at(r, FINDING_BAD_VALUE, f, fault,
            near.len || fault != zi_no_such_result ? near : zi_record_keep(r, written(&w)));
    f->state = FIELD_BROKEN;
}

/* The moves, the playout, and what they prove. `start`: the record's own position, or NULL. */
static void check_moves(struct validator *v, struct record *r, struct verdict *out,
                        struct grammar *grammar, bool playable, const struct setup *start) {
    const struct rules *rules = out->rules;
    struct move_reader in = {.branches = &v->branches,
                             .record = r,
                             .field = &r->field[KEY_MOVES],
                             .verdict = out,
                             .part = PART_MOVES,
                             .start = start,
                             .observer = v->observer};
    struct tally tally = {.points = -1, .least = -1};
    if (in.field->state == FIELD_GIVEN)
        zi_read_moves(&in, grammar, &out->ruleset.board, !playable);
    in.stopped |= !playable || in.field->state != FIELD_GIVEN;
    out->plies = v->branches.replay.ply;
    out->outcome = v->branches.replay.outcome;
    if (out->outcome.reason && !strcmp(out->outcome.reason, REPETITION))
        out->repetition.count =
            zi_replay_occurrences(&v->branches.replay, out->repetition.ply, REPETITIONS_SHOWN);
    if (rules->score && out->outcome.result != RESULT_DRAW && out->outcome.result != RESULT_OPEN)
        tally.points = rules->score(&v->branches.replay.position, out->outcome.result);
    check_playout(&in, grammar, in.stopped, &tally);
    memcpy(&out->position, &v->branches.replay.position, rules->position_size);
    out->points = tally.points;
    if (in.stopped)
        return;
    check_result(r, out, &in);
    if (!tally.faulty)
        check_points(r, out, &tally);
}

/* Replays the record of a known game, by known rules. `playable`: its position can be used. */
static void replay(struct validator *v, struct record *r, struct verdict *out, bool playable,
                   const struct setup *start) {
    const struct field *moves = &r->field[KEY_MOVES];
    bool failed = false;
    if (playable) {
        const char *why = zi_replay_start(&v->branches.replay, &out->ruleset, start,
                                          moves->text.len / 2 + 1, &failed);
        if (why)
            find_at(r, FINDING_BAD_POSITION, &r->field[KEY_POSITION], why, NO_TEXT);
        playable = !why;
    }
    out->positioned = playable && !failed;
    r->out_of_memory |= failed;
    if (failed)
        return;
    if (!playable) {
        v->branches.replay.ply = 0;
        v->branches.replay.outcome = (struct outcome){RESULT_OPEN, NULL};
    }
    check_moves(v, r, out, zi_grammars_get(&v->grammars, out->rules), playable, start);
}

void zi_validate(struct validator *v, struct record *r, struct verdict *out) {
    out->rules = NULL;
    out->positioned = out->has_fault = false;
    out->plies = 0;
    out->outcome = (struct outcome){RESULT_OPEN, NULL};
    out->points = -1;
    out->repetition.count = 0;
    if (r->broken)
        return;
    const struct defaults *defaults = v->defaults ? *v->defaults : NULL;
    out->rules = check_game(r, defaults);
    unsigned variant = 0;
    bool known = out->rules && check_variant(r, out->rules, defaults, &variant);
    if (out->rules) {
        check_players(r, out->rules);
        if (v->ruleset.rules != out->rules || v->ruleset.variant != variant)
            zi_ruleset_init(&v->ruleset, out->rules, variant);
        out->ruleset = v->ruleset;
        known &= check_rules(r, &out->ruleset);
    }
    if (r->field[KEY_MOVES].state == FIELD_ABSENT)
        zi_report_add(r, FINDING_MISSING_KEY, PART_HEADER, r->start_offset,
                      "the key `moves` is missing", NO_TEXT);
    if (!out->rules)
        return;
    struct setup room;
    const struct setup *start = NULL;
    bool playable = known && check_position(r, &out->ruleset, &room, &start);
    check_result_word(r, &out->ruleset, playable ? start : NULL);
    if (known)
        replay(v, r, out, playable, start);
}

bool zi_validate_readable(const struct record *r, const struct verdict *verdict) {
    enum { BYTES_MAX = 64 << 10 };
    const struct field *moves = &r->field[KEY_MOVES];
    return verdict->positioned && moves->state == FIELD_GIVEN && moves->text.len <= BYTES_MAX;
}

bool zi_validate_stopped(const struct record *r, const struct verdict *verdict) {
    bool stopped = false;
    for (size_t i = 0; i < r->findings.count && !stopped; i++) {
        const struct finding *f = &r->findings.at[i];
        stopped = f->part == PART_MOVES &&
                  (f->code == FINDING_SYNTAX || f->code == FINDING_ILLEGAL_MOVE ||
                   f->code == FINDING_MOVE_AFTER_END);
    }
    return stopped && zi_validate_readable(r, verdict);
}

bool zi_validate_decipher(struct validator *v, struct record *r, const struct verdict *verdict,
                          struct text other, uint64_t budget, struct deciphered *out) {
    const struct field *moves = &r->field[KEY_MOVES], *result = &r->field[KEY_RESULT];
    const struct field *how = &r->field[KEY_TERMINATION], *position = &r->field[KEY_POSITION];
    struct setup start;
    size_t fault;
    struct evidence evidence = {.other = other,
                                .items = moves->item_count ? moves->item_end : NULL,
                                .item_count = moves->item_count};
    if (result->state == FIELD_GIVEN)
        evidence.result = result->text;
    evidence.ended_otherwise = how->state == FIELD_GIVEN && !text_is(how->text, "rules");
    if (position->state == FIELD_GIVEN &&
        !verdict->rules->notation->read_setup(position->text, &verdict->ruleset.board, &start,
                                              &fault))
        evidence.start = &start;
    return zi_decipher(&verdict->ruleset, zi_grammars_get(&v->grammars, verdict->rules),
                       moves->text, &evidence, budget, &r->arena, out);
}
