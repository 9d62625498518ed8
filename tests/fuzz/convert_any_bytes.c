/* Whatever the bytes are, and whatever format they are said to be: no crash, no hang; every finding
   has a place in its document and words, also where writing reports it; and what is written as
   YAML or JSON can be read, and is written again as the same bytes. A first byte below 32 says what
   the bytes are, a second what they become and what the user says; else the format is recognised.
 */
#include <stdlib.h>

#include "cli/formats/formats.h"
#include "notation/yaml.h"
#include "validators/canon.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

/* In the order in which a stream is recognised. */
static const struct format *const formats[] = {
    &zet_format_abstractplay, &zet_format_json,      &zet_format_ludii, &zet_format_csv,
    &zet_format_kiba,         &zet_format_agsteiner, &zet_format_text,  &zet_format_zet};
enum { FORMATS = sizeof formats / sizeof *formats, ATTEMPTS_MAX = 16, FIRST_SAID = 32 };

static const char *const akron_rules[] = {"touch=stay", "full-board=draw", "swap=true", NULL};
static const char *const husbao_rules[] = {"direction=cw", NULL};
static const struct format_options said[] = {{0},
                                             {.size = 8},
                                             {.game = "hogga"},
                                             {.game = "halma", .variant = "8x8"},
                                             {.game = "akron", .rules = akron_rules},
                                             {.game = "husbao"},
                                             {.game = "husbao", .variant = "bis"},
                                             {.game = "husbao", .rules = husbao_rules}};
enum { SAID = sizeof said / sizeof *said };

struct feed {
    const char *at;
    size_t left;
};

static long feed_read(void *context, char *to, size_t cap) {
    struct feed *f = context;
    size_t n = f->left < cap ? f->left : cap;
    memcpy(to, f->at, n);
    f->at += n;
    f->left -= n;
    return (long)n;
}

static void require(bool holds) {
    if (!holds)
        abort();
}

/* One record on its way. */
struct run {
    const struct format *to;
    struct validator *validator;
    struct record record;
    struct verdict verdict;
    struct conversion conversion;
    struct canon canon;
    struct buffer body, out;
};

static void see(void *context, const struct reading *in, enum token token) {
    struct run *run = context;
    if (run->to->see)
        run->to->see(&run->conversion, in, token);
    if (run->to->writes_canonical)
        zet_canon_see(&run->canon, in, token);
}

static void require_places(struct run *run, const struct document *d) {
    struct record *r = &run->record;
    zet_record_settle(r, false);
    for (size_t i = 0; i < r->findings.count; i++) {
        const struct finding *f = &r->findings.at[i];
        require(f->offset <= d->text.len && f->line >= d->line && f->column >= 1);
        require(f->sentence && *f->sentence);
        require((f->code == FINDING_ILLEGAL_MOVE) == (f->reason != NULL));
    }
}

/* Whether the document can be read in that attempt, and was written to run->out. */
static bool convert(struct run *run, const struct format *from, const struct format *to,
                    const struct document *d, const struct format_options *options,
                    unsigned attempt, bool *readable) {
    struct conversion *c = &run->conversion;
    const struct observer observer = {see, run};
    run->to = to;
    run->out.len = run->body.len = 0;
    *readable = from->read(&run->record, d, options, attempt);
    if (!*readable)
        return false;
    void *state = calloc(1, to->state_size + 1);
    *c = (struct conversion){.options = options,
                             .record = &run->record,
                             .verdict = &run->verdict,
                             .number = 1,
                             .body = &run->body,
                             .state = state};
    zet_canon_begin(&run->canon, to->one_line ? 0 : CANONICAL_TEXT_WIDTH);
    zet_validator_observe(run->validator, &observer);
    zet_validate(run->validator, &run->record, &run->verdict);
    zet_validator_observe(run->validator, NULL);
    bool broken = run->record.broken;
    if (!broken) {
        memcpy(c->canonical, run->canon.text, sizeof c->canonical);
        to->write(c, &run->out);
    }
    free(state);
    require_places(run, d);
    require(!run->record.out_of_memory && !run->out.failed && !run->body.failed);
    return !broken && !c->refused;
}

/* What was written in a format that holds everything comes back from it. */
static void require_again(const struct run *first, struct run *again) {
    static const struct format_options nothing;
    struct document d = {.text = buffered(&first->out), .line = 1};
    bool readable;
    if (d.text.len > RECORD_BYTES_MAX)
        return;
    require(convert(again, first->to, first->to, &d, &nothing, 0, &readable));
    require(text_same(buffered(&first->out), buffered(&again->out)));
}

static const struct format *recognise(struct text head) {
    size_t i = 0;
    while (!formats[i]->recognise(head))
        i++;
    return formats[i];
}

static void convert_stream(const struct format *from, const struct format *to,
                           const struct format_options *options, struct text bytes) {
    static struct run first, again;
    if (!first.validator) {
        first.validator = zet_validator_new();
        again.validator = zet_validator_new();
        zet_record_open(&first.record);
        zet_record_open(&again.record);
    }
    struct feed feed = {bytes.at, bytes.len};
    struct source source;
    struct document d;
    zet_source_open(&source, feed_read, &feed);
    while (from->next(&source, &d)) {
        bool readable = true;
        for (unsigned attempt = 0; attempt < ATTEMPTS_MAX && readable; attempt++) {
            bool written = convert(&first, from, to, &d, options, attempt, &readable);
            if (written && (to == &zet_format_zet || to == &zet_format_json))
                require_again(&first, &again);
        }
    }
    require(!source.failed && !source.out_of_memory);
    zet_source_close(&source);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    struct text bytes = {(const char *)data, size};
    if (size >= 2 && data[0] < FIRST_SAID)
        convert_stream(formats[data[0] % FORMATS], formats[data[1] % FORMATS],
                       &said[data[1] / FORMATS % SAID], (struct text){bytes.at + 2, size - 2});
    else
        convert_stream(recognise(bytes), formats[size % FORMATS], &said[0], bytes);
    return 0;
}
