/* The solver of playouts, for a single position. */
#include "notation/base/error.h"
#include "notation/base/output.h"
#include "notation/base/value.h"
#include "validators/api/position.h"
#include "validators/solver/solver.h"

enum { MEMORY_USUAL = 64 << 20 };

static void write_line(const struct rules *rules, union position *position,
                       const struct solution *s, struct buffer *out) {
    for (uint32_t i = 0; i < s->high; i++) {
        struct move m;
        struct effect effect = {0};
        char room[MOVE_TEXT_MAX];
        struct writer w = {room, sizeof room, 0};
        move_set_route(&m, s->line[i].from, s->line[i].to);
        rules->complete(position, &m);
        rules->play(position, &m, &effect);
        rules->notation->write(&w, &m);
        buffer_add(out, written(&w), "\n");
    }
}

zet_status zet_playout_solve(const zet_position *position, unsigned loser,
                             const zet_solve_limits *limits, zet_solution *solution,
                             zet_output *line, zet_error *error) {
    const struct rules *rules = zi_position_ruleset(position)->rules;
    union position start;
    struct solution s;
    if (!rules->solo || loser > 1)
        return zi_error_set(error, ZET_REFUSED,
                            rules->solo ? "there is no such side" : "the game has no playout");
    memcpy(&start, &zi_position_replay(position)->position, rules->position_size);
    rules->solo(&start, loser); /* gets all further turns */
    struct solver *solver = zi_solver_new(limits->memory ? limits->memory : MEMORY_USUAL);
    if (!solver)
        return zi_error_out_of_memory(error);
    const struct solver_limits inner = {.expired = limits->stop,
                                        .context = limits->context,
                                        .nodes = limits->nodes,
                                        .seed = limits->seed};
    zi_solve(solver, &start, &inner, &s);
    *solution = (zet_solution){
        .low = s.low, .high = s.high, .exact = s.exact, .never = s.never, .nodes = s.nodes};
    if (line && s.high <= SOLO_MOVES_MAX)
        write_line(rules, &start, &s, &line->text);
    zi_solver_free(solver);
    return ZET_OK;
}
