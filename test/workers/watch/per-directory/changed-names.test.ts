import { describe, expect, test } from 'vitest';
import type { RelPath } from '../../../../src/actors/protocol/workspace.js';
import { DirectoryWatch } from '../../../../src/workers/watch/per-directory/directory-watches.js';
import { ChangedNames } from '../../../../src/workers/watch/per-directory/changed-names.js';

const directory = (path: string): DirectoryWatch =>
  new DirectoryWatch(path as RelPath, '', undefined, () => undefined);

function takeAll(touched: ChangedNames): string[] {
  const all: string[] = [];
  for (let next = touched.take(); next !== undefined; next = touched.take()) {
    all.push(`${next.kind} ${next.directory.path}/${next.name}`);
  }
  return all;
}

describe('ChangedNames', () => {
  test('gives each name once, those of a directory together', () => {
    const touched = new ChangedNames();
    const [a, b] = [directory('a'), directory('b')];
    touched.add(a, 'x', 'change');
    touched.add(b, 'x', 'change');
    touched.add(a, 'y', 'change');
    touched.add(a, 'x', 'change');
    expect(takeAll(touched)).toEqual(['change a/x', 'change a/y', 'change b/x']);
  });

  test('calls it a rename when any of what happened to a name was one', () => {
    const touched = new ChangedNames();
    const a = directory('a');
    touched.add(a, 'x', 'change');
    touched.add(a, 'x', 'rename');
    touched.add(a, 'y', 'rename');
    touched.add(a, 'y', 'change');
    expect(takeAll(touched)).toEqual(['rename a/x', 'rename a/y']);
  });

  test('gives a name again that is touched after it was taken', () => {
    const touched = new ChangedNames();
    const a = directory('a');
    touched.add(a, 'x', 'change');
    touched.take();
    touched.add(a, 'x', 'change');
    expect(takeAll(touched)).toEqual(['change a/x']);
  });

  test('gives what is touched while others are taken', () => {
    const touched = new ChangedNames();
    const [a, b] = [directory('a'), directory('b')];
    touched.add(a, 'x', 'change');
    touched.add(b, 'x', 'change');
    touched.take();
    touched.add(a, 'x', 'rename');
    touched.add(b, 'y', 'change');
    expect(takeAll(touched)).toEqual(['change b/x', 'rename a/x', 'change b/y']);
  });

  test('holds nothing once it is cleared', () => {
    const touched = new ChangedNames(2);
    const a = directory('a');
    for (const name of ['x', 'y']) touched.add(a, name, 'change');
    touched.take();
    touched.clear();
    expect([takeAll(touched), touched.add(a, 'x', 'change'), touched.add(a, 'y', 'change')]).toEqual([
      [],
      true,
      true,
    ]);
  });

  test('says when there is no room for another name, and has room for those it knows', () => {
    const touched = new ChangedNames(2);
    const [a, b] = [directory('a'), directory('b')];
    const added = [
      touched.add(a, 'x', 'change'),
      touched.add(b, 'x', 'change'),
      touched.add(a, 'y', 'change'),
      touched.add(b, 'x', 'rename'),
    ];
    expect([added, takeAll(touched)]).toEqual([
      [true, true, false, true],
      ['change a/x', 'rename b/x'],
    ]);
    expect(touched.add(a, 'y', 'change')).toBe(true);
  });
});
