#include "validators/reading/decipher.h"

#include <stdlib.h>

#include "notation/base/list.h"
#include "validators/games/key.h"
#include "validators/reading/decipher_near.h"
#include "validators/reading/decipher_words.h"
#include "validators/replay/replay.h"

/* Costs in tenths, as in decipher_near.h. */
enum {
    COST_BLANK = 20,         /* any legal move for an illegible one */
    COST_LEFT_OUT = 40,      /* a move that was omitted */
    COST_TWICE = 20,         /* a repeated move */
    COST_SURPLUS = 60,       /* any other word that is not a move of the game */
    COST_SWAPPED = 38,       /* two swapped moves */
    COST_EARLIER = 8,        /* the slip is before the place where it becomes apparent */
    COST_NUMBER = 10,        /* one number is wrong */
    COST_NUMBERS = 15,       /* the numbers are wrong from here on */
    COST_ANNOTATION = 20,    /* an annotation is wrong */
    COST_NO_END = 15,        /* the result is right, but not the reason why the game ended */
    COST_CONTRADICTION = 40, /* the result is wrong */
    COST_SHEET = 1,          /* the other sheet has this move */
    COST_SHEET_NEAR = 10,    /* one or two plies away */
    COST_ENDS = 1,           /* only the ends of a chain are written */
    COST_WAY = 30,           /* another path between the same cells */
    MARGIN = 18              /* readings that cost this much more are less likely */
};

enum {
    PATH_MAX_CELLS = 64,
    NODES_MAX = 4000,
    KNOWN_SIZE = 8192,
    LOOK_BACK = 400,
    BOUND_MOST = 600,
    STEPS_MAX = 600, /* of a reading; some cost nothing */
    NO_RANK = INT32_MAX,
    NONE = -1
};

/* A departure from the text. */
struct step {
    enum step_kind {
        STEP_READ,   /* the word is `move` */
        STEP_INSERT, /* `move` is before the word */
        STEP_SKIP,   /* the word is ignored */
        STEP_SWAP,   /* the words `word` and `last` are swapped */
        STEP_ACCEPT, /* a number or an annotation is wrong */
        STEP_SHIFT   /* all numbers are wrong from here on */
    } kind;
    uint32_t word, last, cost;
    const struct move *move;
};

/* The reason why play stopped at a word. */
enum event { EVENT_END, EVENT_BAD, EVENT_NUMBER, EVENT_ANNOTATION };

/* The state of a game that is being played. */
struct play {
    struct outcome outcome;
    struct effect effect;    /* of the last move */
    uint32_t ply;            /* turns played */
    int64_t shift;           /* the numbers are ahead by this many turns */
    uint64_t line;           /* equal for equal lines of moves */
    union position position; /* only the bytes that the game uses are copied */
};

/* The search at an event, from likely to unlikely: another reading of the word; earlier slips and
   missing moves; any other move. */
enum phase { PHASE_HERE, PHASE_EARLIER, PHASE_OTHER, PHASES };

/* The minimum cost of a step in each phase. */
static const uint32_t phase_cost[PHASES] = {0, COST_TWICE, COST_OTHER};

/* A reading of the words before an event. */
struct node {
    int parent; /* NONE for the first node */
    struct step step;
    uint32_t word, cost, ply, steps; /* `steps`: of the reading */
    enum event event;
    uint64_t line;
    unsigned phase;    /* enum phase: the next phase */
    bool crossed;      /* slips before its other steps were searched, too */
    struct play *play; /* at the event; NULL at the end */
};

struct search {
    const struct ruleset *rs;
    const struct rules *rules;
    struct grammar *grammar;
    const struct evidence *evidence;
    struct words words;
    const struct move **other; /* the turns of the other sheet; NULL for an unreadable one */
    uint32_t others;
    struct text *line; /* receives the moves played, or NULL */
    struct arena *arena;
    struct node *node;
    size_t count, cap;
    int64_t open[NODES_MAX]; /* a heap */
    size_t opens;
    uint16_t known[KNOWN_SIZE]; /* hash table of node numbers + 1 by line and place; 0: none */
    struct arena plays;         /* of the nodes */
    size_t play_size;
    struct attempt attempt;
    uint64_t work, budget;
    int base; /* the node after which the next step is inserted; later steps are then repeated */
    uint32_t renumbered; /* the word after which numbers precede the wrong player's moves */
    uint32_t bound;      /* readings with a higher cost are not searched */
    bool failed;
    struct play play, undo; /* scratch for a new child, and for a move */
    enum event event;       /* the last one */
};

static bool is_spent(const struct search *s) {
    return s->failed || s->work >= s->budget || s->attempt.exhausted;
}

/* Playing. */

static void copy_play(const struct search *s, struct play *to, const struct play *from) {
    memcpy(to, from, s->play_size);
}

static void start(struct search *s, struct play *p) {
    memset(p, 0, offsetof(struct play, position));
    s->rules->start(&p->position, s->rs, s->evidence->start);
    p->outcome = s->rules->outcome(&p->position);
}

/* A key that is equal for moves that are the same choice. */
static uint64_t choice_of(const struct move *m) {
    uint64_t word[MOVE_CHOICE_WORDS_MAX], key = 0;
    size_t count = zi_move_choice(m, word);
    for (size_t i = 0; i < count; i++)
        key = key_mix(key ^ word[i]);
    return key_mix(key ^ m->kind);
}

/* The text of a move, without annotations unless `annotated`. */
static struct text text_of_move(const struct search *s, const struct move *m, bool annotated,
                                struct writer *w) {
    struct move bare;
    if (m->annotated && !annotated) {
        move_copy(&bare, m);
        s->rules->notation->shorten(&bare);
        m = &bare;
    }
    s->rules->notation->write(w, m);
    return written(w);
}

