/* From the lines of a trial to a record. */
#include "validators/formats/ludii.h"

#include "validators/formats/guess.h"
#include "validators/formats/lines.h"
#include "validators/games/ruleset.h"

/* Numbers that are not there, or no numbers. */
enum { ABSENT = -1, BROKEN = -2, NUMBER_MAX = 999999 };

/* A chain with one cell more than a move can have is reported as too long. */
enum { ITEM_CELLS = MOVE_CELLS_MAX + 1, CELL_BYTES = 4 };

/* What a line of `Move=` says. */
struct played {
    size_t start;     /* of its line */
    struct text body; /* between the outer brackets */
    long mover;       /* 0: set-up */
    enum { DID_NOTHING, DID_PASS, DID_MOVE, DID_SELECT } decision;
    long from, to;     /* of the decision; sites */
    bool goes_on;      /* the mover is the next player too */
    bool sows, alters; /* stones move, or the board changes, without being the decision */
};

struct trial {
    struct record *record;
    const struct format_options *options;
    unsigned attempt;
    struct text line;
    size_t start;     /* of the line */
    const char *stop; /* why no record can be made; NULL: one can */
    size_t stop_at;

    /* What is before the moves. */
    const struct rules *rules;      /* NULL: no `game=` yet */
    int named_variant;              /* of husbao; -1: the name does not say */
    unsigned named_size, said_size; /* of halma; 0: not said */
    bool in_options, in_legal_moves;
    struct {
        bool given;
        uint8_t what, count;
    } site[FILES_MAX * RANKS_MAX];
    unsigned placed, pieces[3]; /* sites, and by what is there */
    long highest;               /* site */
    size_t setup_start;

    /* The play. */
    bool finalized; /* the three below are known */
    struct ruleset ruleset;
    struct setup at; /* after the lines so far */
    struct setup first;
    bool positioned;   /* `first` is not the start position */
    bool unplayable;   /* `first` cannot be played (C4) */
    bool lost;         /* a move that the rules will find illegal: `at` says no more */
    bool given_up;     /* the lines contradict themselves: nothing more of them is taken */
    unsigned expected; /* the player whose turn it is */
    bool open;         /* his move continues, from `last` */
    char direction;    /* husbao: of the sowing under way */
    cell last;
    size_t open_start; /* of the line that says so */
    struct node *moves;
    struct {
        char room[ITEM_CELLS * CELL_BYTES];
        struct writer w;
        size_t start;
        unsigned cells;
    } item;

    /* What is after it. */
    bool ended; /* Ludii's own last lines have been seen */
    long winner, placements;
    size_t winner_start, rankings_start, placements_start, game_start;
    struct text end_type, rankings;
};

/* Something wrong that does not hinder making a record. */
static void fault_at(struct trial *t, size_t offset, enum finding_code code, enum part part,
                     const char *sentence) {
    zi_report_add(t->record, code, part, offset, sentence, NO_TEXT);
}

static void fault(struct trial *t, const char *sentence) {
    fault_at(t, t->start, FINDING_FORMAT, t->finalized ? PART_MOVES : PART_HEADER, sentence);
}

/* A contradiction after which it cannot be known what was played. */
static void give_up(struct trial *t, const char *sentence) {
    fault(t, sentence);
    t->given_up = true;
}

static void stop(struct trial *t, const char *sentence) {
    if (!t->stop)
        t->stop_at = t->start;
    t->stop = t->stop ? t->stop : sentence;
}

/* Texts. */

/* Whether `t` begins with `prefix`; then *rest is what follows. */
static bool begins(struct text t, const char *prefix, struct text *rest) {
    size_t n = strlen(prefix);
    if (t.len < n || memcmp(t.at, prefix, n) != 0)
        return false;
    *rest = text_trimmed((struct text){t.at + n, t.len - n}, " \t");
    return true;
}

/* Whether `word`, in lower case, is in `t` in any case. */
static bool has_word(struct text t, const char *word) {
    size_t n = strlen(word), k;
    for (size_t i = 0; i + n <= t.len; i++) {
        for (k = 0; k < n && (t.at[i + k] | 0x20) == word[k];)
            k++;
        if (k == n)
            return true;
    }
    return false;
}

