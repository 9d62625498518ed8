/* Positions in which moves are played and undone. */
#include <stdlib.h>

#include "notation/base/error.h"
#include "notation/base/list.h"
#include "notation/base/output.h"
#include "validators/api/moves.h"
#include "validators/api/position.h"
#include "validators/api/records.h"
#include "validators/games/symmetry.h"
#include "validators/replay/replay.h"
#include "validators/replay/settings.h"
#include "validators/report/suggest.h"

/* The state before a move, and the move with its text. */
struct undo {
    struct outcome outcome;
    size_t mark;
    unsigned side; /* of the player who made it */
    struct listed_move *move;
};

struct zet_position {
    const zet_rules *rules;
    struct replay replay;
    size_t capacity; /* the plies that the replay can take */
    struct undo *undo;
    unsigned char *before; /* the positions before the moves, `stride` bytes each */
    size_t stride, count, cap, before_cap;
    bool solo;          /* a playout has begun (H13), */
    size_t solo_from;   /* after this many moves */
    struct outcome won; /* of the game before it */
    char text[SETUP_TEXT_MAX];
};

/* Setting up. */

enum { FIRST_PLIES = 64 };

/* The bytes of a position, rounded up so that the next one is aligned. */
static size_t stride_of(const struct rules *rules) {
    size_t align = _Alignof(union position);
    return (rules->position_size + align - 1) / align * align;
}

/* The position before that move, from 0; after the last one, the current position. */
static const void *position_at(const zet_position *p, size_t index) {
    return index < p->count ? (const void *)(p->before + index * p->stride) : &p->replay.position;
}

zet_position *zet_position_new(const zet_rules *rules, zet_text text, zet_error *error) {
    const struct ruleset *rs = &rules->ruleset;
    struct setup room, *from = NULL;
    size_t fault = 0;
    bool failed = false;
    if (text.at) {
        const char *why =
            rs->rules->notation->read_setup(text_from(text), &rs->board, &room, &fault);
        if (why) {
            zi_error_set(error, ZET_REFUSED, "character ", fault + 1, ": ", why);
            return NULL;
        }
        from = &room;
    }
    zet_position *p = zi_zeroed(sizeof *p, error);
    if (!p)
        return NULL;
    p->rules = rules;
    p->stride = stride_of(rs->rules);
    p->capacity = FIRST_PLIES;
    const char *why = zi_replay_start(&p->replay, rs, from, p->capacity, &failed);
    if (!why && !failed)
        return p;
    if (why)
        zi_error_set(error, ZET_REFUSED, why);
    else
        zi_error_out_of_memory(error);
    zet_position_free(p);
    return NULL;
}

void zet_position_free(zet_position *p) {
    if (!p)
        return;
    for (size_t i = 0; i < p->count; i++)
        free(p->undo[i].move);
    free(p->undo);
    free(p->before);
    zi_replay_close(&p->replay);
    free(p);
}

/* Counts the positions so far in *fresh, with space for more plies. */
static bool count_again(const zet_position *p, size_t capacity, struct replay *fresh) {
    struct setup setup;
    const struct rules *rules = p->rules->ruleset.rules;
    bool failed = false;
    rules->describe(position_at(p, 0), &setup);
    *fresh = (struct replay){0};
    const char *why = zi_replay_start(fresh, &p->rules->ruleset, &setup, capacity, &failed);
    if (why || failed) {
        zi_replay_close(fresh);
        return false;
    }
    for (size_t i = 1; i <= p->count; i++) {
        memcpy(&fresh->position, position_at(p, i), rules->position_size);
        zi_replay_again(fresh);
    }
    memcpy(&fresh->position, &p->replay.position, rules->position_size);
    fresh->ply = p->replay.ply;
    fresh->outcome = p->replay.outcome;
    return true;
}

static bool set_capacity(zet_position *p, size_t capacity) {
    struct replay fresh;
    if (!count_again(p, capacity, &fresh))
        return false;
    zi_replay_close(&p->replay);
    p->replay = fresh;
    p->capacity = capacity;
    return true;
}

