#include "validators/report/explain.h"

#include "notation/base/value.h"

#define EXPLANATION(code, reason, meaning, remedy, example)                                        \
    {code, reason, NULL, NULL, meaning, remedy, example},
#define CONVERSION(code, from, to, meaning, remedy, example)                                       \
    {code, NULL, from, to, meaning, remedy, example},
static const struct explanation explanations[] = {
#include "validators/report/explanations.def"
};
#undef EXPLANATION
#undef CONVERSION

const struct explanation *zi_explanation_of(struct text code, struct text reason) {
    for (size_t i = 0; i < sizeof explanations / sizeof *explanations; i++) {
        const struct explanation *e = &explanations[i];
        if (text_is(code, e->code) && (e->reason ? text_is(reason, e->reason) : !reason.len))
            return e;
    }
    return NULL;
}

void zi_explanation_address(struct buffer *out, const char *code, const char *reason) {
#ifdef ZET_DOCUMENTS /* the address of the website; its publisher sets it */
    buffer_add(out, ZET_DOCUMENTS "code-", code, reason ? "-" : "", reason, ".html");
#else
    (void)out, (void)code, (void)reason;
#endif
}
