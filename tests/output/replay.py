"""What a disk may hold after the power fails: the traced calls of a program, replayed with what has not
been synced dropped or reordered.

A write reaches the disk with fsync of its file, a name with fsync of its folder, and all with syncfs. Of
the rest any part may be there, in any order: POSIX promises no more."""
import random
import re
import subprocess

CALLS = ("open,openat,openat2,creat,close,dup,dup2,dup3,fcntl,write,writev,pwrite64,lseek,ftruncate,truncate,fallocate,copy_file_range,"
         "sendfile,fsync,fdatasync,sync,syncfs,sync_file_range,rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,rmdir,"
         "symlink,symlinkat,chdir,fchdir")
UNKNOWN = {"writev", "truncate", "fallocate", "copy_file_range", "sendfile", "symlink", "symlinkat", "chdir", "fchdir", "openat2"}
RANDOM_SUBSETS = 6


def trace(command, log, **options):
    """The calls as (name, arguments, result). The program ends as it would without this."""
    done = subprocess.run(["strace", "-f", "-qq", "-xx", "-s", "10000000", "-e", "signal=none", "-e", f"trace=execve,{CALLS}", "-o", str(log),
                           *command], capture_output=True, check=False, **options)
    calls, begun = [], {}
    lines = [line.split(None, 1) for line in log.read_text().splitlines()]
    started = {pid for pid, rest in lines if "execve" in rest} - {lines[0][0]}  # other programs have descriptors of their own
    for pid, rest in lines:
        if pid in started or rest.startswith("execve"):
            continue
        if rest.endswith("<unfinished ...>"):
            begun[pid] = rest[:-len("<unfinished ...>")]
            continue
        resumed = re.match(r"<\.\.\. \w+ resumed>(.*)", rest)
        found = re.match(r"(\w+)\((.*)\)\s+= (-?\d+)", begun.pop(pid, "") + resumed.group(1) if resumed else rest)
        if found:
            calls.append((found.group(1), arguments(found.group(2)), int(found.group(3))))
    return done, calls


def arguments(text):
    """Texts as bytes, the rest as it is."""
    parts = re.findall(r'"((?:\\x[0-9a-f]{2})*)"(?:\.\.\.)?|([^,"]+)', text)
    return [word.strip() if word.strip() else bytes.fromhex(string.replace("\\x", "")) for string, word in parts
            if string or word.strip() or not word]


class Node:
    """A file or a folder as it is on the disk, without what is on the way."""
    def __init__(self, data=b"", names=None):
        self.data, self.names = data, names


