/* Converts the lines of a trial to a record. */
#include "formats/ludii.h"

#include "formats/guess.h"
#include "formats/lines.h"
#include "notation/games/cell.h"
#include "validators/games/ruleset.h"

static const char options_end[] = "END GAME OPTIONS", legal_moves_end[] = "END LEGAL MOVES LIST";

/* Values for absent and invalid numbers. */
enum { ABSENT = -1, BROKEN = -2, NUMBER_MAX = 999999 };

/* One cell more than a move can have, so that longer chains are reported. */
enum { ITEM_CELLS = MOVE_CELLS_MAX + 1, CELL_BYTES = 4 };

/* The content of a `Move=` line. */
struct played {
    struct text body; /* between the outer brackets */
    long mover;       /* 0: set-up */
    enum { DID_NOTHING, DID_PASS, DID_MOVE, DID_SELECT } decision;
    long from, to;     /* of the decision; sites */
    bool goes_on;      /* the mover is also the next player */
    bool sows, alters; /* stones move, or the board changes, apart from the decision */
};

struct trial {
    struct record *record;
    const struct format_options *options;
    unsigned attempt;
    struct text line;
    size_t start;     /* of the line */
    const char *stop; /* why no record can be made; NULL: possible */
    size_t stop_at;

    /* The part before the moves. */
    const struct rules *rules;      /* NULL: no `game=` yet */
    int named_variant;              /* of husbao; -1: not in the name */
    unsigned named_size, said_size; /* of halma; 0: unknown */
    const char *until;              /* the line that ends the current list; NULL: no list */
    struct {
        uint8_t what, count; /* 0: nothing */
    } site[FILES_MAX * RANKS_MAX];
    unsigned placed, pieces[3]; /* number of sites in total, and by content */
    long highest;               /* site */
    size_t setup_start;

    /* The play. */
    bool finalized; /* the three below are known */
    struct ruleset ruleset;
    struct setup at; /* after the lines so far */
    struct setup first;
    bool positioned;   /* `first` is not the start position */
    bool unplayable;   /* `first` cannot be played (C4) */
    bool lost;         /* a move that the rules will find illegal: `at` is unreliable */
    bool given_up;     /* the lines contradict themselves: the rest is ignored */
    unsigned expected; /* the player to move */
    bool open;         /* that player's move continues, from `last` */
    char direction;    /* husbao: of the sowing under way */
    cell last;
    size_t open_start; /* of the line that states it */
    struct node *moves;
    struct {
        char room[ITEM_CELLS * CELL_BYTES];
        struct writer w;
        size_t start;
        unsigned cells;
    } item;

    /* The part after the play. */
    bool ended; /* Ludii's own last lines have been seen */
    long winner, placements;
    size_t winner_start, rankings_start, placements_start, game_start;
    struct text end_type, rankings;
};

/* Reports a recoverable fault. */
static void fault_at(struct trial *t, size_t offset, enum part part, const char *sentence) {
    zi_report_add(t->record, FINDING_FORMAT, part, offset, sentence, NO_TEXT);
}

static void fault(struct trial *t, const char *sentence) {
    fault_at(t, t->start, t->finalized ? PART_MOVES : PART_HEADER, sentence);
}

/* Reports something that may be right. */
static void doubt(struct trial *t, size_t offset, const char *sentence) {
    zi_report_add(t->record, FINDING_UNKNOWN_KEY, PART_HEADER, offset, sentence, NO_TEXT);
}

/* Reports a contradiction after which the moves cannot be determined. */
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
    bool is = text_begins(t, prefix);
    if (is)
        *rest = text_trimmed(text_after(t, strlen(prefix)), " \t");
    return is;
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

/* The last number in `t`; 0 if there is none. */
static unsigned last_number(struct text t) {
    while (t.len && !is_digit(t.at[t.len - 1]))
        t.len--;
    size_t from = t.len;
    while (from && is_digit(t.at[from - 1]))
        from--;
    return text_number(text_after(t, from), NUMBER_MAX);
}

static long number_of(struct text t) {
    if (text_is(t, "-1"))
        return ABSENT; /* Ludii's word for an absent value */
    return text_is_number(t) ? (long)text_number(t, NUMBER_MAX) : BROKEN;
}

/* The offset where the bracket at `at` is closed; t.len if it is not. */
static size_t bracket_end(struct text t, size_t at) {
    size_t depth = 0;
    for (; at < t.len; at++) {
        depth += t.at[at] == '[';
        if (t.at[at] == ']' && --depth == 0)
            break;
    }
    return at;
}