/* The number that is last in `t`; 0 if there is not one. */
static unsigned last_number(struct text t) {
    while (t.len && !is_digit(t.at[t.len - 1]))
        t.len--;
    size_t from = t.len;
    while (from && is_digit(t.at[from - 1]))
        from--;
    return text_number((struct text){t.at + from, t.len - from}, NUMBER_MAX);
}

static long number_of(struct text t) {
    if (text_is(t, "-1"))
        return ABSENT; /* Ludii's word for none */
    return text_is_number(t) ? (long)text_number(t, NUMBER_MAX) : BROKEN;
}

/* Fields `key=value` with commas between; brackets in them are passed over. */

/* The end of the field that begins at `from`. */
static size_t field_end(struct text t, size_t from) {
    unsigned depth = 0;
    size_t i = from;
    for (; i < t.len && (t.at[i] != ',' || depth); i++)
        depth += t.at[i] == '[' ? 1U : t.at[i] == ']' && depth ? -1U : 0U;
    return i;
}

static struct text field(struct text t, const char *key) {
    for (size_t from = 0; from < t.len;) {
        size_t end = field_end(t, from);
        struct text one = text_trimmed((struct text){t.at + from, end - from}, " \t"), value;
        if (begins(one, key, &value) && value.len && *value.at == '=')
            return text_trimmed((struct text){value.at + 1, value.len - 1}, " \t");
        from = end + 1;
    }
    return NO_TEXT;
}

static long number_field(struct text t, const char *key) {
    struct text value = field(t, key);
    return value.at ? number_of(value) : ABSENT;
}

/* Whether brackets stand in pairs, the first of them around all. */
static bool is_bracketed(struct text t) {
    size_t depth = 0;
    for (size_t i = 0; i < t.len; i++) {
        if (t.at[i] == '[')
            depth++;
        else if (t.at[i] == ']' && !depth--)
            return false;
        if (!depth && i + 1 < t.len)
            return false;
    }
    return t.len && depth == 0;
}

/* The next action in the body of a line, from *at on: `name` and the fields after it. */
static bool next_action(struct text body, size_t *at, struct text *name, struct text *fields) {
    while (*at < body.len && body.at[*at] != '[')
        ++*at;
    if (*at == body.len)
        return false;
    size_t from = *at + 1, depth = 1, end = from;
    for (; end < body.len && depth; end++)
        depth += body.at[end] == '[' ? 1U : body.at[end] == ']' ? -(size_t)1 : 0U;
    struct text inner = {body.at + from, end - from - (depth == 0)};
    const char *colon = memchr(inner.at, ':', inner.len);
    size_t length = colon ? (size_t)(colon - inner.at) : inner.len, skip = length + (colon != NULL);
    *name = text_trimmed((struct text){inner.at, length}, " \t");
    *fields = (struct text){inner.at + skip, inner.len - skip};
    *at = end;
    return true;
}

/* The lines before and after the moves. */

static void accept_game(struct trial *t, struct text value) {
    while (value.len) {
        const char *slash = memchr(value.at, '/', value.len);
        slash = slash ? slash : memchr(value.at, '\\', value.len);
        if (!slash)
            break;
        value = (struct text){slash + 1, value.len - (size_t)(slash + 1 - value.at)};
    }
    t->game_start = t->start;
    t->rules = has_word(value, "halma")    ? &zi_halma_rules
               : has_word(value, "husbao") ? &zi_husbao_rules
                                           : NULL;
    if (!t->rules)
        stop(t, "zet reads only trials of Halma and HusBao");
    t->named_size = last_number(value);
    t->named_variant = has_word(value, "bis") ? 1 : has_word(value, "front") ? 2 : -1;
}

static void accept_option(struct trial *t) {
    struct text value;
    if (begins(t->line, "Board Size/", &value))
        t->said_size = last_number(value);
    else if (begins(t->line, "Players/", &value) && text_is(value, "2"))
        return;
    else
        fault_at(t, t->start, FINDING_UNKNOWN_KEY, PART_HEADER, "zet does not know this option");
}