class Disk:
    def __init__(self, root, before):
        self.root = str(root)
        self.nodes = {0: Node(names={})}
        self.pending = []  # (node, what, ...) in their order
        self.open = {}     # descriptor -> [node, offset, appends]
        for path, (kind, content, _) in sorted(before.items()):
            assert kind in ("file", "folder"), path
            self.nodes[len(self.nodes)] = Node(names={}) if kind == "folder" else Node(content)
            folder, _, name = path.rpartition("/")
            self.nodes[self.find(folder)].names[name] = len(self.nodes) - 1

    # What the program sees.

    def now(self, node):
        return self.made(node, [op for op in self.pending if op[0] == node])

    def made(self, node, operations):
        """The bytes, or the names, where these operations were done."""
        n = self.nodes[node]
        data, names = n.data, n.names if n.names is None else dict(n.names)
        for _, what, *of in operations:
            if what == "write":
                at, new = of
                data = data.ljust(at, b"\0")[:at] + new + data[at + len(new):]
            elif what == "size":
                data = data[:of[0]].ljust(of[0], b"\0")
            elif what == "name":
                names[of[0]] = of[1]
            elif what == "move":
                if names.get(of[0]) == of[2]:
                    del names[of[0]]
                names[of[1]] = of[2]
            elif what == "exchange":
                names[of[0]], names[of[1]] = of[2], of[3]
            elif what == "remove":
                names.pop(of[0], None)
        return data if names is None else names

    def find(self, path):
        """The node of a path below the root, or None."""
        node = 0
        for part in [p for p in path.split("/") if p and p != "."]:
            names = self.now(node)
            node = names.get(part) if isinstance(names, dict) else None
            if node is None:
                return None
        return node

    def place(self, folder, path):
        """The node of the folder and the name there, or None, where it is elsewhere."""
        path = path.decode(errors="surrogateescape")
        if path.startswith("/"):
            if not (path + "/").startswith(self.root + "/"):
                return None
            folder, path = 0, path[len(self.root):].strip("/")
        elif folder == "AT_FDCWD" or int(folder) not in self.open:
            return None
        else:
            folder = self.open[int(folder)][0]
        names = self.now(folder)
        parts = [p for p in path.split("/") if p and p != "."]
        for part in parts[:-1]:
            folder = names[part]
            names = self.now(folder)
        if parts == [".."]:
            folder, parts = next(n for n, of in self.nodes.items() if of.names is not None and folder in self.now(n).values()), []
        return folder, parts[-1] if parts else ""

    # What it does.

    def sync(self, chosen):
        for operation in [op for op in self.pending if chosen(op)]:
            node = self.nodes[operation[0]]
            made = self.made(operation[0], [operation])
            if node.names is None:
                node.data = made
            else:
                node.names = made
            self.pending.remove(operation)

    def opened(self, folder, path, flags, descriptor):
        place = self.place(folder, path)
        self.open.pop(descriptor, None)
        if not place:
            return
        folder, name = place
        node = self.now(folder).get(name) if name else folder
        if node is None:
            assert "O_TMPFILE" not in flags and "O_CREAT" in flags, (path, flags)
            node = len(self.nodes)
            self.nodes[node] = Node()
            self.pending.append((folder, "name", name, node))
        elif "O_TRUNC" in flags:
            self.pending.append((node, "size", 0))
        self.open[descriptor] = [node, 0, "O_APPEND" in flags]

    def renamed(self, a, b, flags):
        if not a or not b:
            assert not a and not b, "a file from elsewhere"
            return
        (old_folder, old), (new_folder, new) = a, b
        assert old_folder == new_folder, "a file of another folder"
        names = self.now(old_folder)
        if "RENAME_EXCHANGE" in flags:
            self.pending.append((old_folder, "exchange", old, new, names[new], names[old]))
        else:
            self.pending.append((old_folder, "move", old, new, names[old]))

    def do(self, name, given, result):
        """Returns whether the disk has changed."""
        if result < 0:
            return False
        count = len(self.pending)
        assert name not in UNKNOWN or name in ("writev", "sendfile", "copy_file_range") and int(given[0]) not in self.open, name
        if name in ("open", "creat"):
            self.opened("AT_FDCWD", given[0], given[1] if name == "open" else "O_CREAT|O_TRUNC", result)
        elif name == "openat":
            self.opened(given[0], given[1], given[2], result)
        elif name == "close":
            self.open.pop(int(given[0]), None)
        elif name in ("dup", "dup2", "dup3") or (name == "fcntl" and given[1].startswith("F_DUPFD")):
            if int(given[0]) in self.open:
                self.open[result] = self.open[int(given[0])]
        elif name in ("write", "pwrite64") and int(given[0]) in self.open:
            to = self.open[int(given[0])]
            at = int(given[-1]) if name == "pwrite64" else len(self.now(to[0])) if to[2] else to[1]
            self.pending.append((to[0], "write", at, given[1][:result]))
            to[1] = at + result if name == "write" else to[1]
        elif name == "lseek" and int(given[0]) in self.open:
            self.open[int(given[0])][1] = result
        elif name == "ftruncate" and int(given[0]) in self.open:
            self.pending.append((self.open[int(given[0])][0], "size", int(given[1])))
        elif name in ("fsync", "fdatasync") and int(given[0]) in self.open:
            self.sync(lambda op: op[0] == self.open[int(given[0])][0])
        elif name in ("sync", "syncfs"):
            self.sync(lambda op: True)
        elif name in ("rename", "renameat", "renameat2"):
            f = ["AT_FDCWD", given[0], "AT_FDCWD", given[1]] if name == "rename" else given
            self.renamed(self.place(f[0], f[1]), self.place(f[2], f[3]), f[4] if len(f) > 4 else "")
        elif name in ("link", "linkat"):
            f = ["AT_FDCWD", given[0], "AT_FDCWD", given[1]] if name == "link" else given
            (a, old), (b, new) = self.place(f[0], f[1]), self.place(f[2], f[3])
            self.pending.append((b, "name", new, self.now(a)[old]))
        elif name in ("unlink", "rmdir", "unlinkat"):
            place = self.place("AT_FDCWD", given[0]) if name != "unlinkat" else self.place(given[0], given[1])
            if place:
                self.pending.append((place[0], "remove", place[1]))
        elif name in ("mkdir", "mkdirat"):
            place = self.place("AT_FDCWD", given[0]) if name == "mkdir" else self.place(given[0], given[1])
            if place:
                self.nodes[len(self.nodes)] = Node(names={})
                self.pending.append((place[0], "name", place[1], len(self.nodes) - 1))
        return len(self.pending) != count

    # After the power has failed.

    def left(self, kept):
        """The files and folders where of what is on the way these reached the disk."""
        of = {}
        for i in sorted(kept):
            of.setdefault(self.pending[i][0], []).append(self.pending[i])
        found = {}

        def walk(node, path):
            for name, below in self.made(node, of.get(node, [])).items():
                made = self.made(below, of.get(below, []))
                found[path + name] = ("folder", b"", 0) if isinstance(made, dict) else ("file", made, 0)
                if isinstance(made, dict):
                    walk(below, path + name + "/")
        walk(0, "")
        return found

    def all_left(self, draw):
        """What may be left now, with the words for it."""
        every = range(len(self.pending))
        yield "nothing that was not synced", self.left([])
        yield "all", self.left(every)
        for i in every:
            what = " ".join(str(w) for w in self.pending[i][1:] if not isinstance(w, bytes))
            yield f"only: {what}", self.left([i])
            yield f"all but: {what}", self.left([k for k in every if k != i])
            yield f"all before: {what}", self.left(range(i))
        for _ in range(RANDOM_SUBSETS if len(self.pending) > 2 else 0):
            yield "a part", self.left([i for i in every if draw.random() < 0.5])


def crashes(root, before, calls, seed=1):
    """(after which call, what is left of the rest, the files): each thing that may be left once. At last what is left after the
    program has ended, if nothing more is synced."""
    disk, draw, seen = Disk(root, before), random.Random(seed), set()
    for number, (name, given, result) in enumerate(calls):
        if not disk.do(name, given, result):
            continue
        for words, left in disk.all_left(draw):
            key = hash(tuple(sorted(left.items())))
            if key not in seen:
                seen.add(key)
                yield f"power fails after call {number} ({name}), of the rest: {words}", left
    yield None, disk.left([])
