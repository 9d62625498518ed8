/* Slips that are planted in random games: a reading that is sure is that of the game, whatever else
   could be read; how many are read so, and with how many tries, is as it was. SHOW=1 prints the
   rows that have changed. */
#include "tests/unit/unit.h"

#include "notation/base/value.h"
#include "tests/naive.h"
#include "validators/reading/decipher.h"
#include "validators/reading/decipher_words.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { PLIES = 30, GAMES_OF_EACH = 10, WORD_MAX = 200, BUDGET = 60000 };

/* The moves of a game, as they are and as they are written. */
struct line {
    struct move move[PLIES];
    char word[PLIES][WORD_MAX];
    unsigned count;
};

enum kind {
    NOTHING,     /* the game as it is */
    ILLEGIBLE,   /* `???` for a move */
    ALIKE,       /* a character that looks like another one */
    NEIGHBOR,    /* the next file or rank */
    LEFT_OUT,    /* a move is missing, its number stays */
    RENUMBERED,  /* a move is missing, and the numbers go on without it */
    TWICE,       /* a move is written twice */
    SWAPPED,     /* two moves are in each other's place */
    SURPLUS,     /* a word that is no move */
    NUMBERS,     /* the numbers are wrong from some place on */
    BROKEN,      /* a move is written in two pieces, with signs between others */
    SEVERAL,     /* three of these */
    OTHER_SHEET, /* two of these, and another sheet with two others */
    KINDS
};

static const char *const names[KINDS] = {
    "nothing", "illegible", "alike",   "neighbor", "left out", "renumbered", "twice",
    "swapped", "surplus",   "numbers", "broken",   "several",  "other sheet"};

/* What is read of the games with such a slip. */
struct sum {
    unsigned sure;
    unsigned wrong;  /* of these, not the game: with its slips it is another legal one, or nearly */
    unsigned open;   /* there are several readings, or it is not certain that there are not */
    unsigned left;   /* none to the end */
    uint64_t work;   /* moves that were tried: fewer are better */
    uint32_t digest; /* of all that is said of these readings */
};

static const struct row {
    const char *rules;
    struct sum of[KINDS];
} rows[] = {
    {"hogga",
     {{10, 0, 0, 0, 600, 0x38a4b57a} /* nothing */,
      {7, 0, 3, 0, 6328, 0xc9f3bf0e} /* illegible */,
      {10, 0, 0, 0, 1821, 0x01c4c9a5} /* alike */,
      {8, 0, 2, 0, 9844, 0x09784c6f} /* neighbor */,
      {9, 0, 1, 0, 25202, 0x6501c5fa} /* left out */,
      {5, 0, 5, 0, 108895, 0xd3d49d0f} /* renumbered */,
      {10, 0, 0, 0, 2114, 0x292cfa40} /* twice */,
      {10, 0, 0, 0, 14033, 0x1d5efb31} /* swapped */,
      {9, 0, 1, 0, 187094, 0xebf8487c} /* surplus */,
      {10, 0, 0, 0, 2192, 0x23096e3a} /* numbers */,
      {10, 0, 0, 0, 600, 0x3aa8a252} /* broken */,
      {5, 0, 5, 0, 354944, 0x7e28dc23} /* several */,
      {7, 0, 3, 0, 37956, 0x586338c4} /* other sheet */}},
    {"akron",
     {{10, 0, 0, 0, 600, 0x38a4b57a} /* nothing */,
      {2, 0, 8, 0, 64734, 0xdf5cd724} /* illegible */,
      {10, 0, 0, 0, 1310, 0x81a26245} /* alike */,
      {5, 5, 5, 0, 28445, 0xe4fb9681} /* neighbor */,
      {4, 4, 6, 0, 104426, 0xfd8aa9bb} /* left out */,
      {2, 2, 8, 0, 190967, 0x44990361} /* renumbered */,
      {10, 0, 0, 0, 5776, 0xb5880fdc} /* twice */,
      {4, 4, 6, 0, 40611, 0xf5c4c5a0} /* swapped */,
      {0, 0, 10, 0, 430031, 0x2c1c77f8} /* surplus */,
      {10, 0, 0, 0, 3080, 0xdc65b6a6} /* numbers */,
      {10, 0, 0, 0, 5626, 0x35d0ff2f} /* broken */,
      {3, 1, 5, 2, 381844, 0xa8c6f266} /* several */,
      {4, 2, 6, 0, 80634, 0x0917fb89} /* other sheet */}},
    {"halma 8x8",
     {{10, 0, 0, 0, 600, 0x38a4b57a} /* nothing */,
      {6, 0, 4, 0, 34328, 0xa7768e8e} /* illegible */,
      {10, 0, 0, 0, 1471, 0x76e2132d} /* alike */,
      {10, 0, 0, 0, 11314, 0xf2eeccb2} /* neighbor */,
      {6, 0, 4, 0, 34537, 0x93528ab4} /* left out */,
      {5, 0, 5, 0, 106071, 0x66e608fe} /* renumbered */,
      {10, 0, 0, 0, 2057, 0xcf610035} /* twice */,
      {10, 0, 0, 0, 17782, 0x8733f9dd} /* swapped */,
      {9, 0, 1, 0, 263944, 0xf9ffa0b6} /* surplus */,
      {10, 0, 0, 0, 2370, 0x79485ee1} /* numbers */,
      {10, 0, 0, 0, 600, 0x27580ca3} /* broken */,
      {1, 0, 9, 0, 423150, 0x7d7b0d9c} /* several */,
      {8, 0, 2, 0, 76372, 0xe02b6519} /* other sheet */}},
    {"husbao",
     {{10, 0, 0, 0, 600, 0x38a4b57a} /* nothing */,
      {9, 0, 1, 0, 1853, 0x37afb50c} /* illegible */,
      {10, 0, 0, 0, 694, 0x85c24630} /* alike */,
      {10, 0, 0, 0, 4523, 0x69ec0fa8} /* neighbor */,
      {9, 0, 1, 0, 8960, 0x5bdfe315} /* left out */,
      {10, 0, 0, 0, 15509, 0x642c5e87} /* renumbered */,
      {10, 0, 0, 0, 1514, 0x302ab0c7} /* twice */,
      {10, 0, 0, 0, 6588, 0x81263d82} /* swapped */,
      {10, 0, 0, 0, 13938, 0x0eb8dde3} /* surplus */,
      {10, 0, 0, 0, 1490, 0xd3b04606} /* numbers */,
      {10, 0, 0, 0, 1001, 0xe90f664b} /* broken */,
      {10, 0, 0, 0, 24930, 0x96919ca4} /* several */,
      {10, 0, 0, 0, 8809, 0x1e9750fb} /* other sheet */}},
};

