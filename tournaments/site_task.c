/* The pages of a tournament. The task score makes its table. */
#include <stdlib.h>

#include "diagrams/drawn_record.h"
#include "diagrams/formats.h"
#include "notation/base/list.h"
#include "notation/base/option.h"
#include "notation/base/safe_text.h"
#include "notation/base/value.h"
#include "tournaments/score_task.h"
#include "tournaments/site.h"
#include "validators/games/ruleset.h"

/* The findings of a game listed on its players' pages. */
enum { FINDINGS_LISTED_MAX = 20 };

struct site_task {
    struct score_task score; /* first member, so that its functions find it */
    enum theme theme;
    enum language language;
    struct site_record *record;
    size_t count, cap;
    struct arena arena;    /* of the records' texts */
    bool front;            /* there is a page of several tournaments one level up */
    struct buffer entries; /* of that page, if this task makes it */
    size_t entry_count;
};

struct site_worker {
    struct score_worker score; /* first member */
    struct observer observer;
    struct turns turns;
    struct tournament_scratch scratch;
    struct buffer page, findings;
};

static struct site_task *state_of(struct zet_task *task) { return task->state; }

static const char *language_word(size_t index) {
    return index < LANGUAGES ? zi_language_tags[index] : NULL;
}

static bool set_lang(const zet_option *row, void *values, const char *value, zet_error *error) {
    struct site_task *t = values;
    return zi_language_read(text_of(value), &t->language) || zi_option_refuse_word(row, error);
}

static const zet_option options[] = {
    {"theme", "THEME", "the colors of the boards: print, screen (the default), grey or dark",
     "--theme dark examples/club/tournament.yaml build/club", ZET_OPTION_WORD,
     .offset = offsetof(struct site_task, theme), .words = zi_themes},
    {"lang", "LANG", "the language of the pages: en (the default), nl, nb, pl, de or fr",
     "--lang de examples/club/tournament.yaml build/club", ZET_OPTION_OWN, .word = language_word,
     .read = set_lang},
    {"only-valid", NULL, "leave out the games of records that are not valid",
     "--only-valid examples/club/tournament.yaml build/club", ZET_OPTION_FLAG,
     .offset = offsetof(struct site_task, score.only_valid)},
    {"front", NULL, "link to a page of several tournaments in the folder above", NULL,
     ZET_OPTION_FLAG, .offset = offsetof(struct site_task, front)},
    {0}};

static bool take(struct zet_task *task, struct row_reader *rows, const struct facts *f,
                 uint64_t line, int64_t game);

static bool open_task(struct zet_task *task) {
    struct site_task *t = state_of(task);
    if (t->score.tournament_given == (t->entry_count > 0))
        return task_refuse(task, "a site needs a tournament file");
    if (!zi_task_has(task, "theme"))
        t->theme = THEME_SCREEN;
    t->score.table = true;
    t->score.take = take;
    return zi_tournament_open(&t->score);
}

/* Adds one of several tournaments to their page. */
static bool add_entry(struct site_task *t, struct text name, struct text text) {
    struct tournament file = {0};
    const struct site site = {.file = &file, .language = t->language};
    t->entry_count++;
    if (zi_tournament_read(&file, text, name) && !file.error_count)
        zi_site_entry(&site, t->entry_count, &t->entries);
    bool done = !file.failed && !t->entries.failed;
    zi_tournament_free(&file);
    return done;
}

static bool attach(struct zet_task *task, const char *what, struct text name, struct text text) {
    if (!strcmp(what, "front"))
        return add_entry(state_of(task), name, text);
    if (strcmp(what, "tournament"))
        return zi_naming_attach(&state_of(task)->score.naming, task, what, name, text);
    return zi_tournament_attach(task, name, text);
}

static void close_task(struct zet_task *task) {
    struct site_task *t = state_of(task);
    zi_standings_close(&t->score);
    free(t->record);
    zi_arena_free(&t->arena);
    zi_buffer_free(&t->entries);
}

