import { expect, test } from 'vitest';
import type { RelPath } from '../../../../src/actors/protocol/workspace.js';
import {
  ChangeCounter,
  subtractCounts,
  countAllChanges,
} from '../../../../src/workers/index/sync/change-counter.js';
import { IndexData } from '../../../../src/workers/index/store/index-data.js';
import type { Cooperative } from '../../../../src/actors/runtime/slices.js';
import { add } from '../edit-index.js';

test('a tally counts what its own work does, and not what is done between its steps', () => {
  const data = new IndexData();
  const before = countAllChanges(data);
  const tally = new ChangeCounter(data);
  const work = tally.of(addThree());
  work.next();
  add(data, 'other/file' as RelPath, 0);
  data.remove('a' as RelPath);
  expect(work.next()).toEqual({ done: true, value: 'done' });
  expect(tally.count).toEqual({ added: 3, removed: 1 });
  expect(subtractCounts(countAllChanges(data), before)).toEqual({ added: 5, removed: 2 });

  function* addThree(): Cooperative<string> {
    for (const path of ['a', 'b']) add(data, path as RelPath, 0);
    yield;
    add(data, 'c' as RelPath, 0);
    data.remove('b' as RelPath);
    return 'done';
  }
});