/* Makes room for that many moves. */
static bool reserve(zet_position *p, size_t moves) {
    return zi_list_reserve(&p->undo, &p->cap, moves, sizeof *p->undo) &&
           zi_list_reserve(&p->before, &p->before_cap, moves, p->stride);
}

static bool copy_moves(zet_position *to, const zet_position *from) {
    if (!reserve(to, from->count + 1))
        return false;
    if (from->count)
        memcpy(to->before, from->before, from->count * from->stride);
    for (; to->count < from->count; to->count++) {
        to->undo[to->count] = from->undo[to->count];
        const struct listed_move *move = from->undo[to->count].move;
        to->undo[to->count].move = zi_listed_move(&move->move, text_of(move->text));
        if (!to->undo[to->count].move)
            return false;
    }
    return true;
}

static bool copy(zet_position *p, const zet_position *from) {
    p->rules = from->rules;
    p->stride = from->stride;
    p->solo = from->solo;
    p->solo_from = from->solo_from;
    p->won = from->won;
    p->replay = from->replay;
    p->replay.history = (struct history){0};
    return copy_moves(p, from) && set_capacity(p, from->capacity);
}

zet_position *zet_position_copy_new(const zet_position *from, zet_error *error) {
    zet_position *p = calloc(1, sizeof *p);
    if (p && copy(p, from))
        return p;
    zet_position_free(p);
    zi_error_out_of_memory(error);
    return NULL;
}

/* Playing. */

static bool has_room(zet_position *p) {
    return reserve(p, p->count + 1) &&
           (p->replay.ply < p->capacity || set_capacity(p, p->capacity * 2));
}

/* Restores the state before move p->count, which is no longer counted. */
static void restore(zet_position *p) {
    const struct undo *u = &p->undo[p->count];
    zi_replay_rewind(&p->replay, u->mark);
    memcpy(&p->replay.position, p->before + p->count * p->stride,
           p->rules->ruleset.rules->position_size);
    p->replay.outcome = u->outcome;
}

/* A playout lasts until the loser is home; repetitions do not apply in it (H13). */
static void judge_solo(zet_position *p) {
    bool done = p->rules->ruleset.rules->solo_done(&p->replay.position);
    p->replay.outcome = done ? p->won : (struct outcome){RESULT_OPEN, NULL};
}

/* A turn being played: its canonical text, with the stones given before it; its move, once played;
 * or the reason for the refusal. */
struct played {
    struct buffer text;
    struct listed_move *move;
    const char *reason;
};

/* Plays one move that was read. */
static zet_status play_move(zet_position *p, struct move *m, struct played *played,
                            zet_error *error) {
    const struct rules *rules = p->rules->ruleset.rules;
    struct effect effect = {0};
    char room[MOVE_TEXT_MAX];
    struct writer w = {room, sizeof room, 0};
    if (p->replay.outcome.result != RESULT_OPEN)
        return zi_error_set(error, ZET_REFUSED, "the game has ended");
    if (p->replay.ply == PLIES_MAX)
        return zi_error_set(error, ZET_REFUSED, "a game has at most 65,535 moves");
    const struct reason *why = rules->check(&p->replay.position, m);
    if (why) {
        played->reason = why->code;
        return zi_error_set(error, ZET_REFUSED, why->sentence);
    }
    if (move_is_route(m))
        rules->complete(&p->replay.position, m);
    zi_replay_play(&p->replay, m, &effect);
    if (p->solo)
        judge_solo(p);
    if (!rules->agrees(m, &effect))
        return zi_error_set(error, ZET_REFUSED, "the annotation does not match what the move does");
    rules->annotate(m, &effect);
    rules->notation->write(&w, m);
    if (played->text.len)
        buffer_char(&played->text, ' ');
    buffer_text(&played->text, written(&w));
    if (!move_is_turn(m))
        return ZET_OK;
    if (!played->text.failed)
        played->move = zi_listed_move(m, buffered(&played->text));
    return played->move ? ZET_OK : zi_error_out_of_memory(error);
}

