/* Whatever the bytes are: a record's score has bounds in their order, what is written of scores is
   UTF-8, and any text can be a condition of a search. */
#include "cli/archive/query.h"
#include "tests/feed.h"
#include "validators/solver/score.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum { SOLVER_BYTES = 4 << 20, SOLVER_NODES = 2000 };

/* All who look at the records of one input. */
struct counting {
    struct validator *validator;
    struct record record;
    struct verdict verdict;
    struct facts facts;
    struct scorer scorer;
    struct query query;
    struct observer observer; /* the query */
    struct solver_stock *solvers;
    struct buffer text;
};

static void see(void *context, const struct move_reader *in, enum token token) {
    struct counting *c = context;
    zi_scorer_see(&c->scorer, in, token);
    c->observer.see(&c->query, in, token);
}

static void see_move(void *context, const struct move_reader *in, const struct move *canonical,
                     const struct effect *effect) {
    struct counting *c = context;
    c->observer.see_move(&c->query, in, canonical, effect);
}

static void require_utf8(struct buffer *b) {
    bool ascii;
    require(!b->failed && zi_utf8_check(buffered(b), &ascii) == b->len);
    b->len = 0;
}

static void score(struct counting *c, size_t number) {
    const struct solver_limits limits = {.nodes = SOLVER_NODES, .seed = 1};
    struct score plain, solved;
    zi_score(&c->scorer, &c->record, &c->facts, &c->verdict, NULL, NULL, &plain);
    zi_score_json(&c->text, TEXT("-"), number, &c->facts, &plain);
    require_utf8(&c->text);
    zi_score(&c->scorer, &c->record, &c->facts, &c->verdict, c->solvers, &limits, &solved);
    require(!c->scorer.failed);
    require(solved.low >= plain.low); /* a search never proves less */
    require(solved.low < 0 || solved.high < 0 || solved.low <= solved.high);
    require(!solved.exact || solved.low == solved.high);
    zi_score_text(&c->text, &c->facts, &solved);
    zi_score_json(&c->text, TEXT("-"), number, &c->facts, &solved);
    require_utf8(&c->text);
}

static void read_all(struct counting *c, const unsigned char *data, size_t size) {
    struct feed feed = {(const char *)data, size, 4096};
    const struct observer observer = {.see = see, .context = c, .see_move = see_move};
    struct source source;
    struct document d;
    size_t number = 0;
    zi_validator_observe(c->validator, &observer);
    zi_source_open(&source, feed_read, &feed);
    while (zi_source_next(&source, &d)) {
        if (!zi_record_read(&c->record, &d))
            continue;
        number++;
        zi_scorer_begin(&c->scorer);
        query_begin(&c->query);
        zi_validate(c->validator, &c->record, &c->verdict);
        zi_record_finalize(&c->record, false);
        zi_facts(&c->facts, &c->record, &c->verdict);
        int64_t ply;
        score(c, number);
        query_holds(&c->query, &c->record, &c->verdict, &ply);
    }
    zi_source_close(&source);
}

/* Each line of the input as a condition, of one kind after the other. */
static void add_conditions(struct counting *c, char *text) {
    struct query_fault fault;
    unsigned kind = 0;
    for (char *line = strtok(text, "\n"); line && kind < 4 * CONDITIONS; line = strtok(NULL, "\n"))
        query_add(&c->query, (enum condition)(kind++ % CONDITIONS), line, &fault);
    query_ready(&c->query, &fault);
    require(!c->query.out_of_memory);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static struct counting c;
    char *text = malloc(size + 1);
    require(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    c = (struct counting){.validator = zi_validator_new(),
                          .solvers = zi_solver_stock_new(1, SOLVER_BYTES)};
    require(c.validator && c.solvers);
    zi_record_open(&c.record);
    add_conditions(&c, text);
    c.observer = query_observer(&c.query);
    read_all(&c, data, size);
    zi_record_close(&c.record);
    zi_scorer_free(&c.scorer);
    query_free(&c.query);
    zi_solver_stock_free(c.solvers);
    zi_validator_free(c.validator);
    zi_buffer_free(&c.text);
    free(text);
    return 0;
}
