#include "cli/recording.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/replace.h"

static void put(zet_output *out, const char *text) { zet_output_write(out, zet_text_of(text)); }

static bool refuse(struct refusal *why, const char *code, const char *message) {
    snprintf(why->code, sizeof why->code, "%s", code);
    snprintf(why->message, sizeof why->message, "%s", message);
    return false;
}

static bool out_of_memory(struct refusal *why) {
    why->out_of_memory = true;
    return refuse(why, "", "out of memory");
}

/* What a function of the library says. */
static bool refuse_error(struct refusal *why, const zet_error *error) {
    return error->status == ZET_OUT_OF_MEMORY ? out_of_memory(why)
                                              : refuse(why, "", error->message);
}

/* Pieces. */

/* Appends to the piece; false, with nothing changed, where memory runs out. */
static bool piece_append(struct piece *p, const char *text, size_t length) {
    if (p->length + length >= p->cap) {
        size_t cap = p->length + length + 1;
        char *at = realloc(p->at, p->cap ? cap += cap / 2 : cap);
        if (!at)
            return false;
        p->at = at;
        p->cap = cap;
    }
    memcpy(p->at + p->length, text, length);
    p->length += length;
    p->at[p->length] = '\0';
    return true;
}

/* The same, with a space before it. */
static bool piece_add_word(struct piece *p, const char *word) {
    size_t before = p->length;
    if ((!before || piece_append(p, " ", 1)) && piece_append(p, word, strlen(word)))
        return true;
    p->length = before;
    if (p->at)
        p->at[before] = '\0';
    return false;
}

static bool pieces_add(struct pieces *p, const char *text, size_t length) {
    if (p->count == p->cap) {
        size_t cap = p->cap ? p->cap * 2 : 64;
        struct piece *at = realloc(p->at, cap * sizeof *at);
        if (!at)
            return false;
        p->at = at;
        p->cap = cap;
    }
    p->at[p->count] = (struct piece){0};
    if (!piece_append(&p->at[p->count], text, length))
        return false;
    p->count++;
    return true;
}

static void pieces_drop(struct pieces *p) { free(p->at[--p->count].at); }

static void pieces_free(struct pieces *p) {
    while (p->count)
        pieces_drop(p);
    free(p->at);
}

/* Making the text. */

/* The lines of a text, each with the indentation of a block. */
static void put_lines(zet_output *out, const char *text) {
    while (*text) {
        size_t n = strcspn(text, "\n");
        put(out, "  ");
        zet_output_write(out, (zet_text){text, n});
        put(out, "\n");
        text += n + (text[n] == '\n');
    }
}

static void put_moves(zet_output *out, const char *key, const struct piece *before,
                      const struct pieces *p) {
    bool begins = before && before->length;
    if (!p->count && !begins) {
        put(out, key);
        put(out, ": \"\"\n");
        return;
    }
    put(out, key);
    put(out, ": |\n");
    if (begins)
        put_lines(out, before->at);
    for (size_t i = 0; i < p->count; i++)
        put_lines(out, p->at[i].at);
}

static const char *result_word(const struct recording *r, zet_result result) {
    return result == ZET_DRAW   ? "draw"
           : result == ZET_OPEN ? "*"
                                : zet_side_name(r->game, result == ZET_WIN_0 ? 0 : 1);
}

/* The record before it has its form. Of the record before only what does not change is asked. */
static void draft(struct recording *r, zet_outcome outcome, int64_t points) {
    zet_output *out = r->draft;
    char number[32];
    zet_output_clear(out);
    put(out, r->head);
    put(out, "result: ");
    put(out, r->result                    ? r->result
             : outcome.result == ZET_OPEN ? "\"*\""
                                          : result_word(r, outcome.result));
    put(out, "\n");
    if (r->result || outcome.result != ZET_OPEN) {
        put(out, "termination: ");
        put(out, r->result ? r->termination : "rules");
        put(out, "\n");
    }
    put_moves(out, "moves", &r->before, &r->moves);
    if (r->playout.count)
        put_moves(out, "playout", NULL, &r->playout);
    if (points >= 0) {
        snprintf(number, sizeof number, "points: %lld\n", (long long)points);
        put(out, number);
    }
    put(out, r->tail);
}