/* Stores a move of the line, without its annotation. */
static void note_move(struct search *s, uint32_t ply, const struct move *m) {
    char room[MOVE_TEXT_MAX];
    struct writer w = {room, sizeof room, 0};
    s->line[ply - 1] = zi_arena_copy(s->arena, text_of_move(s, m, false, &w), &s->failed);
}

/* Returns false, with the play unchanged, if the move is illegal. */
static bool play_move(struct search *s, struct play *p, const struct move *m) {
    s->work++;
    if (p->outcome.result != RESULT_OPEN)
        return false;
    if (!move_is_turn(m)) {
        if (s->rules->check(&p->position, m))
            return false;
        p->effect = (struct effect){0};
        s->rules->play(&p->position, m, &p->effect);
    } else {
        if (s->rules->try_play(&p->position, m, &s->attempt) || s->attempt.exhausted)
            return false;
        p->effect = s->attempt.effect;
        p->outcome = s->attempt.outcome;
        p->ply++;
        if (s->line)
            note_move(s, p->ply, m);
    }
    p->line = key_mix(p->line ^ choice_of(m));
    return true;
}

/* The number of turns by which the number is ahead of the expected one. */
static int64_t number_shift(const struct play *p, const struct word *w) {
    return 2 * ((int64_t)w->number - 1) + w->dots - p->ply;
}

/* Plays one word as written, unless an event stops it. */
static bool play_word(struct search *s, struct play *p, const struct word *w) {
    s->event = EVENT_BAD;
    switch (w->kind) {
    case WORD_GLYPH:
    case WORD_NOISE: return true;
    case WORD_NUMBER: s->event = EVENT_NUMBER; return number_shift(p, w) == p->shift;
    case WORD_GIFT: return play_move(s, p, w->move);
    case WORD_MOVE: break;
    default: return false;
    }
    if (!w->move->annotated)
        return play_move(s, p, w->move);
    copy_play(s, &s->undo, p);
    if (!play_move(s, p, w->move))
        return false;
    if (s->rules->agrees(w->move, &p->effect))
        return true;
    copy_play(s, p, &s->undo);
    s->event = EVENT_ANNOTATION;
    return false;
}

/* Plays the words from `word` to before `end`. Returns the word that stopped it, by s->event. */
static uint32_t play_words(struct search *s, struct play *p, uint32_t word, uint32_t end) {
    for (; word < end; word++)
        if (!play_word(s, p, &s->words.at[word]))
            return word;
    s->event = EVENT_END;
    return word;
}

/* The word that follows a step. */
static uint32_t after_step(const struct step *step) {
    return step->kind == STEP_INSERT ? step->word
           : step->kind == STEP_SWAP ? step->last + 1
                                     : step->word + 1;
}

static bool take_step(struct search *s, struct play *p, const struct step *step) {
    const struct word *w = &s->words.at[step->word];
    switch (step->kind) {
    case STEP_READ:
    case STEP_INSERT: return play_move(s, p, step->move);
    case STEP_SKIP: return true;
    case STEP_SWAP:
        return play_move(s, p, s->words.at[step->last].move) && play_move(s, p, w->move);
    case STEP_SHIFT: p->shift = number_shift(p, w); return true;
    case STEP_ACCEPT: return w->kind == WORD_NUMBER || play_move(s, p, w->move);
    }
    return false;
}

/* The nodes after `from` that lead to a node, the first one first. NONE: from the first node. */
static size_t path_between(const struct search *s, int from, int node, int path[STEPS_MAX]) {
    size_t count = 0;
    for (int i = node; i != from && s->node[i].parent != NONE; i = s->node[i].parent)
        count++;
    for (size_t at = count; at; node = s->node[node].parent)
        path[--at] = node;
    return count;
}

/* Plays the reading of a node to before the word `end`, which is after its last step. */
static void play_to(struct search *s, int node, uint32_t end, struct play *p) {
    int path[STEPS_MAX];
    size_t count = path_between(s, NONE, node, path);
    uint32_t word = 0;
    start(s, p);
    for (size_t i = 0; i < count; i++) {
        const struct step *step = &s->node[path[i]].step;
        play_words(s, p, word, step->word);
        take_step(s, p, step);
        word = after_step(step);
    }
    play_words(s, p, word, end);
}

/* Nodes. */

/* The cost of an end that does not agree with the header. */
static uint32_t cost_of_end(const struct search *s, const struct play *p) {
    struct text said = s->evidence->result;
    const char *right = outcome_word(s->rules, &p->outcome);
    if (!said.len || text_is(said, "*"))
        return 0;
    if (right && !text_is(said, right))
        return COST_CONTRADICTION;
    return s->evidence->ended_otherwise == !right ? 0 : COST_NO_END;
}

/* Whether the same line up to the same place is known at no higher cost. If not, records it as the
   next node. */
static bool is_known(struct search *s, const struct node *n) {
    uint64_t at = key_mix(n->line ^ ((uint64_t)n->word << 2 | n->event));
    for (;; at++) {
        uint16_t *known = &s->known[at % KNOWN_SIZE];
        const struct node *other = *known ? &s->node[*known - 1] : NULL;
        bool same =
            other && other->line == n->line && other->word == n->word && other->event == n->event;
        if (same && other->cost <= n->cost)
            return true;
        if (!other || same) {
            *known = (uint16_t)(s->count + 1);
            return false;
        }
    }
}

/* Whether an earlier slip may be the cause of a node's event: unless its word has no move. */
static bool may_be_earlier(const struct search *s, const struct node *n) {
    return n->event != EVENT_BAD || s->words.at[n->word].move;
}

/* The rank of a node. The node with the lowest rank, cheap and far in the text, is expanded first.
   NO_RANK if its next phase cannot lead to a reading below the bound. */
static int64_t rank_of(const struct search *s, const struct node *n) {
    if (n->event == EVENT_END || n->phase == PHASES)
        return NO_RANK;
    uint32_t least = n->cost + phase_cost[n->phase];
    return least <= s->bound ? 2 * (int64_t)least - n->word : NO_RANK;
}