/* A game. */

static void write_word(struct line *l, const struct rules *rules, const struct move *m) {
    struct writer w = {l->word[l->count], WORD_MAX - 1, 0};
    rules->notation->write(&w, m);
    assert_true(w.len < WORD_MAX);
    l->word[l->count][w.len] = '\0';
}

static void play_game(struct line *l, const struct ruleset *rs, struct dice *d) {
    struct replay replay = {0};
    assert_null(unit_start(&replay, rs, NULL));
    for (l->count = 0; l->count < PLIES && replay.outcome.result == RESULT_OPEN; l->count++) {
        struct move *m = &l->move[l->count];
        struct effect effect = {0};
        unit_random_move(&replay, dice_next(d), m);
        zi_replay_play(&replay, m, &effect);
        rs->rules->annotate(m, &effect);
        write_word(l, rs->rules, m);
    }
    zi_replay_close(&replay);
}

/* Its text. */

/* A word for each move, and what is before and after it. */
struct sheet {
    char word[PLIES + 4][2 * WORD_MAX];
    unsigned count;
    unsigned shift; /* of the numbers, from the word `from` on */
    unsigned from;
};

static void insert(struct sheet *s, unsigned at, const char *word) {
    memmove(s->word[at + 1], s->word[at], (s->count++ - at) * sizeof s->word[0]);
    snprintf(s->word[at], sizeof s->word[at], "%s", word);
}

static void omit(struct sheet *s, unsigned at) {
    memmove(s->word[at], s->word[at + 1], (--s->count - at) * sizeof s->word[0]);
}

/* A character of the word that is in the first text becomes the one below it, if there is one. */
static void exchange(char *word, const char *from, const char *to, struct dice *d) {
    for (unsigned tries = 0; tries < 50; tries++) {
        char *c = &word[dice_below(d, strlen(word))];
        const char *found = strchr(from, *c);
        if (found) {
            *c = to[found - from];
            return;
        }
    }
}

static void swap(struct sheet *s, unsigned at) {
    char word[2 * WORD_MAX];
    memcpy(word, s->word[at], sizeof word);
    memcpy(s->word[at], s->word[at + 1], sizeof word);
    memcpy(s->word[at + 1], word, sizeof word);
}

/* A move that goes on in the next line, and a sign between two others. */
static void break_up(struct sheet *s, unsigned at) {
    char *sign = strpbrk(s->word[at], "-^");
    if (!sign || !sign[1]) {
        insert(s, at, "/");
        return;
    }
    memmove(sign + 3, sign + 1, strlen(sign));
    memcpy(sign + 1, "\n ", 2);
}

static void plant(struct sheet *s, enum kind kind, struct dice *d) {
    static const enum kind some[] = {ILLEGIBLE, ALIKE, NEIGHBOR, LEFT_OUT, TWICE, SWAPPED};
    unsigned at = dice_below(d, s->count - 4);
    switch (kind) {
    case ILLEGIBLE: strcpy(s->word[at], "???"); break;
    case ALIKE: exchange(s->word[at], "1058269-^", "lOSBZbg~x", d); break;
    case NEIGHBOR: exchange(s->word[at], "1234567abcdefgh", "2345678bcdefghi", d); break;
    case LEFT_OUT: strcpy(s->word[at], ""); break;
    case RENUMBERED: omit(s, at); break;
    case TWICE: insert(s, at, s->word[at]); break;
    case SWAPPED: swap(s, at); break;
    case SURPLUS: insert(s, at, "Zz9"); break;
    case NUMBERS:
        s->from = at;
        s->shift = 1;
        break;
    case BROKEN: break_up(s, at); break;
    case SEVERAL: plant(s, some[dice_below(d, COUNT(some))], d); /* fall through */
    case OTHER_SHEET:
        plant(s, some[dice_below(d, COUNT(some))], d);
        plant(s, some[dice_below(d, COUNT(some))], d);
        break;
    default: break;
    }
}

static void write_sheet(const struct line *l, enum kind kind, struct dice *d, struct buffer *out) {
    static struct sheet s;
    s.from = UINT32_MAX;
    for (s.count = 0; s.count < l->count; s.count++)
        snprintf(s.word[s.count], sizeof s.word[0], "%s", l->word[s.count]);
    plant(&s, kind, d);
    out->len = 0;
    for (unsigned i = 0; i < s.count; i++) {
        char number[20] = "";
        if (i % 2 == 0)
            snprintf(number, sizeof number, "%u. ", i / 2 + 1 + (i >= s.from ? s.shift : 0));
        buffer_add(out, number, s.word[i], " ");
    }
}

/* What is read. */