static void accept_winner(struct trial *t, struct text value) {
    if (t->winner != ABSENT)
        fault(t, "the winner is given twice");
    t->winner = number_of(value);
    t->winner_start = t->start;
    if (t->winner == BROKEN || t->winner > 2) {
        fault(t, "the winner must be 1 or 2, or 0 for a draw");
        t->winner = ABSENT;
        t->given_up = true;
    }
}

/* Whether the rankings are those of three players, the first of them nobody, with that winner. */
static bool ranks(struct text rankings, long winner) {
    static const char *const right[] = {"0.0,1.5,1.5", "0.0,1.0,2.0", "0.0,2.0,1.0"};
    return text_is(rankings, winner < 0 ? "0.0,0.0,0.0" : right[winner]);
}

/* A line that nothing is read from. */
static void skip_line(struct trial *t) {
    struct text value;
    const char *end = t->record->text.at + t->record->text.len;
    if (begins(t->line, "RNG internal state=", &value) ||
        begins(t->line, "LEGAL MOVES LIST SIZE", &value))
        return;
    if (t->line.at + t->line.len == end)
        fault(t, "the trial ends in the middle of this line");
    else
        fault_at(t, t->start, FINDING_UNKNOWN_KEY, PART_HEADER,
                 "zet does not know this line of a trial");
}

/* A line that is no move. */
static void accept_other(struct trial *t) {
    struct text value;
    if (begins(t->line, "game=", &value)) {
        accept_game(t, value);
    } else if (text_is(t->line, "START GAME OPTIONS")) {
        t->in_options = true;
    } else if (text_is(t->line, "NEW LEGAL MOVES LIST")) {
        t->in_legal_moves = true;
    } else if (begins(t->line, "winner=", &value)) {
        accept_winner(t, value);
    } else if (begins(t->line, "endtype=", &value)) {
        t->end_type = value;
    } else if (begins(t->line, "numInitialPlacementMoves=", &value)) {
        t->placements = number_of(value);
        t->placements_start = t->start;
    } else if (begins(t->line, "rankings=", &value)) {
        t->rankings = value;
        t->rankings_start = t->start;
        t->ended = true;
    } else if (begins(t->line, "SANDBOX=", &value) || begins(t->line, "LUDII_VERSION=", &value)) {
        t->ended = true;
    } else {
        skip_line(t);
    }
}

/* The set-up. */

static void place(struct trial *t, struct text fields) {
    long to = number_field(fields, "to"), what = number_field(fields, "what");
    long count = number_field(fields, "count");
    if (to < 0 || to >= FILES_MAX * RANKS_MAX || what < 1 || what > 2 || count == 0 ||
        count == BROKEN || count > UINT8_MAX) {
        stop(t, "this set-up cannot be read");
    } else if (t->site[to].given) {
        stop(t, "this site already has a piece");
    } else {
        t->site[to].given = true;
        t->site[to].what = (uint8_t)what;
        t->site[to].count = (uint8_t)(count < 0 ? 1 : count);
        t->pieces[what]++;
        t->highest = to > t->highest ? to : t->highest;
    }
}

static void accept_setup(struct trial *t, struct text body) {
    struct text name, fields;
    if (t->finalized) {
        give_up(t, "the set-up is over");
        return;
    }
    if (!t->placed++)
        t->setup_start = t->start;
    for (size_t at = 0; next_action(body, &at, &name, &fields);)
        if (text_is(name, "Add") || text_is(name, "SetCount"))
            place(t, fields);
}

