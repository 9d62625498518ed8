#include "notation/words/words.h"

/* The number formed by the digits at `from`; -1 if they are not all digits. */
static int digits_at(struct text t, size_t from, size_t count) {
    int n = 0;
    for (size_t i = from; i < from + count; i++) {
        if (t.at[i] < '0' || t.at[i] > '9')
            return -1;
        n = 10 * n + t.at[i] - '0';
    }
    return n;
}

void zi_words_date(struct buffer *out, enum language l, struct text date) {
    static const char *const months[] = {
        WORD("date|January"), WORD("date|February"), WORD("date|March"),
        WORD("date|April"),   WORD("date|May"),      WORD("date|June"),
        WORD("date|July"),    WORD("date|August"),   WORD("date|September"),
        WORD("date|October"), WORD("date|November"), WORD("date|December")};
    bool whole = date.len == 10 && date.at[4] == '-' && date.at[7] == '-';
    int month = whole ? digits_at(date, 5, 2) : 0, day = whole ? digits_at(date, 8, 2) : 0;
    if (month < 1 || month > 12 || day < 1 || digits_at(date, 0, 4) < 0) {
        buffer_text(out, date);
        return;
    }
    words_put(out, l, day == 1 ? WORD("date, a first|%1$s %2$s %3$s") : WORD("date|%1$s %2$s %3$s"),
              (unsigned)day, zi_word(l, months[month - 1]), ((struct text){date.at, 4}));
}
