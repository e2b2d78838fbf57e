import { expect, test } from 'vitest';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import {
  EditorDiagnostics,
  type RawDiagnostic,
} from '../../../../src/host/vscode/editor/editor-diagnostics.js';
import { FakeClock } from '../../../doubles/fake-clock.js';

const PATH = '/work/a.ts' as AbsPath;

function make(): {
  diagnostics: EditorDiagnostics;
  clock: FakeClock;
  raw: RawDiagnostic[];
  tell: (paths: readonly string[]) => void;
  listening: () => number;
} {
  const clock = new FakeClock();
  const raw: RawDiagnostic[] = [];
  const listeners = new Set<(paths: readonly string[]) => void>();
  const diagnostics = new EditorDiagnostics({
    clock,
    read: () => raw,
    list: () => ['/w/a.ts' as AbsPath],
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  const tell = (paths: readonly string[]): void => {
    for (const listener of listeners) listener(paths);
  };
  return { diagnostics, clock, raw, tell, listening: () => listeners.size };
}

const raw = (severity: number, rest: Partial<RawDiagnostic> = {}): RawDiagnostic => ({
  severity,
  message: 'wrong',
  range: { start: { line: 0, character: 4 } },
  ...rest,
});

test('diagnostics are told with places counted from 1', async () => {
  const world = make();
  world.raw.push(raw(0, { source: 'ts', code: 2322 }), raw(1, { code: { value: 'no-x' } }));
  expect(await world.diagnostics.diagnosticsOf(PATH)).toEqual([
    { severity: 'error', message: 'wrong', line: 1, column: 5, source: 'ts', code: '2322' },
    { severity: 'warning', message: 'wrong', line: 1, column: 5, code: 'no-x' },
  ]);
});

test('after a change, diagnostics are those that the editor has next for this file', async () => {
  const world = make();
  const after = world.diagnostics.diagnosticsAfterChange(PATH);
  world.tell(['/work/other.ts']);
  expect(world.listening()).toBe(1);
  world.raw.push(raw(3));
  world.tell(['/work/other.ts', PATH]);
  expect((await after).map(({ severity }) => severity)).toEqual(['hint']);
  expect([world.listening(), world.clock.pending]).toEqual([0, 0]);
});

test.each(['time', 'abort'])('after a change, nobody waits for ever: %s', async (end) => {
  const world = make();
  const controller = new AbortController();
  const after = world.diagnostics.diagnosticsAfterChange(PATH, controller.signal);
  if (end === 'time') world.clock.advance(3_000);
  else controller.abort();
  expect(await after).toEqual([]);
  expect([world.listening(), world.clock.pending]).toEqual([0, 0]);
});

test('the files that have diagnostics are those that the editor lists', async () => {
  expect(await make().diagnostics.listFiles()).toEqual(['/w/a.ts']);
});
