import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileRuleFile } from '../../../../src/workers/ignore/files/rule-file.js';
import { GitRepository } from '../git-repository.js';

/** What, in which file, hides which of these; a path that ends in a slash is a directory. */
type Hazard = readonly [what: string, rules: string, hidden: readonly string[], shown: readonly string[]];

const HAZARDS: readonly Hazard[] = [
  ['a name matches at every depth', 'temp.log', ['temp.log', 'd/temp.log', 'd/e/temp.log'], ['temp.log2']],
  ['a leading slash anchors', '/a', ['a'], ['d/a']],
  ['a slash in the middle anchors', 'd/a', ['d/a'], ['a', 'e/d/a']],
  ['a trailing slash wants a directory', 'x/', ['x/', 'd/x/'], ['y/x']],
  ['an anchored directory', '/d/x/', ['d/x/'], ['x/', 'e/d/x']],
  ['an extension', '*.log', ['a.log', 'd/.log'], ['a.log.c', 'log']],
  ['an extension of one directory', '/*.log', ['a.log'], ['d/a.log']],
  ['an extension of a named directory', 'd/*.log', ['d/a.log'], ['a.log', 'd/e/a.log']],
  ['a prefix', 'foo*', ['foo', 'foo.c', 'd/foobar'], ['fo', 'afoo']],
  ['a prefix of a named directory', 'd/foo*', ['d/foo1'], ['foo1', 'd/e/foo1']],
  ['a prefix and an extension', 'a*.c', ['a.c', 'ab.c', 'd/a.b.c'], ['b.c', 'a.ch']],
  ['everything', '*', ['a', 'd/', '.x'], []],
  ['every directory', '*/', ['d/', 'e/x/'], ['a', '.x']],
  ['every entry of this directory', '/*', ['a', 'd/'], []],
  ['the last match wins', '*.log\n!keep.log\nkeep.log\n!/keep.log', ['a.log', 'd/keep.log'], ['keep.log']],
  ['a plain rule after a wildcard', 'k??p\n!keep', ['kelp'], ['keep', 'd/keep']],
  ['a wildcard after a plain rule', 'keep\n!k??p', [], ['keep', 'd/keep']],
  ['a wildcard path after a wildcard name', 'f?o\n!d/*/f?o', ['foo', 'd/foo'], ['d/e/foo']],
  ['a directory re-included as a name', 'x/\n!x', [], ['x/', 'x/f']],
  ['a double negation is a name with !', '!!a\n*b', ['b'], ['!a']],
  ['an escaped ! starts a name', '\\!a', ['!a'], ['a']],
  ['an escaped # starts a name', '\\#a', ['#a'], ['a']],
  ['# behind ! starts a name', '#*\n*.o\n!#?.o', ['a.o'], ['#a.o', '#b']],
  ['a comment', '#a\n# a', [], ['#a', '# a', 'a']],
  ['# elsewhere', 'a#b', ['a#b'], ['a']],
  ['blank lines', '\n   \n\r\n\n', [], ['a', ' ']],
  ['trailing spaces are cut', 'a   \nb\t ', ['a', 'b\t'], ['a   ', 'b']],
  ['a trailing space may be quoted', 'a\\ \nb\\  ', ['a ', 'b '], ['a', 'b', 'b  ']],
  ['a quoted backslash quotes no space', 'a\\\\ ', ['a\\'], ['a\\ ', 'a']],
  ['leading spaces count', ' a', [' a'], ['a']],
  ['a space before the slash counts', 'd /', ['d /'], ['d/']],
  ['CRLF', 'a\r\n*.b\r\nc?d\r\nx/\r\n', ['a', 'x.b', 'ccd', 'x/'], ['a\r', 'x.b\r']],
  ['CR at the end of the last line', 'a\nb\r', ['a', 'b'], ['b\r']],
  ['one CR of two', 'a\r\r\nb?c\r\r\n', ['a\r', 'bbc\r'], ['a', 'bbc']],
  ['a byte order mark at the start', '\uFEFFa\n\uFEFFb', ['a', '\uFEFFb'], ['b', '\uFEFFa']],
  ['a byte order mark before a comment', '\uFEFF#a', [], ['#a', 'a']],
  ['a NUL ends its line', 'a\0b\nc \0\n\0d', ['a', 'c'], ['b', 'd']],
  ['**/ at the start', '**/a', ['a', 'd/a', 'd/e/a'], ['da']],
  ['/**/ at the start', '/**/a', ['a', 'd/a', 'd/e/a'], ['da']],
  ['**/ before a path', '**/d/a', ['d/a', 'e/d/a', 'e/x/d/a'], ['a', 'ed/a']],
  ['/** at the end', 'd/**', ['d/a', 'd/e/a'], ['d/', 'a']],
  ['/**/ at the end', 'd/**/', ['d/e/', 'd/e/x/'], ['d/', 'd/a']],
  ['/**/ in the middle', 'd/**/a', ['d/a', 'd/e/a', 'd/e/x/a'], ['a', 'da', 'd/ea']],
  ['** alone, and everything below', '**', ['a', 'd/a'], []],
  ['/** alone', '/**', ['a', 'd/a'], []],
  ['stars in a name', 'a**b', ['ab', 'axb', 'd/axb'], ['a', 'a/b']],
  ['stars behind a literal start of a path', 'a**/b', ['ab', 'ax/y/b', 'a/b'], ['axb', 'b', 'c/a/b']],
  ['stars at the end of a literal path', 'd/a**', ['d/a', 'd/ab', 'd/ab/c'], ['a', 'd/b']],
  ['stars behind a wildcard are one', 'd?/a?**', ['dd/ab', 'dd/abc'], ['dd/a', 'dd/a/b/c']],
  ['stars before a quoted slash', 'd/**\\/a', ['d/e/a', 'd/e/x/a'], ['d/a', 'd/b']],
  ['stars before a letter are one', '/**a/b', ['a/b', 'xa/b'], ['b', 'x/xa/b']],
  ['three stars', 'd/***/a', ['d/a', 'd/e/x/a'], ['a']],
  ['a star stays in its directory', 'd/*/a', ['d/e/a'], ['d/a', 'd/e/x/a']],
  ['? is one byte', 'a?c\nx??y', ['abc', 'xéy'], ['ac', 'a/c', 'aéc', 'xy']],
  ['a literal letter of two bytes', 'é\n*ö\nü*', ['é', 'aö', 'ü1'], ['e', 'É', 'öa']],
  ['an emoji is four bytes', 'a????b', ['a😀b'], ['a😀😀b']],
  ['a class', 'x[ab]', ['xa', 'xb'], ['xc', 'x', 'xab']],
  ['a negated class', 'x[!ab]\ny[^ab]', ['xc', 'yc'], ['xa', 'ya', 'x']],
  ['a range', 'x[a-cx-z]', ['xb', 'xy'], ['xd', 'x-']],
  ['a range backwards', 'x[c-a]', ['xc'], ['xb', 'xa', 'x-']],
  ['] at the start of a class', 'x[]a]\ny[!]a]', ['x]', 'xa', 'yb'], ['y]', 'ya']],
  ['- at the edges of a class', 'x[-a]\ny[a-]', ['x-', 'xa', 'y-', 'ya'], ['xb']],
  ['- behind a range', 'x[a-c-e]', ['x-', 'xe', 'xb'], ['xd']],
  ['a quoted member', 'x[\\]a]\ny[a\\-c]', ['x]', 'xa', 'y-', 'yc'], ['yb', 'x\\']],
  ['wildcards in a class are members', 'x[*?]', ['x*', 'x?'], ['xa']],
  ['[ in a class', 'x[[a]\ny[a[:]', ['x[', 'xa', 'y[', 'y:'], ['x]']],
  ['named classes', 'x[[:digit:]_]\ny[[:alpha:]]', ['x1', 'x_', 'yA'], ['xa', 'y1', 'yé']],
  ['a named class negated', 'x[![:alpha:]]', ['x1'], ['xa', 'x']],
  ['git counts \\v and \\f no space', 'x[[:space:]]', ['x ', 'x\t', 'x\n'], ['x\v', 'x\f']],
  ['a class matches no slash', 'x[!a]y/z\nd[/]a', [], ['x/y/z', 'd/a']],
  ['a class of a letter of two bytes', 'x[é]', [], ['xé', 'xe']],
  ['two classes for two bytes', 'x[é][é]', ['xé'], ['xe']],
  ['an unclosed class never matches', 'x[a\n[\n*[', [], ['x[a', 'xa', 'x', '[', 'a[']],
  ['an unknown class never matches', 'x[[:nope:]]', [], ['x:', 'xn', 'x']],
  ['a class name left open is members', 'y[[:alpha]', ['y:', 'ya', 'y['], ['yb']],
  ['a trailing backslash never matches', 'a\\\nb\\/', [], ['a', 'a\\', 'b/', 'b\\/']],
  ['escapes of plain letters', '\\a\\b', ['ab'], ['\\a\\b']],
  ['escaped wildcards', 'a\\*\nb\\?\nc\\[d]\n\\*.x', ['a*', 'b?', 'c[d]', '*.x'], ['ab', 'bc', 'cd', 'a.x']],
  ['an escaped backslash', 'a\\\\b', ['a\\b'], ['ab']],
  ['an escaped star behind a star', 'a*\\*', ['a*', 'ab*'], ['ab', 'a']],
  ['an escaped slash anchors', 'd\\/a', ['d/a'], ['e/d/a']],
  ['only a slash', '/\n//\n!/', [], ['a', 'd/']],
  ['two slashes match nothing', 'd//a\nd//', [], ['d/a', 'a', 'd/']],
  ['a dot is a name like any other', './a\n../a', [], ['a', 'd/a']],
  [
    'braces and other signs are letters',
    '{a,b}\n(a|b)\na+\n^a$\n@(a)',
    ['{a,b}', '(a|b)', 'a+', '^a$', '@(a)'],
    ['a', 'b', 'aa'],
  ],
  ['case counts', 'A\n*.O\n[A-Z]x', ['A', 'a.O', 'Bx'], ['a', 'a.o', 'bx']],
  [
    'names of JavaScript',
    '__proto__\nconstructor',
    ['__proto__', 'constructor'],
    ['toString', 'hasOwnProperty'],
  ],
  ['names of JavaScript behind wildcards', '__pro*o__', ['__proto__'], ['constructor', 'toString']],
];

