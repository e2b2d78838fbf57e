import { describe, expect, test } from 'vitest';
import { judgeLine } from '../judge-line.js';

/* Lines that look like those of a day at work, and do more than look. By what lets the harmless ones through. */
const SIBLINGS: Readonly<Record<string, string>> = {
  'options of git that only print': String.raw`
git status --ignored --output=x
git -c status.submoduleSummary=true status
git status -uno > x
git diff --output=x
git diff --exit-code --ext-diff
git diff --quiet --textconv
git diff -Ox
git diff --no-index a /etc/passwd
git log --show-signature
git -c log.showSignature=true log
git -c LOG.SHOWSIGNATURE=1 log
git log --output x -p
git log --format=%h --stdin
git show --ext-diff
git show --remerge-diff
git -c core.pager=./x log
git -c pager.log=./x log
git -c core.fsmonitor=./x status
git -c diff.external=./x diff
git -c color.ui=always -c core.sshCommand=x status
git --paginate log
git -p log
git --exec-path=. status
git --git-dir=x status
git --work-tree=/ status
git grep -O foo
git grep -Oless foo
git grep --open-files-in-pager=./x foo
git grep --textconv foo
git grep --recurse-submodules foo
git blame --contents /etc/passwd a
git blame -S /etc/passwd a
git ls-files -X /etc/passwd
git cat-file --textconv HEAD:a
git cat-file --filters HEAD:a
git cat-file --batch-command
git fsck --lost-found
git submodule init
git submodule foreach ls
git show-ref --exclude-existing
git rev-parse --parseopt
git verify-tag v1`,
  'lists of branches and tags': String.raw`
git branch foo
git branch -v foo
git branch -f foo --merged
git branch -D foo --merged main
git branch -m a b --list
git branch --format --list foo
git branch --sort --merged foo
git branch -- --list foo
git branch --list --edit-description
git branch --set-upstream-to=x --list
git branch --unset-upstream
git tag v1
git tag --sort --list v1
git tag --format --contains v1
git tag -- --list
git tag -d v1 --list
git tag -a v1 -m x --list
git tag -s v1
git tag -v v1 --list
git remote show origin
git remote add x y
git stash show -p --output=x
git stash
git reflog expire --all
git reflog delete x
git config --list --add a.b c
git config --get a.b --unset x
git config --file=/etc/passwd --list
git config -f ../../x --list
git config -e
git config a.b c`,
  'assignments before programs that read': String.raw`
LD_PRELOAD=./x.so ls
LD_LIBRARY_PATH=. ls
DYLD_INSERT_LIBRARIES=x ls
GLIBC_TUNABLES=x ls
GCONV_PATH=. cat a
LOCPATH=. ls
OPENSSL_CONF=./x sha256sum a
PATH=. ls
BASH_ENV=./x ls
ENV=./x ls
SHELLOPTS=xtrace ls
PS4='$(touch x)' ls
IFS=x ls
HOME=. ls
TMPDIR=. sort a
MAGIC=./x file a
GREP_OPTIONS=-f ls
GIT_DIR=x git log
GIT_EXTERNAL_DIFF=./x git diff
GIT_PAGER=./x git log
GIT_SSH_COMMAND=x git status
PAGER=./x git log
LESSOPEN='|./x %s' less a
LESS=-ox less a
LESSKEYIN=x less a
EDITOR=./x git branch
RIPGREP_CONFIG_PATH=./x rg foo
NODE_OPTIONS='--require ./x' npm ls
NPM_CONFIG_NODE_OPTIONS=x npm ls
PYTHONSTARTUP=x pip list
PERL5OPT=-Mx shasum a
JAVA_TOOL_OPTIONS=-javaagent:x ls
MY_PRELOAD=x ls
FOO=1 rm a
FOO=1 bash -c ls
FOO=1 git status
FOO=1 ./ls
FOO=1 env ls
FOO=$(rm a) ls
FOO=$x ls
FOO+=1 ls
FOO[0]=1 ls
FOO=(1 2) ls
FOO=1
export FOO=1`,
  'options of ripgrep': String.raw`
rg --pre ./x foo
rg --pre=./x foo
rg --type-add 'a:*' --pre ./x foo
rg -z foo
rg --search-zip foo
rg -iz foo
rg --hostname-bin ./x foo
rg --hostname-bin=./x --hyperlink-format default foo
rg -L foo
rg --follow foo
rg --type-add a --ignore-file /etc/passwd foo
rg -f /etc/passwd a
rg foo ..  /etc
rg --type-add "$(rm a)" foo`,
  'pagers without a terminal': String.raw`
less +!ls a
less '+!touch x' a
less -- +!ls
less -o x a
less -ox a
less -O x a
less --log-file=x a
less -k x a
less -t x
less -T x a
less --lesskey-src=x a
less /etc/passwd
less ~/.ssh/id_rsa
less ../../x
less $x
more +/x a
more '+!ls' a
more /etc/passwd
cat a | less > x
man -P ./x ls
bat --pager=./x a
bat --paging=always a
view a
vi a`,
  'programs that look at processes': String.raw`
top
top -b
top -n 1
top -bn1000
top -b -n inf
top -b -d 9 -n 99
top -b -n1 -W
htop
lsof -r
lsof -r 1 -i :3000
lsof +r -i :3000
lsof -Db x
lsof -D u
lsof /etc/passwd
lsof +D /home
kill $(lsof -ti:3000)
lsof -ti:3000 | xargs kill
ip addr add 1.2.3.4 dev lo
ip link set lo down
ip route del default
ip netns exec x ls
watch ps`,
  'endless output that is cut off': String.raw`
yes
yes > /dev/null
yes | cat
yes | tail
yes | head -n -5
yes | head -c -5
yes | head --lines=-1
yes | head -n 99999999
yes | cat | head
yes > /dev/null | head
>/dev/null yes | head
yes 1>&2 | head
echo $(yes) | head
{ yes; } | head
yes $(yes) | head
yes & head a
yes | head; yes
yes | head $x
yes | head -n $x
yes | rm -i a
yes | xargs head
yes | sh`,
  'places of the system': String.raw`
cat /etc/passwd
cat /etc/shadow
cat /etc/hosts
cat /etc/os-release /etc/passwd
cat /etc/os-release > x
cat /usr/share/../../etc/passwd
cat /usr/lib/../../root/x
cat /usr/local/etc/x
cat /etc/os-release/../passwd
ls /
ls /etc
ls /etc/*-release
ls /home
ls /tmp/x
cat /tmp/x
ls /tmp/../etc
ls /tmp*
echo x > /tmp/x
touch /tmp/x
cat /proc/self/environ
cat /proc/1/environ
cat /proc/cpuinfo/../self/environ
cat /proc/kcore
cat /dev/sda
cp /etc/os-release /usr/share/x
rm /usr/share/x
cd /usr/share && cat ../../etc/passwd
cd /tmp && ls
grep -r x /
grep -r x /usr
find / -name x
find /usr -delete
find /usr/share -delete
find /usr/share -exec touch x \;
/usr/bin/ls
/usr/share/x
. /usr/share/x
bash /usr/share/x
diff /etc/os-release /etc/passwd
sort /etc/os-release -o x`,
  'programs that were added beside them': String.raw`
shasum -c x
objdump -d /etc/passwd
objdump --dwarf=follow-links a
ldd a
whereis -B . -f ls
clear x
df --output=x > y
find . -newermt x -delete
find . -newerXY a -exec rm {} +
jq --arg a b -f x
jq --arg a
jq -L . x a
sort -T . a
sort --compress-program=./x a
sort --files0-from=x
sort -m a -o b
grep --exclude-from /etc/passwd x a
gcc -v a.c
eza --git -X
du --files0-from=x`,
};

describe.each(Object.entries(SIBLINGS))('beside %s', (_, text) => {
  const lines = text.trim().split('\n');
  test('lines that look alike are asked about, with a sandbox and without one', () => {
    expect(lines.length).toBeGreaterThanOrEqual(3);
    const asks = (line: string, isSandboxed: boolean): boolean =>
      judgeLine(line, [], { isSandboxed }).kind === 'ask';
    expect(lines.filter((line) => !asks(line, true))).toEqual([]);
    expect(lines.filter((line) => !asks(line, false))).toEqual([]);
  });
});

test('a link out of a place of the system is followed', () => {
  const followLinks = (path: string): string =>
    path.startsWith('/usr/share/x') ? path.replace('/usr/share/x', '/home/a') : path;
  expect(judgeLine('cat /usr/share/x/b', [], { followLinks }).kind).toBe('ask');
  expect(judgeLine('cat /usr/share/y/b', [], { followLinks }).kind).toBe('safe');
});

test('a rule about a file counts for places of the system', () => {
  const rule = { effect: 'deny', when: { path: '/etc/os-release', access: 'read' } } as const;
  expect(judgeLine('cat /etc/os-release', [rule]).kind).not.toBe('safe');
});
