# Makes a table for words.c from a catalogue: awk -v tag=nl -f catalogues.awk po/nl.po
# Each entry follows its English text, as a sort key: sort the lines and cut them after \001.
# Fuzzy entries are omitted, as by msgfmt.

function strip(line) {
    sub(/^[^"]*"/, "", line)
    sub(/"[ \t\r]*$/, "", line)
    return line
}

function flush(    i, forms) {
    if (what != "" && id != "" && !fuzzy && form[0] != "") {
        for (i = 0; i < count; i++)
            forms = forms ", \"" form[i] "\""
        printf "1%s\001ENTRY(\"%s\"%s)\n", id, id, forms
    } else if (what != "" && id == "" && match(form[0], /plural=[^;]*/)) {
        printf "2\001PLURAL(%s, %s)\n", tag, substr(form[0], RSTART + 7, RLENGTH - 7)
    }
    what = id = ""
    count = fuzzy = marked = 0
    form[0] = ""
}

BEGIN { printf "0\001BEGIN(%s)\n", tag }
/^#, .*fuzzy/ { flush(); marked = 1; next }
/^#/ { next }
/^msgctxt/ { print "msgctxt is not known; write `context|text`" >"/dev/stderr"; exit 1 }
/^msgid / { keep = marked; flush(); fuzzy = keep; what = "id"; id = strip($0); next }
/^msgid_plural/ { what = "plural"; next }
/^msgstr/ { what = "form"; form[count++] = strip($0); next }
/^"/ && what == "id" { id = id strip($0) }
/^"/ && what == "form" { form[count - 1] = form[count - 1] strip($0) }
END { flush() }
