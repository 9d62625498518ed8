#include "validators/report/report.h"

#include "notation/base/value.h"
#include "validators/replay/judge.h"

void zi_report_each(struct buffer *out, const struct report *report, report_finding *write,
                    void *context) {
    const struct findings *findings = &report->record->findings;
    for (size_t i = 0; i < findings->count; i++) {
        struct report_piece piece = {.from = out->len};
        if (findings->at[i].severity < report->level)
            continue;
        write(context, out, report, &findings->at[i]);
        piece.to = out->len;
        if (report->pieces)
            buffer_text(report->pieces, (struct text){(const char *)&piece, sizeof piece});
    }
}

struct buffer zi_report_message(struct buffer *out, const struct finding *f) {
    struct buffer message = {0};
    zi_finding_message(&message, f);
    out->failed |= message.failed;
    return message;
}

static struct value safe(struct text t) { return value_safe(t, SAFE_TEXT); }

void zi_report_line(struct buffer *out, const struct report *report, const struct finding *f,
                    bool color) {
    static const char *const colors[] = {"\033[36m", "\033[35m", "\033[31m"}; /* by severity */
    buffer_add(out, safe(report->file), ":", f->line, ":", f->column, ": ",
               color ? colors[f->severity] : "", zi_severities[f->severity],
               color ? "\033[0m: " : ": ", FINDING_MESSAGE(f, safe), " [", FINDING_CODE(f), "]");
}

/* Identity of games. */

/* The side with that name in any game, or NULL. */
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
