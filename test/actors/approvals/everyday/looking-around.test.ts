import { expect, test } from 'vitest';
import { judgeLine } from '../judge-line.js';

/* What a developer types, or an agent on their behalf, to look around. In a sandbox none of it needs a question. */
const UNASKED = String.raw`
ls
ls -la
ls -lah src
ls -1 src | wc -l
ls src/*.ts
ls src/{actors,host}
ls -lt | head
ls -R src | head -50
ls node_modules | grep -i react
ls -d */
pwd
cd src && ls
cd -P src
cd -L src && ls
cd -- src && ls
cd -e src
cd src && ls && cd ..
cd src && grep -rn TODO . | head
cat package.json
cat package.json | jq .
cat package.json | jq '.scripts'
cat package.json | jq -r '.dependencies | keys[]'
cat src/{a,b}.ts
cat -n src/a.ts | sed -n '10,20p'
cat src/a.ts | head -20
cat .gitignore .npmrc
cat *.json
head -50 README.md
head -c 200 a.bin | xxd
tail -n 100 log.txt
tail -20 log.txt | grep error
wc -l src/*.ts
wc -l $(git ls-files)
wc -l $(git ls-files | grep ts)
find . -name '*.ts' | xargs wc -l
find . -name '*.ts' -not -path './node_modules/*' | head -50
find . -type f -name '*.ts' -exec wc -l {} +
find . -type f -name '*.md' -exec grep -l TODO {} \;
find . -type f -name '*.log' -exec head -5 {} \;
find . -type f -print0 | xargs -0 grep -n foo
find src -type f | wc -l
find . -maxdepth 2 -type d
find . -newer package.json -type f
find . -type f -size +1M
find . -empty
find src -name '*.test.ts' -print0 | xargs -0 grep -l skip
find . -name node_modules -prune -o -name '*.ts' -print
find . -type f -printf '%s %p\n' | sort -rn | head
grep -rn 'TODO' src
grep -rn --include='*.ts' foo src
grep -rniE 'foo|bar' src | head -20
grep -c . src/a.ts
grep -v '^#' .env.example
grep -l foo src/*.ts
grep -A5 -B5 main src/a.ts
grep -o '"version": "[^"]*"' package.json
grep -rn foo src | awk -F: '{print $1}' | sort -u
grep -rn foo src | cut -d: -f1 | sort | uniq -c | sort -rn
rg foo
rg -n 'foo\(' src
rg --files | wc -l
rg -l foo | xargs wc -l
rg -c TODO src
rg -t ts foo
rg foo -g '*.ts' -A 3
awk '{print $1}' a.txt
awk -F, '{print $2}' a.csv | sort | uniq -c
awk 'NR>=10 && NR<=20' src/a.ts
awk '{s+=$1} END {print s}' a.txt
awk '/foo/ {n++} END {print n}' a.txt
awk -F: '$3 >= 1000 {print $1}' users.txt
sed -n '1,20p' src/a.ts
sed -n '/foo/,/bar/p' src/a.ts
sed 's/foo/bar/g' a.txt
sed 's/foo/bar/g' a.txt | head
sed -e 's/a/b/' -e 's/c/d/' a.txt
sed '/^$/d' a.txt
sed -E 's/(a+)/\1b/' a.txt
sed -n '$p' a.txt
sort a.txt | uniq -c | sort -rn | head
sort -u a.txt
sort -k2 -t, a.csv
cut -d, -f1 a.csv
tr a-z A-Z
echo hello | tr a-z A-Z
echo "$PATH" | tr ':' '\n'
diff a.txt b.txt
diff -u a.txt b.txt
diff <(sort a) <(sort b)
comm -12 <(sort a) <(sort b)
cmp a b
paste a b
column -t -s, a.csv
nl -ba src/a.ts
od -c a.bin | head
xxd a.bin | head
hexdump -C a.bin | head
strings a.bin | grep version
file a.bin
stat package.json
stat -c %s package.json
du -sh .
du -sh node_modules
du -sh * | sort -h
du -h --max-depth=1 | sort -h
df -h
df -h .
free -h
uptime
ps aux
ps aux | grep node
ps -ef | head
lsblk
lscpu
uname -a
whoami
id
hostname
date
date +%Y-%m-%d
date -u
cal
nproc
env
env | sort
env | grep -i node
printenv PATH
printenv
echo $PATH
echo $HOME
echo $?
echo "$USER"
echo $SHELL
echo $NODE_ENV
echo hello
echo "a b" 'c d'
echo -e "a\nb"
echo $((1 + 2))
echo {1..5}
echo $(pwd)
echo "in $(basename $(pwd))"
printf '%s\n' a b c
printf "%d files\n" 3
printf '%-10s|%5d\n' a 1
which node
which -a python3
type ls
command -v git
basename src/a.ts .ts
dirname src/a/b.ts
realpath src
readlink -f src
sha256sum package.json
md5sum a b
base64 a.bin | head
echo aGk= | base64 -d
tree
tree -L 2
tree -L 3 -I node_modules src
tree -d
seq 1 10
seq 1 10 | paste -sd+ | bc
true
test -f package.json && echo yes
test -d node_modules || echo missing
[ -f package.json ] && echo yes || echo no
[[ -d src ]] && ls src
[[ -f a && -f b ]] && diff a b
if [ -f package.json ]; then cat package.json; fi
if grep -q foo a.txt; then echo found; else echo none; fi
for f in src/*.ts; do wc -l "$f"; done
for f in a b c; do echo $f; done
for f in *.md; do echo "== $f"; head -3 "$f"; done
for i in {1..3}; do echo $i; done
for i in $(seq 1 3); do echo $i; done
for d in */; do echo "$d: $(ls "$d" | wc -l)"; done
for f in $(git ls-files '*.ts'); do grep -c TODO "$f"; done
while read -r line; do echo "$line"; done < a.txt
ls | while read -r f; do echo "$f"; done
find . -name '*.ts' | while read f; do wc -l "$f"; done
git ls-files | while IFS= read -r f; do basename "$f"; done
git status
git status -s
git status --short --branch
git diff
git diff --stat
git diff HEAD~1
git diff --cached
git diff main...HEAD --name-only
git diff -- src/a.ts
git diff --name-status HEAD~3
git log
git log --oneline -10
git log --oneline --graph --all -20
git log -p -1
git log --stat -3
git log --format='%h %s' -5
git log --since='2 weeks ago' --oneline
git log -S foo --oneline
git log --follow src/a.ts
git log main..HEAD --oneline
git log --author=me --oneline | wc -l
git show
git show HEAD
git show HEAD~2 --stat
git show HEAD:package.json
git show $(git merge-base main HEAD)
git branch
git branch -a
git branch -vv
git branch --show-current
git branch --list 'fix/*'
git branch --contains HEAD
git remote -v
git remote get-url origin
git tag
git tag -l 'v1*'
git stash list
git stash show -p
git worktree list
git reflog
git reflog -5
git blame src/a.ts
git blame -L 10,20 src/a.ts
git config --get user.name
git config --list
git config user.email
git grep foo
git grep -n 'foo bar' -- src
git rev-parse HEAD
git rev-parse --short HEAD
git rev-parse --show-toplevel
git rev-parse --abbrev-ref HEAD
git merge-base main HEAD
git cat-file -p HEAD
git cat-file -t HEAD
git ls-files
git ls-files | grep test
git ls-files --others --exclude-standard
git ls-tree -r HEAD --name-only
git for-each-ref --sort=-committerdate refs/heads
git describe --tags
git shortlog -sn
git rev-list --count HEAD
git check-ignore -v node_modules
git -C src status
git -C src log --oneline -3
git --no-pager log -3
git --no-pager diff --stat
git --version
git submodule status
git diff | head -100
git log --oneline | head
git diff HEAD --stat | tail -1
node --version
node -v
npm -v
npm --version
npm ls
npm ls --depth=0
npm ls react
npm ls -g --depth 0
npm run
npm pkg get version
npm prefix
npm config get registry
npm explain react
npm --help
python3 --version
python3 -V
pip --version
pip list
pip show requests
pip freeze
go version
go env GOPATH
cargo --version
rustc --version
java -version
gcc --version
git --help
openssl version
seq 5 -1 1
ss -tln
netstat -tln
grep -rn foo --include=*.ts .
make --version
docker --version
tsc --version
ruby -v
NODE_ENV=test ls
LC_ALL=C sort a.txt
CI=1 ls
TZ=UTC date
time ls
timeout 5 ls
timeout 10s grep -rn foo src
nice -n 10 ls
ls 2>/dev/null
ls >/dev/null 2>&1 && echo ok
ls nothing 2>&1 | head -3
cat a.txt | sort | uniq | wc -l
cat a.json | jq '.a[0].b' -r
jq '.version' package.json
jq -r '.scripts | to_entries[] | "\(.key): \(.value)"' package.json
jq length a.json
f=package.json; wc -l "$f"
v=$(git rev-parse HEAD); echo "$v"
x=$(ls | wc -l); echo "$x files"
files=$(ls src); echo "$files" | wc -l
for f in *.ts; do echo "\${f%.ts}"; done
echo start; ls; echo end
ls && echo ok || echo failed
(cd src && ls)
{ ls; pwd; }
cat <<'EOF'
tar tzf a.tgz
tar -tf a.tar | head
unzip -l a.zip
zcat a.gz | head
ls -la node_modules/.bin
cat node_modules/react/package.json | jq .version
cat tsconfig.json | grep -n strict
ls | xargs -n1 basename
ls *.ts | xargs -I{} wc -l {}
ls src | xargs -I{} echo "file {}"
git ls-files | xargs grep -l foo
git ls-files -z | xargs -0 wc -l
git diff --name-only | xargs ls -la
less README.md
ls /tmp
cat /etc/os-release
`;