static bool lack_memory(zet_error *error) {
    error->status = ZET_OUT_OF_MEMORY;
    return false;
}

/* Puts a text in canonical form: to r->text, whose only record becomes r->record. */
static bool take(struct recording *r, zet_text text, struct refusal *why) {
    enum { WORK_OF_EACH = 512 }; /* beginning costs as much as that many bytes */
    zet_error error = {0};
    r->work += text.length + WORK_OF_EACH;
    zet_output_clear(r->text);
    r->record = NULL;
    r->made = false;
    if (!r->format && (r->format = zet_task_new("format", &error)))
        zet_task_set_output(r->format, r->text);
    bool well = r->format && zet_task_run_text(r->format, "-", text, &error) == ZET_OK &&
                (zet_output_flush(r->text) == ZET_OK || lack_memory(&error)) &&
                zet_reader_open_text(r->reader, "-", zet_output_text(r->text), &error) &&
                zet_reader_next(r->reader, &r->record, &error) == ZET_OK;
    if (!well) {
        zet_task_free(r->format);
        r->format = NULL;
    }
    r->made = well;
    return well || refuse_error(why, &error);
}

/* Why the record is not valid. */
static bool refuse_record(struct recording *r, struct refusal *why) {
    zet_finding f;
    for (size_t i = 0; zet_record_finding(r->record, i, &f); i++)
        if (f.severity == ZET_ERROR) {
            snprintf(why->code, sizeof why->code, "%s%s%s", f.code, f.reason ? "/" : "",
                     f.reason ? f.reason : "");
            snprintf(why->message, sizeof why->message, "%.*s", (int)f.message.length,
                     f.message.at);
            return false;
        }
    return refuse(why, "", "the record is not valid");
}

static zet_outcome outcome_by_rules(const struct recording *r) {
    zet_outcome outcome = zet_position_outcome(r->position);
    if (r->in_playout && outcome.result == ZET_OPEN)
        outcome = (zet_outcome){zet_position_turn(r->position) ? ZET_WIN_0 : ZET_WIN_1, "goal"};
    return outcome;
}

/* Takes the draft with the outcome so far. */
static bool take_draft(struct recording *r, int64_t points, struct refusal *why) {
    draft(r, outcome_by_rules(r), points);
    r->made = false;
    return zet_output_flush(r->draft) == ZET_OK ? take(r, zet_output_text(r->draft), why)
                                                : out_of_memory(why);
}

/* Makes the text anew, and judges it. */
static bool make(struct recording *r, struct refusal *why) {
    enum { RECORD_BYTES_MAX = 1024 * 1024, END_BYTES = 1024 }; /* what an end of the game takes */
    if (!take_draft(r, -1, why))
        return false;
    if (zet_record_is_valid(r->record) && zet_record_points(r->record) >= 0 &&
        !take_draft(r, zet_record_points(r->record), why))
        return false;
    size_t length = zet_output_text(r->text).length + END_BYTES;
    r->room = length < RECORD_BYTES_MAX ? RECORD_BYTES_MAX - length : 0;
    return zet_record_is_valid(r->record) || refuse_record(r, why);
}

bool recording_update(struct recording *r) {
    struct refusal why = {0};
    return r->made || make(r, &why) || r->made;
}

/* Whether the record keeps its size when it grows by something that takes so many bytes at most.
   Then the text is made when it is needed. */
static bool grow(struct recording *r, size_t bytes) {
    bool fits = bytes <= r->room;
    if (fits)
        r->room -= bytes;
    return fits;
}

/* What has changed is well, or was so before. */
static bool changed(struct recording *r, bool well) {
    r->made = false;
    return well;
}

/* Taking a record apart. */

/* The line after the value of the key whose line is at `line`: the next line that begins a key, or
   has anything else in its first column. */
