#include "validators/api/rewrite.h"

#include "notation/base/safe_text.h"
#include "notation/base/value.h"

const char *const zi_rewrite_outputs[] = {"text", "diff", "none", NULL};

void zi_rewrite_free(struct rewrite *rw) {
    zi_diff_free(&rw->diff);
    zi_buffer_free(&rw->name);
}

bool zi_rewrite_begin(struct rewrite *rw, struct zet_task *task, struct source *source) {
    source->pieces = true;
    rw->name.len = 0;
    zi_safe_text(&rw->name, task->file, SAFE_TEXT);
    rw->diff.name = buffered(&rw->name);
    return !rw->name.failed;
}

static void put_bytes(const struct rewrite *rw, struct zet_task *task, struct text t) {
    if (rw->output == REWRITE_TEXT && rw->copies)
        zet_output_write(task->io->copy, text_to(t));
    else if (rw->output == REWRITE_TEXT)
        buffer_text(zi_task_out(task), t);
}

/* Whether writing can continue: fails if a line is too long for the diff. */
static bool check_diff(const struct rewrite *rw, struct zet_task *task) {
    return !rw->diff.line_too_long ||
           task_refuse(task, "the changes cannot be shown: a line has more than 16 MiB");
}

bool zi_rewrite_same(struct rewrite *rw, struct zet_task *task, struct text bytes) {
    put_bytes(rw, task, bytes);
    if (rw->output == REWRITE_DIFF)
        zi_diff_same(&rw->diff, bytes, zi_task_out(task));
    return check_diff(rw, task);
}

bool zi_rewrite_change(struct rewrite *rw, struct zet_task *task, struct text old,
                       struct text new) {
    if (text_same(old, new))
        return zi_rewrite_same(rw, task, old);
    task->counts.changed += !task->changed;
    task->changed = true;
    put_bytes(rw, task, new);
    if (rw->output == REWRITE_DIFF)
        zi_diff_change(&rw->diff, old, new, zi_task_out(task));
    return check_diff(rw, task);
}

bool zi_rewrite_piece(struct rewrite *rw, struct zet_task *task, const struct rewrite_piece *p,
                      struct text old, struct text new) {
    struct text mark = {old.at, p->mark}, rest = text_after(old, p->mark);
    if (!p->changed)
        return zi_rewrite_same(rw, task, old);
    return zi_rewrite_same(rw, task, mark) && zi_rewrite_change(rw, task, rest, new);
}

bool zi_rewrite_end(struct rewrite *rw, struct zet_task *task) {
    if (rw->output == REWRITE_DIFF)
        zi_diff_end(&rw->diff, zi_task_out(task));
    return check_diff(rw, task);
}

/* The bytes of a final line `...` including its line end; 0 if there is none. */
static size_t tail_of(struct text t) {
    size_t end = t.len, start;
    if (end && t.at[end - 1] == '\n')
        end--;
    if (end && t.at[end - 1] == '\r')
        end--;
    for (start = end; start && !is_line_end(t.at[start - 1]);)
        start--;
    const char *line = t.at + start;
    bool is_end = end - start >= 3 && memcmp(line, "...", 3) == 0 &&
                  (end - start == 3 || line[3] == ' ' || line[3] == '\t');
    return is_end ? t.len - start : 0;
}

void zi_rewrite_append(struct buffer *data, struct rewrite_piece p, const struct document *d,
                       struct text new) {
    bool copied = !d->too_long; /* else its bytes follow in pieces */
    p.piece = d->piece;
    p.mark = d->mark;
    p.keeps_end = d->unmarked || (d->after_end && d->directive);
    p.old = copied ? d->mark + d->text.len : 0;
    p.tail = copied && p.changed ? tail_of(d->text) : 0;
    p.new = p.changed ? new.len : 0;
    buffer_text(data, (struct text){(const char *)&p, sizeof p});
    if (copied)
        buffer_text(data, (struct text){d->text.at - d->mark, p.old});
    buffer_text(data, (struct text){new.at, p.new});
}

bool zi_rewrite_each(struct zet_task *task, const struct buffer *data, rewrite_step *step) {
    struct text left = buffered(data);
    struct rewrite_piece p;
    for (size_t size; left.len; left = text_after(left, size)) {
        memcpy(&p, left.at, sizeof p);
        size = sizeof p + p.old + p.new;
        struct text old = {left.at + sizeof p, p.old}, new = {old.at + p.old, p.new};
        if (!step(task, &p, old, new))
            return false;
    }
    return true;
}

void zi_rewrite_place(struct buffer *out, struct text file, size_t line, size_t column) {
    buffer_add(out, value_safe(file, SAFE_TEXT), ":", line, ":", column, ": ");
}
