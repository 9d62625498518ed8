/* Duplicates: generated sets with planted copies, truncations, misspellings and
   near misses, held against a computation that compares every record with every other, move by
   move. */
#include "tests/unit/unit.h"

#include "tests/feed.h"
#include "validators/archive/duplicates.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static uint64_t draw(uint64_t *state) {
    uint64_t x = *state += 0x9e3779b97f4a7c15U;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
    x = (x ^ x >> 27) * 0x94d049bb133111ebU;
    return x ^ x >> 31;
}

/* Records as the naive computation knows them. */

enum { RECORDS_MAX = 400, PLIES_MOST = 24, MIN_PLIES = 6, STREAM_BYTES = 2000000 };

struct item {
    char rules[128], start[200];       /* as it is written */
    const char *game;                  /* which rules are meant */
    char moves[PLIES_MOST + 1][64];    /* each the move's choice, written out */
    char written[PLIES_MOST + 1][200]; /* as it is in the record */
    unsigned plies;
    unsigned person[2], spelling[2]; /* person 0: unknown */
};

struct set {
    uint64_t seed;
    struct item item[RECORDS_MAX];
    size_t count;
    char *stream;
    size_t length;
};

/* Far from each other, with spellings near to each other. */
static const char *const people[][2] = {{"", ""},
                                        {"Jansen, Anna", "Janssen, Anna"},
                                        {"Bart Bulten", "Bulten, Bart"},
                                        {"Żółć", "Żółc"},
                                        {"Christopher Gresnigt", "Cristopher Gresnight"}};

static const struct {
    const char *game, *header, *start;
} settings[] = {
    /* in pairs, of one game each */
    {"hogga", "game: hogga\n", ""},
    {"hogga repetition=5", "game: hogga\nrules: {repetition: 5}\n", ""},
    {"halma 8x8", "game: halma\nvariant: 8x8\n", ""},
    {"halma 8x8 first=black", "game: halma\nvariant: 8x8\nrules: {first: black}\n", ""},
    {"akron", "game: akron\n", ""},
    {"akron size=9", "game: akron\nrules: {size: 9}\n", ""},
    {"husbao", "game: husbao\n", ""},
    {"husbao bis", "game: husbao\nvariant: bis\n", ""},
    /* other words for rules that are above */
    {"hogga", "game: hogga\nrules: {repetition: 3}\n", ""},
    {"halma 8x8", "game: halma\nvariant: 8x8\nrules: {evacuation: 30, hops: short}\n", ""},
    {"hogga", "game: hogga\n",
     "b1b1b7/1b1b1b6/b1b1b7/1B1B1B6/12/12/12/12/12/6W1W1W1/7w1w1w/6w1w1w1/7w1w2 b"},
};

struct picked {
    uint64_t *seed, seen;
    struct move move;
};

static bool pick(void *context, const struct move *m) {
    struct picked *c = context;
    if (draw(c->seed) % ++c->seen == 0)
        c->move = *m;
    return true;
}

/* The choice that a move is: origin and destination, pit and direction. */
static void write_choice(const struct rules *rules, const struct move *m, char out[64]) {
    struct move choice;
    struct writer w = {out, 63, 0};
    move_copy(&choice, m);
    choice.annotated = false;
    if (m->kind == MOVE_WALK) {
        choice.kind = MOVE_ROUTE;
        choice.cell[1] = move_to(m);
        choice.count = 2;
    } else if (m->kind == MOVE_RELOCATE) {
        choice.count = 2;
    }
    rules->notation->write(&w, &choice);
    out[w.len] = '\0';
}

/* A move in canonical form, or in another that means the same. */
static void write_some_way(struct set *s, const struct rules *rules, const struct move *m,
                           char out[200]) {
    struct writer w = {out, 199, 0};
    rules->notation->write(&w, m);
    out[w.len] = '\0';
    if (draw(&s->seed) % 3 == 0)
        write_choice(rules, m, out);
    else if (draw(&s->seed) % 3 == 0)
        for (char *p = out; *p; p++)
            *p = *p >= 'a' && *p <= 'z' && *p != 'x' && *p != 'v' ? (char)(*p & ~0x20) : *p;
}