/* The size of the board: what is said, what the pieces tell, or the smallest that has all sites. */
static unsigned board_size(const struct trial *t) {
    static const struct { unsigned size, pieces; } boards[] = {{8, 10}, {10, 15}, {16, 19}};
    enum { BOARDS = sizeof boards / sizeof *boards };
    if (t->said_size)
        return t->said_size;
    for (unsigned i = 0; i < BOARDS; i++)
        if (t->named_size == boards[i].size)
            return t->named_size;
    for (unsigned i = 0; i < BOARDS; i++)
        if (t->pieces[1] == boards[i].pieces && t->pieces[2] == boards[i].pieces &&
            t->highest < (long)(boards[i].size * boards[i].size))
            return boards[i].size;
    unsigned i = 0;
    while (i + 1 < BOARDS && t->highest >= (long)(boards[i].size * boards[i].size))
        i++;
    return boards[i].size;
}

/* What counts for a trial of HusBao whose name does not tell, or -1. */
static int default_variant(const struct trial *t) {
    const struct format_options *o = t->options;
    return zi_default_variant(&zi_husbao_rules, o->defaults ? *o->defaults : NULL);
}

/* Halma's variants stand in the order of their sizes. */
static int variant_of(const struct trial *t) {
    if (t->options->variant)
        return zi_variant_find(t->rules, text_of(t->options->variant));
    if (t->rules == &zi_husbao_rules && t->named_variant < 0)
        return default_variant(t) >= 0 ? default_variant(t) : (int)t->attempt;
    if (t->rules == &zi_husbao_rules)
        return t->named_variant;
    unsigned size = board_size(t);
    return size == 8 ? 0 : size == 10 ? 1 : size == 16 ? 2 : -1;
}

/* The set-up is complete: the rules, and the position that it is for. */
static void finalize(struct trial *t) {
    union position start;
    struct setup usual;
    bool halma = t->rules == &zi_halma_rules;
    int variant = t->rules ? variant_of(t) : -1;
    if (!t->rules) {
        t->start = 0;
        stop(t, "a trial must begin with a line `game=`");
    } else if (variant < 0)
        stop(t, "zet plays Halma on boards of 8, 10 and 16");
    else if (!t->placed)
        stop(t, "a trial must begin with its set-up");
    t->finalized = true;
    if (t->stop)
        return;
    struct ruleset *rs = &t->ruleset;
    zi_ruleset_init(rs, t->rules, (unsigned)variant);
    rs->rules->start(&start, rs, NULL);
    rs->rules->describe(&start, &usual);
    usual.turn = t->first.turn = (uint8_t)ludii_side(t->rules, 1);
    if (t->highest >= rs->board.files * rs->board.ranks) {
        stop(t, "the board does not have this site");
        return;
    }
    for (unsigned site = 0; site < rs->board.files * rs->board.ranks; site++) {
        uint8_t piece = t->site[site].what == 1 ? ZI_CELL_WHITE : ZI_CELL_BLACK;
        if (t->site[site].given)
            t->first.at[ludii_cell(site, &rs->board)] = halma ? piece : t->site[site].count;
    }
    if (halma && zi_ludii_has_own_camps(&t->first, &rs->board)) {
        t->start = t->setup_start;
        stop(t, "Ludii's own Halma on this board has camps of 8 men and ends when they are filled; "
                "zet has no such rules");
        return;
    }
    t->at = t->first;
    t->unplayable = rs->rules->start(&start, rs, &t->first) != NULL;
    t->positioned = memcmp(t->first.at, usual.at, sizeof usual.at) != 0;
    t->expected = 1;
}

/* Moves. */

/* The move that is under way is complete. */
static void end_item(struct trial *t) {
    struct span span = span_at(t->item.start, t->item.start, WRITTEN_DERIVED);
    if (t->item.w.len)
        zi_node_add(t->moves, zi_record_scalar(t->record, written(&t->item.w), span));
    t->item.w.len = 0;
}

static void begin_item(struct trial *t) {
    end_item(t);
    t->item.w = (struct writer){t->item.room, sizeof t->item.room, 0};
    t->item.start = t->start;
    t->item.cells = 0;
}

static void add_cell(struct trial *t, cell c) {
    if (t->item.cells++ == ITEM_CELLS)
        t->item.cells--;
    else {
        write_char(&t->item.w, (char)('a' + cell_file(c)));
        write_number(&t->item.w, cell_rank(c) + 1);
    }
}

