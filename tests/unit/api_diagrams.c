/* Diagrams by zet.h alone: options, formats and files. */
#include "diagrams/diagram_file.h"
#include "tests/unit/unit.h"

#include <zet.h>

static zet_diagram *start_of_halma(const zet_diagram_options *options) {
    zet_rules *rules = zet_rules_new("halma", "8x8", NULL, NULL);
    zet_position *position = zet_position_new(rules, (zet_text){NULL, 0}, NULL);
    zet_diagram *diagram = zet_diagram_new(position, options, NULL);
    zet_position_free(position);
    zet_rules_free(rules);
    return diagram;
}

/* Every format of positions writes something. */
static void formats(void **state) {
    (void)state;
    const char *name;
    for (size_t i = 0; (name = zet_catalogue_name(ZET_CATALOGUE_DIAGRAM_FORMATS, NULL, i)); i++) {
        zet_error error = {0};
        zet_diagram_options *options = zet_diagram_options_new(NULL);
        zet_output *out = zet_output_new(NULL, NULL);
        assert_int_equal(zet_diagram_options_set(options, "format", name, NULL), ZET_OK);
        assert_string_equal(zi_diagram_options_format(options), name);
        zet_diagram *diagram = start_of_halma(options);
        zet_status status = zet_diagram_write(diagram, out, &error);
        bool drawn = zet_diagram_options_check(options, false, NULL) == ZET_OK;
        assert_int_equal(status, drawn ? ZET_OK : ZET_REFUSED);
        assert_true(drawn ? zet_output_text(out).length > 0 : *error.message);
        zet_diagram_free(diagram);
        zet_output_free(out);
        zet_diagram_options_free(options);
    }
}

/* A file that can hold several is twice as long with two. */
static void several_in_a_file(void **state) {
    static const char *const formats_of[] = {"ascii", "svg"};
    size_t once = 0;
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        zet_error error = {0};
        zet_diagram_options *options = zet_diagram_options_new(NULL);
        assert_int_equal(zet_diagram_options_set(options, "format", formats_of[i], NULL), ZET_OK);
        zet_diagram *diagram = start_of_halma(options);
        zet_output *out = zet_output_new(NULL, NULL);
        zet_diagram_file *file = zi_diagram_file_new(options, out, &error);
        assert_non_null(file);
        bool several = zet_diagram_format_is(formats_of[i], ZET_FORMAT_SEVERAL);
        assert_int_equal(several, i == 0);
        assert_int_equal(zi_diagram_file_add(file, diagram, &error), ZET_OK);
        once = zet_output_text(out).length;
        if (several) {
            assert_int_equal(zi_diagram_file_add(file, diagram, &error), ZET_OK);
            assert_true(zet_output_text(out).length >= 2 * once);
        }
        assert_int_equal(zi_diagram_file_end(file, &error), ZET_OK);
        zi_diagram_file_free(file);
        zet_diagram_free(diagram);
        zet_output_free(out);
        zet_diagram_options_free(options);
    }
}

static void options_have_bounds(void **state) {
    static const char *const refused[][2] = {
        {"width", "0"},     {"width", "1e9"},    {"format", "gif"}, {"flip", "maybe"},
        {"figure", "0"},    {"at", "every:0"},   {"moves", "3-2"},  {"mark", "a1,"},
        {"per-page", "65"}, {"caption", "\xFF"}, {"theme", "red"},  {"colour", "red"}};
    (void)state;
    zet_diagram_options *options = zet_diagram_options_new(NULL);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        zet_error error = {0};
        assert_int_equal(zet_diagram_options_set(options, refused[i][0], refused[i][1], &error),
                         ZET_REFUSED);
        assert_true(*error.message);
    }
    zet_diagram_options_free(options);
    assert_string_equal(zi_diagram_format_of("x.SVG"), "svg");
    assert_string_equal(zi_diagram_format_of("a/b.htm"), "html");
    assert_null(zi_diagram_format_of("svg"));
}

/* The options `at` and `moves` of a record; it ends by resignation. */
static void positions_of_a_record(void **state) {
    static const char record[] = "game: halma\nvariant: 8x8\nresult: white\n"
                                 "termination: resignation\nmoves: e1-d1 a5-a4 d1-d2\n";
    (void)state;
    const zet_record *read;
    const zet_diagram *diagram;
    zet_reader *reader = zet_reader_new(NULL);
    zet_diagram_options *options = zet_diagram_options_new(NULL);
    zet_output *out = zet_output_new(NULL, NULL);
    zet_diagram_options_set(options, "at", "every:1", NULL);
    zet_reader_set(reader, "moves", "true", NULL);
    assert_true(zet_reader_open_text(reader, "x", zet_text_of(record), NULL) == ZET_OK);
    assert_int_equal(zet_reader_next(reader, &read, NULL), ZET_OK);
    assert_true(zet_record_is_valid(read));
    zet_diagrams *diagrams = zet_diagrams_new(read, options, NULL);
    size_t count = 0;
    while (zet_diagrams_next(diagrams, count, &diagram, NULL) == ZET_OK) {
        zet_output_clear(out);
        assert_int_equal(zet_diagram_write(diagram, out, NULL), ZET_OK);
        count++;
    }
    assert_int_equal(count, 4);
    zet_output_write(out, (zet_text){"", 1});
    assert_non_null(strstr(zet_output_text(out).at, "wins: the opponent resigned"));
    zet_diagrams_free(diagrams);
    zet_output_free(out);
    zet_diagram_options_free(options);
    zet_reader_free(reader);
}

/* The stone of h8 is no part of a1-b2. */
static void marks_off_the_crop_are_told(void **state) {
    (void)state;
    zet_diagram_options *options = zet_diagram_options_new(NULL);
    assert_int_equal(zet_diagram_options_set(options, "crop", "a1-b2", NULL), ZET_OK);
    assert_int_equal(zet_diagram_options_set(options, "mark", "a1,h8", NULL), ZET_OK);
    zet_diagram *diagram = start_of_halma(options);
    zet_text left_out = zi_diagram_left_out(diagram);
    assert_int_equal(left_out.length, 2);
    assert_memory_equal(left_out.at, "h8", 2);
    zet_diagram_free(diagram);
    zet_diagram_options_free(options);
}

static void pages_have_files_beside_them(void **state) {
    (void)state;
    const char *name;
    size_t count = 0;
    zet_output *out = zet_output_new(NULL, NULL);
    zet_diagram_options *options = zet_diagram_options_new(NULL);
    assert_int_equal(zi_diagram_options_assets(options).length, 0);
    assert_int_equal(zet_diagram_options_set(options, "assets", "../out", NULL), ZET_OK);
    assert_memory_equal(zi_diagram_options_assets(options).at, "../out", 6);
    for (; (name = zi_page_asset_at(count, out)); count++) {
        assert_null(strchr(name, '/'));
        assert_true(zet_output_text(out).length > 0);
        zet_output_clear(out);
    }
    assert_true(count >= 2); /* a style and a script */
    assert_int_equal(zet_output_text(out).length, 0);
    zet_output_free(out);
    zet_diagram_options_free(options);
}

int main(void) {
    static const struct CMUnitTest tests[] = {cmocka_unit_test(formats),
                                              cmocka_unit_test(options_have_bounds),
                                              cmocka_unit_test(several_in_a_file),
                                              cmocka_unit_test(positions_of_a_record),
                                              cmocka_unit_test(marks_off_the_crop_are_told),
                                              cmocka_unit_test(pages_have_files_beside_them)};
    return cmocka_run_group_tests_name("diagram_api", tests, NULL, NULL);
}