/* Plays `plies` moves, the first `shared` of them those of `like`, in forms of their own. */
static void make_moves(struct set *s, struct item *to, size_t setting, const struct item *like,
                       unsigned shared, unsigned plies) {
    struct ruleset rs;
    union position position;
    static struct setup setup;
    struct grammar grammar;
    size_t fault;
    unit_ruleset(&rs, settings[setting].game);
    const char *start = settings[setting].start;
    if (*start)
        assert_null(rs.rules->notation->read_setup(text_of(start), &rs.board, &setup, &fault));
    assert_null(rs.rules->start(&position, &rs, *start ? &setup : NULL));
    zet_grammar_open(&grammar, rs.rules->notation);
    for (to->plies = 0; to->plies < plies; to->plies++) {
        struct picked c = {.seed = &s->seed};
        struct effect effect = {0};
        if (rs.rules->outcome(&position).result != RESULT_OPEN)
            break;
        rs.rules->moves(&position, pick, &c);
        if (to->plies < shared) {
            static struct movetext text;
            zet_movetext_open(&text, &grammar, &rs.board, text_of(like->written[to->plies]), NULL,
                              0);
            if (zet_movetext_next(&text) != TOKEN_MOVE || rs.rules->check(&position, &text.move))
                break; /* by other rules, or from another start */
            c.move = text.move;
            if (move_is_route(&c.move))
                rs.rules->complete(&position, &c.move);
        }
        write_choice(rs.rules, &c.move, to->moves[to->plies]);
        rs.rules->play(&position, &c.move, &effect);
        rs.rules->annotate(&c.move, &effect);
        write_some_way(s, rs.rules, &c.move, to->written[to->plies]);
    }
    zet_grammar_close(&grammar);
    snprintf(to->rules, sizeof to->rules, "%s", settings[setting].header);
    to->game = settings[setting].game;
    snprintf(to->start, sizeof to->start, "%s", start);
}

static size_t setting_of(const struct item *item) {
    for (size_t i = 0;; i++)
        if (!strcmp(settings[i].header, item->rules) && !strcmp(settings[i].start, item->start))
            return i;
}

/* The same rules, half of the time in other words where there are some. */
static size_t say_otherwise(struct set *s, size_t setting) {
    if (draw(&s->seed) % 2)
        return setting;
    return setting == 0 ? 8 : setting == 2 ? 9 : setting;
}

static void add_item(struct set *s) {
    struct item *to = &s->item[s->count];
    const struct item *like = s->count ? &s->item[draw(&s->seed) % s->count] : NULL;
    unsigned how = like ? (unsigned)(draw(&s->seed) % 8) : 0;
    size_t setting = draw(&s->seed) % COUNT(settings);
    *to = (struct item){0};
    for (unsigned side = 0; side < 2; side++) {
        to->person[side] = (unsigned)(draw(&s->seed) % COUNT(people));
        to->spelling[side] = (unsigned)(draw(&s->seed) % 2);
        if (like && draw(&s->seed) % 2)
            to->person[side] = like->person[side];
    }
    unsigned plies = (unsigned)(draw(&s->seed) % (PLIES_MOST + 1));
    if (how < 2) /* a game of its own */
        make_moves(s, to, setting, NULL, 0, plies);
    else if (how == 2) /* other rules or another start: of the same game where there is one */
        make_moves(s, to, setting_of(like) < 8 ? setting_of(like) ^ 1 : setting, like, like->plies,
                   like->plies);
    else if (how == 3 && like->plies) /* the last move differs, or one before */
        make_moves(s, to, setting_of(like), like,
                   like->plies - 1 - (unsigned)(draw(&s->seed) % like->plies), like->plies);
    else if (how < 6) /* a truncated copy, or one that goes on */
        make_moves(s, to, setting_of(like), like, plies < like->plies ? plies : like->plies, plies);
    else
        make_moves(s, to, say_otherwise(s, setting_of(like)), like, like->plies, like->plies);
    s->count++;
}

static void write_item(struct set *s, const struct item *item, unsigned number) {
    static const char *const sides[2][2] = {{"black", "white"}, {"a", "b"}};
    char *at = s->stream + s->length;
    bool husbao = strstr(item->rules, "husbao") != NULL;
    at += sprintf(at, "---\n%sevent: Event %u\nplayers:\n", item->rules, number);
    for (unsigned side = 0; side < 2; side++)
        at += sprintf(at, "  %s: \"%s\"\n", sides[husbao][side],
                      people[item->person[side]][item->spelling[side]]);
    if (*item->start)
        at += sprintf(at, "position: %s\n", item->start);
    at += sprintf(at, "moves: >\n ");
    for (unsigned i = 0; i < item->plies; i++)
        at += sprintf(at, " %s%s", item->written[i], number % 5 || i % 3 ? "" : "! {a comment}\n ");
    at += sprintf(at, "\n");
    s->length = (size_t)(at - s->stream);
    assert_true(s->length < STREAM_BYTES - 20000);
}

/* The second way: every record beside every other. */

static bool begins(const struct item *shorter, const struct item *longer) {
    if (strcmp(shorter->game, longer->game) != 0 || strcmp(shorter->start, longer->start) != 0 ||
        shorter->plies > longer->plies)
        return false;
    for (unsigned i = 0; i < shorter->plies; i++)
        if (strcmp(shorter->moves[i], longer->moves[i]) != 0)
            return false;
    return true;
}