/* Reads the first move of a text; *read: whether there is one. False if memory runs out. */
static bool read_move(const zet_position *p, zet_text text, struct move *move, bool *read) {
    struct movetext tokens;
    struct grammar *grammar = zi_grammar_borrow(p->rules);
    if (!grammar)
        return false;
    zi_movetext_open(&tokens, grammar, &p->rules->ruleset.board, text_from(text), NULL, 0);
    *read = zi_movetext_next(&tokens) == TOKEN_MOVE;
    if (*read)
        move_copy(move, &tokens.move);
    zi_grammar_return(p->rules, grammar);
    return !tokens.out_of_memory;
}

/* Plays the text: stones given, then one move. */
static zet_status play_text(zet_position *p, struct grammar *grammar, struct text text,
                            struct played *played, zet_error *error) {
    struct movetext tokens;
    enum token token;
    zi_movetext_open(&tokens, grammar, &p->rules->ruleset.board, text, NULL, 0);
    while ((token = zi_movetext_next(&tokens)) != TOKEN_END) {
        if (tokens.out_of_memory)
            return zi_error_out_of_memory(error);
        if (token == TOKEN_BAD)
            return zi_error_set(error, ZET_REFUSED, tokens.parse_error->sentence);
        if (token != TOKEN_MOVE || played->move)
            return zi_error_set(error, ZET_REFUSED, "this is not one move");
        zet_status status = play_move(p, &tokens.move, played, error);
        if (status != ZET_OK)
            return status;
    }
    return played->move ? ZET_OK : zi_error_set(error, ZET_REFUSED, "this is not one move");
}

/* Plays a turn that was read, or the text's turn if `m` is NULL. */
static zet_status play_turn(zet_position *p, struct move *m, zet_text text, const char **reason,
                            zet_error *error) {
    struct played played = {0};
    if (reason)
        *reason = NULL;
    struct grammar *grammar = has_room(p) ? zi_grammar_borrow(p->rules) : NULL;
    if (!grammar)
        return zi_error_out_of_memory(error);
    struct undo *u = &p->undo[p->count];
    *u = (struct undo){.outcome = p->replay.outcome,
                       .mark = zi_replay_mark(&p->replay),
                       .side = zet_position_turn(p)};
    memcpy(p->before + p->count * p->stride, &p->replay.position,
           p->rules->ruleset.rules->position_size);
    uint32_t ply = p->replay.ply;
    zet_status status = m ? play_move(p, m, &played, error)
                          : play_text(p, grammar, text_from(text), &played, error);
    zi_grammar_return(p->rules, grammar);
    zi_buffer_free(&played.text);
    if (status == ZET_OK) {
        u->move = played.move;
        p->count++;
    } else {
        free(played.move);
        restore(p);
        p->replay.ply = ply;
    }
    if (reason)
        *reason = played.reason;
    return status;
}

zet_status zet_position_play(zet_position *p, zet_text move, const char **reason,
                             zet_error *error) {
    return play_turn(p, NULL, move, reason, error);
}

zet_status zet_position_play_move(zet_position *p, const zet_move *move, const char **reason,
                                  zet_error *error) {
    struct move m;
    if (reason)
        *reason = NULL;
    if (!zi_move_read(&m, move, &p->rules->ruleset, error))
        return ZET_REFUSED;
    return play_turn(p, &m, (zet_text){0}, reason, error);
}

bool zet_position_move_at(const zet_position *p, size_t index, zet_move *out) {
    if (index >= p->count)
        return false;
    const struct undo *u = &p->undo[index];
    zi_move_write(out, &u->move->move, u->side, text_of(u->move->text));
    return true;
}

bool zet_position_undo(zet_position *p) {
    if (!p->count)
        return false;
    p->count--;
    restore(p);
    p->solo &= p->count >= p->solo_from;
    p->replay.ply--;
    free(p->undo[p->count].move);
    return true;
}

zet_status zet_position_begin_playout(zet_position *p, zet_error *error) {
    const struct rules *rules = p->rules->ruleset.rules;
    const struct outcome *outcome = &p->replay.outcome;
    bool won = outcome->result == RESULT_WIN_0 || outcome->result == RESULT_WIN_1;
    if (p->solo || !rules->solo || !won)
        return zi_error_set(error, ZET_REFUSED,
                            p->solo        ? "the playout has begun already"
                            : !rules->solo ? "this game has no playout"
                                           : "a playout is allowed only after a win by the rules");
    p->won = *outcome;
    p->solo = true;
    p->solo_from = p->count;
    rules->solo(&p->replay.position, p->won.result == RESULT_WIN_0 ? 1 : 0);
    judge_solo(p);
    return ZET_OK;
}