static void add_string(struct trial *t, const char *text) {
    if (t->item.cells < ITEM_CELLS)
        write_string(&t->item.w, text);
}

static void add_pass(struct trial *t) {
    begin_item(t);
    add_string(t, "--");
    t->expected = 3 - t->expected;
}

static const char *read_played(struct text body, struct played *p) {
    static const char *const changes[] = {"Add",  "Remove", "SetCount", "Promote",
                                          "Copy", "Insert", "Swap"};
    struct text name, fields;
    p->body = body;
    p->mover = number_field(body, "mover");
    p->from = p->to = ABSENT;
    for (size_t at = 0; next_action(body, &at, &name, &fields);) {
        bool moves = text_is(name, "Move"), passes = text_is(name, "Pass");
        if (text_is(field(fields, "decision"), "true")) {
            if (p->decision)
                return "a move line must have only one decision";
            p->decision = moves ? DID_MOVE : passes ? DID_PASS : DID_SELECT;
            if (!moves && !passes && !text_is(name, "Select"))
                return "zet does not know this decision";
            p->from = number_field(fields, "from");
            p->to = number_field(fields, "to");
            continue;
        }
        p->sows |= moves;
        if (text_is(name, "SetNextPlayer"))
            p->goes_on = number_field(fields, "player") == p->mover;
        for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
            p->alters |= text_is(name, changes[i]);
    }
    return p->decision ? NULL : "a move line must have a decision";
}

/* Whether the line's own sites are those of its decision. */
static bool agrees(const struct played *p) {
    long from = number_field(p->body, "from"), to = number_field(p->body, "to");
    if (p->decision == DID_PASS)
        return from == ABSENT || from == to;
    long end = p->decision == DID_SELECT && p->to == ABSENT ? p->from : p->to;
    return (from == ABSENT || from == p->from) && (to == ABSENT || to == end);
}

/* Halma. */

static void open_chain(struct trial *t, const struct played *p, cell to) {
    t->open = p->goes_on;
    t->last = to;
    t->open_start = t->start;
    t->expected = (unsigned)(p->goes_on ? p->mover : 3 - p->mover);
}

/* A line of the player whose chain continues. */
static void go_on(struct trial *t, const struct played *p, cell from, cell to) {
    bool short_hops = true;
    for (const char *const *rule = t->options->rules; rule && *rule; rule++)
        short_hops &= strcmp(*rule, "hops=long") != 0;
    if (p->decision == DID_PASS) {
        open_chain(t, p, t->last);
    } else if (from != t->last) {
        give_up(t, "the chain does not continue from where the piece is");
    } else if (short_hops && !t->lost && !zi_ludii_can_hop(&t->at, &t->ruleset.board, from, to)) {
        give_up(t, "the chain cannot continue this way");
    } else {
        add_string(t, "^");
        add_cell(t, to);
        open_chain(t, p, to);
    }
}

/* Whether a piece could go there in one line, as far as its reader has to know. */
static bool can_move(const struct trial *t, cell from, cell to) {
    int df = (int)cell_file(to) - (int)cell_file(from);
    int dr = (int)cell_rank(to) - (int)cell_rank(from);
    bool step = df >= -1 && df <= 1 && dr >= -1 && dr <= 1 && !t->at.at[to];
    return step || zi_ludii_can_hop(&t->at, &t->ruleset.board, from, to);
}