static bool same_moves(const struct item *a, const struct item *b) {
    return begins(a, b) && begins(b, a);
}

static enum likeness naive_likeness(const struct item *a, const struct item *b) {
    enum likeness worst = NAMES_SAME;
    for (unsigned side = 0; side < 2; side++) {
        enum likeness l = NAMES_SAME;
        if (a->person[side] != b->person[side])
            l = a->person[side] && b->person[side] ? NAMES_OTHER : NAMES_UNKNOWN;
        else if (a->person[side] && a->spelling[side] != b->spelling[side])
            l = NAMES_ALIKE;
        worst = l > worst ? l : worst;
    }
    return worst;
}

/* The first with the same moves. */
static size_t first_of(const struct set *s, size_t i) {
    size_t first = 0;
    while (!same_moves(&s->item[first], &s->item[i]))
        first++;
    return first;
}

/* The record that a line's first one is the beginning of: best names, then the first; or SIZE_MAX.
 */
static size_t longer_than(const struct set *s, size_t i, uint32_t *how_many) {
    size_t best = SIZE_MAX;
    *how_many = 0;
    for (size_t j = 0; j < s->count; j++) {
        if (s->item[i].plies < MIN_PLIES || s->item[j].plies <= s->item[i].plies ||
            !begins(&s->item[i], &s->item[j]))
            continue;
        ++*how_many;
        if (best == SIZE_MAX ||
            naive_likeness(&s->item[i], &s->item[j]) < naive_likeness(&s->item[i], &s->item[best]))
            best = j;
    }
    return best;
}

static size_t root_of(const struct set *s, size_t i) {
    uint32_t ignored;
    size_t first = first_of(s, i), longer = longer_than(s, first, &ignored);
    return longer == SIZE_MAX ? first : root_of(s, longer);
}

static void expect(const struct set *s, const size_t *root, size_t i, const struct duplicate *d) {
    size_t first = first_of(s, i), of = SIZE_MAX;
    uint32_t continued, ignored;
    longer_than(s, first, &continued);
    assert_int_equal(d->place.number, i);
    assert_int_equal(d->plies, s->item[i].plies);
    assert_int_equal(d->continued, continued);
    if (i == root[i]) {
        assert_int_equal(d->kind, DUPLICATE_NONE);
        return;
    }
    if (i == first) {
        of = longer_than(s, i, &ignored);
        assert_int_equal(d->kind, DUPLICATE_TRUNCATED);
    } else {
        unsigned compared = 0;
        for (size_t j = 0; j < i && compared < DUPLICATES_COMPARED; j++) {
            compared += same_moves(&s->item[j], &s->item[i]);
            if (same_moves(&s->item[j], &s->item[i]) &&
                (of == SIZE_MAX || naive_likeness(&s->item[j], &s->item[i]) <
                                       naive_likeness(&s->item[of], &s->item[i])))
                of = j;
        }
        enum likeness l = naive_likeness(&s->item[of], &s->item[i]);
        assert_int_equal(d->kind, l == NAMES_OTHER   ? DUPLICATE_OTHERS
                                  : l == NAMES_ALIKE ? DUPLICATE_SPELLING
                                                     : DUPLICATE_SAME);
    }
    assert_int_equal(d->of.number, of);
    assert_int_equal(d->names_are, naive_likeness(&s->item[of], &s->item[i]));
}

/* The groups in the order of their first records, in each the one that goes on farthest first. */
static size_t compare(const struct set *s, struct duplicates *d) {
    size_t root[RECORDS_MAX], listed = 0;
    uint32_t group = 0;
    struct duplicate got;
    for (size_t i = 0; i < s->count; i++)
        root[i] = s->item[i].plies ? root_of(s, i) : SIZE_MAX;
    for (size_t first = 0; first < s->count; first++) {
        size_t members = 0;
        bool begun = false;
        for (size_t i = 0; i < s->count && root[first] != SIZE_MAX; i++) {
            members += root[i] == root[first];
            begun |= i < first && root[i] == root[first];
        }
        if (begun || members < 2)
            continue;
        group++;
        assert_true(zet_duplicates_next(d, &got));
        assert_int_equal(got.group, group);
        expect(s, root, root[first], &got);
        for (size_t i = 0; i < s->count; i++) {
            if (root[i] != root[first] || i == root[first])
                continue;
            assert_true(zet_duplicates_next(d, &got));
            assert_int_equal(got.group, group);
            expect(s, root, i, &got);
        }
        listed += members;
    }
    assert_false(zet_duplicates_next(d, &got));
    return listed;
}