/* The text with its slips repaired. They are in order, and beside each other. */
static void repair(struct text t, const struct deciphered *r, struct buffer *out) {
    const char *at = t.at, *end = t.at + t.len;
    out->len = 0;
    for (size_t i = 0; i < r->count; i++) {
        const struct slip *s = &r->slip[i];
        assert_true(s->written.at >= at && s->written.at + s->written.len <= end);
        buffer_text(out, (struct text){at, (size_t)(s->written.at - at)});
        buffer_add(out, s->written.len ? "" : " ", s->read, s->written.len ? "" : " ");
        at = s->written.at + s->written.len;
    }
    buffer_text(out, (struct text){at, (size_t)(end - at)});
}

static bool same_choice(const struct move *a, const struct move *b) {
    uint64_t one[MOVE_CHOICE_WORDS_MAX], other[MOVE_CHOICE_WORDS_MAX];
    size_t count = zi_move_choice(a, one);
    return a->kind == b->kind && count == zi_move_choice(b, other) &&
           !memcmp(one, other, count * sizeof *one);
}

/* Whether the text has the moves of the game and nothing else, in their canonical form. */
static bool is_game(const struct line *l, const struct ruleset *rs, struct grammar *grammar,
                    struct text t) {
    static struct movetext m;
    unsigned plies = 0;
    zi_movetext_open(&m, grammar, &rs->board, t, NULL, 0);
    for (enum token token; (token = zi_movetext_next(&m)) != TOKEN_END;) {
        if (token == TOKEN_NUMBER && 2 * (m.number - 1) + m.dots != plies)
            return false;
        if (token == TOKEN_MOVE && (plies == l->count || !same_choice(&m.move, &l->move[plies++])))
            return false;
        if (token != TOKEN_NUMBER && token != TOKEN_MOVE && token != TOKEN_COMMENT)
            return false;
    }
    return plies == l->count;
}

/* Everything that was read for sure is sure again, and there is nothing to repair in it. */
static void require_stable(const struct ruleset *rs, struct grammar *grammar, struct text t,
                           const struct evidence *evidence, uint32_t plies) {
    struct deciphered again = {0};
    struct arena arena = {0};
    assert_true(zi_decipher(rs, grammar, t, evidence, BUDGET, &arena, &again));
    assert_true(again.complete && again.sure && again.plies == plies);
    assert_int_equal(again.readings, 1);
    assert_int_equal(again.count, 0);
    zi_arena_free(&arena);
}

static uint32_t digest_text(uint32_t digest, struct text t) {
    for (size_t i = 0; i < t.len; i++)
        digest = (digest ^ (unsigned char)t.at[i]) * 16777619;
    return digest * 16777619;
}

static uint32_t digest_number(uint32_t digest, uint64_t n) {
    return digest_text(digest, (struct text){(const char *)&n, sizeof n});
}

static void digest_reading(uint32_t *digest, struct text text, const struct deciphered *r) {
    uint32_t d = *digest;
    for (size_t i = 0; i < r->count; i++) {
        const struct slip *s = &r->slip[i];
        d = digest_text(digest_number(d, (uint64_t)(s->written.at - text.at)), s->written);
        d = digest_number(digest_number(digest_number(digest_text(d, s->read), s->kind), s->ply),
                          s->tried);
    }
    for (size_t i = 0; i < r->choices; i++)
        d = digest_text(d, r->choice[i]);
    for (uint32_t i = 0; r->line && i < r->plies; i++)
        d = digest_text(d, r->line[i]);
    *digest =
        digest_number(digest_number(digest_number(d, r->readings), r->plies), r->outcome.result);
}

static void add(struct sum *sum, struct text text, const struct deciphered *r, bool wrong) {
    sum->sure += r->sure;
    sum->wrong += wrong;
    sum->open += r->complete && !r->sure;
    sum->left += !r->complete;
    sum->work += r->work;
    digest_reading(&sum->digest, text, r);
}

/* The line of a reading is that of the game. */
static void require_line(const struct line *l, const struct deciphered *r) {
    for (unsigned i = 0; r->line && i < l->count; i++) {
        const char *bare = l->word[i];
        assert_true(r->line[i].len && !memcmp(r->line[i].at, bare, r->line[i].len));
    }
}

/* The result that the header has: unknown, missing, that of a game that was given up, or of one
   that is not told how it ended. */
static struct evidence some_evidence(const struct ruleset *rs, unsigned n, struct text other) {
    struct text results[] = {TEXT("*"), TEXT(""), text_of(rs->rules->sides[0]), TEXT("draw")};
    return (struct evidence){
        .result = results[n % 4], .ended_otherwise = n % 4 == 2, .other = other};
}

static void read_one(const struct ruleset *rs, struct grammar *grammar, enum kind kind, unsigned n,
                     struct dice *d, struct sum *sum) {
    static struct line l;
    struct buffer text = {0}, other = {0}, repaired = {0};
    struct deciphered r = {0};
    struct arena arena = {0};
    play_game(&l, rs, d);
    write_sheet(&l, kind, d, &text);
    if (kind == OTHER_SHEET)
        write_sheet(&l, kind, d, &other);
    struct evidence evidence = some_evidence(rs, n, buffered(&other));
    assert_true(zi_decipher(rs, grammar, buffered(&text), &evidence, BUDGET, &arena, &r));
    repair(buffered(&text), &r, &repaired);
    bool wrong = r.sure && !is_game(&l, rs, grammar, buffered(&repaired));
    add(sum, buffered(&text), &r, wrong);
    if (r.sure && !wrong) {
        assert_int_equal(r.plies, l.count);
        require_line(&l, &r);
        require_stable(rs, grammar, buffered(&repaired), &evidence, l.count);
    }
    zi_arena_free(&arena);
    zi_buffer_free(&text);
    zi_buffer_free(&other);
    zi_buffer_free(&repaired);
}