/* The nodes to be expanded are a heap of numbers: the rank, and in the lowest bits the node. */
enum { NODE_NUMBERS = 65536 };

static void open_node(struct search *s, int node) {
    int64_t number = rank_of(s, &s->node[node]) * NODE_NUMBERS + node;
    size_t at = s->opens;
    for (s->opens++; at && s->open[(at - 1) / 2] > number; at = (at - 1) / 2)
        s->open[at] = s->open[(at - 1) / 2];
    s->open[at] = number;
}

/* Takes the next node to expand; NONE if there is none. */
static int next_node(struct search *s) {
    while (s->opens) {
        int node = (int)(s->open[0] & (NODE_NUMBERS - 1));
        int64_t last = s->open[--s->opens];
        size_t at = 0;
        for (size_t child; (child = 2 * at + 1) < s->opens; at = child) {
            child += child + 1 < s->opens && s->open[child + 1] < s->open[child];
            if (s->open[child] >= last)
                break;
            s->open[at] = s->open[child];
        }
        s->open[at] = last;
        if (rank_of(s, &s->node[node]) != NO_RANK)
            return node;
    }
    return NONE;
}

/* Copies the move of a step, so that it lives as long as the nodes. */
static void keep_move(struct search *s, struct step *step) {
    if (step->move && !(step->move = zi_word_keep(step->move, s->arena)))
        s->failed = true;
}

/* Adds the node at the event that s->play has reached, unless it is known or costs too much. */
static void add_node(struct search *s, struct node n) {
    bool end = s->event == EVENT_END;
    n.event = s->event;
    n.ply = s->play.ply;
    n.line = s->play.line;
    n.cost += end ? cost_of_end(s, &s->play) : 0;
    if (n.cost > s->bound || is_known(s, &n))
        return;
    keep_move(s, &n.step);
    n.play = end ? NULL : zi_arena_alloc(&s->plays, s->play_size);
    s->failed |= !end && !n.play;
    if (s->failed)
        return;
    if (!end)
        copy_play(s, n.play, &s->play);
    else if (n.cost + MARGIN < s->bound)
        s->bound = n.cost + MARGIN;
    s->node[s->count++] = n;
    open_node(s, (int)s->count - 1);
}

/* Takes the next of several steps: *n becomes its node, and *link the previous one. */
static bool take_next(struct search *s, struct node *n, struct node *link,
                      const struct step *step) {
    *link = (struct node){.step = n->step, .ply = s->play.ply, .event = EVENT_BAD, .phase = PHASES};
    n->step = *step;
    return take_step(s, &s->play, step);
}

/* Adds the nodes of a step after the base, and of the repeated steps. */
static void add_nodes(struct search *s, struct node *link, size_t links, struct node n) {
    size_t mark = s->count;
    uint32_t steps = s->base == NONE ? 0 : s->node[s->base].steps + 1;
    if (s->count + links >= NODES_MAX || steps + links > STEPS_MAX)
        return;
    if (!zi_list_reserve(&s->node, &s->cap, s->count + links + 1, sizeof *s->node)) {
        s->failed = true;
        return;
    }
    if (links)
        keep_move(s, &link->step);
    for (size_t i = 0; i < links; i++) {
        link[i].parent = i ? (int)s->count - 1 : s->base;
        link[i].steps = steps++;
        s->node[s->count++] = link[i];
    }
    n.parent = links ? (int)s->count - 1 : s->base;
    n.steps = steps;
    add_node(s, n);
    if (s->count == mark + links)
        s->count = mark;
}

/* Tries a step from the play *from, and adds its nodes if it leads beyond the event of the node.
   The step is inserted after the base: the steps between the base and the node follow it. */
static void try_step(struct search *s, int node, const struct play *from, struct step step) {
    const struct node *before = &s->node[node];
    struct node link[STEPS_MAX + 1], n = {.step = step, .cost = before->cost + step.cost};
    int later[STEPS_MAX];
    size_t links = 0, laters;
    uint32_t words = (uint32_t)s->words.count;
    if (n.cost > s->bound || is_spent(s))
        return;
    laters = path_between(s, s->base, node, later);
    copy_play(s, &s->play, from);
    if (!take_step(s, &s->play, &step))
        return;
    for (size_t i = 0; i < laters; i++) {
        const struct step *next = &s->node[later[i]].step;
        if (play_words(s, &s->play, after_step(&n.step), next->word) < next->word ||
            !take_next(s, &n, &link[links++], next))
            return;
    }
    n.word = play_words(s, &s->play, after_step(&n.step), words);
    bool behind = n.word < before->word && n.word > step.word;
    if (s->event == EVENT_NUMBER && behind && step.kind == STEP_INSERT) {
        struct step shift = {.kind = STEP_SHIFT, .word = n.word, .cost = COST_NUMBERS};
        n.cost += COST_NUMBERS;
        take_next(s, &n, &link[links++], &shift);
        n.word = play_words(s, &s->play, after_step(&n.step), words);
    }
    if (n.word > before->word || s->event == EVENT_END)
        add_nodes(s, link, links, n);
}

/* Candidates: legal moves that a word may mean. */

/* Whether it moves from cell to cell, in a game where the ends determine the path. */
static bool is_walk(const struct search *s, const struct word *w) {
    return s->rules->complete && w->move && move_path(w->move) && !move_is_route(w->move);
}

/* A step that is tried with each legal move that its word may mean. */
struct reading {
    struct search *s;
    int node;
    const struct play *from;   /* before the move */
    struct step step;          /* `cost`: without that of the move */
    const struct word *wanted; /* NULL: any move */
    uint32_t most;             /* that of the move; at most COST_OTHER */
    bool annotated;            /* the word has annotations */
};

static void try_reading(const struct reading *r, const struct move *m, uint32_t cost) {
    struct step step = r->step;
    step.move = m;
    step.cost += cost;
    if (cost <= r->most)
        try_step(r->s, r->node, r->from, step);
}

