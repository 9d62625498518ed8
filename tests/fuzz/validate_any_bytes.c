/* Whatever the bytes are: no crash, no hang, every finding has a place in its document and words,
   the verdict does not depend on how the bytes come in, and the parts of records follow each other
   in their documents. */
#include "tests/feed.h"
#include "validators/api/records.h"
#include "validators/replay/judge.h"
#include "validators/zet.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

/* A number that is for all verdicts of a stream. */
static uint64_t judge(struct validator *v, const unsigned char *data, size_t size, size_t step) {
    struct feed feed = {(const char *)data, size, step};
    struct source source;
    struct document document;
    struct record record;
    static struct verdict verdict;
    uint64_t sum = 14695981039346656037U;
    zi_record_open(&record);
    zi_source_open(&source, feed_read, &feed);
    while (zi_source_next(&source, &document)) {
        if (!zi_record_read(&record, &document))
            continue;
        zi_validate(v, &record, &verdict);
        zi_record_finalize(&record, false);
        sum = (sum ^ verdict.plies ^ (uint64_t)verdict.outcome.result << 32) * 1099511628211U;
        for (size_t i = 0; i < record.findings.count; i++) {
            const struct finding *f = &record.findings.at[i];
            require(f->offset <= document.text.len && f->line >= document.line && f->column >= 1);
            require(f->sentence && *f->sentence);
            require((f->code == FINDING_ILLEGAL_MOVE) == (f->reason != NULL));
            sum = (sum ^ f->code ^ (uint64_t)f->line << 16 ^ (uint64_t)f->column << 40) *
                  1099511628211U;
        }
    }
    require(!source.failed && !source.out_of_memory && !record.out_of_memory);
    zi_source_close(&source);
    zi_record_close(&record);
    return sum;
}

static void look_at_parts(const unsigned char *data, size_t size) {
    zet_reader *reader = zet_reader_new(NULL);
    const zet_record *record;
    zet_part part;
    uint64_t end = 0;
    zet_reader_gather(reader, ZET_GATHER_PARTS);
    require(zet_reader_open_text(reader, "-", (zet_text){(const char *)data, size}, NULL) ==
            ZET_OK);
    while (zet_reader_next(reader, &record, NULL) == ZET_OK)
        for (size_t i = 0; zi_record_part(record, i, &part); end = part.end_offset, i++)
            require(part.offset >= end && part.offset < part.end_offset && part.end_offset <= size);
    zet_reader_free(reader);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static struct validator *v;
    if (!v)
        v = zi_validator_new();
    require(judge(v, data, size, size + 1) == judge(v, data, size, 1 + size % 7));
    look_at_parts(data, size);
    return 0;
}
