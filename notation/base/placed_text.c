#include "notation/base/placed_text.h"

/* MARK, the kind, the columns, the digits, MARK. */
enum { MARK = 1 };

void zet_place_number(struct buffer *out, enum place_kind kind, uint64_t n, unsigned columns,
                      bool marked) {
    char room[24];
    struct writer w = {room, sizeof room, 0};
    write_number(&w, n);
    if (marked) {
        buffer_char(out, MARK);
        buffer_char(out, (char)('0' + kind));
        buffer_char(out, (char)('0' + columns));
    } else {
        buffer_chars(out, ' ', w.len < columns ? columns - w.len : 0);
    }
    buffer_text(out, written(&w));
    if (marked)
        buffer_char(out, MARK);
}

bool zet_placed_next(struct text *left, struct placed_piece *out) {
    if (!left->len)
        return false;
    const char *mark = memchr(left->at, MARK, left->len);
    size_t length = mark ? (size_t)(mark - left->at) : left->len;
    *out = (struct placed_piece){.text = {left->at, length}};
    if (!length) {
        const char *p = mark + 3;
        *out = (struct placed_piece){.is_place = true,
                                     .kind = (enum place_kind)(mark[1] - '0'),
                                     .columns = (unsigned)(mark[2] - '0')};
        for (; *p != MARK; p++)
            out->number = out->number * 10 + (unsigned)(*p - '0');
        length = (size_t)(p + 1 - mark);
    }
    *left = (struct text){left->at + length, left->len - length};
    return true;
}