/* The cost of reading the wanted word as the move. */
static uint32_t cost_of(const struct reading *r, const struct move *m) {
    char room[MOVE_TEXT_MAX];
    struct writer w = {room, sizeof room, 0};
    const struct word *wanted = r->wanted;
    if (!wanted)
        return 0;
    if (wanted->kind == WORD_BLANK)
        return COST_BLANK;
    const struct move *read = wanted->move;
    bool ends = read && read->count > 1 && m->count > 1;
    bool from = ends && move_from(read) == move_from(m), to = ends && move_to(read) == move_to(m);
    if (ends && !from && !to && r->most < 2 * COST_NEIGHBOR)
        return r->most + 1; /* one character of each end differs */
    uint32_t cost = zi_near_cost(wanted->text, text_of_move(r->s, m, r->annotated, &w), r->most);
    uint32_t way = !from || !to || read->kind != m->kind ? COST_OTHER
                   : read->count == 2                    ? COST_ENDS
                                                         : COST_WAY;
    return cost < way ? cost : way;
}

static bool visit(void *context, const struct move *m) {
    const struct reading *r = context;
    r->s->work++;
    try_reading(r, m, cost_of(r, m));
    return !is_spent(r->s);
}

/* Whether the word contains an annotation such as `v2d4` or `x7`. */
static bool has_annotation(struct text t) {
    for (size_t i = 1; i + 1 < t.len; i++)
        if ((t.at[i] | 0x20) == 'v' || ((t.at[i] | 0x20) == 'x' && !is_digit(t.at[i - 1])))
            return true;
    return false;
}

/* Tries the word with one character changed, if that is a legal move. */
static void try_variant(const struct reading *r, struct text variant) {
    struct search *s = r->s;
    struct move m;
    s->work++;
    if (zi_word_read(s->grammar, &s->rs->board, variant, &m) &&
        !s->rules->check(&r->from->position, &m))
        try_reading(r, &m, zi_near_cost(r->wanted->text, variant, r->most));
}

/* Tries long chains with one character replaced or omitted: their paths matter, not just the
   ends. */
static void try_variants(const struct reading *r) {
    static const char signs[] = "abcdefghijkl0123456789^";
    struct search *s = r->s;
    struct text word = r->wanted->text;
    char room[NEAR_BYTES_MAX];
    bool chain = s->rules->complete && (!is_walk(s, r->wanted) || r->wanted->move->count > 2);
    if (!chain || word.len < 6 || word.len > sizeof room || r->wanted->kind == WORD_BLANK)
        return;
    for (size_t i = 0; i < word.len && !is_spent(s); i++) {
        for (const char *c = signs; *c; c++) {
            memcpy(room, word.at, word.len);
            room[i] = *c;
            try_variant(r, (struct text){room, word.len});
        }
        memmove(room + i, word.at + i + 1, word.len - i - 1);
        try_variant(r, (struct text){room, word.len - 1});
    }
}

/* Tries the step with each legal move, or with those that its word may mean at a cost of at most
   `most`. */
static void try_moves(struct search *s, int node, const struct play *from, struct step step,
                      uint32_t most) {
    struct reading r = {.s = s, .node = node, .from = from, .step = step, .most = most};
    if (step.kind == STEP_READ) {
        r.wanted = &s->words.at[step.word];
        r.annotated = has_annotation(r.wanted->text);
    }
    s->rules->moves(&from->position, visit, &r);
    if (r.wanted && step.word == s->node[node].word)
        try_variants(&r);
}

/* The cost left before the bound. */
static uint32_t left(const struct search *s, int node) { return s->bound - s->node[node].cost; }

static bool is_move(const struct word *w) { return w->kind == WORD_MOVE; }

static bool is_readable(const struct word *w) {
    return w->kind == WORD_MOVE || w->kind == WORD_UNREAD || w->kind == WORD_BLANK;
}

/* Tries to read the word as a legal move from one cell to another. */
static void read_ends(struct search *s, int node, const struct play *p, uint32_t word, cell from,
                      cell to, uint32_t cost) {
    struct move m;
    move_set_route(&m, from, to);
    s->work++;
    if (cost > left(s, node) || s->rules->check(&p->position, &m))
        return;
    s->rules->complete(&p->position, &m);
    try_step(s, node, p, (struct step){.kind = STEP_READ, .word = word, .cost = cost, .move = &m});
}

static int direction(unsigned from, unsigned to) { return (to > from) - (to < from); }

/* The cells that a walk passes, including its landings. Returns their number. */
static unsigned cells_of(const struct move *m, cell out[PATH_MAX_CELLS]) {
    unsigned count = 0;
    cell c = m->cell[0];
    out[count++] = c;
    for (unsigned i = 1; i < m->count; i++)
        for (cell to = m->cell[i]; c != to && count < PATH_MAX_CELLS; out[count++] = c)
            c = cell_at(0, cell_file(c) + (unsigned)direction(cell_file(c), cell_file(to)),
                        cell_rank(c) + (unsigned)direction(cell_rank(c), cell_rank(to)));
    return count;
}

static bool is_among(cell c, const cell *cells, unsigned count) {
    while (count && cells[count - 1] != c)
        count--;
    return count > 0;
}

/* Tries to read a word before an event at a walk as another move: only one that changes a cell on
   the path of the walk can make it legal. Returns false if this does not narrow the moves. */