static const char *end_of_value(const char *line) {
    do
        line += strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n');
    while (*line == ' ' || *line == '\n');
    return line;
}

static bool is_key(const char *line, const char *key) {
    size_t n = strlen(key);
    return !strncmp(line, key, n) && line[n] == ':';
}

/* The line of a key of the record, or NULL. */
static const char *find_key(const char *text, const char *key) {
    while (*text && !is_key(text, key))
        text = *text == '#' || *text == '-' ? text + strcspn(text, "\n") + 1 : end_of_value(text);
    return *text ? text : NULL;
}

/* The comment at the end of the line of one of our keys, whose values have no `#`; or NULL. */
static const char *comment_in(const char *line) {
    size_t n = strcspn(line, "#\n");
    return line[n] == '#' ? line + n : NULL;
}

/* Takes a key with its value out of the text; a comment after it gets a line of its own. */
static void cut_key(char *text, const char *key) {
    char *line = (char *)find_key(text, key);
    if (!line)
        return;
    const char *end = end_of_value(line), *comment = comment_in(line);
    if (comment) {
        size_t n = strcspn(comment, "\n") + 1;
        memmove(line, comment, n);
        line += n;
    }
    memmove(line, end, strlen(end) + 1);
}

bool recording_value(const struct recording *r, const char *key, char *to, size_t size) {
    const char *line = find_key(r->head, key);
    if (!line)
        line = find_key(r->tail, key);
    if (!line)
        return false;
    line += strlen(key) + 1;
    size_t n = strcspn(line, "\n"), first = strspn(line, " \"'");
    while (n > first && strchr(" \"'", line[n - 1]))
        n--;
    snprintf(to, size, "%.*s", (int)(n > first ? n - first : 0), line + first);
    return true;
}

/* Everything before and after the moves, without what follows from the moves. */
static bool split(struct recording *r, char *text, struct refusal *why) {
    static const char *const ours[] = {"result", "termination", "playout", "points"};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        cut_key(text, ours[i]);
    const char *moves = find_key(text, "moves");
    if (!moves)
        return refuse(why, "", "the record cannot be continued");
    free(r->head);
    free(r->tail);
    const char *comment = comment_in(moves);
    size_t length = comment ? strcspn(comment, "\n") + 1 : 0;
    r->tail = strdup(end_of_value(moves));
    memmove(text + (moves - text), comment ? comment : moves, length);
    r->head = strndup(text, (size_t)(moves - text) + length);
    return (r->head && r->tail) || out_of_memory(why);
}

/* Opens everything that a recording needs. */
static bool open_all(struct recording *r) {
    r->reader = zet_reader_new(NULL);
    r->text = zet_output_new(NULL, NULL);
    r->draft = zet_output_new(NULL, NULL);
    if (!r->reader || !r->text || !r->draft)
        return command_error("out of memory"), false;
    zet_reader_keep_moves(r->reader, r->drawn);
    return true;
}

/* The rules and the first position of the record that was read. */
static bool open_position(struct recording *r, struct refusal *why) {
    zet_error error = {0};
    zet_text from = zet_record_value(r->record, "position");
    r->game = zet_record_game(r->record);
    r->rules = zet_record_rules(r->record, &error);
    if (r->rules)
        r->position = zet_position_new(r->rules, from.length ? from : zet_text_of(NULL), &error);
    return r->position || refuse_error(why, &error);
}

bool recording_begin(struct recording *r, const struct position_options *position,
                     const struct header_options *header, const char *clock) {
    struct refusal why = {0};
    if (!open_all(r))
        return false;
    put(r->draft, "---\n");
    header_write(r->draft, position, header);
    if (clock) {
        put(r->draft, "x-clock: ");
        header_write_quoted(r->draft, zet_text_of(clock));
        put(r->draft, "\n");
    }
    put(r->draft, "moves: \"\"\n");
    bool well = take(r, zet_output_text(r->draft), &why);
    if (well && !zet_record_is_valid(r->record))
        well = refuse_record(r, &why);
    if (well) {
        zet_text text = zet_output_text(r->text);
        char *copy = strndup(text.at, text.length);
        well = (copy || out_of_memory(&why)) && split(r, copy, &why) && open_position(r, &why);
        free(copy);
    }
    well = well && make(r, &why);
    if (!well)
        command_error("the header: %s", why.message);
    return well;
}

