/* For what LeakSanitizer takes for leaks and is not one: fontconfig refers to the parts of its
   patterns by offsets, which the sanitizer cannot follow. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_options(void);

const char *__lsan_default_suppressions(void) { return "leak:libfontconfig\n"; }
const char *__lsan_default_options(void) { return "print_suppressions=0"; }
