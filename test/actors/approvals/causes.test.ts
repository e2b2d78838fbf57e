import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createGlobExpander } from '../../../src/workers/disk/expand-glob.js';
import { followLinks } from '../../../src/host/node/follow-links.js';
import { makeTempDir, removeTempDir } from '../../doubles/temp-dir.js';
import { judgeLine } from './judge-line.js';

/*
 * Lines that were judged harmless and were not: the parser reads them otherwise than bash, or a program does more than it
 * seems to.
 */

describe('a line is asked about when the parser and bash disagree about', () => {
  test.each([
    ['a `#` behind an escaped blank', 'echo a\\ #b; touch x'],
    ['a `#` behind an escaped blank alone', 'echo \\ # ; touch x'],
    ['a `#` behind a quote', "echo ''#; touch x"],
    ['a `#` behind a string', 'echo ""# ; touch x'],
    ['a `#` behind an expansion', 'echo $HOME# ; touch x'],
    ['a `#` behind a backslash and a substitution', 'echo $(pwd)\\ # ; touch x'],
    ['the end of a here-document behind blanks', "cat <<EOF\nx\n EOF\necho '$(touch x)'\nEOF"],
    ['the end of a here-document before blanks', "cat <<'EOF'\nx\nEOF \necho\nEOF"],
    ['the end of a here-document whose name is in parts', "cat <<E'O'F\nx\nEOF\ntouch x"],
    ['a here-document behind a string with a line feed', "cat <<EOF 'a\nEOF\nb'\ntouch x\nEOF"],
    ['two here-documents', 'cat <<A <<B\nx\nA\ntouch x\nB'],
    ['the word behind `>&-`', 'ls >&- /etc/passwd'],
    ['the word behind `<&-`', 'cat <&- /etc/passwd'],
    ['a string that ends in an escaped backslash', "echo $'a\\\\' ; touch x #'"],
    ['a string with a quote behind two backslashes', "echo $'\\\\\\\\' ; touch x; echo 'b'"],
    ['backquotes with a comment', 'echo `ls # `; touch x`'],
    ['backquotes with quotes', 'echo "`echo \\"a\\"; touch x`"'],
    ['backquotes with a backslash', 'echo `echo \\`touch x\\``'],
    ['a redirection that sets a variable', 'ls {PATH}>/dev/null; pwd'],
    ['a redirection of a descriptor that sets a variable', 'ls {PATH}>&1; pwd'],
    ['an option that touches a redirection', 'sort a -o2>&1'],
    ['an option that touches a redirection to a device', 'sort a -oa2>/dev/null'],
    ['an option that touches a redirection of input', 'sort a -o2<a'],
    ['an option that touches a redirection in a loop', 'for f in a; do sort $f -o2>&1; done'],
  ])('%s', (_, line) => {
    for (const isSandboxed of [true, false]) expect(judgeLine(line, [], { isSandboxed }).kind).toBe('ask');
  });
});