/* Queries. */

const struct ruleset *zi_position_ruleset(const zet_position *p) { return &p->rules->ruleset; }
const struct replay *zi_position_replay(const zet_position *p) { return &p->replay; }
bool zi_position_in_playout(const zet_position *p) { return p->solo; }
const zet_rules *zet_position_rules(const zet_position *p) { return p->rules; }

size_t zet_position_ply(const zet_position *p) { return p->count; }

unsigned zet_position_turn(const zet_position *p) {
    return p->rules->ruleset.rules->turn(&p->replay.position);
}

const char *zet_position_side(const zet_position *p) {
    return p->rules->ruleset.rules->sides[zet_position_turn(p)];
}

zet_outcome zet_position_outcome(const zet_position *p) {
    return (zet_outcome){(zet_result)p->replay.outcome.result, p->replay.outcome.reason};
}

zet_text zet_position_text(const zet_position *p) {
    char *room = ((zet_position *)(uintptr_t)p)->text; /* only one thread uses it */
    return text_to(zi_position_text(&p->rules->ruleset, &p->replay.position, room));
}

zet_text zet_position_last_move(const zet_position *p) {
    return zet_text_of(p->count ? p->undo[p->count - 1].move->text : "");
}

struct zet_moves {
    struct move_list list;
    size_t count;
    unsigned side; /* to move */
};

zet_moves *zet_moves_new(const zet_position *p, bool texts, zet_error *error) {
    zet_moves *moves = calloc(1, sizeof *moves);
    if (moves && p->replay.outcome.result == RESULT_OPEN)
        moves->list = zi_move_list(&p->rules->ruleset, &p->replay.position, texts);
    if (!moves || moves->list.failed) {
        zi_error_out_of_memory(error);
        zet_moves_free(moves);
        return NULL;
    }
    moves->count = moves->list.count;
    moves->side = zet_position_turn(p);
    return moves;
}

void zet_moves_free(zet_moves *moves) {
    if (moves)
        zi_move_list_free(&moves->list);
    free(moves);
}

size_t zet_moves_count(const zet_moves *moves) { return moves->count; }

const char *zet_moves_text(const zet_moves *moves, size_t index) {
    return index < moves->count ? moves->list.at[index]->text : NULL;
}

bool zet_moves_at(const zet_moves *moves, size_t index, zet_move *out) {
    if (index >= moves->count)
        return false;
    const struct listed_move *move = moves->list.at[index];
    zi_move_write(out, &move->move, moves->side, text_of(move->text));
    return true;
}

zet_moves *zet_moves_similar_new(const zet_position *p, zet_text move, size_t most,
                                 zet_error *error) {
    struct move meant;
    bool is_move;
    zet_moves *moves = zet_moves_new(p, true, error);
    if (!moves)
        return NULL;
    if (!read_move(p, move, &meant, &is_move)) {
        zi_error_out_of_memory(error);
        zet_moves_free(moves);
        return NULL;
    }
    size_t near = !is_move ? 0
                           : zi_suggest(&moves->list, p->rules->ruleset.rules->notation, &meant,
                                        text_from(move));
    moves->count = near < most ? near : most;
    return moves;
}

/* Symmetries. */

/* The symmetry with that index among those of the rules, or SYMMETRIES. */
static unsigned symmetry_at(const struct ruleset *rs, size_t index) {
    uint32_t set = rs->rules->symmetries ? rs->rules->symmetries(rs) : 0;
    unsigned how = 0;
    while (how < SYMMETRIES && (!(set >> how & 1) || index--))
        how++;
    return how;
}