/* Comma-separated fields `key=value`; commas in brackets do not separate. */

/* The end of the field that begins at `from`. */
static size_t field_end(struct text t, size_t from) {
    size_t at = from;
    while (at < t.len && t.at[at] != ',')
        at = t.at[at] == '[' ? bracket_end(t, at) : at + 1;
    return at;
}

static struct text field(struct text t, const char *key) {
    for (size_t from = 0; from < t.len;) {
        size_t end = field_end(t, from);
        struct text one = text_trimmed((struct text){t.at + from, end - from}, " \t"), value;
        if (begins(one, key, &value) && value.len && *value.at == '=')
            return text_trimmed(text_after(value, 1), " \t");
        from = end + 1;
    }
    return NO_TEXT;
}

static long number_field(struct text t, const char *key) {
    struct text value = field(t, key);
    return value.at ? number_of(value) : ABSENT;
}

/* The next action in the body of a line, from *at on: `name` and the fields after it. */
static bool next_action(struct text body, size_t *at, struct text *name, struct text *fields) {
    while (*at < body.len && body.at[*at] != '[')
        ++*at;
    if (*at == body.len)
        return false;
    size_t end = bracket_end(body, *at);
    *fields = (struct text){body.at + *at + 1, end - *at - 1};
    *name = text_trimmed(text_next_part(fields, ':'), " \t");
    *at = end;
    return true;
}

/* The lines before and after the moves. */

