import { describe, expect, test } from 'vitest';
import { createRandom } from '../../bench/make-tree.js';
import { pastedKinds } from '../../bench/pasted-queries.js';
import { makeQueries, type QueryMaker } from '../../bench/queries.js';
import { WORD_KINDS } from '../../bench/word-queries.js';

const PATHS = [
  'src/workers/scan-pool/batchInbox.ts',
  'src/host/vscode/chat/chat-session.ts',
  'src/host/components/index.tsx',
  'tools/release/publish_notes.py',
  'tools/release/__init__.py',
  'include/linux/netdevice.h',
  'docs/decisions/folder_means_permission.md',
];
const ROOT = '/home/dev/project';
const KINDS: Record<string, QueryMaker> = { ...WORD_KINDS, ...pastedKinds(ROOT) };

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const stemOf = (path: string): string => nameOf(path).split('.')[0] ?? '';
const foldersOf = (path: string): string[] => path.split('/').slice(0, -1);

/** What is left of the longer text when the other is taken away from both of its ends. */
function difference(longer: string, shorter: string): string {
  let from = 0;
  while (from < shorter.length && longer[from] === shorter[from]) from += 1;
  return longer.slice(from, longer.length - (shorter.length - from));
}

const RULES: Record<keyof typeof KINDS, (text: string, target: string) => boolean> = {
  segments(text, target) {
    const words = text.split(' ');
    const name = words.pop() ?? '';
    const folders = foldersOf(target);
    for (const word of words) {
      const at = folders.findIndex((folder) => folder.startsWith(word));
      if (at === -1) return false;
      folders.splice(0, at + 1);
    }
    return words.length === 2 && nameOf(target).startsWith(name);
  },
  folder: (text, target) =>
    text.split(' ').some((word) => foldersOf(target).includes(word)) &&
    text.split(' ').some((word) => nameOf(target).startsWith(word)),
  misspelt(text, target) {
    const meant = [foldersOf(target).at(-1) ?? '', stemOf(target)];
    return text.split(' ').every((word, at) => {
      const [shorter, longer] = [word, meant[at] ?? ''].sort((a, b) => a.length - b.length) as [
        string,
        string,
      ];
      return longer.length === shorter.length + 1 && difference(longer, shorter).length === 1;
    });
  },
  words: (text, target) =>
    text.split(' ').length > 1 &&
    text.split(' ').every((word) => word.length > 2 && target.toLowerCase().includes(word)),
  middle: (text, target) => stemOf(target).indexOf(text) > 0 && !stemOf(target).endsWith(text),
  pasted: (text, target) => text !== target && text.includes(nameOf(target)),
  specifier: (text, target) => {
    const isPackage = /^(?:index|__init__)\./.test(nameOf(target));
    return text.includes(stemOf(target)) || (isPackage && text.includes(foldersOf(target).at(-1) ?? ''));
  },
};

describe.each(Object.entries(KINDS))('queries of kind %s', (kind, make) => {
  const queries = makeQueries(make, PATHS, 40, createRandom(3));

  test('are the same for the same seed', () => {
    expect(makeQueries(make, PATHS, 40, createRandom(3))).toEqual(queries);
  });

  test('are many, and keep to the rule of their kind', () => {
    expect(queries.length).toBeGreaterThan(20);
    const broken = queries.filter(({ text, target }) => RULES[kind]?.(text, target) !== true);
    expect(broken).toEqual([]);
  });

  test('are none where no path is fit for them', () => {
    expect(makeQueries(make, [], 5, createRandom(1))).toEqual([]);
  });
});

test('a pasted path is absolute, quoted, with a line, or as a diff and a package write it', () => {
  const { pasted } = pastedKinds(ROOT);
  const texts = makeQueries(pasted, PATHS, 400, createRandom(5)).map(({ text }) => text);
  const forms = [/^["'`]/, /^.?\.\//, /^.?[ab]\//, /^.?@scope\//, /^.?\/home\/dev\/project\//];
  const places = [/^.?file:\/\/\/home/, /:\d+.?$/, /:\d+:\d+.?$/, /#L\d+.?$/, /\(\d+,\d+\).?$/];
  for (const form of [...forms, ...places]) expect(texts.some((text) => form.test(text))).toBe(true);
});