/** Where `core.ignorecase` is set. */
const CASELESS: readonly Hazard[] = [
  ['a name', 'Foo\nd/BAR', ['foo', 'FOO', 'd/bar', 'D/Bar'], ['fo']],
  ['an extension and a prefix', '*.LOG\nTmp*', ['a.log', 'a.Log', 'TMPx'], ['log']],
  ['a wildcard name', 'F?o', ['foo', 'FxO'], ['fo']],
  ['a wildcard path', 'D/**/x*y', ['d/XY', 'D/e/xAy'], ['e/xy']],
  ['only ASCII is folded', 'É', ['É'], ['é']],
  ['a range takes both cases', 'x[A-C]', ['xa', 'Xb', 'xC'], ['xd']],
  ['a named class takes both cases', 'x[[:upper:]]\ny[[:lower:]]', ['xa', 'xA', 'yA'], ['x1']],
  ['a capital member matches nothing', 'x[A]\ny[a]', ['yA', 'ya'], ['xa', 'xA']],
  ['a quoted capital matches nothing', '\\A\n\\b', ['b', 'B'], ['a', 'A']],
];

/** The rules as they are met in the root. No directory of the table but the entry itself is ever ignored. */
function hides(rules: string, entry: string, ignoreCase = false): boolean {
  const isDir = entry.endsWith('/');
  const path = isDir ? entry.slice(0, -1) : entry;
  const names = path.split('/');
  const file = compileRuleFile(rules, ignoreCase);
  return names.some((name, depth) => {
    const below = names
      .slice(0, depth)
      .map((parent) => `${parent}/`)
      .join('');
    return file?.match(name, isDir || depth < names.length - 1, below) === true;
  });
}