describe('a line is asked about when a program does more than it seems to', () => {
  test.each([
    ['`cd` with an option, which goes home', 'cd -P && cat x'],
    ['`cd` with two options', 'cd -L -P && cat x'],
    ['`cd` with `--`', 'cd -- && cat x'],
    ['`printf %n`, which sets a variable', 'printf %n PATH'],
    ['`printf %n` with a subscript that runs code', "printf '%d%n' 1 'a[$(touch x)]'"],
    ['`printf %n` with a width', 'printf %5n PATH'],
    ['`printf %(...)T`', "printf '%(%s)T' 1"],
    ['a format that ends in `%`', 'printf %'],
    ['a format that ends in `%` and a flag', "printf 'a %-'"],
    ['a format with an escape for `%`', "printf '\\x25n' PATH"],
    ['a format with a huge width', 'printf %999999999d 1'],
    ['a format whose width is an argument', "printf '%*d' 999999999 1"],
    ['`-v` in brackets', '[[ (-v a[$(touch x)]) ]]'],
    ['`-v` in brackets with a literal', '[[ (-v a[b]) ]]'],
    ['`-v` behind a negation', '[[ !(-v a[b]) ]]'],
    ['`-v` of `[`', "[ -v 'a[b]' ]"],
    ['`-v` of a value that is not known', '[ -v $x ]'],
    ['`awk` that writes on its next line', 'awk \'{print \\\n> "x"}\' a'],
    ['a comparison of numbers', '[[ (a[b]) -eq 1 ]]'],
    ['`diff -r`', 'diff -r a b'],
    ['`diff --recursive`', 'diff --recursive a b'],
    ['`diff` with `-r` among other letters', 'diff -ur a b'],
    ['`node` in a pipe', "echo 'code' | node"],
    ['`node` in a pipe behind `timeout`', "echo 'code' | timeout 5 node"],
    ['`timeout` before `node`', 'timeout 5 node'],
    ['`timeout` with options before `node`', 'timeout -k 1 5 node'],
    ['`python3` with a here-document', "python3 <<'EOF'\nx\nEOF"],
    ['`python3 -`', 'cat a | python3 -'],
    ['`sh -s`', 'cat a | sh -s'],
    ['`node` with a here-string', 'node <<<x'],
    ['`node` behind `env`', 'env NODE_ENV=test node'],
    ['`xargs node`', 'ls | xargs node'],
    ['`xargs` with options and `node`', 'ls | xargs -n 1 -I{} node {}'],
    ['`xargs sh -c`', "ls | xargs sh -c 'touch x'"],
    ['`xargs` with a name it replaces', 'echo node | xargs -I n n a'],
    ['`find -exec node`', 'find . -exec node {} \\;'],
    ['`find -exec sh -c`', "find . -exec sh -c 'touch x' \\;"],
    ['`find -exec` with the name as a program', 'find . -exec {} \\;'],
    ['a shell that gets `-v`', 'echo touch x | bash -v'],
    ['braces without end', 'echo {1..1000000000}'],
    ['braces of letters and numbers', 'echo {a..z}{1..100}'],
    ['braces in braces', 'echo {a,{b,{c,d}}}{1..9999}'],
    ['braces of a loop', 'for i in {1..1000000000}; do echo $i; done'],
    ['braces before a program that reads', 'ls {1..1000000000}'],
    ['`seq` without end', 'seq 1 inf'],
    ['`seq` that takes hours', 'seq 1 99999999999'],
    ['`yes`', 'yes'],
  ])('%s', (_, line) => {
    expect(judgeLine(line).kind).toBe('ask');
  });
});

describe('git is asked about in another repository inside the workspace', () => {
  const root = (): string => {
    const path = makeTempDir();
    onTestFinished(() => {
      removeTempDir(path);
    });
    for (const folder of ['.git', 'sub', 'clone/.git', 'clone/deep', 'bare/objects'])
      mkdirSync(join(path, folder), { recursive: true });
    writeFileSync(join(path, 'bare/HEAD'), 'ref: refs/heads/main\n');
    symlinkSync(join(path, 'clone'), join(path, 'link'));
    return path;
  };
  const kindOf = (line: string, cwd = ''): string => {
    const path = root();
    const context = { roots: [path], cwd: join(path, cwd), followLinks, expandGlob: createGlobExpander() };
    return judgeLine(line, [], context).kind;
  };

  test.each(['git status', 'git -C sub status', 'cd sub && git log', 'git -C sub -C .. diff'])(
    'but not in that of the workspace: %s',
    (line) => {
      expect(kindOf(line)).toBe('safe');
    },
  );

  test.each([
    'cd clone && git status',
    'git -C clone status',
    'git -C clone/deep log',
    'git -C sub -C ../clone diff',
    'cd clone/deep; git show',
    'git --git-dir=clone/.git log',
    'git --git-dir clone/.git log',
    'git --work-tree=clone status',
    'cd link && git status',
    'cd bare && git log',
    'find . -exec git -C clone status \\;',
    'ls; cd sub && cd ../clone && timeout 5 git status',
  ])('%s', (line) => {
    expect(kindOf(line)).toBe('ask');
  });

  test('where the command starts', () => {
    expect(kindOf('git status', 'clone/deep')).toBe('ask');
    expect(kindOf('git status', 'sub')).toBe('safe');
  });
});

test('diff is asked about when a link in one of its folders leads outside', () => {
  const path = makeTempDir();
  onTestFinished(() => {
    removeTempDir(path);
  });
  mkdirSync(join(path, 'root/a'), { recursive: true });
  mkdirSync(join(path, 'root/b'));
  writeFileSync(join(path, 'outside'), 'x');
  const context = { roots: [join(path, 'root')], cwd: join(path, 'root'), followLinks };
  const judge = (): string =>
    judgeLine('diff a b', [], { ...context, expandGlob: createGlobExpander() }).kind;
  expect(judge()).toBe('safe');
  symlinkSync(join(path, 'outside'), join(path, 'root/a/x'));
  expect(judge()).toBe('ask');
});

test('a glob is asked about when it matches a name that is an option', () => {
  const judge = (...names: readonly string[]): string =>
    judgeLine('sort *', [], { expandGlob: (folder) => names.map((name) => `${folder}/${name}`) }).kind;
  expect(judge('a', 'b')).toBe('safe');
  expect(judge('a', '-o')).toBe('ask');
  expect(judgeLine('sort *', [], { expandGlob: () => undefined }).kind).toBe('ask');
});

