/* The files of schemas/ agree with the tables by which the program reads and writes. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "tests/unit/unit.h"

#include <jansson.h>
#include <pcre2.h>
#include <zet.h>

static json_t *load(const char *path) {
    json_error_t error;
    json_t *json = json_load_file(path, 0, &error);
    if (!json)
        fail_msg("%s:%d: %s", path, error.line, error.text);
    return json;
}

static const char *about(const json_t *schema) {
    const char *text = json_string_value(json_object_get(schema, "description"));
    return text ? text : "";
}

/* The object has the names of the catalogue as keys and no others, each with its description. */
static void expect_keys(const json_t *properties, zet_catalogue catalogue, const char *of) {
    const char *name;
    size_t count = 0;
    for (; (name = zet_catalogue_name(catalogue, of, count)); count++) {
        const json_t *own = json_object_get(properties, name);
        if (!own)
            fail_msg("the schema lacks %s", name);
        assert_string_equal(about(own), zet_catalogue_about(catalogue, of, count));
    }
    assert_int_equal(json_object_size(properties), count);
}

/* The array has the names of the catalogue, in its order. The tests have a game more. */
static void expect_names(const json_t *names, zet_catalogue catalogue, const char *of) {
    size_t count = json_array_size(names);
    count -= count && json_is_null(json_array_get(names, count - 1));
    for (size_t i = 0; i < count; i++)
        assert_string_equal(json_string_value(json_array_get(names, i)),
                            zet_catalogue_name(catalogue, of, i));
    if (catalogue != ZET_CATALOGUE_GAMES)
        assert_null(zet_catalogue_name(catalogue, of, count));
}

static const json_t *at(const json_t *json, const char *path) {
    char keys[128], *rest = NULL;
    snprintf(keys, sizeof keys, "%s", path);
    for (const char *key = strtok_r(keys, " ", &rest); key; key = strtok_r(NULL, " ", &rest))
        json = json_is_array(json) ? json_array_get(json, (size_t)atoi(key))
                                   : json_object_get(json, key);
    return json;
}

static bool fits(const char *pattern, const char *word, size_t length) {
    int fault;
    PCRE2_SIZE place;
    pcre2_code *code =
        pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, PCRE2_UTF, &fault, &place, NULL);
    assert_non_null(code);
    pcre2_match_data *data = pcre2_match_data_create_from_pattern(code, NULL);
    int matches = pcre2_match(code, (PCRE2_SPTR)word, length, 0, 0, data, NULL);
    pcre2_match_data_free(data);
    pcre2_code_free(code);
    return matches > 0;
}

/* The words for each value, which is first. */
#undef VALUE
#define VALUE(...) {__VA_ARGS__},
#define PHRASE(...)
static const char *const values[][64] = {
#include "notation/words/values.def"
};
#undef PHRASE

/* A pattern takes each word that is read as one of `words`. */
static void expect_pattern(const json_t *words, const char *pattern) {
    for (size_t i = 0; i < json_array_size(words); i++) {
        const char *own = json_string_value(json_array_get(words, i));
        assert_true(fits(pattern, own, strlen(own)));
        for (size_t k = 0; k < sizeof values / sizeof *values; k++)
            for (const char *const *word = values[k]; *word && !strcmp(*values[k], own); word++)
                if (!fits(pattern, *word, strlen(*word)))
                    fail_msg("the pattern lacks %s for %s", *word, own);
    }
    assert_false(fits(pattern, "nothing", 7));
}

/* Everywhere: {"anyOf": [{"enum": words}, {"pattern": ...}]}. Returns how many there are. */
static size_t expect_patterns(const json_t *json) {
    const char *pattern = json_string_value(at(json, "anyOf 1 pattern"));
    size_t count = 0, index;
    const char *key;
    json_t *value;
    if (json_is_object(json) && at(json, "anyOf 0 enum") && pattern) {
        expect_pattern(at(json, "anyOf 0 enum"), pattern);
        count++;
    }
    json_object_foreach((json_t *)(uintptr_t)json, key, value) count += expect_patterns(value);
    json_array_foreach(json, index, value) count += expect_patterns(value);
    return count;
}

static void records(void **state) {
    json_t *schema = load("schemas/record.schema.json");
    (void)state;
    expect_keys(at(schema, "properties"), ZET_CATALOGUE_RECORD_KEYS, NULL);
    expect_names(at(schema, "properties game anyOf 0 enum"), ZET_CATALOGUE_GAMES, NULL);
    assert_int_equal(json_array_size(at(schema, "allOf")), 4);
    for (size_t i = 0; i < 4; i++) {
        const char *game = zet_catalogue_name(ZET_CATALOGUE_GAMES, NULL, i);
        const json_t *of = at(json_array_get(at(schema, "allOf"), i), "then properties");
        if (zet_catalogue_name(ZET_CATALOGUE_VARIANTS, game, 0))
            expect_names(at(of, "variant anyOf 0 enum"), ZET_CATALOGUE_VARIANTS, game);
        else
            assert_true(json_is_false(at(of, "variant")));
        expect_keys(at(of, "rules properties"), ZET_CATALOGUE_RULE_OPTIONS, game);
    }
    assert_true(expect_patterns(schema) > 10);
    json_decref(schema);
}

static void findings(void **state) {
    json_t *schema = load("schemas/findings.schema.json");
    const json_t *finding = at(schema, "definitions finding properties");
    (void)state;
    expect_names(at(finding, "code enum"), ZET_CATALOGUE_FINDING_CODES, NULL);
    expect_names(at(schema, "properties game enum"), ZET_CATALOGUE_GAMES, NULL);
    json_decref(schema);
}

static void settings(void **state) {
    json_t *schema = load("schemas/settings.schema.json");
    (void)state;
    expect_keys(at(schema, "properties"), ZET_CATALOGUE_SETTINGS, NULL);
    expect_names(at(schema, "properties game enum"), ZET_CATALOGUE_GAMES, NULL);
    json_decref(schema);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(records), cmocka_unit_test(findings),
                                       cmocka_unit_test(settings)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