/* Resuming. */

/* One line of play of the record: where its moves begin. */
struct place {
    size_t offset;
    bool playout;
    bool gift;
};

/* The end of the block of moves that has a place in it. */
static size_t end_of_block(const char *text, size_t at) {
    while (text[at] && !(text[at] == '\n' && text[at + 1] != ' ' && text[at + 1] != '\n'))
        at++;
    return at;
}

/* Takes the text without its indentation, and without the number of the move that follows it. */
static bool add_piece(struct pieces *p, const char *text, size_t length) {
    char *copy = malloc(length + 1);
    size_t n = 0;
    bool number = false;
    if (!copy)
        return false;
    for (size_t i = 0; i < length; i++) {
        copy[n++] = text[i];
        if (text[i] == '\n')
            i += strspn(text + i + 1, " ");
    }
    while (n && isspace((unsigned char)copy[n - 1]))
        n--;
    size_t end = n;
    while (end && copy[end - 1] == '.')
        end--, number = true;
    while (number && end && isdigit((unsigned char)copy[end - 1]))
        end--;
    if (number && (!end || isspace((unsigned char)copy[end - 1])))
        n = end;
    while (n && isspace((unsigned char)copy[n - 1]))
        n--;
    bool added = pieces_add(p, copy, n);
    free(copy);
    return added;
}

/* Takes over what was played. `text` is the record in canonical form. */
static bool take_moves(struct recording *r, const char *text, struct refusal *why) {
    zet_error error = {0};
    zet_ply ply;
    struct place last = {0};
    bool any = false, well = true;
    zet_walk *walk = zet_walk_new(r->record, &error);
    if (!walk)
        return refuse_error(why, &error);
    const char *moves = find_key(text, "moves");
    size_t start = (size_t)(moves - text) + strcspn(moves, "\n");
    while (well && zet_walk_next(walk, &ply)) {
        size_t offset = (size_t)ply.offset, from = any ? last.offset : start;
        if (ply.depth || (any && last.gift && !ply.gift && last.playout == ply.playout)) {
            last.gift &= ply.depth > 0;
            continue;
        }
        size_t end = any && last.playout != ply.playout ? end_of_block(text, from) : offset;
        struct pieces *to = last.playout ? &r->playout : &r->moves;
        well = add_piece(to, text + from, end - from);
        if (well && !any) /* the text before the first move is not a piece */
            r->before = r->moves.at[--r->moves.count];
        last = (struct place){offset, ply.playout, ply.gift};
        any = true;
    }
    if (well && any)
        well = add_piece(last.playout ? &r->playout : &r->moves, text + last.offset,
                         end_of_block(text, last.offset) - last.offset);
    zet_walk_free(walk);
    return well || out_of_memory(why);
}

/* Plays what was taken over. */
static bool play_again(struct recording *r, struct refusal *why) {
    zet_error error = {0};
    zet_ply ply;
    char gift[4096] = "";
    bool well = true;
    zet_walk *walk = zet_walk_new(r->record, &error);
    if (!walk)
        return refuse_error(why, &error);
    while (well && zet_walk_next(walk, &ply)) {
        if (ply.depth)
            continue;
        size_t n = strlen(gift);
        snprintf(gift + n, sizeof gift - n, "%s%.*s", n ? " " : "", (int)ply.move.length,
                 ply.move.at);
        if (ply.gift)
            continue;
        if (ply.playout && !r->in_playout)
            r->in_playout = zet_position_begin_playout(r->position, &error) == ZET_OK;
        well = zet_position_play(r->position, zet_text_of(gift), NULL, &error) == ZET_OK;
        *gift = '\0';
    }
    zet_walk_free(walk);
    return well || refuse_error(why, &error);
}

