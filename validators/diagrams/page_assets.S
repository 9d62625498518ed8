/* The files that are part of every page. PAGE_HASH: the file with the script's hash. */
    .section .rodata

#define ASSET(name, file) \
    .global zet_page_##name; \
    .global zet_page_##name##_end; \
zet_page_##name: \
    .incbin file; \
zet_page_##name##_end: \
    .byte 0

ASSET(script_text, "validators/diagrams/page.js")
ASSET(hash, PAGE_HASH)
ASSET(site_text, "validators/diagrams/site.css")
ASSET(style_text, "validators/diagrams/page.css")

    .section .note.GNU-stack, "", %progbits