static bool worker_open(struct task_worker *w) {
    struct site_worker *own = w->state;
    own->observer = (struct observer){.see = zi_turns_see, .context = &own->turns};
    return zi_judge_open(&own->score.judging.judge, &own->observer);
}

static void worker_close(struct task_worker *w) {
    struct site_worker *own = w->state;
    zi_judge_close(&own->score.judging.judge);
    zi_turns_free(&own->turns);
    zi_tournament_scratch_free(&own->scratch);
    zi_buffer_free(&own->score.folded);
    zi_buffer_free(&own->page);
    zi_buffer_free(&own->findings);
}

/* The page of a game. */

static struct site frame_of(const struct site_task *t) {
    return (struct site){.file = &t->score.tournament,
                         .theme = t->theme,
                         .language = t->language,
                         .front = t->front};
}

/* The address of a player's page; empty if the player is unknown. */
static struct text link_to(struct site_worker *w, const struct site_task *t, unsigned side,
                           char room[PAGE_NAME_ROOM]) {
    const struct facts *f = &w->score.judging.facts;
    int64_t player =
        zi_tournament_find(&t->score.tournament, f->players[side], f->ids[side], &w->scratch);
    return player < 0 ? NO_TEXT : zi_site_page_name(room, "player", (size_t)player + 1);
}

static bool write_page(struct site_worker *w, const struct site_task *t, const char **why) {
    struct judging *j = &w->score.judging;
    const struct site site = frame_of(t);
    struct buffer links = {0};
    char room[2][PAGE_NAME_ROOM];
    zi_site_links(&site, NULL, &links);
    struct page_frame frame = {.nav = buffered(&links),
                               .first = j->facts.rules ? zi_ruleset_first(j->facts.ruleset) : 0};
    for (unsigned side = 0; side < 2; side++)
        frame.player[side] = link_to(w, t, side, room[side]);
    w->page.failed |= w->scratch.failed;
    struct drawn_record shown = {.record = &j->judge.record,
                                 .verdict = &j->judge.verdict,
                                 .turns = &w->turns,
                                 .frame = &frame};
    struct drawing drawing;
    zi_drawing_begin(&drawing, &zi_drawing_html,
                     &(struct drawing_options){.theme = t->theme, .language = t->language},
                     &w->page);
    bool drawn = zi_drawing_add_record(&drawing, &shown);
    drawn &= zi_drawing_end(&drawing);
    *why = drawing.out_of_memory ? NULL : drawing.why;
    drawn &= !links.failed && !w->page.failed;
    zi_buffer_free(&links);
    return drawn;
}

/* Writes a page that explains why the record's page would be too large. */
static void write_excuse(struct site_worker *w, const struct site_task *t, const char *why) {
    const struct site site = frame_of(t);
    w->page.len = 0;
    zi_site_begin(&site, text_of(zi_word(t->language, WORD("Game"))), NULL, &w->page);
    buffer_add(&w->page, "<p>", zi_site_word(&site, why), "</p>\n");
    zi_site_end(&w->page);
}

/* After the row of the table, writes the page and the findings. */
static bool site_document(struct task_worker *w, const struct task_document *d) {
    struct site_worker *own = w->state;
    const struct site_task *t = w->task->state;
    struct record *r = &own->score.judging.judge.record;
    const char *why;
    if (t->entry_count)
        return true; /* the page of several tournaments uses no records */
    zi_turns_begin(&own->turns);
    enum judged judged = zi_judging_next(&own->score.judging, w, d);
    if (judged != JUDGED_RECORD)
        return judged == JUDGED_REST;
    if (t->score.tournament.error_count || !zi_standings_row(w, d))
        return true;
    own->page.len = own->findings.len = 0;
    if (own->turns.failed)
        return false;
    if (!write_page(own, t, &why)) {
        if (own->page.failed || !why)
            return false;
        write_excuse(own, t, why);
    }
    zi_page_findings(&own->findings, r, FINDINGS_LISTED_MAX, t->language);
    zi_row_text(&w->result.data, buffered(&own->page));
    zi_row_text(&w->result.data, buffered(&own->findings));
    return !r->out_of_memory && !own->page.failed && !own->findings.failed;
}