/* Whether the record has ended, with the reason. */
static bool check_unfinished(struct recording *r, struct refusal *why) {
    zet_text how = zet_record_value(r->record, "termination");
    zet_outcome outcome = zet_record_outcome(r->record);
    if (zet_record_value(r->record, "points").length)
        return refuse(why, "", "the game is finished: the record has its points");
    if (how.length && outcome.result == ZET_OPEN &&
        strncmp(how.at, "unfinished", how.length) != 0) {
        snprintf(why->message, sizeof why->message, "the game is finished: its termination is %.*s",
                 (int)how.length, how.at);
        return false;
    }
    return true;
}

/* The whole file in memory; NULL after a message. */
static char *read_whole(struct recording *r, const char *path) {
    enum { WHOLE_MAX = 8 * 1024 * 1024 };
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (descriptor < 0)
        return command_error("%s: %s", path, strerror(errno)), NULL;
    char *text = NULL;
    ssize_t n = 1;
    size_t length = 0, cap = 0;
    bool well = fstat(descriptor, &r->was) == 0;
    while (well && n > 0 && length <= WHOLE_MAX) {
        if (length + 1 >= cap) {
            char *more = realloc(text, cap = cap ? cap * 2 : 64 * 1024);
            if (!(well = more != NULL))
                break;
            text = more;
        }
        n = read(descriptor, text + length, cap - length - 1);
        length += n > 0 ? (size_t)n : 0;
    }
    int error = errno;
    close(descriptor);
    if (well && n == 0 && length <= WHOLE_MAX && S_ISREG(r->was.st_mode) &&
        !memchr(text, 0, length)) {
        text[length] = '\0';
        return text;
    }
    command_error("%s: %s", path,
                  !well                      ? "out of memory"
                  : n < 0                    ? strerror(error)
                  : length > WHOLE_MAX       ? "the file is too large for one record"
                  : !S_ISREG(r->was.st_mode) ? "this is no file that could be replaced"
                                             : "this is not text");
    free(text);
    return NULL;
}

/* Judges the file as it is: one valid record that is open. */
static bool check_file(struct recording *r, const char *text, struct refusal *why) {
    zet_error error = {0};
    const zet_record *next;
    if (!zet_reader_open_text(r->reader, "-", zet_text_of(text), &error) ||
        zet_reader_next(r->reader, &r->record, &error) != ZET_OK)
        return refuse_error(why, &error);
    if (!zet_record_is_valid(r->record)) {
        refuse_record(r, why);
        return false;
    }
    if (!check_unfinished(r, why))
        return false;
    if (zet_reader_next(r->reader, &next, &error) != ZET_END)
        return refuse(why, "", "the file has more than one record");
    return true;
}

bool recording_resume(struct recording *r, const char *path) {
    struct refusal why = {0};
    char *text = open_all(r) ? read_whole(r, path) : NULL;
    if (!text)
        return false;
    zet_reader_keep_moves(r->reader, true); /* for take_moves */
    r->path = path;
    r->there = true;
    bool well = check_file(r, text, &why) && take(r, zet_text_of(text), &why);
    free(text);
    if (well) {
        zet_text canonical = zet_output_text(r->text);
        char *copy = strndup(canonical.at, canonical.length);
        well = (copy || out_of_memory(&why)) && take_moves(r, copy, &why) &&
               open_position(r, &why) && play_again(r, &why) && split(r, copy, &why);
        free(copy);
    }
    if (well && !r->in_playout)
        recording_begin_playout(r);
    if (well && recording_is_over(r))
        well = refuse(&why, "", "the game is finished");
    well = well && make(r, &why);
    if (!well)
        command_error("%s: %s%s%s%s", path, why.message, *why.code ? " [" : "", why.code,
                      *why.code ? "]" : "");
    return well;
}