static bool read_for_walk(struct search *s, int node, const struct play *p, uint32_t word) {
    const struct node *n = &s->node[node];
    const struct word *w = &s->words.at[word], *walk = &s->words.at[n->word];
    cell cells[PATH_MAX_CELLS];
    bool open = n->play->outcome.result == RESULT_OPEN;
    if (n->event != EVENT_BAD || !open || !is_walk(s, w) || !is_walk(s, walk))
        return false;
    unsigned count = cells_of(walk->move, cells);
    cell from = move_from(w->move), to = move_to(w->move);
    if (is_among(from, cells, count) || is_among(to, cells, count))
        return false;
    for (unsigned i = 0; i < count && !is_spent(s); i++)
        for (unsigned end = 0; end < 2; end++) {
            cell c = cells[i], old = end ? to : from;
            bool file = cell_file(c) == cell_file(old), rank = cell_rank(c) == cell_rank(old);
            int apart = (int)(file ? cell_rank(c) : cell_file(c)) -
                        (int)(file ? cell_rank(old) : cell_file(old));
            uint32_t cost = apart == 1 || apart == -1 ? COST_NEIGHBOR : COST_REPLACED;
            if (file != rank)
                read_ends(s, node, p, word, end ? from : c, end ? c : to, cost + COST_EARLIER);
        }
    return true;
}

/* Tries steps that read the word as another move. */
static void read_otherwise(struct search *s, int node, const struct play *p, uint32_t word,
                           uint32_t extra, uint32_t most) {
    const struct word *w = &s->words.at[word];
    bool here = word == s->node[node].word;
    if (left(s, node) < extra)
        return;
    most = most + extra < left(s, node) ? most : left(s, node) - extra;
    if (is_move(w) && most < COST_NEIGHBOR) {
        /* a readable word has no confused characters, but may be the ends of a chain */
        if (here && is_walk(s, w) && w->move->count == 2)
            read_ends(s, node, p, word, move_from(w->move), move_to(w->move), COST_ENDS);
        return;
    }
    if (!here && read_for_walk(s, node, p, word))
        return;
    try_moves(s, node, p, (struct step){.kind = STEP_READ, .word = word, .cost = extra}, most);
}

/* Tries steps that add a move before the word. */
static void add_move(struct search *s, int node, const struct play *p, uint32_t word) {
    if (left(s, node) < COST_LEFT_OUT)
        return;
    struct step step = {.kind = STEP_INSERT, .word = word, .cost = COST_LEFT_OUT};
    try_moves(s, node, p, step, 0);
}

/* Whether the word repeats one of the two moves before it. */
static bool is_twice(const struct search *s, uint32_t word) {
    const struct word *at = s->words.at;
    for (uint32_t i = word, moves = 0; i-- > 0 && moves < 2; moves += is_move(&at[i]))
        if (is_move(&at[i]) && text_same(at[i].text, at[word].text))
            return true;
    return false;
}

static void skip_word(struct search *s, int node, const struct play *p, uint32_t word) {
    const struct word *w = &s->words.at[word];
    uint32_t cost = is_move(w) && is_twice(s, word) ? COST_TWICE : COST_SURPLUS;
    try_step(s, node, p, (struct step){.kind = STEP_SKIP, .word = word, .cost = cost});
}

/* Swaps `word` and the move that follows it, perhaps after one other word. */
static void swap_words(struct search *s, int node, const struct play *p, uint32_t word) {
    const struct word *at = s->words.at;
    uint32_t last = word + 1;
    last += last < s->words.count && !is_move(&at[last]);
    struct step step = {.kind = STEP_SWAP, .word = word, .last = last, .cost = COST_SWAPPED};
    if (is_move(&at[word]) && last < s->words.count && is_move(&at[last]))
        try_step(s, node, p, step);
}

/* Tries moves of the other sheet, from the same turn or one near it: for the word, or before it. */
static void read_other(struct search *s, int node, const struct play *p, uint32_t word,
                       uint32_t extra, bool missing) {
    static const int away[] = {0, -1, 1, -2, 2};
    for (size_t i = 0; i < sizeof away / sizeof *away; i++) {
        uint32_t turn = p->ply + (uint32_t)away[i]; /* wraps below 0 */
        const struct move *m = turn < s->others ? s->other[turn] : NULL;
        const struct word *w = &s->words.at[word];
        struct step step = {.kind = missing ? STEP_INSERT : STEP_READ,
                            .word = word,
                            .cost = extra + (away[i] ? COST_SHEET_NEAR : COST_SHEET),
                            .move = m};
        bool other = is_readable(w) && (!w->move || !m || choice_of(m) != choice_of(w->move));
        if (m && (missing || other))
            try_step(s, node, p, step);
    }
}

/* Tries likely steps at the event itself. */
static void step_here(struct search *s, int node, const struct play *p) {
    const struct node n = s->node[node];
    const struct word *w = &s->words.at[n.word];
    struct step accept = {.kind = STEP_ACCEPT, .word = n.word, .cost = COST_NUMBER};
    if (n.event == EVENT_NUMBER) {
        try_step(s, node, p, accept);
        accept.kind = STEP_SHIFT;
        accept.cost = COST_NUMBERS;
        try_step(s, node, p, accept);
        return;
    }
    if (n.event == EVENT_ANNOTATION) {
        accept.cost = COST_ANNOTATION;
        try_step(s, node, p, accept);
    }
    read_other(s, node, p, n.word, 0, false);
    read_other(s, node, p, n.word, 2, true);
    if (is_readable(w))
        read_otherwise(s, node, p, n.word, 0, COST_OTHER - 1);
    swap_words(s, node, p, n.word);
    skip_word(s, node, p, n.word);
}

/* Tries steps at a word before the event, which was played as written. */
static void step_earlier(struct search *s, int node, const struct play *p, uint32_t word,
                         bool near) {
    const struct word *w = &s->words.at[word];
    if (near && s->node[node].event != EVENT_ANNOTATION)
        add_move(s, node, p, word);
    if (!is_move(w))
        return;
    if (s->node[node].event == EVENT_BAD)
        read_other(s, node, p, word, COST_EARLIER, false);
    swap_words(s, node, p, word);
    if (near && is_twice(s, word))
        skip_word(s, node, p, word);
    if (s->node[node].event != EVENT_NUMBER)
        read_otherwise(s, node, p, word, COST_EARLIER, COST_KIND);
}