static void accept_game(struct trial *t, struct text value) {
    size_t path = value.len;
    while (path && value.at[path - 1] != '/' && value.at[path - 1] != '\\')
        path--;
    value = text_after(value, path);
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
    else if (!begins(t->line, "Players/", &value) || !text_is(value, "2"))
        doubt(t, t->start, "zet does not know this option");
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

/* Reads a line that is not a move. */
static void accept_other(struct trial *t) {
    struct text value;
    if (begins(t->line, "game=", &value)) {
        accept_game(t, value);
    } else if (text_is(t->line, "START GAME OPTIONS")) {
        t->until = options_end;
    } else if (text_is(t->line, "NEW LEGAL MOVES LIST")) {
        t->until = legal_moves_end;
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
    } else if (!begins(t->line, "RNG internal state=", &value) &&
               !begins(t->line, "LEGAL MOVES LIST SIZE", &value)) {
        if (text_end(t->line) == text_end(t->record->text))
            fault(t, "the trial ends in the middle of this line");
        else
            doubt(t, t->start, "zet does not know this line of a trial");
    }
}

/* The set-up. */

static void place(struct trial *t, struct text fields) {
    long to = number_field(fields, "to"), what = number_field(fields, "what");
    long count = number_field(fields, "count");
    if (to < 0 || to >= FILES_MAX * RANKS_MAX || what < 1 || what > 2 || count == 0 ||
        count == BROKEN || count > UINT8_MAX) {
        stop(t, "this set-up cannot be read");
    } else if (t->site[to].what) {
        stop(t, "this site already has a piece");
    } else {
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

/* Halma's variant by the size of the board: the stated size, the size that the pieces imply, or the
   smallest that has all sites. -1: none. */
static int halma_variant(const struct trial *t) {
    static const struct { unsigned size, pieces; } boards[] = {{8, 10}, {10, 15}, {16, 19}};
    unsigned said = t->said_size ? t->said_size : t->named_size;
    int by_size = -1, by_pieces = -1, by_sites = 2;
    for (int i = by_sites; i >= 0; i--) {
        bool fits = t->highest < (long)(boards[i].size * boards[i].size);
        if (boards[i].size == said)
            by_size = i;
        if (fits && t->pieces[1] == boards[i].pieces && t->pieces[2] == boards[i].pieces)
            by_pieces = i;
        if (fits)
            by_sites = i;
    }
    if (t->said_size || by_size >= 0)
        return by_size;
    return by_pieces >= 0 ? by_pieces : by_sites;
}

/* The default variant for a HusBao trial whose name does not specify it, or -1. */
static int default_variant(const struct format_options *o) {
    return zi_default_variant(&zi_husbao_rules, o->defaults ? *o->defaults : NULL);
}

static int variant_of(const struct trial *t) {
    if (t->options->variant)
        return zi_variant_find(t->rules, text_of(t->options->variant));
    if (t->rules == &zi_halma_rules)
        return halma_variant(t);
    if (t->named_variant >= 0)
        return t->named_variant;
    int usual = default_variant(t->options);
    return usual >= 0 ? usual : (int)t->attempt;
}

/* Sets up the position. Returns false if the board lacks one of its sites. */
static bool fill_board(struct trial *t) {
    const struct board *board = &t->ruleset.board;
    long sites = board->files * board->ranks;
    t->first.turn = (uint8_t)ludii_side(t->rules, 1);
    for (unsigned site = 0; site < sites; site++) {
        uint8_t piece = t->site[site].what == 1 ? ZI_CELL_WHITE : ZI_CELL_BLACK;
        if (t->site[site].what)
            t->first.at[ludii_cell(site, board)] =
                t->rules == &zi_halma_rules ? piece : t->site[site].count;
    }
    t->at = t->first;
    return t->highest < sites;
}

/* Completes the set-up: determines the rules and the position. */
static void finalize(struct trial *t) {
    union position start;
    struct setup usual;
    struct ruleset *rs = &t->ruleset;
    int variant = t->rules ? variant_of(t) : -1;
    t->finalized = true;
    if (!t->rules) {
        t->start = 0;
        stop(t, "a trial must begin with a line `game=`");
    } else if (variant < 0)
        stop(t, "zet plays Halma on boards of 8, 10 and 16");
    else if (!t->placed)
        stop(t, "a trial must begin with its set-up");
    if (t->stop)
        return;
    zi_ruleset_init(rs, t->rules, (unsigned)variant);
    rs->rules->start(&start, rs, NULL);
    rs->rules->describe(&start, &usual);
    if (!fill_board(t)) {
        stop(t, "the board does not have this site");
    } else if (t->rules == &zi_halma_rules && zi_ludii_has_own_camps(&t->first, &rs->board)) {
        t->start = t->setup_start;
        stop(t, "Ludii's own Halma on this board has camps of 8 men and ends when they are filled; "
                "zet has no such rules");
    }
    t->unplayable = rs->rules->start(&start, rs, &t->first) != NULL;
    t->positioned = memcmp(t->first.at, usual.at, sizeof usual.at) != 0;
    t->expected = 1;
}

/* Moves. */

/* Completes the current move. */
static void end_item(struct trial *t) {
    struct span span = span_at(t->item.start, t->item.start, WRITTEN_DERIVED);
    if (t->item.w.len)
        zi_node_add(t->moves, zi_record_scalar(t->record, written(&t->item.w), span));
    t->item.w = (struct writer){t->item.room, sizeof t->item.room, 0};
    t->item.start = t->start;
    t->item.cells = 0;
}

static void add_string(struct trial *t, const char *text) {
    if (t->item.cells < ITEM_CELLS)
        write_string(&t->item.w, text);
}

static void add_cell(struct trial *t, cell c) {
    if (t->item.cells == ITEM_CELLS)
        return;
    write_cell(&t->item.w, c);
    t->item.cells++;
}

static void add_pass(struct trial *t) {
    end_item(t);
    add_string(t, "--");
    t->expected = 3 - t->expected;
}

static const char *read_played(struct text body, struct played *p) {
    static const char *const changes[] = {"Add",  "Remove", "SetCount", "Promote",
                                          "Copy", "Insert", "Swap",     NULL};
    struct text name, fields;
    *p = (struct played){
        .body = body, .mover = number_field(body, "mover"), .from = ABSENT, .to = ABSENT};
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
        p->alters |= text_is_one_of(name, changes);
    }
    return p->decision ? NULL : "a move line must have a decision";
}

/* Whether the sites of the line equal those of its decision. */
static bool agrees(const struct played *p) {
    long from = number_field(p->body, "from"), to = number_field(p->body, "to");
    if (p->decision == DID_PASS)
        return from == ABSENT || from == to;
    long end = p->decision == DID_SELECT && p->to == ABSENT ? p->from : p->to;
    return (from == ABSENT || from == p->from) && (to == ABSENT || to == end);
}

static bool is_site(const struct trial *t, long site) {
    return site >= 0 && site < t->ruleset.board.files * t->ruleset.board.ranks;
}

/* Adds the line to the current move, which may continue. */
static void open_chain(struct trial *t, const struct played *p, cell to) {
    t->open = p->goes_on;
    t->last = to;
    t->open_start = t->start;
    t->expected = (unsigned)(p->goes_on ? p->mover : 3 - p->mover);
}

/* Halma. */

/* Reads a line of the player whose chain continues. */
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

/* Whether a piece could move there in one line, as precisely as the reader needs. */
static bool can_move(const struct trial *t, cell from, cell to) {
    int df = (int)cell_file(to) - (int)cell_file(from);
    int dr = (int)cell_rank(to) - (int)cell_rank(from);
    bool step = df >= -1 && df <= 1 && dr >= -1 && dr <= 1 && !t->at.at[to];
    return step || zi_ludii_can_hop(&t->at, &t->ruleset.board, from, to);
}

/* Reads a line that does not continue a chain. */
static void begin_turn(struct trial *t, const struct played *p, cell from, cell to) {
    if (t->open) {
        fault(t, "according to the previous line, the other player's chain continues");
        t->open = false;
        t->expected = 3 - t->expected;
    }
    bool moves = p->decision == DID_MOVE, in_turn = (unsigned)p->mover == t->expected;
    uint8_t piece = ludii_side(t->rules, t->expected) ? ZI_CELL_WHITE : ZI_CELL_BLACK;
    bool own = moves && t->at.at[from] == piece;
    /* A piece of the wrong player is for the rules to find. */
    if (!in_turn && (!moves || (!t->lost && own)))
        fault(t, "it is the other player's turn");
    t->lost |= !in_turn || !own || !can_move(t, from, to);
    if (!moves && in_turn)
        add_pass(t);
    if (!moves)
        return;
    end_item(t);
    add_cell(t, from);
    add_string(t, "^");
    add_cell(t, to);
    open_chain(t, p, to);
}

static void accept_halma(struct trial *t, const struct played *p) {
    bool moves = p->decision == DID_MOVE;
    if (p->decision == DID_SELECT || p->sows || p->alters ||
        (moves && (!is_site(t, p->from) || !is_site(t, p->to)))) {
        give_up(t, "this is not a move of Halma");
        return;
    }
    cell from = moves ? ludii_cell((unsigned)p->from, &t->ruleset.board) : 0;
    cell to = moves ? ludii_cell((unsigned)p->to, &t->ruleset.board) : 0;
    if (t->open && (unsigned)p->mover == t->expected)
        go_on(t, p, from, to);
    else
        begin_turn(t, p, from, to);
    if (moves && !t->given_up && from != to) {
        t->at.at[to] = t->at.at[from];
        t->at.at[from] = ZI_CELL_EMPTY;
    }
}

/* HusBao. */

/* The next action of the line that moves stones: its fields. */
static bool next_transfer(const struct played *p, size_t *at, struct text *fields) {
    struct text name;
    while (next_action(p->body, at, &name, fields))
        if (text_is(name, "Move"))
            return true;
    return false;
}

/* Finds the direction of a stage from its first stone. Returns false if the stone does not go to a
   neighbor. */
static bool read_direction(const struct trial *t, const struct played *p, cell from,
                           char *direction) {
    struct text fields;
    long to = ABSENT;
    for (size_t at = 0; to == ABSENT && next_transfer(p, &at, &fields);)
        to = number_field(fields, "to");
    const struct board *board = &t->ruleset.board;
    *direction = to == (long)ludii_site(t->rules->next_pit(from, '+'), board) ? '+' : '-';
    return to == (long)ludii_site(t->rules->next_pit(from, *direction), board);
}

/* Whether the stones of the line move as those of the stage. */
static bool sows_so(const struct trial *t, const struct played *p, cell from,
                    const struct stage *s) {
    struct transfer right[TRANSFERS_MAX];
    unsigned count = zi_ludii_transfers(&t->ruleset, from, t->direction, s, right), k = 0;
    struct text fields;
    for (size_t at = 0; next_transfer(p, &at, &fields); k++) {
        long stones = number_field(fields, "count");
        if (k < s->hand && stones == ABSENT)
            stones = 1;
        if (k == count || number_field(fields, "from") != (long)right[k].from ||
            number_field(fields, "to") != (long)right[k].to || stones != (long)right[k].stones)
            return false;
    }
    return k == count;
}

static void accept_stage(struct trial *t, const struct played *p) {
    char direction;
    if (p->decision != DID_SELECT || p->alters || !is_site(t, p->from)) {
        give_up(t, "this is not a move of HusBao");
        return;
    }
    cell from = ludii_cell((unsigned)p->from, &t->ruleset.board);
    if (t->open && from != t->last) {
        give_up(t, "the sowing does not continue from the pit of the last stone");
        return;
    }
    if (!read_direction(t, p, from, &direction) || (t->open && direction != t->direction)) {
        give_up(t, "the stones are not sown in one direction");
        return;
    }
    if (!t->open) {
        end_item(t);
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
    struct played p;
    struct text body;
    if (!begins(value, "[Move:", &body) || bracket_end(value, 0) + 1 != value.len) {
        (t->finalized ? give_up : stop)(t, "this line is not a move");
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
    if (t->until && text_is(t->line, t->until))
        t->until = NULL;
    else if (t->until == options_end)
        accept_option(t);
    else if (!t->until && !begins(t->line, "Move=", &value))
        accept_other(t);
    else if (!t->until && !t->given_up)
        accept_move(t, value);
}

static void accept_lines(struct trial *t, struct text text) {
    size_t at = text_mark(text);
    for (size_t end; at < text.len && !t->stop; at = end + 1) {
        end = text_line_end(text, at);
        t->start = at;
        t->line = text_trimmed((struct text){text.at + at, end - at}, " \t");
        if (t->line.len)
            accept_line(t);
    }
    if (!t->finalized && !t->stop)
        finalize(t);
    end_item(t);
}

/* Reports contradictions between the end of the trial and the rest. */
static void check_end(struct trial *t) {
    if (t->until)
        fault(t, t->until == options_end ? "`END GAME OPTIONS` is missing"
                                         : "`END LEGAL MOVES LIST` is missing");
    bool won = t->rules == &zi_halma_rules && t->winner > 0; /* a hop that wins ends its chain */
    if (t->open && !t->given_up && !won) {
        t->start = t->open_start;
        give_up(t, "the move continues, but the trial ends");
    }
    if (!t->ended && !t->record->findings.count)
        doubt(t, t->record->text.len, "nothing follows the moves; the trial may be cut off here");
    if (t->placements != ABSENT && t->placements != (long)t->placed)
        fault_at(t, t->placements_start, PART_HEADER,
                 "this number differs from the number of set-up lines");
    if (t->rankings.at && !text_is(t->rankings, zi_ludii_rankings(t->winner)))
        fault_at(t, t->rankings_start, PART_HEADER, "the rankings do not agree with the winner");
}

/* The record. */

static void put(struct trial *t, struct node *mapping, const char *key, struct text value,
                size_t start) {
    struct span span = span_at(start, start, WRITTEN_DERIVED);
    zi_record_put(t->record, mapping, key, zi_record_scalar(t->record, value, span));
}

static void append_rules(struct trial *t, struct node *root) {
    struct span span = span_at(t->game_start, t->game_start, WRITTEN_PLAIN);
    struct record *r = t->record;
    struct node *rules = zi_record_collection(r, NODE_MAPPING, span);
    zi_guess_rules(r, rules, t->options, span);
    if (ludii_drops_evacuation(&t->ruleset) && !zi_node_get(rules, "evacuation"))
        zi_record_put(r, rules, "evacuation", zi_record_scalar(r, TEXT("0"), span));
    if (rules && rules->first)
        zi_record_put(r, root, "rules", rules);
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
    put(t, root, "result", text_of(result), at);
    put(t, root, "termination", text_of(how), at);
}

static void make_record(struct trial *t) {
    struct record *r = t->record;
    const struct rules *rules = t->rules;
    char room[SETUP_TEXT_MAX];
    struct writer w = {room, sizeof room, 0};
    struct node *root = zi_record_collection(
        r, NODE_MAPPING, span_at(t->game_start, t->game_start, WRITTEN_DERIVED));
    unsigned variant = t->ruleset.variant;
    put(t, root, "game", text_of(rules->name), t->game_start);
    if (rules->variant_required || variant)
        put(t, root, "variant", text_of(rules->variants[variant]), t->game_start);
    append_rules(t, root);
    if (!t->given_up)
        append_result(t, root);
    if (t->positioned) {
        rules->notation->write_setup(&w, &t->ruleset.board, &t->first);
        put(t, root, "position", written(&w), t->setup_start);
    }
    zi_record_put(r, root, "moves", t->moves);
    zi_record_take(r, root);
}

/* Whether the variant of a HusBao trial is known only from its moves, because its name does not
   specify it. */
static bool is_open(const struct document *document, const struct format_options *options) {
    struct text body = zi_line_body(document), value;
    struct trial t = {.options = options};
    if (options->variant ||
        !begins((struct text){body.at, text_line_end(body, 0)}, "game=", &value))
        return false;
    accept_game(&t, value);
    return t.rules == &zi_husbao_rules && t.named_variant < 0 && default_variant(options) < 0;
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
    if (t.stop) {
        zi_record_stop(r, FINDING_FORMAT, t.stop_at, t.stop, NO_TEXT);
        return true;
    }
    check_end(&t);
    make_record(&t);
    return true;
}