void recording_free(struct recording *r) {
    zet_position_free(r->position);
    zet_rules_free(r->rules);
    zet_reader_free(r->reader);
    zet_task_free(r->format);
    zet_output_free(r->text);
    zet_output_free(r->draft);
    pieces_free(&r->moves);
    pieces_free(&r->playout);
    free(r->head);
    free(r->tail);
    free(r->before.at);
}

/* Changing. */

static struct pieces *pieces_now(struct recording *r) {
    return r->in_playout ? &r->playout : &r->moves;
}

/* Where the glyphs at the end of a move begin. */
static size_t length_without_glyphs(const char *move) {
    size_t n = strlen(move), dollar = n;
    while (dollar && isdigit((unsigned char)move[dollar - 1]))
        dollar--;
    if (dollar < n && dollar && move[dollar - 1] == '$')
        return dollar - 1;
    while (n && strchr("!?", move[n - 1]))
        n--;
    return n;
}

/* Says of a move that was refused what the judgement of the whole record would say. */
static void explain_refusal(struct recording *r, const char *move, struct refusal *why) {
    struct refusal finding = {0};
    struct pieces *p = pieces_now(r);
    if (strpbrk(move, "{};()\n"))
        return;
    if (!pieces_add(p, move, strlen(move))) {
        out_of_memory(why);
        return;
    }
    if (!make(r, &finding) && (*finding.code || finding.out_of_memory))
        *why = finding;
    pieces_drop(p);
    changed(r, true);
}

static bool is_usual_glyph(const char *text) {
    static const char *const usual[] = {"", "!", "?", "!!", "??", "!?", "?!"};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (!strcmp(text, usual[i]))
            return true;
    return false;
}

/* Adds the move that was played last, with its glyphs. What the rules allow is well in the record
   too, unless it becomes too large; other glyphs are judged with all of it. */
static bool add_move(struct recording *r, const char *glyphs, const char *remark,
                     struct refusal *why) {
    enum { NUMBER_BYTES = 16 }; /* "65535... ", and a new line */
    zet_text canonical = zet_position_last_move(r->position);
    struct pieces *p = pieces_now(r);
    if (!pieces_add(p, canonical.at, canonical.length))
        return out_of_memory(why);
    struct piece *last = &p->at[p->count - 1];
    if (!piece_append(last, glyphs, strlen(glyphs)) || (remark && !piece_add_word(last, remark)))
        out_of_memory(why);
    else if (is_usual_glyph(glyphs) && grow(r, last->length + NUMBER_BYTES))
        return changed(r, true);
    else if (make(r, why))
        return true;
    pieces_drop(p);
    return changed(r, false);
}

bool recording_play(struct recording *r, const char *move, const char *remark,
                    struct refusal *why) {
    zet_error error = {0};
    const char *reason;
    size_t n = length_without_glyphs(move);
    *why = (struct refusal){0};
    if (r->result)
        return refuse(why, "move-after-end", "the game has ended before this move");
    zet_status status = zet_position_play(r->position, (zet_text){move, n}, &reason, &error);
    if (status != ZET_OK) {
        if (status == ZET_OUT_OF_MEMORY)
            return out_of_memory(why);
        refuse(why, reason ? "illegal-move/" : "syntax", error.message);
        if (reason)
            strncat(why->code, reason, sizeof why->code - strlen(why->code) - 1);
        explain_refusal(r, move, why);
        return false;
    }
    if (add_move(r, move + n, remark, why))
        return true;
    zet_position_undo(r->position);
    return false;
}

bool recording_undo(struct recording *r, struct refusal *why) {
    *why = (struct refusal){0};
    if (r->result) {
        r->result = r->termination = NULL;
        return changed(r, true);
    }
    struct pieces *p = r->in_playout && r->playout.count ? &r->playout : &r->moves;
    if (!p->count)
        return refuse(why, "", "no move can be taken back");
    if (p == &r->moves)
        r->in_playout = false;
    pieces_drop(p);
    zet_position_undo(r->position);
    return changed(r, true);
}