const withoutSlash = (entry: string): string => entry.replace(/\/$/, '');

describe('a rule file', () => {
  const repository = new GitRepository();
  const directories = HAZARDS.flatMap(([, , hidden, shown]) => [...hidden, ...shown]).filter((entry) =>
    entry.endsWith('/'),
  );

  beforeAll(() => {
    for (const directory of directories) mkdirSync(join(repository.root, directory), { recursive: true });
  });
  afterAll(() => {
    repository[Symbol.dispose]();
  });

  test.each(HAZARDS)('reads as git does: %s', (_, rules, hidden, shown) => {
    const entries = [...hidden, ...shown];
    repository.write('.gitignore', rules);
    const ignored = repository.ignored(entries.map(withoutSlash));
    expect({
      git: entries.filter((entry) => ignored.has(withoutSlash(entry))),
      ours: entries.filter((entry) => hides(rules, entry)),
    }).toEqual({ git: hidden, ours: hidden });
  });

  test.each(CASELESS)('reads as git does without regard to case: %s', (_, rules, hidden, shown) => {
    const entries = [...hidden, ...shown];
    repository.git('config', 'core.ignorecase', 'true');
    repository.write('.gitignore', rules);
    const ignored = repository.ignored(entries);
    repository.git('config', 'core.ignorecase', 'false');
    expect({
      git: entries.filter((entry) => ignored.has(entry)),
      ours: entries.filter((entry) => hides(rules, entry, true)),
    }).toEqual({ git: hidden, ours: hidden });
  });

  test.each(['', '\n\n', '# only\n  \n', '[\nfoo\\\n/'])('is null when %j holds no rule', (text) => {
    expect(compileRuleFile(text)).toBeNull();
  });

  test('tells ignored, re-included and nothing apart', () => {
    const file = compileRuleFile('*.log\n!keep.log');
    const verdicts = ['a.log', 'keep.log', 'a.txt'].map((name) => file?.match(name, false, ''));
    expect(verdicts).toEqual([true, false, undefined]);
  });

  test('forgets no rule when it was asked about more names than it remembers', () => {
    const file = compileRuleFile('a*b*c');
    for (let asked = 0; asked < 3000; asked++) file?.match(`${asked}c`, false, '');
    expect([file?.match('abbc', false, ''), file?.match('abb', false, '')]).toEqual([true, undefined]);
  });

  test('reads every byte into a class as git does', () => {
    const classes = 'alnum alpha blank cntrl digit graph lower print punct space upper xdigit'.split(' ');
    const bytes = Array.from({ length: 0x7f }, (_, index) => String.fromCharCode(index + 1));
    const names = classes.flatMap((name) => bytes.filter((byte) => byte !== '/').map((byte) => name + byte));
    const rules = classes.map((name) => `${name}[[:${name}:]]`).join('\n');
    repository.write('.gitignore', rules);
    const ignored = repository.ignored(names);
    expect(names.filter((name) => hides(rules, name))).toEqual(names.filter((name) => ignored.has(name)));
  });
});

