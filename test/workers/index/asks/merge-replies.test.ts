import { expect, test } from 'vitest';
import type { AbsPath, FilePlace, RelPath, SearchReply } from '../../../../src/actors/protocol/workspace.js';
import { mergeReplies } from '../../../../src/workers/index/asks/merge-replies.js';

function reply(root: string, scores: readonly number[], rest: Partial<SearchReply> = {}): SearchReply {
  const hits = scores.map((score) => ({
    root: root as AbsPath,
    path: `${root}-${score}` as RelPath,
    isDir: false,
    isSymlink: false,
    isCore: false,
    mtimeMs: 0,
    score,
    ranges: [],
  }));
  return { hits, state: 'ready', hasMore: false, ...rest };
}

const pathsOf = ({ hits }: SearchReply): string[] => hits.map(({ path }) => path);

test('hits of several roots are in the order of their scores, and of equal ones in that of the roots', () => {
  const merged = mergeReplies([reply('a', [9, 5, 1]), reply('b', [7, 5])], 4);
  expect([pathsOf(merged), merged.hasMore, merged.state]).toEqual([
    ['a-9', 'b-7', 'a-5', 'b-5'],
    true,
    'ready',
  ]);
});

test('what one root has not searched all of, all have not', () => {
  const merged = mergeReplies([reply('a', [1]), reply('b', [2], { state: 'partial', hasMore: true })], 9);
  expect([merged.state, merged.hasMore]).toEqual(['partial', true]);
});

test.each<[string, FilePlace | undefined, FilePlace | undefined, readonly number[], FilePlace | undefined]>([
  ['all that found something name', { line: 3 }, { line: 3 }, [2], { line: 3 }],
  ['one names, where the other has found nothing,', { line: 3 }, undefined, [], { line: 3 }],
  ['one does not name, which has found something as it was typed,', { line: 3 }, undefined, [2], undefined],
])('the place that %s is the place of all', (_, one, other, scores, expected) => {
  const withPlace = (place: FilePlace | undefined): Partial<SearchReply> =>
    place === undefined ? {} : { place };
  const merged = mergeReplies([reply('a', [1], withPlace(one)), reply('b', scores, withPlace(other))], 9);
  expect(merged.place).toEqual(expected);
});