static void accept_halma(struct trial *t, const struct played *p) {
    const struct board *board = &t->ruleset.board;
    unsigned mover = (unsigned)p->mover;
    bool moves = p->decision == DID_MOVE, in_turn = mover == t->expected;
    long sites = board->files * board->ranks;
    if (p->decision == DID_SELECT || p->sows || p->alters ||
        (moves && (p->from < 0 || p->to < 0 || p->from >= sites || p->to >= sites))) {
        give_up(t, "this is not a move of Halma");
        return;
    }
    cell from = moves ? ludii_cell((unsigned)p->from, board) : 0;
    cell to = moves ? ludii_cell((unsigned)p->to, board) : 0;
    uint8_t of_expected = ludii_side(t->rules, t->expected) ? ZI_CELL_WHITE : ZI_CELL_BLACK;
    if (t->open && in_turn) {
        go_on(t, p, from, to);
    } else {
        if (t->open) {
            fault(t, "according to the previous line, the other player's chain continues");
            t->open = false;
            t->expected = 3 - t->expected;
            in_turn = mover == t->expected;
            of_expected = ludii_side(t->rules, t->expected) ? ZI_CELL_WHITE : ZI_CELL_BLACK;
        }
        /* A piece of the wrong player is for the rules to find. */
        if (!in_turn && (!moves || (!t->lost && t->at.at[from] == of_expected)))
            fault(t, "it is the other player's turn");
        t->lost |= !moves || !in_turn || t->at.at[from] != of_expected || !can_move(t, from, to);
        if (!moves && in_turn)
            add_pass(t);
        if (!moves)
            return;
        begin_item(t);
        add_cell(t, from);
        add_string(t, "^");
        add_cell(t, to);
        open_chain(t, p, to);
    }
    if (moves && !t->given_up && from != to) {
        t->at.at[to] = t->at.at[from];
        t->at.at[from] = ZI_CELL_EMPTY;
    }
}

/* HusBao. */

/* Which way a stage sows, by its first stone. False if it goes to no neighbour. */
static bool read_direction(const struct trial *t, const struct played *p, cell from,
                           char *direction) {
    struct text name, fields;
    long to = ABSENT;
    for (size_t at = 0; to == ABSENT && next_action(p->body, &at, &name, &fields);)
        if (text_is(name, "Move"))
            to = number_field(fields, "to");
    const struct board *board = &t->ruleset.board;
    *direction = to == (long)ludii_site(t->rules->next_pit(from, '+'), board) ? '+' : '-';
    return to == (long)ludii_site(t->rules->next_pit(from, *direction), board);
}

/* Whether the stones of the line go where those of the stage go. */
static bool sows_so(const struct trial *t, const struct played *p, cell from,
                    const struct stage *s) {
    const struct board *board = &t->ruleset.board;
    struct text name, fields;
    unsigned sown = 0, robbed = 0;
    cell pit = from;
    for (size_t at = 0; next_action(p->body, &at, &name, &fields);) {
        if (!text_is(name, "Move"))
            continue;
        long source = number_field(fields, "from"), to = number_field(fields, "to");
        long count = number_field(fields, "count");
        if (sown < s->hand) {
            pit = t->rules->next_pit(pit, t->direction);
            sown++;
            if (source != (long)ludii_site(from, board) || to != (long)ludii_site(pit, board) ||
                (count != ABSENT && count != 1))
                return false;
            continue;
        }
        while (robbed < 2 && !s->taken[robbed])
            robbed++;
        if (robbed == 2 || source != (long)ludii_site(s->robbed[robbed], board) ||
            to != (long)ludii_site(s->last, board) || count != (long)s->taken[robbed])
            return false;
        robbed++;
    }
    while (robbed < 2 && !s->taken[robbed])
        robbed++;
    return sown == s->hand && robbed == 2;
}

static void accept_stage(struct trial *t, const struct played *p) {
    const struct board *board = &t->ruleset.board;
    char direction;
    if (p->decision != DID_SELECT || p->alters || p->from < 0 ||
        p->from >= board->files * board->ranks) {
        give_up(t, "this is not a move of HusBao");
        return;
    }
    cell from = ludii_cell((unsigned)p->from, board);
    if (t->open && from != t->last) {
        give_up(t, "the sowing does not continue from the pit of the last stone");
    } else if (!read_direction(t, p, from, &direction) || (t->open && direction != t->direction)) {
        give_up(t, "the stones are not sown in one direction");
    } else {
        if (!t->open) {
            begin_item(t);
            add_cell(t, from);
            add_string(t, direction == '+' ? "+" : "-");
        }
        t->direction = direction;
        /* Which is for the rules to say. */
        t->given_up = t->unplayable || (!t->open && t->at.at[from] < 2);
        if (t->given_up)
            return;
        struct stage s = t->rules->sow_stage(&t->ruleset, &t->at, from, direction);
        if (!sows_so(t, p, from, &s))
            give_up(t, "the stones are not sown as the rules say");
        else if (s.goes_on != p->goes_on)
            give_up(t, s.goes_on ? "the sowing continues" : "the sowing ends here");
        open_chain(t, p, s.last);
    }
}

