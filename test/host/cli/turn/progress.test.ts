import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { RootPhase, RootStatus } from '../../../../src/actors/protocol/workspace.js';
import { Output } from '../../../../src/host/cli/terminal/output.js';
import { Progress, showOnLine, watchScan } from '../../../../src/host/cli/turn/progress.js';
import type { Workspace } from '../../../../src/host/workspace.js';
import { FakeClock } from '../../../doubles/fake-clock.js';

function watch(isTTY: boolean, isDumb = false) {
  const clock = new FakeClock();
  const out = Object.assign(new PassThrough(), { isTTY });
  const listeners = new Set<(status: Pick<RootStatus, 'phase' | 'files'>) => void>();
  const ref = {
    on: (_kind: string, listener: (status: Pick<RootStatus, 'phase' | 'files'>) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const progress = new Progress(showOnLine(new Output(out, { hasColor: true, isDumb })));
  const stop = watchScan({ ref } as unknown as Workspace, progress, clock);
  return {
    clock,
    stop,
    progress,
    listeners,
    tell: (phase: RootPhase, files: number) => {
      for (const listener of listeners) listener({ phase, files });
    },
    written: () => (out.read() as Buffer | null)?.toString() ?? '',
  };
}

test('a scan that takes over a second tells how far it is, and wipes that out at its end', () => {
  const { clock, stop, tell, written, listeners } = watch(true);
  tell('scanning', 10);
  expect(written()).toBe('');
  clock.advance(1000);
  tell('scanning', 12_345);
  expect(written()).toBe('\r\u001b[2KScanning: 12,345 files');
  tell('ready', 20_000);
  expect(written()).toBe('\r\u001b[2K');
  stop();
  expect({ written: written(), listeners: listeners.size }).toEqual({ written: '', listeners: 0 });
});

test('progress that is shown elsewhere is shown no more where it was', () => {
  const { clock, progress, tell, written } = watch(true);
  const shown: (string | undefined)[] = [];
  clock.advance(1000);
  tell('scanning', 1);
  written();
  progress.moveTo((text) => shown.push(text));
  tell('scanning', 2);
  tell('ready', 3);
  expect([written(), shown]).toEqual(['\r\u001b[2K', ['Scanning: 1 files', 'Scanning: 2 files', undefined]]);
});

test('progress that is stopped before the end leaves the line clear', () => {
  const { clock, stop, tell, written } = watch(true);
  clock.advance(1000);
  tell('scanning', 1);
  stop();
  expect(written()).toBe('\r\u001b[2KScanning: 1 files\r\u001b[2K');
});

test.each([
  ['pipes', watch(false)],
  ['terminals that cannot draw', watch(true, true)],
])('progress is not for %s', (_what, { clock, stop, tell, written, listeners }) => {
  clock.advance(5000);
  tell('scanning', 1);
  stop();
  expect({ written: written(), listeners: listeners.size }).toEqual({ written: '', listeners: 0 });
});