zet_position *zet_position_image(const zet_position *p, size_t index, bool *exchanged,
                                 zet_error *error) {
    const struct ruleset *rs = &p->rules->ruleset;
    unsigned how = symmetry_at(rs, index);
    struct setup from, to = {0};
    char room[SETUP_TEXT_MAX];
    struct writer w = {room, sizeof room, 0};
    if (how == SYMMETRIES)
        return NULL;
    *exchanged = how & EXCHANGE;
    rs->rules->describe(&p->replay.position, &from);
    to.turn = from.turn ^ (how & EXCHANGE ? 1 : 0);
    for (unsigned c = 0; c < CELLS_MAX; c++)
        if (from.at[c])
            to.at[cell_image(&rs->board, (cell)c, how)] = content_image(from.at[c], how);
    rs->rules->notation->write_setup(&w, &rs->board, &to);
    return zet_position_new(p->rules, text_to(written(&w)), error);
}

zet_status zet_position_image_move(const zet_position *p, size_t index, zet_text move,
                                   zet_output *out, zet_error *error) {
    const struct ruleset *rs = &p->rules->ruleset;
    unsigned how = symmetry_at(rs, index), back = symmetry_back(how);
    struct move image;
    char room[MOVE_TEXT_MAX];
    struct writer w = {room, sizeof room, 0};
    bool read;
    if (!read_move(p, move, &image, &read))
        return zi_error_out_of_memory(error);
    if (!read || how == SYMMETRIES)
        return zi_error_set(error, ZET_REFUSED, "this is not a move of such an image");
    for (unsigned i = 0; i < image.count; i++)
        image.cell[i] = cell_image(&rs->board, image.cell[i], back);
    rs->rules->notation->write(&w, &image);
    zet_output_write(out, text_to(written(&w)));
    return ZET_OK;
}

/* Counting and playing from a position. */

static unsigned bounded(unsigned threads) {
    return threads < 1 ? 1 : threads < PERFT_JOBS_MAX ? threads : PERFT_JOBS_MAX;
}

/* Counts with depth > 0. `context` is that of `branch`. */
static zet_status divide(const zet_position *p, unsigned depth, unsigned threads,
                         struct perft_stop *stop, zet_branch_function *branch, void *context,
                         zet_error *error) {
    struct move_list moves = {0};
    uint64_t *counts = NULL;
    struct replay replay;
    if (p->solo)
        return zi_error_set(error, ZET_REFUSED, "a playout is not counted");
    if (depth > ZET_PERFT_DEPTH_MAX)
        return zi_error_set(error, ZET_REFUSED, "the depth is too large");
    if (depth > PLIES_MAX - p->replay.ply)
        return zi_error_set(error, ZET_REFUSED, "a game has at most 65,535 moves");
    bool counted = count_again(p, p->replay.ply + (size_t)depth + 1, &replay);
    if (counted) {
        counted = zi_perft_divide(&replay, depth, bounded(threads), stop, &moves, &counts);
        zi_replay_close(&replay);
    }
    for (size_t i = 0; i < moves.count && !stop->stopped; i++)
        branch(context, moves.at[i]->text, counts[i]);
    zi_move_list_free(&moves);
    free(counts);
    if (counted && stop->stopped)
        return zi_error_set(error, ZET_STOPPED, "the count was stopped");
    return counted ? ZET_OK : zi_error_out_of_memory(error);
}

static void add_branch(void *context, const char *move, uint64_t count) {
    (void)move;
    *(uint64_t *)context += count;
}

zet_status zet_position_perft(const zet_position *p, unsigned depth, unsigned threads,
                              zet_stop_function *asked, void *context, uint64_t *count,
                              zet_error *error) {
    struct perft_stop stop = {.asked = asked, .context = context};
    *count = depth == 0;
    return depth ? divide(p, depth, threads, &stop, add_branch, count, error) : ZET_OK;
}

zet_status zi_position_divide(const zet_position *p, unsigned depth, unsigned threads,
                              zet_stop_function *asked, zet_branch_function *branch, void *context,
                              zet_error *error) {
    struct perft_stop stop = {.asked = asked, .context = context};
    return depth ? divide(p, depth, threads, &stop, branch, context, error)
                 : zi_error_set(error, ZET_REFUSED, "the depth is at least 1");
}