describe('a hostile pattern', () => {
  const long = 'a'.repeat(10_000);
  const deep = 'a/'.repeat(5_000);
  // With regard to case a name goes to `ignore`, without to our own matcher.
  test.each([true, false])(
    'of many stars is decided on a long name when case is ignored: %s',
    (ignoreCase) => {
      const file = compileRuleFile(`${'*a'.repeat(100)}*b`, ignoreCase);
      expect([long, `${long}b`].map((name) => file?.match(name, false, ''))).toEqual([undefined, true]);
    },
  );

  test('of many question marks and classes is decided on a long name', () => {
    const file = compileRuleFile(`${'*?[ab]'.repeat(40)}*b`);
    expect([long, `${long}b`].map((name) => file?.match(name, false, ''))).toEqual([undefined, true]);
  });

  test('of many double stars is decided on a deep path', () => {
    const file = compileRuleFile(`${'**/a*a/'.repeat(3)}${'**/'.repeat(50)}${'*a'.repeat(20)}*b`);
    expect(file?.match('b', false, deep)).toBeUndefined();
    expect(file?.match(`${long}b`, false, `${deep}${'aa/'.repeat(3)}`)).toBe(true);
  });

  test('of one endless line is read', () => {
    expect(compileRuleFile('*a?[b]'.repeat(50_000))?.match(long, false, '')).toBeUndefined();
  });
});