static void accept_husbao(struct trial *t, const struct played *p) {
    if ((unsigned)p->mover != t->expected)
        give_up(t,
                t->open ? "the other player's sowing continues" : "it is the other player's turn");
    else if (p->decision == DID_PASS && !t->open && !p->sows && !p->alters)
        add_pass(t);
    else
        accept_stage(t, p);
}

static void accept_move(struct trial *t, struct text value) {
    struct played p = {.start = t->start};
    struct text body;
    if (!is_bracketed(value) || !begins(value, "[Move:", &body)) {
        if (t->finalized)
            give_up(t, "this line is not a move");
        else
            stop(t, "this line is not a move");
        return;
    }
    body.len--;
    const char *why = read_played(body, &p);
    if (p.mover == 0) {
        accept_setup(t, body);
        return;
    }
    if (!t->finalized)
        finalize(t);
    if (t->stop)
        return;
    if (why)
        give_up(t, why);
    else if (p.mover < 0 || p.mover > 2)
        give_up(t, "the mover must be 1 or 2");
    else if (!agrees(&p))
        give_up(t, "the move line and its action name different sites");
    else if (t->rules == &zi_halma_rules)
        accept_halma(t, &p);
    else
        accept_husbao(t, &p);
}

static void accept_line(struct trial *t) {
    struct text value;
    if (t->in_options || t->in_legal_moves) {
        const char *end = t->in_options ? "END GAME OPTIONS" : "END LEGAL MOVES LIST";
        bool ends = text_is(t->line, end);
        if (t->in_options && !ends)
            accept_option(t);
        t->in_options &= !ends;
        t->in_legal_moves &= !ends;
    } else if (!begins(t->line, "Move=", &value)) {
        accept_other(t);
    } else if (!t->given_up) {
        accept_move(t, value);
    }
}

static void accept_lines(struct trial *t, struct text text) {
    size_t at = text_mark(text);
    for (size_t end; at < text.len && !t->stop; at = end + 1) {
        for (end = at; end < text.len && text.at[end] != '\n' && text.at[end] != '\r';)
            end++;
        t->start = at;
        t->line = text_trimmed((struct text){text.at + at, end - at}, " \t");
        if (t->line.len)
            accept_line(t);
    }
    if (!t->finalized && !t->stop)
        finalize(t);
}

/* What the end of the trial says against the rest of it. */
static void check_end(struct trial *t) {
    if (t->in_options || t->in_legal_moves)
        fault(t, t->in_options ? "`END GAME OPTIONS` is missing"
                               : "`END LEGAL MOVES LIST` is missing");
    bool won = t->rules == &zi_halma_rules && t->winner > 0; /* a hop that wins ends its chain */
    if (t->open && !t->given_up && !won) {
        t->start = t->open_start;
        give_up(t, "the move continues, but the trial ends");
    }
    if (!t->ended && !t->record->findings.count)
        fault_at(t, t->record->text.len, FINDING_UNKNOWN_KEY, PART_HEADER,
                 "nothing follows the moves; the trial may be cut off here");
    if (t->placements != ABSENT && t->placements != (long)t->placed)
        fault_at(t, t->placements_start, FINDING_FORMAT, PART_HEADER,
                 "this number differs from the number of set-up lines");
    if (t->rankings.at && !ranks(t->rankings, t->winner))
        fault_at(t, t->rankings_start, FINDING_FORMAT, PART_HEADER,
                 "the rankings do not agree with the winner");
}

/* The record. */

static void put(struct trial *t, struct node *mapping, const char *key, struct text value,
                size_t start, enum written_as as) {
    struct node *n = zi_record_scalar(t->record, value, span_at(start, start, as));
    zi_record_put(t->record, mapping, key, n);
}

