#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

int zet_cli_position_options(int argc, char **argv, const char *usage, struct position_options *o,
                             char ***rest) {
    static const struct option long_options[] = {
        {"game", required_argument, NULL, 'g'}, {"variant", required_argument, NULL, 'v'},
        {"rule", required_argument, NULL, 'r'}, {"position", required_argument, NULL, 'p'},
        {"help", no_argument, NULL, 'h'},       {NULL, 0, NULL, 0}};
    *o = (struct position_options){.rules = calloc((size_t)argc, sizeof *o->rules)};
    if (!o->rules)
        return zet_cli_error("memory is out");
    int c;
    optind = 1;
    while ((c = getopt_long(argc, argv, "h", long_options, NULL)) != -1) {
        switch (c) {
        case 'g': o->game = optarg; break;
        case 'v': o->variant = optarg; break;
        case 'r': o->rules[o->rule_count++] = optarg; break;
        case 'p': o->position = optarg; break;
        case 'h':
            fputs(usage, stdout);
            free(o->rules);
            return zet_cli_finish(STATUS_OK);
        default: free(o->rules); return STATUS_ERROR; /* getopt has said why */
        }
    }
    *rest = argv + optind;
    return -1;
}

static int set_rules(const struct position_options *o, struct ruleset *rs) {
    for (size_t i = 0; i < o->rule_count; i++) {
        const char *equals = strchr(o->rules[i], '=');
        if (!equals)
            return zet_cli_error("--rule %s: a rule is KEY=VALUE", o->rules[i]);
        struct text name = {o->rules[i], (size_t)(equals - o->rules[i])};
        const char *why = zet_ruleset_set(rs, name, text_of(equals + 1));
        if (why)
            return zet_cli_error("--rule %s: %s", o->rules[i], why);
    }
    return -1;
}

static int set_game(const struct position_options *o, struct ruleset *rs) {
    if (!o->game)
        return zet_cli_error("--game is missing");
    const struct rules *rules = zet_game_find(text_of(o->game));
    if (!rules)
        return zet_cli_error("--game %s: zet does not know this game", o->game);
    int variant = o->variant ? zet_variant_find(rules, text_of(o->variant)) : 0;
    if (variant < 0)
        return zet_cli_error("--variant %s: %s has no such variant", o->variant, o->game);
    if (!o->variant && rules->variant_required)
        return zet_cli_error("--variant is missing; %s requires it", o->game);
    zet_ruleset_init(rs, rules, (unsigned)variant);
    return set_rules(o, rs);
}

int zet_cli_position(struct position_options *o, size_t plies, struct ruleset *rs,
                     struct replay *replay) {
    int status = set_game(o, rs);
    free(o->rules);
    if (status >= 0)
        return status;
    struct setup room, *from = NULL;
    size_t fault = 0;
    bool failed = false;
    const char *why = NULL;
    if (o->position) {
        struct text text = text_of(o->position);
        why = rs->rules->notation->read_setup(text, &rs->board, &room, &fault);
        if (why)
            return zet_cli_error("--position: character %zu: %s", fault + 1, why);
        from = &room;
    }
    why = zet_replay_start(replay, rs, from, plies, &failed);
    if (why)
        return zet_cli_error("--position: %s", why);
    return failed ? zet_cli_error("memory is out") : -1;
}
