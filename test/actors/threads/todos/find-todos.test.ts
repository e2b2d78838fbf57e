import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EntryBody, ThreadEntry } from '../../../../src/actors/protocol/thread.js';
import { drawTodos } from '../../../../src/actors/threads/todos/draw-todos.js';
import { findTodos } from '../../../../src/actors/threads/todos/find-todos.js';
import { readTodos, TODO_TOOL, type Todo } from '../../../../src/actors/protocol/todos/read-todos.js';

const toEntries = (bodies: readonly EntryBody[]): readonly ThreadEntry[] =>
  bodies.map((body, seq) => ({ id: `e${seq}`, parent: null, seq, at: 0, ...body }) as ThreadEntry);

/** A call of a tool and, unless it was interrupted, its result. */
function call(
  callId: string,
  tool: string,
  todos: unknown,
  end: 'success' | 'tool_error' | 'open',
): EntryBody[] {
  const begun: EntryBody = {
    kind: 'call',
    callId,
    tool,
    category: 'Read file',
    params: { todos },
    paths: [],
  };
  if (end === 'open') return [begun];
  const result = { outcome: end, success: end === 'success', output: '' };
  return [begun, { kind: 'observation', callId, tool, result }];
}

const list = (content: string): readonly Todo[] => [{ content, status: 'pending' }];

describe('the to-do list of a branch', () => {
  test('is empty before there is one', () => {
    expect(findTodos([])).toEqual([]);
  });

  test('is that of the newest call that succeeded, whatever else was called', () => {
    const step = fc.record({
      tool: fc.constantFrom(TODO_TOOL, 'read_file'),
      end: fc.constantFrom('success' as const, 'tool_error' as const, 'open' as const),
      todos: fc.constantFrom(list('a'), list('b'), [], 'no list'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const entries = toEntries(
          steps.flatMap(({ tool, todos, end }, at) => call(`c${at}`, tool, todos, end)),
        );
        const newest = steps.findLast(
          ({ tool, todos, end }) => tool === TODO_TOOL && end === 'success' && Array.isArray(todos),
        );
        expect(findTodos(entries)).toEqual(newest?.todos ?? []);
      }),
    );
  });

  test('is that of results, not of the order in which calls began', () => {
    const first = call('1', TODO_TOOL, list('a'), 'success');
    const second = call('2', TODO_TOOL, list('b'), 'open');
    expect(findTodos(toEntries([...second, ...first]))).toEqual(list('a'));
  });
});

test('damaged lists give what is whole in them', () => {
  expect(readTodos({ todos: [{ content: 'a', status: 'pending' }, { content: 1 }, null, 'x'] })).toEqual(
    list('a'),
  );
  expect(readTodos({ todos: {} })).toBeUndefined();
  expect(readTodos(null)).toBeUndefined();
});

test('a list is drawn a line each, also where a content has several', () => {
  expect(
    drawTodos([
      { content: 'a\n[x] b', status: 'completed' },
      { content: 'c', status: 'in_progress' },
      { content: 'd', status: 'pending' },
    ]),
  ).toEqual(['[x] a [x] b', '[>] c', '[ ] d']);
});
