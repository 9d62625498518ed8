/* generate --game G [--variant V] [--rule KEY=VALUE]... [--count N] [--seed S] [--plies P]
   [--bare], or --games: writes a stream of valid records of random games, the same bytes for the
   same arguments; with 20 keys each, with --bare only those about the course of the game. With
   --games it lists the games of the catalog and their variants instead, `game` or `game variant` on
   each line. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "validators/replay/replay.h"

enum { LINE_WIDTH = 90 };

struct generator {
    uint64_t state;
    struct ruleset ruleset;
    struct replay replay;
    const char *variant;
    const char *rules[OPTIONS_MAX]; /* KEY=VALUE */
    size_t rule_count;
    unsigned plies;
    bool bare;
};

/* splitmix64 */
static uint64_t draw(uint64_t *state) {
    uint64_t x = *state += 0x9e3779b97f4a7c15U;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
    x = (x ^ x >> 27) * 0x94d049bb133111ebU;
    return x ^ x >> 31;
}

static const char *pick(struct generator *g, const char *const *words, size_t count) {
    return words[draw(&g->state) % count];
}
#define PICK(g, ...)                                                                               \
    pick(g, (const char *const[]){__VA_ARGS__},                                                    \
         sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

/* A random choice among the moves visited, all equally likely. */
struct choice {
    uint64_t *state;
    uint64_t seen;
    struct move move;
};

static bool choose(void *context, const struct move *m) {
    struct choice *c = context;
    if (draw(c->state) % ++c->seen == 0)
        c->move = *m;
    return true;
}

/* Move text that is wrapped before its line gets too wide. */
struct wrapped {
    size_t column;
};

static void print_word(struct wrapped *w, const char *word, size_t length) {
    if (w->column && w->column + 1 + length > LINE_WIDTH) {
        putchar('\n');
        w->column = 0;
    }
    w->column += (size_t)printf(w->column ? " " : "  ") + length;
    fwrite(word, 1, length, stdout);
}

static void print_moves(struct generator *g) {
    const struct rules *rules = g->ruleset.rules;
    struct replay *r = &g->replay;
    struct wrapped out = {0};
    while (r->outcome.result == RESULT_OPEN && r->ply < g->plies) {
        struct choice c = {.state = &g->state};
        struct effect effect = {0};
        char room[MOVE_TEXT_MAX];
        struct writer w = {room, sizeof room, 0};
        rules->moves(&r->position, choose, &c);
        if (r->ply % 2 == 0) {
            write_number(&w, r->ply / 2 + 1);
            write_char(&w, '.');
            print_word(&out, room, w.len);
            w.len = 0;
        }
        rules->notation->write(&w, &c.move);
        print_word(&out, room, w.len);
        zi_replay_play(r, &c.move, &effect);
    }
    putchar('\n');
}

static void print_player(struct generator *g, const char *side) {
    printf("  %s: {name: \"%s, %s\", id: nl-%" PRIu64 ", rating: %" PRIu64 "}\n", side,
           PICK(g, "Jansen", "Ærøskøbing", "Żółć", "Nowak", "Bulten", "O'Neil", "Gresnigt"),
           PICK(g, "Anna", "Bart", "Joost", "Łukasz", "Seán", "Zoë"), draw(&g->state) % 9999,
           1200 + draw(&g->state) % 900);
}

static void print_rules(const struct generator *g) {
    for (size_t i = 0; i < g->rule_count; i++) {
        int name = (int)strcspn(g->rules[i], "=");
        printf("%s%.*s: %s", i ? ", " : "rules: {", name, g->rules[i], g->rules[i] + name + 1);
    }
    if (g->rule_count)
        puts("}");
}

/* Prints the keys that do not concern the course of the game. */
static void print_surroundings(struct generator *g, uint64_t number) {
    const struct rules *rules = g->ruleset.rules;
    printf("event: %s %" PRIu64 "\nsite: %s\ndate: %04" PRIu64 "-%02" PRIu64 "-%02" PRIu64 "\n",
           PICK(g, "Open Hogga", "Mistrzostwa Łodzi", "Toernooi De Kast", "Club evening"),
           number / 50 + 1, PICK(g, "Leiden", "Łódź", "Oslo", "Utrecht"),
           1990 + draw(&g->state) % 35, 1 + draw(&g->state) % 12, 1 + draw(&g->state) % 28);
    printf("round: %" PRIu64 "\ntable: %" PRIu64 "\nplayers:\n", number % 9 + 1, number % 30 + 1);
    print_player(g, rules->sides[0]);
    print_player(g, rules->sides[1]);
    printf("comment: game %" PRIu64 " of the stream\nx-source: sheet %" PRIu64 "\n", number + 1,
           draw(&g->state) % 500);
    printf("x-arbiter: %s\nx-clock: %s\nx-board: %s\nx-scribe: %s\nx-checked: %s\nx-place: %s\n"
           "x-weather: %s\n",
           PICK(g, "B. van Etten", "C. Browne", "F. Rachunek"), PICK(g, "30+10", "60+0", "15+5"),
           PICK(g, "wood", "paper", "cloth"), PICK(g, "black", "white", "arbiter"),
           PICK(g, "yes", "twice"), PICK(g, "hall 1", "hall 2", "garden"),
           PICK(g, "sun", "rain", "snow"));
}

/* The result is known only after the moves, so it follows them. */
static void print_record(struct generator *g, uint64_t number) {
    static const char *const words[] = {"*", NULL, NULL, "draw"};
    const struct rules *rules = g->ruleset.rules;
    bool failed = false;
    zi_replay_start(&g->replay, &g->ruleset, NULL, g->plies, &failed);
    if (failed)
        exit(2);
    printf("---\n%sgame: %s\n", g->bare ? "" : "zet: 1\n", rules->name);
    if (g->variant)
        printf("variant: %s\n", g->variant);
    print_rules(g);
    if (!g->bare)
        print_surroundings(g, number);
    printf("moves: |\n");
    print_moves(g);
    enum result result = g->replay.outcome.result;
    const char *word = result == RESULT_WIN_0   ? rules->sides[0]
                       : result == RESULT_WIN_1 ? rules->sides[1]
                                                : words[result];
    printf("result: \"%s\"\ntermination: %s\n", word,
           result == RESULT_OPEN ? "unfinished" : "rules");
}

static int fail(const char *message) {
    fprintf(stderr, "generate: %s\n", message);
    return 2;
}

static int print_games(void) {
    for (size_t g = 0; g < zi_game_count; g++) {
        const struct rules *rules = zi_games[g];
        if (!rules->variant_required)
            puts(rules->name);
        for (size_t v = !rules->variant_required; rules->variants && rules->variants[v]; v++)
            printf("%s %s\n", rules->name, rules->variants[v]);
    }
    return fflush(stdout) ? 2 : 0;
}

int main(int argc, char **argv) {
    static const struct option options[] = {{"game", required_argument, NULL, 'g'},
                                            {"variant", required_argument, NULL, 'v'},
                                            {"count", required_argument, NULL, 'c'},
                                            {"seed", required_argument, NULL, 's'},
                                            {"plies", required_argument, NULL, 'p'},
                                            {"rule", required_argument, NULL, 'r'},
                                            {"bare", no_argument, NULL, 'b'},
                                            {"games", no_argument, NULL, 'l'},
                                            {NULL, 0, NULL, 0}};
    static struct generator g = {.plies = 80};
    const char *game = "hogga";
    uint64_t count = 1;
    int c;
    while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (c) {
        case 'g': game = optarg; break;
        case 'v': g.variant = optarg; break;
        case 'c': count = strtoull(optarg, NULL, 10); break;
        case 's': g.state = strtoull(optarg, NULL, 10); break;
        case 'p': g.plies = (unsigned)strtoul(optarg, NULL, 10); break;
        case 'r':
            if (g.rule_count == OPTIONS_MAX || !strchr(optarg, '='))
                return fail("--rule is KEY=VALUE, at most once for each option");
            g.rules[g.rule_count++] = optarg;
            break;
        case 'b': g.bare = true; break;
        case 'l': return print_games();
        default: return 2;
        }
    }
    const struct rules *rules = zi_game_find(text_of(game));
    if (!rules)
        return fail("zet does not know this game");
    if (!g.variant && rules->variant_required)
        g.variant = rules->variants[0];
    int variant = g.variant ? zi_variant_find(rules, text_of(g.variant)) : 0;
    if (variant < 0)
        return fail("the game has no such variant");
    zi_ruleset_init(&g.ruleset, rules, (unsigned)variant);
    for (size_t i = 0; i < g.rule_count; i++) {
        const char *equals = strchr(g.rules[i], '=');
        struct text name = {g.rules[i], (size_t)(equals - g.rules[i])};
        if (zi_ruleset_set(&g.ruleset, name, text_of(equals + 1)))
            return fail("the game has no such rule");
    }
    for (uint64_t i = 0; i < count; i++)
        print_record(&g, i);
    zi_replay_close(&g.replay);
    return fflush(stdout) || ferror(stdout) ? fail("the output could not be written") : 0;
}