describe('a reader of files is asked about when links or names that come from elsewhere may lead it out', () => {
  const judgeHere = (line: string): string => {
    const base = makeTempDir();
    onTestFinished(() => removeTempDir(base));
    const root = join(base, 'app');
    mkdirSync(join(root, 'src'), { recursive: true });
    writeFileSync(join(base, 'secret.txt'), 'secret');
    writeFileSync(join(root, 'a.md'), 'a');
    writeFileSync(join(root, 'src/a.md'), 'a');
    symlinkSync('../secret.txt', join(root, 'link.txt'));
    symlinkSync('../../secret.txt', join(root, 'src/out.txt'));
    return judgeLine(line, [], { roots: [root], cwd: root, followLinks, expandGlob: createGlobExpander() })
      .kind;
  };

  test.each([
    'cat `echo ../secret.txt`',
    'cat $(echo ../secret.txt)',
    'cat "$(git ls-files)"',
    'cat $(git ls-files)',
    'find . -exec cat {} +',
    'find . -type l -exec cat {} +',
    "find . -name 'link.txt' -exec head {} +",
    'find . -type f -o -exec cat {} +',
    'find . -exec cat {} + -type f',
    'find . -not -type f -exec cat {} +',
    'find . ( -type f -o -name x ) -exec cat {} +',
    "find . '(' -type f -o -name x ')' -exec cat {} +",
    'find . -type f -name li -exec cat {}nk.txt \\;',
    'find . -name out.txt | xargs cat',
    'find . -type f | xargs cat',
    'find . -type f | xargs -0 cat',
    'find . -print0 | xargs -0 cat',
    'find . -type f -print0 | xargs cat',
    'find . -type f -print0 | xargs -0 -I{} cat ../{}',
    'f=link.txt; cat $f',
    'f=link.txt; cat "$f"',
    'f=link.txt; g=$f; cat $g',
    'f=li; cat ${f}nk.txt',
    'f=.; cat $f./secret.txt',
    'f=; cat ${f:-/etc/passwd}',
    'f=a; cat ${f/a/..}',
    "f='a.md link.txt'; cat $f",
    'f=out.txt; cd src && cat $f',
    'f=a.md; for i in 1 2; do cat $f; f=link.txt; done',
    'for f in a b c d e f g h; do cat "$f" "$f" "$f" "$f" "$f" "$f" "$f" "$f" "$f" "$f"; done',
    'for f in link*; do cat "$f"; done',
    'for f in a.md link.txt; do cat "$f"; done',
    'for PATH; do ls; done',
    'echo ../secret.txt | while read -r f; do cat "$f"; done',
    'git diff $(echo ../a ../b)',
    'git ls-files | xargs git diff',
    'grep -rn $(cat a.md) src',
    'grep -e -c "$(cat a.md)"',
    ': {PATH}<<<x; head a.md',
    ": {PATH}<<'EOF'\nx\nEOF\nhead a.md",
    'cd link.txt && ls',
    'cd -- && ls',
    'cd src && cd .. && cd .. && ls',
    'cd src; cd ..; ls',
    'cd src || cd ..',
    'true || cd src && cd ..',
    'timeout 5 cd src && cd ..',
    'echo a $(cd src) && cd ..',
    'cd src | ls && cd ..',
    '(cd src) && cd ..',
    'cd src && ls; cd ..',
    'cd src & cd ..',
    'cd src && ls || cd ..',
    'if cd src; then ls; fi && cd ..',
    '! cd src && cd ..',
    'cd src && cd .. && cat src/../../secret.txt',
    'cd src && ls && cat ../link.txt',
  ])('%s', (line) => {
    expect(judgeHere(line)).toBe('ask');
  });

  test.each([
    'find . -type f -exec cat {} +',
    'find . -name x -prune -o -type f -exec cat {} +',
    'find . -type f -print0 | xargs -0 cat',
    'find . -exec wc -l {} +',
    'git ls-files | xargs wc -l',
    'git ls-files | while read -r f; do grep -c x "$f"; done',
    'wc -l $(git ls-files)',
    'f=a.md; cat $f',
    'for f in *.md src/*.md; do head -3 "$f"; done',
    'for f in a.md src/a.md; do cat $f; done; for f in *.md; do cat "$f"; done',
    'cat "$PWD/a.md"',
    'git diff $(git merge-base main HEAD)..HEAD',
    'grep -rn "$(cat a.md)" src',
    'cd -P src && cat a.md',
    'cd src && ls && cd ..',
    'cd src && cd .. && cat a.md',
    'cd src && cat ../a.md',
  ])('while others are not: %s', (line) => {
    expect(judgeHere(line)).toBe('safe');
  });
});
