# Completion of zet for fish.
function __zet_players
    set -l files
    for word in (commandline -opc)[3..]
        test -f $word -o -d $word; and set -a files $word
    end
    test (count $files) -gt 0; and timeout 3 zet names --format players -- $files 2>/dev/null
end

function __zet_records
    __fish_complete_path (commandline -ct) |
        string match -r '^[^\t]*(?:/|\.(?i:ya?ml|jsonl?|csv|txt)(?:\.(?:gz|xz|zst))?)(?:\t.*)?$'
end

# The words of a list that it does not have yet.
function __zet_list
    set -l given (string replace -r '^--[^=]*=' '' -- (commandline -ct))
    set -l before (string match -r '^.*,' -- $given)
    for word in $argv
        string match -q -- "*,$word,*" ",$before"; or echo "$before$word"
    end
end

complete -c zet -f
