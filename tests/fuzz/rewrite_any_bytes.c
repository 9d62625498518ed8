/* Whatever the bytes are: the canonical form of a record is its own canonical form and has the same
   verdict; with its repairs made, a record has no more errors than before, the same moves are
   played, and there is nothing more to repair. */
#include "notation/record/yaml.h"
#include "tests/feed.h"
#include "validators/replay/repair.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

/* One record, what is said of it, its canonical form and its repairs. */
struct judged {
    struct validator *validator;
    struct record record;
    struct verdict verdict;
    struct formatter formatter;
    struct repair repair;
    struct buffer text;
    size_t errors;
};

static void see(void *context, const struct move_reader *in, enum token token) {
    struct judged *j = context;
    zi_formatter_see(&j->formatter, in, token);
    zi_repair_see(&j->repair, in, token);
}

static void see_move(void *context, const struct move_reader *in, const struct move *canonical,
                     const struct effect *effect) {
    struct judged *j = context;
    zi_formatter_see_move(&j->formatter, in, canonical, effect);
    zi_repair_see_move(&j->repair, in, canonical, effect);
}

/* False where the document is no record that can be read. */
static bool judge(struct judged *j, const struct document *d) {
    const struct observer observer = {.see = see, .context = j, .see_move = see_move};
    if (!zi_record_read(&j->record, d) || j->record.broken)
        return false;
    zi_formatter_begin(&j->formatter, CANONICAL_TEXT_WIDTH);
    zi_repair_begin(&j->repair);
    zi_validator_observe(j->validator, &observer);
    zi_validate(j->validator, &j->record, &j->verdict);
    zi_validator_observe(j->validator, NULL);
    zi_repair_end(&j->repair, &j->record, &j->verdict);
    zi_record_finalize(&j->record, false);
    j->errors = j->record.findings.dropped;
    for (size_t i = 0; i < j->record.findings.count; i++)
        j->errors += j->record.findings.at[i].severity == SEVERITY_ERROR;
    return true;
}

static void write(struct judged *j) {
    j->text.len = 0;
    zi_yaml_write(&j->record, j->formatter.text, &j->text);
    require(!j->record.out_of_memory && !j->text.failed);
}

static void require_same_play(const struct judged *a, const struct judged *b) {
    const struct verdict *v = &a->verdict, *w = &b->verdict;
    static struct setup one, other;
    memset(&one, 0, sizeof one);
    memset(&other, 0, sizeof other);
    if (v->positioned)
        v->rules->describe(&v->position, &one);
    if (w->positioned)
        w->rules->describe(&w->position, &other);
    require(v->rules == w->rules && v->plies == w->plies && v->positioned == w->positioned);
    require(v->outcome.result == w->outcome.result && v->outcome.reason == w->outcome.reason);
    require(v->points == w->points && memcmp(&one, &other, sizeof one) == 0);
}

static void check_canonical(struct judged *first, struct judged *again) {
    write(first);
    struct document canonical = {.text = buffered(&first->text), .line = 1};
    if (canonical.text.len > RECORD_BYTES_MAX)
        return;
    require(judge(again, &canonical));
    require_same_play(first, again);
    /* Not their number: where lines are joined, a sign that was alone can be part of a move. */
    require(!first->errors == !again->errors);
    write(again);
    require(text_same(canonical.text, buffered(&again->text)));
}

static void check_repaired(struct judged *first, const struct document *d, struct judged *again) {
    if (!first->repair.edits.possible)
        return;
    first->text.len = 0;
    zi_edits_apply(&first->repair.edits, d->text, &first->text);
    require(!first->text.failed);
    struct document repaired = {.text = buffered(&first->text), .line = 1};
    if (repaired.text.len > RECORD_BYTES_MAX)
        return;
    require(judge(again, &repaired));
    require_same_play(first, again);
    require(again->errors <= first->errors && again->repair.edits.possible == 0);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static struct judged first, again;
    if (!first.validator) {
        first.validator = zi_validator_new();
        again.validator = zi_validator_new();
        zi_record_open(&first.record);
        zi_record_open(&again.record);
    }
    struct feed feed = {(const char *)data, size, size + 1};
    struct source source;
    struct document d;
    zi_source_open(&source, feed_read, &feed);
    while (zi_source_next(&source, &d)) {
        if (!judge(&first, &d))
            continue;
        check_repaired(&first, &d, &again);
        check_canonical(&first, &again);
    }
    zi_source_close(&source);
    return 0;
}