static void require_sum(const char *rules, enum kind kind, const struct sum *s,
                        const struct sum *was) {
    bool same = s->sure == was->sure && s->wrong == was->wrong && s->open == was->open &&
                s->left == was->left && s->work <= was->work && s->digest == was->digest;
    if (!same)
        print_error("%s, %s: {%u, %u, %u, %u, %llu, 0x%08x},\n", rules, names[kind], s->sure,
                    s->wrong, s->open, s->left, (unsigned long long)s->work, s->digest);
    assert_true(same || getenv("SHOW"));
}

static void slips_are_read(void **state) {
    const struct row *row = *state;
    struct ruleset rs;
    struct grammar grammar;
    unit_ruleset(&rs, row->rules);
    zi_grammar_open(&grammar, rs.rules->notation);
    for (enum kind kind = NOTHING; kind < KINDS; kind++) {
        struct dice d = {.state = kind};
        struct sum sum = {0};
        for (unsigned n = 0; n < GAMES_OF_EACH; n++)
            read_one(&rs, &grammar, kind, n, &d, &sum);
        require_sum(row->rules, kind, &sum, &row->of[kind]);
    }
    zi_grammar_close(&grammar);
}

#define TWENTY_LETTERS "abcdefghijklmnopqrst"
#define REMARK TWENTY_LETTERS TWENTY_LETTERS TWENTY_LETTERS "uv"

/* Texts and their repaired forms, made by hand. A text without a certain reading stays. */
static const struct reading {
    const char *rules, *position, *text, *repaired, *other;
} few[] = {
    /* a1 hops around the square of b1, c2, b3 and a2; a1^a3 is shorter */
    {"halma 8x8", "8/8/8/8/8/1w6/w1w5/bw6 b", "a1^cI^c3^a3 c2-d2 a3-a4 d2-e2 a4-a5 e2-f2",
     "a1^c1^c3^a3 c2-d2 a3-a4 d2-e2 a4-a5 e2-f2", NULL},
    {"halma 8x8", "8/8/8/8/8/1w6/w1w5/bw6 b", "a1^c1^^c3^a3 c2-d2 a3-a4 d2-e2 a4-a5 e2-f2",
     "a1^c1^c3^a3 c2-d2 a3-a4 d2-e2 a4-a5 e2-f2", NULL},
    {"halma 8x8", "8/8/8/8/8/1w6/w1w5/bw6 b", "al^c1^c3^a3 c2-d2 a3-a4 d2-e2 a4-a5 e2-f2",
     "a1^c1^c3^a3 c2-d2 a3-a4 d2-e2 a4-a5 e2-f2", NULL},
    /* the last word */
    {"halma 8x8", "8/8/8/8/8/1w6/w1w5/bw6 b", "a1^cI^c3^a3", "a1^c1^c3^a3", NULL},
    /* the word may be a move of another man; later words show this */
    {"halma 8x8", "8/7w/8/8/8/b7/8/b7 b", "a1-b2 h7-g7 a1-b1 g7-h7 b2-b3 h7-g7 b1-c1 g7-h7",
     "a3-b2 h7-g7 a1-b1 g7-h7 b2-b3 h7-g7 b1-c1 g7-h7", NULL},
    {"halma 8x8", "8/7w/8/2b5/8/b7/8/b7 b",
     "a1-b2 h7-g7 c5-cb g7-h7 a1-b1 h7-g7 b2-b3 g7-h7 b1-c1 h7-g7 c6-c7 g7-h7",
     "a3-b2 h7-g7 c5-c6 g7-h7 a1-b1 h7-g7 b2-b3 g7-h7 b1-c1 h7-g7 c6-c7 g7-h7", NULL},
    {"halma 8x8", "8/7w/8/2b1b3/8/b7/8/b7 b",
     "a1-b2 h7-g7 c5-cb g7-h7 e5-eb h7-g7 a1-b1 g7-h7 b2-b3 h7-g7 b1-c1 g7-h7 c6-c7 h7-g7 e6-e7",
     "a3-b2 h7-g7 c5-c6 g7-h7 e5-e6 h7-g7 a1-b1 g7-h7 b2-b3 h7-g7 b1-c1 g7-h7 c6-c7 h7-g7 e6-e7",
     NULL},
    /* to write a move twice is likelier than any other move */
    {"hogga", NULL, "b10-b9 k4-k5 k4-k5", "b10-b9 k4-k5 ", NULL},
    {"hogga", NULL, "b10-b9 k4-k5 b10-b9", "b10-b9 k4-k5 ", NULL},
    {"hogga", NULL, "b10-b9 k4-k5 a13^a9 b10-b9", NULL, NULL},
    /* both sheets have only the ends of a chain */
    {"halma 8x8", "8/8/8/8/8/1w6/w1w5/bw6 b", "a1^c3 c2-d2 c3-c4 d2-e2 c4-c5 e2-f2",
     "a1^a3^c3 c2-d2 c3-c4 d2-e2 c4-c5 e2-f2", "a1^c3 c2-d2 c3-c4 d2-e2 c4-c5 e2-f2"},
    /* commas, before and after the first slip; stones that are not there */
    {"hogga", NULL, "b10-b9, k4-kS a13^a9,", "b10-b9, k4-k5 a13^a9", NULL},
    {"husbao", NULL, "%give:a1*9:a3 d1-x4", NULL, NULL},
    /* words and signs between moves */
    {"hogga", NULL, "/ 1. b10-b9 / illegible {x} k4-kS", " 1. b10-b9  {illegible} {x} k4-k5", NULL},
    {"hogga", NULL, "1. b10-b9 " REMARK " k4-kS", "1. b10-b9 {" REMARK "} k4-k5", NULL},
    {"hogga", NULL, "1. b10-b9 " REMARK "a k4-kS", "1. b10-b9  k4-k5",
     NULL}, /* the comment is too long */
    {"hogga", NULL, "1. b10-b9 l... k4-k5 Z. a13^a9", "1. b10-b9 1... k4-k5 2. a13^a9", NULL},
    /* the other sheet has the move at the same ply, or at most two away */
    {"hogga", NULL, "q9q9 k4-k5 a13^a9", "b10-b9 k4-k5 a13^a9", "b10-b9 k4-k5"},
    {"hogga", NULL, "q9q9 k4-k5 a13^a9", "b10-b9 k4-k5 a13^a9", "e1-e2 e1-e2 b10-b9"},
    {"hogga", NULL, "q9q9 k4-k5 a13^a9", NULL, "e1-e2 e1-e2 e1-e2 b10-b9"},
    {"hogga", NULL, "b10-b9 k4-k5 q9q9", "b10-b9 k4-k5 a13^a9", "a13^a9 e1-e2 e1-e2"},
    {"hogga", NULL, "b10-b9 k4-k5 b9-b8 q9q9", NULL, "i2^e2 e1-e2 e1-e2 e1-e2"},
    {"hogga", NULL, "b10-b9 k4-k5 a13^a9", "b10-b9 k4-k5 a13^a9", "b10-b9 k4-k5 c13^g13"},
    /* H11: Black's last piece reaches its goal, and the game is over */
    {"hogga", "12/12/12/12/12/4w7/12/12/7b4/9b2/6b1b1b1/7b1b1b/6b1b1b1 b", "h5-h4 e8-e9", NULL,
     NULL},
};