/* Tries slips in the words before `end` and after the base, nearest first; or only missing
   moves. */
static void look_at_words(struct search *s, int node, uint32_t end, bool missing) {
    enum { NEAR_WORDS = 4, MISSING_WORDS = 12 };
    const struct node n = s->node[node];
    bool crosses = s->base != node;
    const struct node *base = &s->node[s->base];
    uint32_t first = base->parent == NONE ? 0 : after_step(&base->step);
    uint32_t back = n.event == EVENT_NUMBER ? NEAR_WORDS : LOOK_BACK;
    uint32_t from = n.word > back && n.word - back > first ? n.word - back : first;
    if (missing)
        from = end > first + MISSING_WORDS ? end - MISSING_WORDS : first;
    char *plays = end > from ? malloc((end - from) * s->play_size) : NULL;
    s->failed |= end > from && !plays;
    if (plays)
        play_to(s, s->base, from, &s->play);
    for (uint32_t word = from; plays && word < end; word++) {
        memcpy(plays + (word - from) * s->play_size, &s->play, s->play_size);
        play_words(s, &s->play, word, word + 1);
    }
    for (uint32_t word = end; plays && word-- > from && !is_spent(s);) {
        const struct play *p = (const void *)(plays + (word - from) * s->play_size);
        if (missing)
            add_move(s, node, p, word);
        else if (!crosses)
            step_earlier(s, node, p, word, word + NEAR_WORDS >= n.word);
        else if (is_move(&s->words.at[word]))
            read_otherwise(s, node, p, word, COST_EARLIER, COST_KIND);
    }
    free(plays);
}

/* Tries slips before other steps of a node that become apparent only at its event. */
static void look_across(struct search *s, int node) {
    bool wanted = s->node[node].event == EVENT_BAD && may_be_earlier(s, &s->node[node]);
    if (s->node[node].crossed || !wanted || !s->node[node].play)
        return;
    s->node[node].crossed = true;
    for (int after = node; s->node[after].parent != NONE; after = s->base) {
        s->base = s->node[after].parent;
        look_at_words(s, node, s->node[after].step.word, false);
    }
}

/* Runs the next phase of the search for the cause of a node's event. */
static void expand(struct search *s, int node) {
    const struct node n = s->node[node];
    s->base = node;
    s->node[node].phase =
        n.phase == PHASE_HERE && !may_be_earlier(s, &n) ? PHASE_OTHER : n.phase + 1;
    if (n.phase == PHASE_HERE) {
        step_here(s, node, n.play);
    } else if (n.phase == PHASE_EARLIER) {
        if (n.event != EVENT_ANNOTATION)
            add_move(s, node, n.play, n.word);
        look_at_words(s, node, n.word, false);
    } else if (n.event == EVENT_BAD && is_readable(&s->words.at[n.word])) {
        read_otherwise(s, node, n.play, n.word, 0, COST_OTHER);
    }
}

/* The cheapest reading that continues to the end, or else the one that continues furthest. */
static int best_node(const struct search *s) {
    int best = 0;
    for (size_t i = 1; i < s->count; i++) {
        const struct node *n = &s->node[i], *b = &s->node[best];
        bool end = n->event == EVENT_END, other = b->event == EVENT_END;
        if (end != other ? end
                         : (!end && n->word != b->word ? n->word > b->word : n->cost < b->cost))
            best = (int)i;
    }
    return best;
}

static void look(struct search *s) {
    for (int node; !is_spent(s) && (node = next_node(s)) != NONE;) {
        expand(s, node);
        open_node(s, node);
    }
}

/* Searches for other explanations of the slips of the best reading: an earlier slip may explain
   them, too. */
static void doubt(struct search *s) {
    int i = best_node(s);
    if (s->node[i].event != EVENT_END)
        return;
    for (int before; (before = s->node[i].parent) != NONE; i = before) {
        const struct step *step = &s->node[i].step;
        s->base = before;
        if (step->kind == STEP_INSERT && s->node[before].play)
            look_at_words(s, before, step->word, true);
        look_across(s, before);
    }
    look(s);
}

/* The result. */

static void add_slip(struct deciphered *out, struct slip slip) { out->slip[out->count++] = slip; }

/* The canonical form of a move just played, in the arena. */
static struct text canonical(struct search *s, const struct play *p, const struct play *before,
                             const struct move *m) {
    char room[MOVE_TEXT_MAX];
    struct writer w = {room, sizeof room, 0};
    struct move right;
    move_copy(&right, m);
    if (move_is_route(&right))
        s->rules->complete(&before->position, &right);
    s->rules->annotate(&right, &p->effect);
    s->rules->notation->write(&w, &right);
    return zi_arena_copy(s->arena, written(&w), &s->failed);
}

static struct text due_number(struct search *s, uint32_t ply) {
    char room[32];
    struct writer w = {room, sizeof room, 0};
    write_number(&w, ply / 2 + 1);
    write_string(&w, ply % 2 ? "..." : ".");
    return zi_arena_copy(s->arena, written(&w), &s->failed);
}

/* The number of moves to which the text of the step's word is equally near. */
static uint32_t count_tried(const struct search *s, int node) {
    const struct node *n = &s->node[node];
    uint32_t count = 0;
    for (size_t i = 0; i < s->count; i++) {
        const struct node *o = &s->node[i];
        count += o->parent == n->parent && o->step.kind == n->step.kind &&
                 o->step.word == n->step.word && o->step.cost <= n->step.cost + MARGIN;
    }
    return count;
}

/* The replacement of text between moves: a word becomes a comment. */
static struct text remark(struct search *s, struct text t) {
    char room[64];
    struct writer w = {room, sizeof room, 0};
    if (!is_letter(*t.at))
        return NO_TEXT;
    write_char(&w, '{');
    write_text(&w, t);
    write_char(&w, '}');
    return w.len <= w.cap ? zi_arena_copy(s->arena, written(&w), &s->failed) : NO_TEXT;
}

