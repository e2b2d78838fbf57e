import { expect, test } from 'vitest';
import type { ThreadEntry } from '../../../src/actors/protocol/thread.js';
import { findNewBeginning } from '../../../src/actors/threads/requests/find-new-beginning.js';

const entry = (body: object): ThreadEntry =>
  ({ id: 'e', parent: null, seq: 0, at: 0, turn: 't', ...body }) as unknown as ThreadEntry;
const HEAD = { head: { system: '', tools: [] } };
const began = (model = 'a/one', more: object = {}): ThreadEntry =>
  entry({ kind: 'turn_began', mode: 'agent', model, limits: {}, ...more });
const reply = entry({ kind: 'reply' });
const compaction = entry({ kind: 'compaction', messages: [], ...HEAD });
const fallback = entry({ kind: 'retry', model: 'b/two' });
const first = [began('a/one', HEAD), reply, reply];

test.each<[string, readonly ThreadEntry[], object | undefined]>([
  ['nothing', [], undefined],
  ['turns that extend each other', [...first, began(), reply], undefined],
  ['a compaction', [...first, compaction, reply, began(), reply], { cause: 'compaction', requests: 2 }],
  ['a compaction that no request has followed', [...first, compaction], undefined],
  ['another model', [...first, began('b/two', HEAD), reply], { cause: 'model', requests: 1 }],
  [
    'the same model again',
    [...first, began('b/two'), reply, began(), reply],
    { cause: 'model', requests: 1 },
  ],
  ['a fallback', [...first, fallback, reply, reply], { cause: 'model', requests: 2 }],
  [
    'the turn behind a fallback',
    [...first, fallback, reply, began(), reply],
    { cause: 'model', requests: 1 },
  ],
  ['a wait before a try', [...first, entry({ kind: 'retry' }), reply], undefined],
  ['tools', [...first, began('a/one', HEAD), reply], { cause: 'tools', requests: 1 }],
  [
    'a move',
    [...first, entry({ kind: 'adopted' }), began('a/one', HEAD), reply],
    { cause: 'moved', requests: 1 },
  ],
  [
    'a compaction for another model',
    [...first, began('b/two'), compaction, reply],
    { cause: 'compaction', requests: 1 },
  ],
])('the newest beginning after %s is %j', (_after, branch, expected) => {
  expect(findNewBeginning(branch)).toEqual(expected);
});
