/* Every code and every reason has an explanation, whose example has findings of that kind and no
   others. */
#include "tests/unit/unit.h"

#include "validators/games/rules.h"
#include "validators/zet.h"

struct kind {
    const char *code, *reason;
};

/* What a task says of the example, as JSON. */
static void run_example(const zet_explanation *e, zet_output *said) {
    const zet_text example = zet_text_of(e->example);
    const zet_task_io io = {.out = e->from ? NULL : said, .messages = e->from ? said : NULL};
    zet_task *task = zet_task_new(e->from ? "convert" : "validate", &io, NULL);
    assert_int_equal(zet_task_set(task, "format", "json", NULL), ZET_OK);
    if (e->from) {
        assert_int_equal(zet_task_set(task, "from", e->from, NULL), ZET_OK);
        assert_int_equal(zet_task_set(task, "to", e->to, NULL), ZET_OK);
    }
    assert_int_equal(zet_task_run_text(task, "a", example, NULL), ZET_OK);
    assert_int_equal(zet_task_finish(task, NULL), ZET_OK);
    assert_int_equal(zet_task_counts(task)->records, 1);
    zet_task_free(task);
    zet_output_write(said, (zet_text){"", 1});
}

static void is_explained(void **state) {
    const struct kind *kind = *state;
    zet_explanation e;
    char found[128];
    size_t wanted = 0, all = 0;
    assert_true(zet_explain(kind->code, kind->reason, &e));
    assert_true(strlen(e.sentence) > 5 && strlen(e.meaning) > 40 && strlen(e.remedy) > 30);
    zet_output *said = zet_output_new(NULL, NULL);
    assert_non_null(said);
    run_example(&e, said);
    snprintf(found, sizeof found, "\"severity\":\"%s\",\"code\":\"%s\",\"reason\":%s%s%s,",
             e.severity_name, kind->code, kind->reason ? "\"" : "",
             kind->reason           ? kind->reason
             : kind->code[0] == 'i' ? ""
                                    : "null",
             kind->reason ? "\"" : "");
    if (!kind->reason && !strcmp(kind->code, "illegal-move"))
        snprintf(found, sizeof found, "\"code\":\"illegal-move\",");
    for (const char *at = zet_output_text(said).at; (at = strstr(at, "\"severity\":")); at++)
        all++;
    for (const char *at = zet_output_text(said).at; (at = strstr(at, found)); at++)
        wanted++;
    if (!wanted || wanted != all)
        fail_msg("%zu findings, %zu of the kind: %s", all, wanted, zet_output_text(said).at);
    zet_output_free(said);
}

static void others_are_not(void **state) {
    zet_explanation e;
    (void)state;
    assert_false(zet_explain("", NULL, &e));
    assert_false(zet_explain("nonsense", NULL, &e));
    assert_false(zet_explain("illegal-move", "", &e));
    assert_false(zet_explain("illegal-move", "nonsense", &e));
    assert_false(zet_explain("syntax", "occupied", &e));
}

int main(void) {
    static struct CMUnitTest tests[FINDING_CODES + REASONS + 1];
    static struct kind kinds[FINDING_CODES + REASONS];
    size_t count = 0;
    for (size_t i = 0; i < FINDING_CODES; i++)
        kinds[count++] = (struct kind){zi_findings[i].code, NULL};
    for (size_t i = 0; i < REASONS; i++)
        kinds[count++] = (struct kind){"illegal-move", zi_reasons[i].code};
    for (size_t i = 0; i < count; i++)
        tests[i] = (struct CMUnitTest){kinds[i].reason ? kinds[i].reason : kinds[i].code,
                                       is_explained, NULL, NULL, &kinds[i]};
    tests[count++] = (struct CMUnitTest){"others_are_not", others_are_not, NULL, NULL, NULL};
    return _cmocka_run_group_tests("explain", tests, count, NULL, NULL);
}