/* Notes the number that a first player's move lacks because the number is before another move. */
static void note_number(struct search *s, uint32_t word, uint32_t ply, struct deciphered *out) {
    struct text place = {s->words.at[word].text.at, 0}, number = due_number(s, ply);
    struct slip *last = out->count ? &out->slip[out->count - 1] : NULL;
    uint32_t before = word;
    if (before && last && last->kind == SLIP_EXTRA &&
        last->written.at == s->words.at[before - 1].text.at)
        before--;
    if (before && s->words.at[before - 1].kind == WORD_NUMBER)
        return;
    if (!last || last->written.at != place.at || last->written.len) {
        add_slip(out, (struct slip){SLIP_FORM, place, number, ply + 1, 0});
        return;
    }
    char room[2 * MOVE_TEXT_MAX]; /* after the missing move */
    struct writer w = {room, sizeof room, 0};
    write_text(&w, last->read);
    write_char(&w, ' ');
    write_text(&w, number);
    last->read = zi_arena_copy(s->arena, written(&w), &s->failed);
}

/* Finds the missing or surplus move after which the numbers are wrong by one turn. */
static void find_renumbered(struct search *s, const int *path, size_t count) {
    uint32_t from = UINT32_MAX;
    s->renumbered = UINT32_MAX;
    for (size_t i = 0; i < count && !s->evidence->items; i++) {
        const struct node *n = &s->node[path[i]];
        const struct word *w = &s->words.at[n->step.word];
        if (n->step.kind == STEP_INSERT || n->step.kind == STEP_SKIP)
            from = n->step.word;
        else if (n->step.kind == STEP_SHIFT)
            s->renumbered = w->dots != s->node[n->parent].ply % 2 ? from : UINT32_MAX;
    }
}

/* The text of a word with the comma after it, which is never canonical. */
static struct text whole_text(const struct word *w) {
    return (struct text){w->text.at, w->text.len + w->comma};
}

/* Notes a word that was played as written, but is not in canonical form. */
static void note_form(struct search *s, uint32_t word, const struct play *p,
                      const struct play *before, struct deciphered *out) {
    const struct word *w = &s->words.at[word];
    bool number = w->kind == WORD_NUMBER;
    if (word >= s->renumbered && w->kind == WORD_MOVE && before->ply % 2 == 0)
        note_number(s, word, before->ply, out);
    if (w->kind == WORD_NOISE)
        add_slip(out, (struct slip){.kind = SLIP_EXTRA,
                                    .written = w->text,
                                    .read = remark(s, w->text),
                                    .ply = p->ply + 1});
    if (!number && !w->move)
        return;
    bool moved = number && word >= s->renumbered && p->ply % 2 && !w->dots;
    struct text right = moved    ? NO_TEXT
                        : number ? due_number(s, p->ply)
                                 : canonical(s, p, before, w->move);
    if (!text_same(right, whole_text(w)))
        add_slip(out, (struct slip){.kind = SLIP_FORM,
                                    .written = whole_text(w),
                                    .read = right,
                                    .ply = number ? p->ply + 1 : p->ply});
}

static void note_words(struct search *s, struct play *p, uint32_t from, uint32_t to,
                       struct deciphered *out) {
    for (; from < to; from++) {
        struct play before = *p;
        play_words(s, p, from, from + 1);
        note_form(s, from, p, &before, out);
    }
}

/* Notes the slips of a step; `before` and `p` are the play before and after it. */
static void note_step(struct search *s, int node, const struct play *before, const struct play *p,
                      struct deciphered *out) {
    const struct step *step = &s->node[node].step;
    const struct word *w = &s->words.at[step->word];
    struct slip slip = {.written = whole_text(w), .ply = before->ply + 1, .tried = 1};
    struct play between = *before;
    switch (step->kind) {
    case STEP_READ:
        slip.kind = w->kind == WORD_BLANK ? SLIP_ILLEGIBLE : SLIP_CONFUSED;
        slip.read = canonical(s, p, before, step->move);
        break;
    case STEP_INSERT:
        slip.kind = SLIP_MISSING;
        slip.written = (struct text){w->text.at, 0}; /* before the word */
        slip.read = canonical(s, p, before, step->move);
        break;
    case STEP_SKIP: slip.kind = SLIP_EXTRA; break;
    case STEP_SWAP:
        slip.kind = SLIP_SWAPPED;
        play_move(s, &between, s->words.at[step->last].move);
        slip.read = canonical(s, &between, before, s->words.at[step->last].move);
        add_slip(out, slip);
        slip.written = whole_text(&s->words.at[step->last]);
        slip.read = canonical(s, p, &between, w->move);
        slip.ply++;
        break;
    default: note_form(s, step->word, p, before, out); return;
    }
    slip.tried = count_tried(s, node);
    add_slip(out, slip);
}

/* Notes the slips of a node's reading, in the order of the text. */
static void note(struct search *s, int node, struct deciphered *out) {
    int path[STEPS_MAX];
    size_t count = path_between(s, NONE, node, path);
    uint32_t word = 0;
    struct play p, before;
    find_renumbered(s, path, count);
    size_t most = s->words.count + STEPS_MAX; /* moves; each has at most two slips */
    out->slip = zi_arena_alloc(s->arena, 2 * most * sizeof *out->slip);
    if (s->evidence->other.len)
        s->line = zi_arena_alloc(s->arena, most * sizeof *s->line);
    s->failed |= !out->slip || (s->evidence->other.len && !s->line);
    if (s->failed)
        return;
    start(s, &p);
    while (word < s->words.count && !s->words.at[word].foreign &&
           (!count || word < s->node[path[0]].step.word))
        word++;
    play_words(s, &p, 0, word);
    for (size_t i = 0; i < count; i++) {
        const struct step *step = &s->node[path[i]].step;
        note_words(s, &p, word, step->word, out);
        before = p;
        take_step(s, &p, step);
        word = after_step(step);
        note_step(s, path[i], &before, &p, out);
    }
    note_words(s, &p, word, s->node[node].word, out);
    out->plies = p.ply;
    out->outcome = p.outcome;
    out->line = s->line;
}

