#include "notation/games/marks.h"

#include <string.h>

#include "notation/games/cell.h"

static bool refuse(struct mark_fault *fault, struct text value, const char *why) {
    *fault = (struct mark_fault){value, why, false};
    return false;
}

static bool read_cell(struct text value, const struct board *board, cell *to,
                      struct mark_fault *fault) {
    if (zi_cell_read(value, board, to))
        return true;
    *fault = (struct mark_fault){value, "the board has no such cell", true};
    return false;
}

bool zi_marks_read_pair(struct text value, const struct board *board, cell *from, cell *to,
                        struct mark_fault *fault) {
    struct text rest = value, first = text_next_part(&rest, '-');
    if (first.len == value.len)
        return refuse(fault, value, "two cells are needed, such as c3-e5");
    return read_cell(first, board, from, fault) && read_cell(rest, board, to, fault);
}

static bool read_label(struct marks *marks, struct text value, const struct board *board,
                       struct mark_fault *fault) {
    struct marked_label *to = &marks->label[marks->label_count++];
    struct text rest = value, at = text_next_part(&rest, '=');
    if (at.len == value.len || !rest.len || rest.len > LABEL_BYTES_MAX)
        return refuse(fault, value, "a cell and at most 8 bytes of text are needed, such as e5=A");
    *to = (struct marked_label){0};
    memcpy(to->text, rest.at, rest.len);
    return read_cell(at, board, &to->at, fault);
}

static bool read_mark(struct marks *marks, enum mark_kind kind, struct text value,
                      const struct board *board, struct mark_fault *fault) {
    struct marked_cell *to = &marks->mark[marks->mark_count++];
    to->kind = kind;
    if (!read_cell(value, board, &to->at, fault))
        return false;
    return kind != MARK_FILL || !cell_level(to->at) ||
           refuse(fault, value, "only cells of level 1 can be filled");
}

enum { KIND_ARROW = MARK_TRIANGLE + 1, KIND_LABEL, KINDS };

static bool read_one(struct marks *marks, unsigned kind, struct text value,
                     const struct board *board, struct mark_fault *fault) {
    if (marks->mark_count == MARKS_MAX || marks->arrow_count == MARKS_MAX ||
        marks->label_count == MARKS_MAX)
        return refuse(fault, NO_TEXT, "more than 256");
    if (kind == KIND_LABEL)
        return read_label(marks, value, board, fault);
    if (kind != KIND_ARROW)
        return read_mark(marks, (enum mark_kind)kind, value, board, fault);
    struct marked_arrow *to = &marks->arrow[marks->arrow_count++];
    return zi_marks_read_pair(value, board, &to->from, &to->to, fault);
}

bool zi_marks_read(struct marks *marks, struct text kind, struct text list,
                   const struct board *board, struct mark_fault *fault) {
    static const char *const kinds[KINDS] = {
        [MARK_FRAME] = "mark",    [MARK_FILL] = "fill",         [MARK_CROSS] = "cross",
        [MARK_SQUARE] = "square", [MARK_TRIANGLE] = "triangle", [KIND_ARROW] = "arrow",
        [KIND_LABEL] = "label",
    };
    size_t mark_count = marks->mark_count, arrow_count = marks->arrow_count,
           label_count = marks->label_count;
    unsigned found = 0;
    while (found < KINDS && !text_is(kind, kinds[found]))
        found++;
    if (found == KINDS)
        return refuse(fault, NO_TEXT,
                      "there is no such mark; the marks are mark, square, triangle, cross, fill, "
                      "arrow and label");
    bool more = list.len && list.at[list.len - 1] != ',';
    if (!more)
        return refuse(fault, list, "something is missing at the end");
    while (more && list.len)
        more = read_one(marks, found, text_trimmed(text_next_part(&list, ','), SPACE_MARKS), board,
                        fault);
    if (!more) {
        marks->mark_count = mark_count;
        marks->arrow_count = arrow_count;
        marks->label_count = label_count;
    }
    return more;
}

/* Marks in comments. */

bool zi_comment_mark_next(struct text *comment, struct comment_mark *mark) {
    for (;;) {
        const char *from = comment->len ? memmem(comment->at, comment->len, "[%", 2) : NULL;
        const char *end = comment->at + comment->len;
        const char *to = from ? memchr(from, ']', (size_t)(end - from)) : NULL;
        if (!to)
            return false;
        const char *word = from + 2;
        while (word < to && !is_space(*word))
            word++;
        *mark = (struct comment_mark){
            {from, (size_t)(to + 1 - from)},
            {from + 2, (size_t)(word - from - 2)},
            text_trimmed((struct text){word, (size_t)(to - word)}, SPACE_MARKS)};
        *comment = (struct text){to + 1, (size_t)(end - to - 1)};
        if (!text_is(mark->kind, "clk"))
            return true;
    }
}

void zi_marks_add_comment(struct marks *marks, struct text comment, const struct board *board) {
    struct comment_mark mark;
    struct mark_fault fault;
    while (zi_comment_mark_next(&comment, &mark))
        zi_marks_read(marks, mark.kind, mark.list, board, &fault);
}

void zi_comment_without_marks(struct buffer *out, struct text comment) {
    struct comment_mark mark;
    struct text rest = comment;
    size_t begin = out->len;
    bool marked = false;
    while (zi_comment_mark_next(&rest, &mark)) {
        buffer_text(out, (struct text){comment.at, (size_t)(mark.whole.at - comment.at)});
        while (rest.len && is_space(*rest.at))
            rest = text_after(rest, 1);
        comment = rest;
        marked = true;
    }
    buffer_text(out, comment);
    while (marked && !comment.len && out->len > begin && is_space(out->at[out->len - 1]))
        out->len--;
}