/* Adds a record in the first reading or the second, as its row has it. */
static bool add_record(struct duplicates *d, const struct duplicate_watcher *w,
                       const struct facts *facts, uint32_t number, bool again) {
    struct buffer row = {0};
    struct duplicate_key key = zet_duplicates_watch_key(w);
    zet_duplicates_key_write(&row, &key);
    if (again)
        zet_duplicates_extended_write(&row, w);
    const struct duplicate_about about = {.players = {facts->players[0], facts->players[1]}};
    struct row_reader reader = {.left = buffered(&row)};
    key = zet_duplicates_key_read(&reader);
    bool fine = again ? zet_duplicates_join(d, &key, &reader)
                      : zet_duplicates_add(d, &about, &key, (struct duplicate_place){0, number, 1});
    assert_true(!reader.left.len && !row.failed);
    zet_buffer_free(&row);
    return fine;
}

/* One reading. False where the second one finds another record than the first. */
static bool read_stream(struct duplicates *d, uint32_t min_plies, struct text stream, bool again) {
    static struct record record;
    static struct verdict verdict;
    struct feed feed = {stream.at, stream.len, 65536};
    struct source source;
    struct document document;
    struct validator *validator = zet_validator_new();
    struct duplicate_watcher watcher = {.min_plies = min_plies};
    const struct observer observer = {.see = zet_duplicates_watch_see,
                                      .context = &watcher,
                                      .see_move = zet_duplicates_watch_see_move};
    uint32_t number = 0;
    bool fine = true;
    assert_non_null(validator);
    zet_validator_observe(validator, &observer);
    zet_record_open(&record);
    zet_source_open(&source, feed_read, &feed);
    for (; fine && zet_source_next(&source, &document); number++) {
        struct facts facts;
        bool part = again && zet_duplicates_takes_part(d, 0, number);
        assert_true(zet_record_read(&record, &document));
        zet_duplicates_watch_begin(&watcher, part ? d : NULL);
        zet_validate(validator, &record, &verdict);
        zet_record_finalize(&record, false);
        zet_facts(&facts, &record, &verdict);
        if (!facts.valid)
            fail_msg("record %u: %s", number, record.findings.at[0].sentence);
        if (part || !again)
            fine = add_record(d, &watcher, &facts, number, again);
    }
    zet_source_close(&source);
    zet_record_close(&record);
    zet_validator_free(validator);
    zet_duplicates_watch_free(&watcher);
    return fine;
}

static void as_pair_by_pair(void **state) {
    static struct set s;
    size_t listed = 0;
    bool any;
    (void)state;
    s.stream = malloc(STREAM_BYTES);
    assert_non_null(s.stream);
    for (uint64_t seed = 1; seed <= 8; seed++) {
        s.seed = seed;
        s.count = s.length = 0;
        while (s.count < 40 * seed)
            add_item(&s);
        for (size_t i = 0; i < s.count; i++)
            write_item(&s, &s.item[i], (unsigned)i);
        struct duplicates *d = zet_duplicates_new(MIN_PLIES, NULL);
        assert_non_null(d);
        struct text stream = {s.stream, s.length};
        assert_true(read_stream(d, MIN_PLIES, stream, false));
        assert_true(zet_duplicates_turn(d, &any));
        assert_true(read_stream(d, MIN_PLIES, stream, true));
        assert_true(zet_duplicates_group(d));
        listed += compare(&s, d);
        zet_duplicates_free(d);
    }
    free(s.stream);
    assert_true(listed > 500);
}

static void a_changed_stream_is_noticed(void **state) {
    static const char first[] = "---\ngame: hogga\nmoves: b10-b9 k4-k5\n---\ngame: hogga\nmoves: "
                                "b10-b9\n";
    bool any;
    static const char *const seconds[] = {
        "---\ngame: hogga\nmoves: b10-b9 i4-i5\n---\ngame: hogga\nmoves: b10-b9\n",
        "---\ngame: hogga\nmoves: b10-b9\n---\ngame: hogga\nmoves: b10-b9\n",
        "---\ngame: hogga\nmoves: ''\n---\ngame: hogga\nmoves: b10-b9\n",
        "---\ngame: hogga\nrules: {repetition: 2}\nmoves: b10-b9 k4-k5\n",
        "---\ngame: hogga\nmoves: b10-b9\n---\ngame: hogga\nmoves: b10-b9 k4-k5\n",
        "",
    };
    (void)state;
    for (size_t i = 0; i < COUNT(seconds); i++) {
        struct duplicates *d = zet_duplicates_new(1, NULL);
        assert_non_null(d);
        assert_true(read_stream(d, 1, text_of(first), false));
        assert_true(zet_duplicates_turn(d, &any));
        assert_false(read_stream(d, 1, text_of(seconds[i]), true) && zet_duplicates_group(d));
        zet_duplicates_free(d);
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        {"as pair by pair", as_pair_by_pair, NULL, NULL, NULL},
        {"a changed stream is noticed", a_changed_stream_is_noticed, NULL, NULL, NULL},
    };
    return unit_run("duplicates", NULL, 0, tests, COUNT(tests));
}
