#include "notation/games/pattern.h"

#include <assert.h>
#include <stdlib.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

struct pattern {
    pcre2_code *code;
    pcre2_match_data *data;
    pcre2_match_context *context;
    pcre2_jit_stack *stack;
    bool jit; /* not available on every machine */
};

struct pattern *zi_pattern_new(struct text source) {
    int error;
    PCRE2_SIZE at;
    struct pattern *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->code = pcre2_compile((PCRE2_SPTR)source.at, source.len,
                            PCRE2_ANCHORED | PCRE2_EXTENDED | PCRE2_CASELESS, &error, &at, NULL);
    bool compiled = p->code || error == PCRE2_ERROR_HEAP_FAILED;
    assert(compiled);
    (void)compiled;
    if (p->code) {
        p->jit = pcre2_jit_compile(p->code, PCRE2_JIT_COMPLETE) == 0;
        p->data = pcre2_match_data_create(GROUPS_MAX + 1, NULL);
        p->context = pcre2_match_context_create(NULL);
        p->stack =
            p->jit ? pcre2_jit_stack_create(MATCH_STACK_BYTES, MATCH_STACK_BYTES, NULL) : NULL;
    }
    if (!p->code || !p->data || !p->context || (p->jit && !p->stack)) {
        zi_pattern_free(p);
        return NULL;
    }
    pcre2_set_match_limit(p->context, MATCH_LIMIT);
    pcre2_set_depth_limit(p->context, MATCH_DEPTH_LIMIT);
    if (p->jit)
        pcre2_jit_stack_assign(p->context, NULL, p->stack);
    return p;
}

void zi_pattern_free(struct pattern *p) {
    if (!p)
        return;
    pcre2_jit_stack_free(p->stack);
    pcre2_match_context_free(p->context);
    pcre2_match_data_free(p->data);
    pcre2_code_free(p->code);
    free(p);
}

/* PCRE2's result for a match at `from`. */
static int match(const struct pattern *p, struct text in, size_t from) {
    PCRE2_SPTR subject = (PCRE2_SPTR)in.at;
    if (p->jit)
        return pcre2_jit_match(p->code, subject, in.len, from, 0, p->data, p->context);
    return pcre2_match(p->code, subject, in.len, from, 0, p->data, p->context);
}

int zi_pattern_match(const struct pattern *p, struct text in, size_t from,
                     struct text group[GROUPS_MAX + 1], enum pattern_status *status) {
    int n = match(p, in, from);
    *status = n >= 0                      ? PATTERN_MATCHED
              : n == PCRE2_ERROR_NOMATCH  ? PATTERN_NO_MATCH
              : n == PCRE2_ERROR_NOMEMORY ? PATTERN_OUT_OF_MEMORY
                                          : PATTERN_LIMIT;
    if (n < 0)
        return 0;
    const PCRE2_SIZE *ends = pcre2_get_ovector_pointer(p->data);
    for (int i = 0; i < n; i++) {
        bool set = ends[2 * i] != PCRE2_UNSET;
        group[i] = set ? (struct text){in.at + ends[2 * i], ends[2 * i + 1] - ends[2 * i]}
                       : (struct text){NULL, 0};
    }
    return n;
}