/* Two men move back and forth. Each move has its number; the last but one has a slip. */
static const char *numbered_shuttle(const char *last) {
    static const char *const moves[] = {"h1-h2", "b2-b3", "h2-h1", "b3-b2"};
    enum { PAIRS = 70 };
    static char text[2][PAIRS * 24];
    static unsigned used;
    char *to = text[used++ % 2];
    for (unsigned i = 0, length = 0; i < 2 * PAIRS; i++)
        length += (unsigned)sprintf(to + length, "%u%s %s ", i / 2 + 1, i % 2 ? "..." : ".",
                                    i == 2 * PAIRS - 2 ? last : moves[i % 4]);
    return to;
}

/* A man hops around a corner and back, which makes more than 64 slips. */
static const char *ends_shuttle(const char *there, const char *back) {
    enum { PAIRS = 70 };
    static char text[2][PAIRS * 24];
    static unsigned used;
    char *to = text[used++ % 2];
    for (unsigned i = 0, length = 0; i < PAIRS; i++)
        length += (unsigned)sprintf(to + length, "%s %s ", i % 2 ? back : there,
                                    i % 2 ? "g7-g8" : "g8-g7");
    return to;
}

/* A copy of the text in memory of its own, so that a read outside it is detected. */
static struct text alone(const char *text) {
    struct text t = text_of(text);
    char *room = malloc(t.len);
    assert_non_null(room);
    return (struct text){memcpy(room, t.at, t.len), t.len};
}

static void readings_are_right(void **state) {
    struct reading readings[COUNT(few) + 2];
    (void)state;
    memcpy(readings, few, sizeof few);
    readings[COUNT(few)] =
        (struct reading){"halma 8x8", "8/8/8/8/8/8/1w6/b6b b", numbered_shuttle("h2-hl"),
                         numbered_shuttle("h2-h1"), NULL};
    readings[COUNT(few) + 1] =
        (struct reading){"halma 8x8", "6w1/8/8/8/8/8/2w5/bw6 b", ends_shuttle("a1^c3", "c3^a1"),
                         ends_shuttle("a1^c1^c3", "c3^c1^a1"), NULL};
    for (size_t i = 0; i < COUNT(readings); i++) {
        static struct setup setup;
        const struct reading *row = &readings[i];
        struct text text = alone(row->text);
        struct ruleset rs;
        struct grammar grammar;
        struct deciphered r;
        struct arena arena = {0};
        struct buffer repaired = {0};
        size_t fault;
        unit_ruleset(&rs, row->rules);
        zi_grammar_open(&grammar, rs.rules->notation);
        struct evidence evidence = {.start = row->position ? &setup : NULL,
                                    .other = text_of(row->other ? row->other : "")};
        if (row->position)
            assert_null(
                rs.rules->notation->read_setup(text_of(row->position), &rs.board, &setup, &fault));
        assert_true(zi_decipher(&rs, &grammar, text, &evidence, 4 * BUDGET, &arena, &r));
        if (r.sure)
            repair(text, &r, &repaired);
        for (uint32_t k = 0; r.line && r.sure && k < r.plies; k++)
            assert_non_null(memmem(repaired.at, repaired.len, r.line[k].at, r.line[k].len));
        if (!text_is(buffered(&repaired), row->repaired ? row->repaired : ""))
            fail_msg("%s\n  becomes %.*s\n", row->text, (int)repaired.len, repaired.at);
        zi_grammar_close(&grammar);
        zi_arena_free(&arena);
        zi_buffer_free(&repaired);
        free((void *)(uintptr_t)text.at);
    }
}

/* Each `q` is a word too many, as the only move of A ends the game. The cost of ten of them is the
   maximum of the search. */
static void costly_readings_are_not_looked_for(void **state) {
    static const char position[] =
        "1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,2/0,0,0,0,0,0,0,0 a";
    static struct setup setup;
    struct ruleset rs;
    struct grammar grammar;
    struct deciphered r;
    struct arena arena = {0};
    struct evidence evidence = {.start = &setup};
    size_t fault;
    (void)state;
    unit_ruleset(&rs, "husbao");
    zi_grammar_open(&grammar, rs.rules->notation);
    assert_null(rs.rules->notation->read_setup(text_of(position), &rs.board, &setup, &fault));
    assert_true(
        zi_decipher(&rs, &grammar, TEXT("h2+ q q q q q q q q q q"), &evidence, BUDGET, &arena, &r));
    assert_true(r.complete && r.count == 10);
    assert_true(zi_decipher(&rs, &grammar, TEXT("h2+ q q q q q q q q q q q"), &evidence, BUDGET,
                            &arena, &r));
    assert_false(r.complete);
    zi_grammar_close(&grammar);
    zi_arena_free(&arena);
}