/* Whether a comment is well in a record of this game that has nothing else. `text` and `record`
   are then that record. */
static bool is_well_alone(struct recording *r, const char *comment) {
    struct refusal ignored;
    char variant[64];
    zet_output_clear(r->draft);
    put(r->draft, "---\ngame: ");
    put(r->draft, r->game);
    if (recording_value(r, "variant", variant, sizeof variant)) {
        put(r->draft, "\nvariant: ");
        put(r->draft, variant);
    }
    put(r->draft, "\nmoves: |\n");
    put_lines(r->draft, comment);
    bool well = zet_output_flush(r->draft) == ZET_OK &&
                take(r, zet_output_text(r->draft), &ignored) && zet_record_is_valid(r->record);
    r->made = false;
    return well;
}

bool recording_comment(struct recording *r, const char *comment, struct refusal *why) {
    struct pieces *p = r->in_playout && r->playout.count ? &r->playout : &r->moves;
    struct piece *to = p->count ? &p->at[p->count - 1] : &r->before;
    size_t before = to->length;
    *why = (struct refusal){0};
    if (strchr(comment, '}'))
        return refuse(why, "", "a comment cannot contain }, which ends it");
    char *with = malloc(strlen(comment) + 3);
    if (!with)
        return out_of_memory(why);
    sprintf(with, "{%s}", comment);
    bool added = piece_add_word(to, with) || out_of_memory(why);
    /* each word may begin a line, which is indented */
    bool well = added && ((is_well_alone(r, with) && grow(r, 3 * strlen(with))) || make(r, why));
    free(with);
    if (well)
        return changed(r, true);
    to->length = before;
    if (to->at)
        to->at[before] = '\0';
    return changed(r, false);
}

bool recording_end(struct recording *r, const char *result, const char *termination,
                   struct refusal *why) {
    *why = (struct refusal){0};
    if (outcome_by_rules(r).result != ZET_OPEN || r->result)
        return refuse(why, "", "the game has ended already");
    r->result = result;
    r->termination = termination;
    if (make(r, why))
        return true;
    r->result = r->termination = NULL;
    return changed(r, false);
}

bool recording_begin_playout(struct recording *r) {
    r->in_playout |= zet_position_begin_playout(r->position, NULL) == ZET_OK;
    return r->in_playout;
}

bool recording_is_over(const struct recording *r) {
    return r->result || zet_position_outcome(r->position).result != ZET_OPEN;
}

zet_outcome recording_outcome(const struct recording *r) {
    zet_outcome outcome = outcome_by_rules(r);
    if (!r->result)
        return outcome;
    outcome.reason = r->termination;
    outcome.result = !strcmp(r->result, "draw")                      ? ZET_DRAW
                     : !strcmp(r->result, zet_side_name(r->game, 0)) ? ZET_WIN_0
                     : !strcmp(r->result, zet_side_name(r->game, 1)) ? ZET_WIN_1
                                                                     : ZET_OPEN;
    return outcome;
}

bool recording_save(struct recording *r) {
    struct replacement file = {0};
    r->unsaved = true;
    if (!r->path)
        return true;
    if (!recording_update(r))
        return command_error("out of memory"), false;
    zet_text text = zet_output_text(r->text);
    if (!(r->there ? replace_begin_same(&file, r->path, &r->was, COMPRESSION_NONE)
                   : replace_begin(&file, r->path, REPLACE_NEVER)))
        return false;
    replace_write(&file, text.at, text.length);
    if (!replace_commit(&file))
        return false;
    r->there = true;
    r->was = file.made;
    r->unsaved = false;
    return true;
}

const char *recording_remark(const struct recording *r, unsigned side) {
    size_t count = r->moves.count;
    unsigned turn = zet_position_turn(r->position);
    if (r->in_playout || !count)
        return NULL;
    /* the last move was the other side's */
    size_t back = turn == side ? 2 : 1;
    if (recording_outcome(r).result != ZET_OPEN || back > count)
        return NULL;
    return strchr(r->moves.at[count - back].at, '{');
}
