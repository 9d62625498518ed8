#include "diagrams/protest.h"

#include "notation/base/safe_text.h"
#include "notation/base/value.h"
#include "validators/replay/judge.h"
#include "validators/replay/move_reader.h"

/* `Spring Open, round 3, table 2, 1 March 2026` */
static void add_game(struct buffer *b, const struct diagram *d, const struct report *report) {
    const struct identity id = zi_identity(report->record, report->verdict);
    const struct text date = zi_facts_value(report->record, KEY_DATE);
    buffer_text(b, id.event);
    if (id.round.len) {
        buffer_string(b, b->len ? ", " : "");
        words_put(b, d->language, WORD("round %s"), id.round);
    }
    if (id.table.len)
        buffer_add(b, b->len ? ", " : "", diagram_word(d, WORD("table")), " ", id.table);
    if (date.len) {
        buffer_string(b, b->len ? ", " : "");
        zi_words_date(b, d->language, date);
    }
    buffer_string(b, b->len ? "\n" : "");
}

/* `11th`; other languages write the number and their own sign. */
static void add_ordinal(struct buffer *b, enum language language, uint32_t n) {
    static const char *const endings[] = {"th", "st", "nd", "rd"};
    bool teen = n / 10 % 10 == 1;
    buffer_add(b, n, language != LANGUAGE_ENGLISH ? "" : endings[n % 10 > 3 || teen ? 0 : n % 10]);
}

/* `White's 11th move (ply 21): e5-e7` */
static void add_move(struct buffer *b, const struct diagram *d, const struct finding *f) {
    struct buffer side = {0}, number = {0};
    bool dots;
    zi_diagram_side_name(&side, d, d->moves->side);
    add_ordinal(&number, d->language, move_number(f->ply, false, &dots));
    words_put(b, d->language, WORD("%1$s's %2$s move (ply %3$s): %4$s"), buffered(&side),
              buffered(&number), f->ply, f->move.len ? f->move : d->moves->text);
    zi_buffer_end(&side, &b->failed);
    zi_buffer_end(&number, &b->failed);
}

struct text zi_protest_text(const struct diagram *d, const struct report *report, struct arena *a,
                            bool *failed) {
    const struct findings *findings = &report->record->findings;
    const struct finding *f = findings->at;
    struct buffer b = {0};
    while (f < findings->at + findings->count &&
           !(f->reason && f->offset == report->verdict->fault_offset))
        f++;
    add_game(&b, d, report);
    if (f < findings->at + findings->count) {
        add_move(&b, d, f);
        buffer_add(&b, "\n", f->sentence, " [", FINDING_CODE(f), "]\n",
                   value_safe(report->file, SAFE_LINE), ":", f->line, ":", f->column);
    }
    struct text kept = zi_arena_copy(a, buffered(&b), failed);
    zi_buffer_end(&b, failed);
    return kept;
}
