import { describe, expect, test } from 'vitest';
import type { ViewStatus } from '../../../../src/actors/protocol/ui.js';
import { StatusDisplay } from '../../../../src/host/vscode/status/status-display.js';
import { FakeClock } from '../../../doubles/fake-clock.js';

type Index = ViewStatus['index'];

function stage() {
  const clock = new FakeClock();
  const shown: [atMs: number, Index][] = [];
  const lines: string[] = [];
  let index: Index = { phase: 'none', files: 0 };
  const display = new StatusDisplay({
    clock,
    status: () => ({ mode: 'agent', provider: 'offline', model: 'rules', index, isTrusted: true }),
    show: (status) => void shown.push([clock.now(), status.index]),
    log: {
      warn: (line) => void lines.push(`warn ${line}`),
      info: (line) => void lines.push(`info ${line}`),
      debug: (line) => void lines.push(`debug ${line}`),
    },
  });
  const become = (phase: Index['phase'], files: number, reason?: string): void => {
    index = { phase, files, ...(reason === undefined ? {} : { reason }) };
    display.changed(phase);
  };
  return { clock, shown, lines, display, become };
}

describe('StatusDisplay', () => {
  test('shows a new phase at once, and numbers of the same phase ten times a second', () => {
    const { clock, shown, become } = stage();
    become('scanning', 0);
    for (let files = 1; files <= 100; files += 1) {
      become('scanning', files);
      clock.advance(5);
    }
    become('ready', 100);
    expect(shown).toEqual([
      [0, { phase: 'scanning', files: 0 }],
      ...[20, 40, 60, 80, 100].map((files) => [files * 5, { phase: 'scanning', files }]),
      [500, { phase: 'ready', files: 100 }],
    ]);
  });

  test('logs each phase once, and louder what is wrong', () => {
    const { clock, lines, become } = stage();
    become('scanning', 0);
    become('scanning', 7);
    clock.advance(100);
    become('degraded', 7, 'Watches have run out.');
    become('idle', 7);
    expect(lines).toEqual([
      'info Index: scanning, 0 files',
      'warn Index: degraded, 7 files. Watches have run out.',
      'debug Index: idle, 7 files',
    ]);
  });

  test('shows nothing more, and leaves no timer, once it is stopped', () => {
    const { clock, shown, display } = stage();
    display.changed();
    display.stop();
    expect([clock.pending, shown]).toEqual([0, []]);
  });
});
