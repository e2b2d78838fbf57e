import { expect, test } from 'vitest';
import type { Diagnostic } from '../../../../src/actors/protocol/diagnostics.js';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { appendLateErrors, LateErrors } from '../../../../src/actors/tools/diagnostics/late-errors.js';
import { settle } from '../../../doubles/settle.js';

const FILE = { absolute: '/work/a.ts' as AbsPath, shown: 'a.ts' };
const OTHER = { absolute: '/work/b.ts' as AbsPath, shown: 'b.ts' };

const wrong = (message: string, line = 1, severity: Diagnostic['severity'] = 'error'): Diagnostic => ({
  severity,
  message,
  line,
  column: 1,
  source: 'ts',
});

/** An editor that analyses a file when the test says so. */
function makeEditor() {
  const now = new Map<AbsPath, readonly Diagnostic[]>();
  const waiting: { readonly path: AbsPath; readonly end: () => void }[] = [];
  const lateErrors = new LateErrors({
    diagnosticsOf: (path) => Promise.resolve(now.get(path) ?? []),
    diagnosticsAfterChange: (path, signal) =>
      new Promise((resolve) => {
        const end = (): void => {
          resolve(now.get(path) ?? []);
        };
        waiting.push({ path, end });
        signal?.addEventListener('abort', end);
      }),
  });
  const analyse = async ({ absolute }: typeof FILE, ...found: readonly Diagnostic[]): Promise<void> => {
    now.set(absolute, found);
    for (const { path, end } of waiting) if (path === absolute) end();
    await settle();
  };
  return { lateErrors, analyse };
}

test('a new error is told once, after the editor has looked at the file, and none that was there before', async () => {
  const { lateErrors, analyse } = makeEditor();
  lateErrors.watch('t', FILE, [wrong('old')]);
  expect(await lateErrors.take('t')).toEqual([]);
  await analyse(FILE, wrong('old', 9), wrong('new\nof two lines', 3), wrong('soft', 1, 'warning'));
  expect(await lateErrors.take('t')).toEqual(['a.ts:3:1: error: new of two lines (ts)']);
  expect(await lateErrors.take('t')).toEqual([]);
});

test('an error that is gone when the next result comes is not told', async () => {
  const { lateErrors, analyse } = makeEditor();
  lateErrors.watch('t', FILE, []);
  await analyse(FILE, wrong('between two edits'));
  await analyse(FILE);
  expect(await lateErrors.take('t')).toEqual([]);
});

test('a file that changes again before the editor has looked is compared with what it was at first', async () => {
  const { lateErrors, analyse } = makeEditor();
  lateErrors.watch('t', FILE, []);
  lateErrors.watch('t', FILE, [wrong('of the first edit')]);
  await analyse(FILE, wrong('of the first edit'));
  expect(await lateErrors.take('t')).toEqual(['a.ts:1:1: error: of the first edit (ts)']);
});

test('each conversation is told of the files that it has changed', async () => {
  const { lateErrors, analyse } = makeEditor();
  lateErrors.watch('one', FILE, []);
  lateErrors.watch('two', OTHER, []);
  await analyse(FILE, wrong('a'));
  await analyse(OTHER, wrong('b'));
  expect(await lateErrors.take('two')).toEqual(['b.ts:1:1: error: b (ts)']);
  expect(await lateErrors.take('one')).toEqual(['a.ts:1:1: error: a (ts)']);
});

test('whoever asks for the errors of a file waits for them, and is not told again', async () => {
  const { lateErrors, analyse } = makeEditor();
  lateErrors.watch('t', FILE, []);
  let isSettled = false;
  const settled = lateErrors.settle('t', FILE.absolute).then(() => (isSettled = true));
  await settle();
  expect(isSettled).toBe(false);
  await analyse(FILE, wrong('new'));
  await settled;
  expect(await lateErrors.take('t')).toEqual([]);
});

test('nothing waits any more once it is disposed of', async () => {
  const { lateErrors } = makeEditor();
  lateErrors.watch('t', FILE, []);
  const settled = lateErrors.settle('t', FILE.absolute);
  lateErrors[Symbol.dispose]();
  await settled;
});

test('a result without new errors stays as it is', () => {
  expect(appendLateErrors('Edited.', [])).toBe('Edited.');
  expect(appendLateErrors('Edited.', ['a'])).toBe('Edited.\n\nYour changes brought new errors:\na');
});