/* Whether every step of the node's reading is more than a guess: except for similar characters, the
   following moves must confirm it. That only the ends of chains are written must be a habit, or
   confirmed by the other sheet. */
static bool is_founded(const struct search *s, int node) {
    enum { CONFIRMING_PLIES = 4, HABIT = 3 };
    uint32_t end = s->node[node].ply, ends = 0;
    for (int i = node; s->node[i].parent != NONE; i = s->node[i].parent) {
        const struct step *step = &s->node[i].step;
        bool alike = step->cost < COST_NEIGHBOR;
        bool confirmed = end >= s->node[s->node[i].parent].ply + CONFIRMING_PLIES;
        if (step->kind != STEP_SKIP && (step->cost >= COST_OTHER || !(alike || confirmed)))
            return false;
        const struct word *w = &s->words.at[step->word];
        ends += step->kind == STEP_READ && step->cost == COST_ENDS && is_move(w) && is_walk(s, w);
    }
    return !ends || ends >= HABIT || s->evidence->other.len;
}

/* The number of readings that are as likely as the best one. */
static uint32_t count_readings(const struct search *s, const struct node *best) {
    uint64_t line[READINGS_MAX];
    uint32_t count = 0;
    for (size_t i = 0; i < s->count && count < READINGS_MAX; i++) {
        const struct node *n = &s->node[i];
        bool known = n->event != EVENT_END || n->cost > best->cost + MARGIN;
        for (uint32_t k = 0; k < count && !known; k++)
            known = line[k] == n->line;
        if (!known)
            line[count++] = n->line;
    }
    return count;
}

/* The first departure of a node's reading; NULL: none. */
static const struct step *first_step(const struct search *s, const struct node *n) {
    const struct step *step = NULL;
    for (; n->parent != NONE; n = &s->node[n->parent])
        step = &n->step;
    return step;
}

/* Adds the reading's alternative for the first slip of the best one. Returns false if it begins to
   differ elsewhere. */
static bool add_choice(struct search *s, const struct step *best, const struct node *n,
                       struct deciphered *out) {
    const struct step *step = first_step(s, n);
    char room[MOVE_TEXT_MAX];
    struct writer w = {room, sizeof room, 0};
    if (!step || step->kind != STEP_READ || step->word != best->word)
        return false;
    s->rules->notation->write(&w, step->move);
    for (size_t i = 0; i < out->choices; i++)
        if (text_same(out->choice[i], written(&w)))
            return true;
    if (out->choices < CHOICES_MAX)
        out->choice[out->choices++] = zi_arena_copy(s->arena, written(&w), &s->failed);
    return true;
}

static void note_choices(struct search *s, const struct node *best, struct deciphered *out) {
    const struct step *first = first_step(s, best);
    bool same = first && first->kind == STEP_READ && add_choice(s, first, best, out);
    for (size_t i = 0; i < s->count && same; i++)
        if (s->node[i].event == EVENT_END && s->node[i].cost <= best->cost + MARGIN)
            same = add_choice(s, first, &s->node[i], out);
    out->choices = same ? out->choices : 0;
}

static void begin(struct search *s) {
    struct node first = {.word = 0};
    start(s, &s->play);
    s->base = NONE;
    first.word = play_words(s, &s->play, 0, (uint32_t)s->words.count);
    add_nodes(s, NULL, 0, first);
}

/* Reads the turns of the other sheet. */
static void read_sheet(struct search *s) {
    struct words words;
    struct text text = s->evidence->other;
    if (!text.len)
        return;
    s->failed |= !zi_words_cut(s->grammar, &s->rs->board, text, NULL, 0, s->arena, &words);
    if (!s->failed)
        s->other = zi_arena_alloc(s->arena, (words.count + 1) * sizeof *s->other);
    s->failed |= !s->other;
    for (size_t i = 0; i < words.count && !s->failed; i++)
        if (is_readable(&words.at[i]))
            s->other[s->others++] = words.at[i].move;
}

/* Describes the best reading in *out. */
static void conclude(struct search *s, struct deciphered *out) {
    int best = best_node(s);
    out->complete = s->node[best].event == EVENT_END;
    note(s, best, out);
    out->work = s->work;
    if (!out->complete)
        return;
    out->readings = count_readings(s, &s->node[best]);
    note_choices(s, &s->node[best], out);
    out->sure = out->readings == 1 && out->plies && is_founded(s, best) && !is_spent(s) &&
                s->count < NODES_MAX;
}

bool zi_decipher(const struct ruleset *rs, struct grammar *grammar, struct text text,
                 const struct evidence *evidence, uint64_t budget, struct arena *arena,
                 struct deciphered *out) {
    *out = (struct deciphered){0};
    size_t size = offsetof(struct play, position) + rs->rules->position_size;
    struct search *s = calloc(1, sizeof *s);
    if (!s)
        return false;
    *s = (struct search){.rs = rs,
                         .rules = rs->rules,
                         .grammar = grammar,
                         .evidence = evidence,
                         .arena = arena,
                         .budget = budget,
                         .play_size = (size + ARENA_UNIT - 1) / ARENA_UNIT * ARENA_UNIT,
                         .bound = BOUND_MOST};
    s->failed = !zi_words_cut(grammar, &rs->board, text, evidence->items, evidence->item_count,
                              arena, &s->words);
    read_sheet(s);
    if (!s->failed && !s->words.too_many) {
        begin(s);
        look(s);
    }
    if (s->count) {
        doubt(s);
        conclude(s, out);
    }
    bool done = !s->failed;
    free(s->node);
    zi_arena_free(&s->plays);
    free(s);
    return done;
}
