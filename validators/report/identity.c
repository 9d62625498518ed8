/* Which game a record is of. */
#include "validators/archive/facts.h"
#include "validators/report/report.h"

/* Whether some game has a player of that name. */
static const char *side_named(struct text name) {
    for (size_t i = 0; i < zi_game_count; i++)
        for (unsigned side = 0; side < 2; side++)
            if (text_is(name, zi_games[i]->sides[side]))
                return zi_games[i]->sides[side];
    return NULL;
}

struct identity zi_identity(const struct record *r, const struct verdict *v) {
    struct identity id = {.event = zi_facts_value(r, KEY_EVENT),
                          .round = zi_facts_value(r, KEY_ROUND),
                          .table = zi_facts_value(r, KEY_TABLE)};
    for (unsigned side = 0; v->rules && side < 2; side++) {
        id.player[side].side = v->rules->sides[side];
        id.player[side].name = zi_facts_player(r, v->rules->sides[side]);
    }
    size_t count = 0;
    for (size_t i = 0; !v->rules && i < r->players.count && count < 2; i++) {
        const char *side = side_named(r->players.at[i].name);
        if (!side || (count && side == id.player[0].side))
            continue;
        id.player[count].side = side;
        id.player[count++].name = r->players.at[i].value.text;
    }
    return id;
}