/** What is asked about all the same, with the reason. */
const ASKED: readonly (readonly [line: string, reason: string])[] = [
  ['node -e "console.log(1)"', 'code that is given on the line is not read'],
  ['python3 -c "print(1)"', 'code that is given on the line is not read'],
  ['npm outdated', 'it needs the network'],
  ['npm view react version', 'it needs the network'],
  ['npm test', 'it runs code of the project, which writes'],
  ['npx tsc --noEmit', 'it runs code of the project'],
  ['make -n', 'it runs the shell functions of a makefile'],
  ['go list ./...', 'it may download, and run a compiler'],
  ['cargo tree', 'it may download'],
  ['docker ps', 'it talks to a socket'],
  ['git fetch --dry-run', 'it needs the network'],
  ['git ls-remote', 'it needs the network'],
  ['tail -f log.txt', 'it has no end'],
  ['cat ~/.gitconfig', 'it reads outside the workspace'],
  ['diff -r a b', 'it follows links out of the workspace'],
  ['echo $OPENAI_API_KEY', 'it may print a secret'],
  ['curl -s localhost:3000', 'it needs the network'],
];

const expandGlob = (folder: string, glob: string): readonly string[] =>
  /^(?:[.\w]+|--.*)$/.test(glob) ? [] : [`${folder}/a.ts`];
const lines = UNASKED.trim()
  .split('\n')
  .map((line) => line.replaceAll('\\${', '${'))
  .map((line) => (line.endsWith("<<'EOF'") ? `${line}\nhello\nEOF` : line));
const judge = (line: string): ReturnType<typeof judgeLine> => judgeLine(line, [], { expandGlob });

test('of the lines of every day, 20 at most are asked about in a sandbox', () => {
  const asked = lines.flatMap((line) => {
    const verdict = judge(line);
    return verdict.kind === 'safe' && verdict.world === 'looking' ? [] : [{ line, verdict }];
  });
  expect(asked).toEqual([]);
  console.log(
    `${String(lines.length + ASKED.length)} lines of every day, ${String(ASKED.length)} are asked about:\n` +
      ASKED.map(([line, reason]) => `  ${line} (${reason})`).join('\n'),
  );
  expect(lines.length + ASKED.length).toBeGreaterThan(250);
  expect(ASKED.length).toBeLessThanOrEqual(20);
});

test.each(ASKED)('%s is asked about: %s', (line) => {
  expect(judge(line).kind).toBe('ask');
});