static void append_rules(struct trial *t, struct node *root) {
    struct span span = span_at(t->game_start, t->game_start, WRITTEN_PLAIN);
    struct node *rules = zi_record_collection(t->record, NODE_MAPPING, span);
    zi_guess_rules(t->record, rules, t->options, span);
    if (ludii_drops_evacuation(&t->ruleset) && !zi_node_get(rules, "evacuation"))
        put(t, rules, "evacuation", TEXT("0"), t->game_start, WRITTEN_PLAIN);
    if (rules && rules->first)
        zi_record_put(t->record, root, "rules", rules);
}

static void append_result(struct trial *t, struct node *root) {
    const char *result = "*", *how = "unfinished";
    size_t at = t->winner < 0 ? t->game_start : t->winner_start;
    bool natural = text_is(t->end_type, "NaturalEnd");
    if (t->winner == 0) {
        result = "draw";
        how = natural ? "rules" : zi_ludii_draw(&t->ruleset);
    } else if (t->winner > 0) {
        result = t->rules->sides[ludii_side(t->rules, (unsigned)t->winner)];
        how = natural || !t->end_type.len ? "rules" : "adjudication";
    }
    put(t, root, "result", text_of(result), at, WRITTEN_DERIVED);
    put(t, root, "termination", text_of(how), at, WRITTEN_DERIVED);
}

static void append_position(struct trial *t, struct node *root) {
    char room[2 * FILES_MAX * RANKS_MAX];
    struct writer w = {room, sizeof room, 0};
    t->rules->notation->write_setup(&w, &t->ruleset.board, &t->first);
    put(t, root, "position", written(&w), t->setup_start, WRITTEN_DERIVED);
}

static void make_record(struct trial *t) {
    struct record *r = t->record;
    struct node *root = zi_record_collection(
        r, NODE_MAPPING, span_at(t->game_start, t->game_start, WRITTEN_DERIVED));
    unsigned variant = t->ruleset.variant;
    put(t, root, "game", text_of(t->rules->name), t->game_start, WRITTEN_DERIVED);
    if (t->rules->variant_required || variant)
        put(t, root, "variant", text_of(t->rules->variants[variant]), t->game_start,
            WRITTEN_DERIVED);
    append_rules(t, root);
    if (!t->given_up)
        append_result(t, root);
    if (t->positioned)
        append_position(t, root);
    zi_record_put(r, root, "moves", t->moves);
    zi_record_take(r, root);
}

/* Which variant of HusBao a trial is of only its moves can tell, unless its name does. */
static bool is_open(const struct document *document, const struct format_options *options) {
    struct text body = zi_line_body(document), value;
    struct trial t = {.options = options};
    size_t end = 0;
    while (end < body.len && body.at[end] != '\n' && body.at[end] != '\r')
        end++;
    if (options->variant || !begins((struct text){body.at, end}, "game=", &value))
        return false;
    accept_game(&t, value);
    return t.rules == &zi_husbao_rules && t.named_variant < 0 && default_variant(&t) < 0;
}

bool zi_ludii_read(struct record *r, const struct document *document,
                   const struct format_options *options, unsigned attempt) {
    enum { HUSBAO_VARIANTS = 3 };
    struct trial t = {.record = r,
                      .options = options,
                      .attempt = attempt,
                      .named_variant = -1,
                      .highest = -1,
                      .winner = ABSENT,
                      .placements = ABSENT};
    if (attempt &&
        (attempt >= HUSBAO_VARIANTS || !zi_line_is_text(document) || !is_open(document, options)))
        return false;
    if (!zi_line_begin(r, document))
        return true;
    t.moves = zi_record_collection(r, NODE_SEQUENCE, span_at(0, 0, WRITTEN_DERIVED));
    accept_lines(&t, document->text);
    end_item(&t);
    if (t.stop) {
        zi_record_stop(r, FINDING_FORMAT, t.stop_at, t.stop, NO_TEXT);
        return true;
    }
    check_end(&t);
    make_record(&t);
    return true;
}
