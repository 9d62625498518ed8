/* Which legal moves an illegal one may have been meant for. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

enum { SUGGESTIONS_MAX = 8, TEXT_MAX = 128 };

/* Whether two texts are the same but for one character more, less or other, or two neighbours
   swapped. */
static bool is_one_edit(const char *a, const char *b) {
    size_t la = strlen(a), lb = strlen(b), i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    if (la == lb)
        return !strcmp(a + i + (i < la), b + i + (i < lb)) ||
               (i + 1 < la && a[i] == b[i + 1] && a[i + 1] == b[i] &&
                !strcmp(a + i + 2, b + i + 2));
    if (la == lb + 1)
        return !strcmp(a + i + 1, b + i);
    return lb == la + 1 && !strcmp(a + i, b + i + 1);
}

/* The length of the text's first cell. */
static size_t origin_length(const char *text) {
    size_t n = strspn(text, "0123456789");
    if (text[n] >= 'a' && text[n] <= 'z')
        n++;
    return n + strspn(text + n, "0123456789");
}

static bool has_origin(const char *text, const char *wanted) {
    size_t n = origin_length(wanted);
    return n && origin_length(text) == n && !strncmp(text, wanted, n);
}

/* Prints those moves that `near` picks; returns how many there were. */
static size_t print_near(FILE *out, const struct move_list *list, const char *wanted,
                         bool (*near)(const char *, const char *)) {
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (!near(list->text[i], wanted))
            continue;
        if (count < SUGGESTIONS_MAX)
            fprintf(out, "%s%s", count ? ", " : "  did you mean ", list->text[i]);
        count++;
    }
    if (count > SUGGESTIONS_MAX)
        fprintf(out, " or %zu more", count - SUGGESTIONS_MAX);
    if (count)
        fputs("?\n", out);
    return count;
}

void zet_suggest(FILE *out, const struct ruleset *rs, const void *position,
                 const struct move *wanted) {
    char text[TEXT_MAX];
    struct writer w = {text, sizeof text - 1, 0};
    rs->rules->notation->write(&w, wanted);
    text[written(&w).len] = '\0';
    struct move_list list = zet_move_list(rs, position);
    if (!list.failed && !print_near(out, &list, text, is_one_edit))
        print_near(out, &list, text, has_origin);
    zet_move_list_free(&list);
}