/* The second move of an item is no slip that costs something, but a reading has no more than 600
   slips: so many have room. */
static void slips_that_cost_nothing_have_an_end(void **state) {
    enum { SLIPS_MAX = 600 };
    static const char *const pairs[] = {"a1-a2 h8-h7", "a2-a1 h7-h8"};
    static struct setup setup;
    struct ruleset rs;
    struct grammar grammar;
    struct arena arena = {0};
    size_t end[SLIPS_MAX + 1], fault;
    (void)state;
    unit_ruleset(&rs, "halma 8x8");
    zi_grammar_open(&grammar, rs.rules->notation);
    assert_null(
        rs.rules->notation->read_setup(TEXT("7w/8/8/8/8/8/8/b7 b"), &rs.board, &setup, &fault));
    for (size_t items = SLIPS_MAX; items <= SLIPS_MAX + 1; items++) {
        struct buffer text = {0};
        struct deciphered r;
        for (size_t i = 0; i < items; i++) {
            buffer_add(&text, i ? "\n" : "", pairs[i % 2]);
            end[i] = text.len;
        }
        struct evidence evidence = {.start = &setup, .items = end, .item_count = items};
        assert_true(zi_decipher(&rs, &grammar, buffered(&text), &evidence, BUDGET, &arena, &r));
        assert_int_equal(r.complete, items == SLIPS_MAX);
        assert_true(r.count >= SLIPS_MAX);
        zi_buffer_free(&text);
    }
    zi_grammar_close(&grammar);
    zi_arena_free(&arena);
}

/* The number of readings of an illegible move by which Black may have won (H11). */
static uint32_t count_last_moves(const char *result, bool ended_otherwise) {
    static struct setup setup;
    struct ruleset rs;
    struct grammar grammar;
    struct deciphered r;
    struct arena arena = {0};
    struct evidence evidence = {
        .start = &setup, .result = text_of(result), .ended_otherwise = ended_otherwise};
    size_t fault;
    unit_ruleset(&rs, "hogga");
    zi_grammar_open(&grammar, rs.rules->notation);
    assert_null(rs.rules->notation->read_setup(
        TEXT("12/12/12/12/12/4w7/12/12/7b4/9b2/6b1b1b1/7b1b1b/6b1b1b1 b"), &rs.board, &setup,
        &fault));
    assert_true(zi_decipher(&rs, &grammar, TEXT("?"), &evidence, BUDGET, &arena, &r));
    assert_true(r.complete);
    zi_grammar_close(&grammar);
    zi_arena_free(&arena);
    return r.readings;
}

/* A game that ended otherwise does not have the move that wins. */
static void results_exclude_readings(void **state) {
    (void)state;
    uint32_t count = count_last_moves("*", false);
    assert_in_range(count, 2, READINGS_MAX - 1);
    assert_int_equal(count_last_moves("", true), count);
    assert_int_equal(count_last_moves("black", false), count);
    assert_int_equal(count_last_moves("black", true), count);
    assert_int_equal(count_last_moves("white", true), count - 1);
    assert_int_equal(count_last_moves("draw", false), count - 1);
}

/* The words of a text, by hand: each with the letter of its kind before it; of a number what it is
   read as; `*` behind what is no token of the notation. */