/* Merging. */

/* `A - B`; the place of the record if there are no names. */
static struct text heading_of(struct site_task *t, struct zet_task *task, const struct facts *f,
                              uint64_t line, bool *failed) {
    struct buffer b = {0};
    bool named = f->players[0].len || f->players[1].len;
    for (unsigned seat = 0; seat < 2 && named; seat++) {
        struct text name = f->players[seat ^ f->first];
        buffer_string(&b, seat ? " \xE2\x80\x93 " : "");
        zi_isolated(&b, name.len ? name : TEXT("?"));
    }
    if (!named)
        buffer_add(&b, task->file, ":", line);
    struct text kept = zi_arena_copy(&t->arena, buffered(&b), failed);
    *failed |= b.failed;
    zi_buffer_free(&b);
    return kept;
}

static bool hand_on(void *context, const char *name, struct text text) {
    const zet_folder *f = ((struct zet_task *)context)->io->folder;
    return !f || (f->begin(f->context, name) && f->write(f->context, text.at, text.len) &&
                  f->end(f->context));
}

static bool stop(struct zet_task *task) {
    zi_error_set(&task->error, ZET_WRITE_FAILED, "the pages could not be written");
    return false;
}

static bool take(struct zet_task *task, struct row_reader *rows, const struct facts *f,
                 uint64_t line, int64_t game) {
    struct site_task *t = state_of(task);
    struct text page = zi_row_read_text(rows), findings = zi_row_read_text(rows);
    bool failed = false;
    char name[PAGE_NAME_ROOM];
    if (!zi_list_reserve(&t->record, &t->cap, t->count + 1, sizeof *t->record))
        return false;
    t->record[t->count++] =
        (struct site_record){.heading = heading_of(t, task, f, line, &failed),
                             .findings = zi_arena_copy(&t->arena, findings, &failed),
                             .line = line,
                             .valid = f->valid};
    if (failed)
        return false;
    if (game >= 0)
        t->score.standings.game[game].page = (uint32_t)t->count;
    return hand_on(task, zi_site_page_name(name, "game", t->count).at, page) || stop(task);
}

static void summarize(const struct zet_task *task, struct buffer *out) {
    const struct site_task *t = task->state;
    const struct standings *s = &t->score.standings;
    buffer_add(out, value_counted(task->counts.records, " record", " records"), ": pages of ",
               value_counted(t->count, " game", " games"), " and ",
               value_counted(s->players, " player", " players"), "; ", t->score.left_out,
               " omitted as invalid, ", t->score.aside, " for other reasons\n");
}

static bool finish(struct zet_task *task) {
    struct site_task *t = state_of(task);
    struct standings *s = &t->score.standings;
    struct site site = frame_of(t);
    site.table = s;
    site.record = t->record;
    site.record_count = t->count;
    bool out_of_memory = false;
    if (t->entry_count)
        return zi_site_front(&site, buffered(&t->entries), hand_on, task, &out_of_memory) ||
               (!out_of_memory && stop(task));
    if (zi_tournament_is_faulty(task))
        return false;
    if (!zi_standings_make(task))
        return false;
    for (size_t i = 0; i < s->game_count; i++)
        if (s->game[i].page)
            t->record[s->game[i].page - 1].counted = true;
    if (!zi_site_write(&site, hand_on, task, &out_of_memory))
        return !out_of_memory && stop(task);
    summarize(task, zi_task_out(task));
    return true;
}

const struct task_kind zi_task_site = {
    .name = "site",
    .about = "makes the pages of a tournament",
    .options = options,
    .size = sizeof(struct site_task),
    .worker_size = sizeof(struct site_worker),
    .open = open_task,
    .close = close_task,
    .worker_open = worker_open,
    .worker_close = worker_close,
    .document = site_document,
    .merge = zi_standings_merge,
    .finish = finish,
    .attach = attach,
};