static const struct cut {
    const char *game, *text, *words;
} cuts[] = {
    {"hogga", "", ""},
    {"hogga", "1. b10-b9 k4-k5", "N1. Mb10-b9 Mk4-k5"},
    {"hogga", "1... K4-k5 12. a13^a9^e9", "N1... MK4-k5 N12. Ma13^a9^e9"},
    {"hogga", "b10-b9! $3 {or b9} (1. a13^a9 ?) k4-k5", "Mb10-b9 G$3 Mk4-k5"},
    {"hogga", "b10-b9!, k4-k5", "Mb10-b9 Mk4-k5"},
    {"hogga", "b10-b9 ; a comment\nk4-k5 1-0", "Mb10-b9 Mk4-k5"},
    {"hogga", "b10-b9 1-0 k4-k5", "Mb10-b9 U1-0* Mk4-k5"},
    /* numbers, and what looks like one */
    {"hogga", "l. b10-b9 Z. S- B: OI- i- z/ s. o. 2] |.",
     "N1.* Mb10-b9 N2.* N5.* N8.* N1.* Ui-* Uz/* N5.* N0.* N2.* N1.*"},
    {"hogga", "l2345. l234.", "Ul2345.* N1234.*"},
    {"hogga", "12345. 1234. 12a. 1... 1.. 1.)", "N12345. N1234. U12a.* N1... N1.* N1.*"},
    {"hogga", "1.- b10-b9 2.] k4-k5 1. -", "N1.* Mb10-b9 N2.* Mk4-k5 N1. B-*"},
    {"hogga", "l, O] a. l2. l.. l... Z.)]", "Ul,* N0.* Ua.* N12.* N1.* N1...* N2.*"},
    /* signs for what cannot be read, between moves, and words of people */
    {"hogga", "??? _ ... - * # \xE2\x80\xA6 (?) ?_.-",
     "B???* B_* B...* B-* B** B#* B\xE2\x80\xA6* B?_.-*"},
    {"hogga", "/ | : \\ ,, //", "X/* X|* X:* X\\* X,,* X//*"},
    {"hogga", "abcde", "Xabcde*"},
    {"hogga", "'abcde ab-de", "U'abcde* Uab-de*"},
    {"hogga", "abcd abcde Abcde abcd3 zzzzz{x}", "Uabcd* Xabcde* XAbcde* Uabcd3* Xzzzzz*"},
    /* moves in pieces: one separator with blanks beside it is the notation's own */
    {"hogga", "b10- b9 k4 -k5 a13^ a9 ^ e9", "Mb10- b9 Mk4 -k5 Ma13^ a9 ^ e9"},
    {"hogga", "b10> b9 k4: k5 a13x a9", "Mb10> b9 Mk4: k5 Ma13x a9"},
    {"hogga", "b10\xE2\x80\x93 b9, k4 \xE2\x80\x93 k5", "Mb10\xE2\x80\x93 b9 Mk4 \xE2\x80\x93 k5"},
    {"hogga", "b10\xE2\x80\xA6 b9", "Mb10\xE2\x80\xA6 b9*"}, /* any sign of three bytes */
    {"hogga", "b10\n-\nb9 k4-k5", "Mb10\n-\nb9* Mk4-k5"},
    {"hogga", "b10-\nb9 k4\n-k5", "Mb10-\nb9* Mk4\n-k5*"},
    {"hogga", "b10\xE2\x80\x94\nb9 k4\n\xE2\x80\x93k5,",
     "Mb10\xE2\x80\x94\nb9* Mk4\n\xE2\x80\x93k5*"},
    {"hogga", "a13^a9^ e9 k4-k5", "Ma13^a9^ e9* Mk4-k5"},
    {"hogga", "a13^a9 ^e9^ k4-k5", "Ma13^a9 ^e9^ k4-k5*"},
    {"hogga", "a13^a9^\ne9 k4-k5", "Ma13^a9^\ne9* Mk4-k5"},
    {"hogga", "a13^\n\na9 ^e9 k4-k5", "Ma13^\n\na9 ^e9* Mk4-k5"},
    {"hogga", "a13^a9,^e9 a13^, a9,", "Ma13^a9,^e9* Ua13^,* Ua9,*"},
    {"hogga", "b10->b9 a13^>a9 k4-,k5", "Ub10->b9* Ua13^>a9* Uk4-,k5*"},
    {"hogga", "b10-\xE2\x80\x93 b9", "Ub10-\xE2\x80\x93* Ub9*"},
    {"hogga", "b10-\n2. b9 b10- 3. -b9", "Ub10-* N2. Ub9* Ub10-* N3. U-b9*"},
    {"hogga", "b10-z9 -k5", "Ub10-z9* U-k5*"},
    {"hogga", "-- b10-b9 --\nb10-b9", "M-- Mb10-b9 M-- Mb10-b9"},
    {"akron", "d4 e5 d4 - c5 2b3", "Md4 Me5 Md4 - c5 M2b3"},
    {"akron", "c4-\ne5 c4-e5 v2c4", "Mc4-\ne5* Mc4-e5 Uv2c4*"},
    {"husbao", "d1 - x3 d2 +", "Md1 - x3* Ud2* U+*"},
    {"husbao", "%give:a4:a3 h4+ d1-x3", "S%give:a4:a3 Mh4+ Md1-x3"},
};

static void print_words(const struct words *words, struct buffer *out) {
    static const char letters[] = {
        [WORD_MOVE] = 'M',  [WORD_GIFT] = 'S',   [WORD_UNREAD] = 'U', [WORD_BLANK] = 'B',
        [WORD_GLYPH] = 'G', [WORD_NUMBER] = 'N', [WORD_NOISE] = 'X'};
    for (size_t i = 0; i < words->count; i++) {
        const struct word *w = &words->at[i];
        char number[20], letter[] = {letters[w->kind], '\0'};
        snprintf(number, sizeof number, "%u%s", w->number, w->dots ? "..." : ".");
        buffer_add(out, i ? " " : "", letter);
        if (w->kind == WORD_NUMBER)
            buffer_string(out, number);
        else
            buffer_text(out, w->text);
        buffer_string(out, w->foreign ? "*" : "");
        assert_int_equal(w->move != NULL, w->kind == WORD_MOVE || w->kind == WORD_GIFT);
    }
}

/* Bytes before and after a text. They must not change how it is cut. */
static const char beside[] = "1a.,-)] x\x80\xE2";

static void words_are_cut(void **state) {
    (void)state;
    for (size_t n = 0; n < COUNT(cuts) * COUNT(beside); n++) {
        size_t i = n / COUNT(beside);
        char room[200];
        size_t length = strlen(cuts[i].text);
        struct ruleset rs;
        struct grammar grammar;
        struct words words;
        struct arena arena = {0};
        struct buffer got = {0};
        unit_ruleset(&rs, cuts[i].game);
        zi_grammar_open(&grammar, rs.rules->notation);
        assert_true(length + 2 <= sizeof room);
        memset(room, beside[n % COUNT(beside)], sizeof room);
        memcpy(room + 1, cuts[i].text, length);
        assert_true(zi_words_cut(&grammar, &rs.board, (struct text){room + 1, length}, NULL, 0,
                                 &arena, &words));
        print_words(&words, &got);
        if (!text_is(buffered(&got), cuts[i].words))
            fail_msg("%s\n  got %.*s\n  not %s\n", cuts[i].text, (int)got.len, got.at,
                     cuts[i].words);
        zi_grammar_close(&grammar);
        zi_arena_free(&arena);
        zi_buffer_free(&got);
    }
}

/* A chain in two pieces: with the most bytes that are joined, and with one more. */
static void longer_pieces_stay(void **state) {
    struct ruleset rs;
    struct grammar grammar;
    struct words words;
    struct arena arena = {0};
    (void)state;
    unit_ruleset(&rs, "hogga");
    zi_grammar_open(&grammar, rs.rules->notation);
    for (unsigned more = 0; more < 2; more++) {
        struct buffer text = {0};
        for (unsigned i = 0; i < 85; i++) {
            buffer_string(&text, i == 0 ? "" : i == 1 ? "^\n" : "^");
            buffer_string(&text, i % 2 ? "c1" : "a1");
            buffer_string(&text, i < 2 + more ? "0" : "");
        }
        assert_true(zi_words_cut(&grammar, &rs.board, buffered(&text), NULL, 0, &arena, &words));
        assert_int_equal(words.count, 1 + more);
        assert_int_equal(words.at[0].kind == WORD_MOVE, !more);
        zi_buffer_free(&text);
    }
    zi_grammar_close(&grammar);
    zi_arena_free(&arena);
}

/* A text has at most as many words as bytes: signs such as `}` need no blank between them. */
static void words_have_room(void **state) {
    static const char signs[] = "1.!?$d4-/ ()|*{},;x\n";
    struct ruleset rs;
    struct grammar grammar;
    struct dice d = {.state = 1};
    (void)state;
    unit_ruleset(&rs, "akron");
    zi_grammar_open(&grammar, rs.rules->notation);
    for (unsigned n = 0; n < 20000; n++) {
        char room[24];
        struct text text = {room, 1 + n % sizeof room};
        struct words words;
        struct arena arena = {0};
        for (size_t i = 0; i < text.len; i++)
            room[i] = signs[dice_below(&d, sizeof signs - 1)];
        assert_true(zi_words_cut(&grammar, &rs.board, text, NULL, 0, &arena, &words));
        assert_true(words.count <= text.len);
        zi_arena_free(&arena);
    }
    zi_grammar_close(&grammar);
}

/* A kept move without a cell has the first cell of the board. */
static void kept_passes_have_a_cell(void **state) {
    struct arena arena = {0};
    struct ruleset rs;
    struct grammar grammar;
    struct move pass;
    (void)state;
    unit_ruleset(&rs, "hogga");
    zi_grammar_open(&grammar, rs.rules->notation);
    assert_true(zi_word_read(&grammar, &rs.board, TEXT("--"), &pass));
    memset(zi_arena_alloc(&arena, 200), 0xFF, 200);
    zi_arena_reset(&arena);
    const struct move *kept = zi_word_keep(&pass, &arena), *other = zi_word_keep(&pass, &arena);
    assert_int_equal(kept->kind, pass.kind);
    assert_int_equal(kept->cell[0], 0);
    assert_int_equal(other->cell[0], 0);
    zi_grammar_close(&grammar);
    zi_arena_free(&arena);
}

/* As many words as fit, and one more. */
static void too_many_words_are_told(void **state) {
    static char text[2 * (WORDS_MAX + 1)];
    struct ruleset rs;
    struct grammar grammar;
    struct words words;
    struct arena arena = {0};
    (void)state;
    unit_ruleset(&rs, "hogga");
    zi_grammar_open(&grammar, rs.rules->notation);
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = i % 2 ? ' ' : '?';
    for (size_t more = 0; more < 2; more++) {
        struct text t = {text, 2 * (WORDS_MAX + more) - 1};
        assert_true(zi_words_cut(&grammar, &rs.board, t, NULL, 0, &arena, &words));
        assert_int_equal(words.count, WORDS_MAX);
        assert_int_equal(words.too_many, more);
    }
    zi_grammar_close(&grammar);
    zi_arena_free(&arena);
}

/* A game with the maximum number of moves, and one with one move more. */
static void longer_games_are_not_read(void **state) {
    static const char *const moves[] = {"h1-h2 ", "b2-b3 ", "h2-h1 ", "b3-b2 "};
    static struct setup setup;
    struct ruleset rs;
    struct grammar grammar;
    struct evidence evidence = {.start = &setup};
    size_t fault;
    (void)state;
    unit_ruleset(&rs, "halma 8x8");
    zi_grammar_open(&grammar, rs.rules->notation);
    assert_null(
        rs.rules->notation->read_setup(TEXT("8/8/8/8/8/8/1w6/b6b b"), &rs.board, &setup, &fault));
    for (unsigned more = 0; more < 2; more++) {
        struct buffer text = {0};
        struct deciphered r;
        struct arena arena = {0};
        for (unsigned i = 0; i < WORDS_MAX + more; i++)
            buffer_string(&text, moves[i % 4]);
        assert_true(zi_decipher(&rs, &grammar, buffered(&text), &evidence, BUDGET, &arena, &r));
        assert_int_equal(r.sure, !more);
        assert_int_equal(r.complete, !more);
        assert_int_equal(r.plies, more ? 0 : WORDS_MAX);
        zi_buffer_free(&text);
        zi_arena_free(&arena);
    }
    zi_grammar_close(&grammar);
}

int main(void) {
    static const struct CMUnitTest others[] = {
        cmocka_unit_test(words_are_cut),
        cmocka_unit_test(longer_pieces_stay),
        cmocka_unit_test(words_have_room),
        cmocka_unit_test(kept_passes_have_a_cell),
        cmocka_unit_test(too_many_words_are_told),
        cmocka_unit_test(readings_are_right),
        cmocka_unit_test(costly_readings_are_not_looked_for),
        cmocka_unit_test(slips_that_cost_nothing_have_an_end),
        cmocka_unit_test(longer_games_are_not_read),
        cmocka_unit_test(results_exclude_readings),
    };
    struct CMUnitTest tests[COUNT(rows) + COUNT(others)] = {0};
    for (size_t i = 0; i < COUNT(rows); i++)
        tests[i] = (struct CMUnitTest){rows[i].rules, slips_are_read, NULL, NULL,
                                       (void *)(uintptr_t)&rows[i]};
    memcpy(tests + COUNT(rows), others, sizeof others);
    return _cmocka_run_group_tests("decipher", tests, COUNT(tests), NULL, NULL);
}
