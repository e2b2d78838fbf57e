/** What a workspace of 100,000 files costs in a real VS Code, beside what its own quick open takes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { test } from '../../test/vscode/harness/test.js';
import { readOptions } from '../bench-options.js';
import { openBenchTree } from '../bench-tree.js';
import type { LoopDelay } from '../loop-delay.js';
import { formatSpread, quantile, spread } from '../quantile.js';
import { describeMachine, GOAL_HEADINGS, goalCells, printTable } from '../report.js';
import { startAppearanceTimer } from './first-appearance.js';
import { hostAtRest, startHostDelay } from './host-delay.js';

// Enough for a median; each round starts a VS Code of its own.
const ROUNDS = Number(process.env['TROUPE_BENCH_ROUNDS'] ?? 5);
// As long as the indexing takes, about, so that both see the same share of what else goes on.
const IDLE_MS = 2000;
// Key presses of a round: enough for a 99th percentile over all rounds.
const KEYS = 40;
// A name that a few of the files begin with.
const QUERY = 'alert';

interface Round {
  /** Loading and activating the extension. */
  readonly activationMs: number;
  /** From the `@` until the first file is shown, with an index that has only just started. */
  readonly coldMentionMs: number;
  /** From the start of the index until it is whole. */
  readonly indexMs: number;
  readonly warmMentionMs: number;
  /** From the key `@` until the list is painted, with a whole index, once for each press. */
  readonly keyMs: readonly number[];
  /** From the click on the icon until the view can be used. */
  readonly usableMs: number;
  /** From the first key in VS Code's quick open until the first file is shown. */
  readonly quickOpenMs: number;
  /** The extension host before Troupe is used. */
  readonly idle: LoopDelay;
  /** The extension host from the activation until the view is there. */
  readonly loading: LoopDelay;
  /** The extension host from then on until the index is whole. */
  readonly indexing: LoopDelay;
}

// Rules leave 100,000 of them.
const tree = openBenchTree({ ...readOptions([]), files: 107_500 });
const rounds: Round[] = [];

test.for(Array.from({ length: ROUNDS }, (_, index) => index + 1))(
  'round %i',
  async (_round, { openWindow }) => {
    const window = await openWindow({ open: () => ({ folder: tree }) });
    const { chat, host, page } = window;

    await hostAtRest(host);
    const idleDelay = await startHostDelay(host);
    await sleep(IDLE_MS);
    const idle = await idleDelay.stop();

    const loadingDelay = await startHostDelay(host);
    const activationMs = await host.evaluate(async ({ vscode }) => {
      const start = performance.now();
      await vscode.extensions.getExtension('troupe.troupe')?.activate();
      return performance.now() - start;
    });
    const start = performance.now();
    await window.openChat();
    const usableMs = performance.now() - start;
    const loading = await loadingDelay.stop();
    const indexingDelay = await startHostDelay(host);
    const mention = { within: chat.body, selector: '[role="option"]', text: QUERY };
    const cold = await startAppearanceTimer(mention);
    await chat.typeMention(QUERY);
    const coldMentionMs = await cold.elapsedMs();
    // The view says nothing of an index that is ready.
    await chat.status.and(chat.frame.locator('[data-phase="ready"]')).waitFor({ state: 'attached' });
    const indexMs = performance.now() - start;
    const indexing = await indexingDelay.stop();

    await chat.message.fill('');
    const warm = await startAppearanceTimer(mention);
    await chat.typeMention(QUERY);
    const warmMentionMs = await warm.elapsedMs();

    const keyMs: number[] = [];
    for (let press = 0; press < KEYS; press++) {
      await chat.message.fill('');
      await chat.files.waitFor({ state: 'hidden' });
      const key = await startAppearanceTimer({ within: chat.body, selector: '[role="option"]', text: '' });
      await chat.message.press('@');
      keyMs.push(await key.elapsedMs());
    }
    await chat.message.fill('');

    await page.keyboard.press('Control+P');
    const input = window.quickInput.locator('input.input');
    await input.waitFor();
    const quickOpen = await startAppearanceTimer({
      within: page.locator('body'),
      selector: '.quick-input-list .monaco-list-row',
      text: QUERY,
    });
    await input.pressSequentially(QUERY);
    const quickOpenMs = await quickOpen.elapsedMs();

    rounds.push({
      activationMs,
      usableMs,
      keyMs,
      coldMentionMs,
      indexMs,
      warmMentionMs,
      quickOpenMs,
      idle,
      loading,
      indexing,
    });
  },
);

afterAll(() => {
  if (rounds.length === 0) return;
  const times = (pick: (round: Round) => number): string => formatSpread(spread(rounds.map(pick)), 0);
  const delays = (pick: (round: Round) => LoopDelay): string[] => {
    const all = rounds.map(pick);
    const median = (values: readonly number[]): string => quantile(values, 0.5).toFixed(2);
    return [
      median(all.map(({ p50 }) => p50)),
      median(all.map(({ p99 }) => p99)),
      Math.max(...all.map(({ max }) => max)).toFixed(2),
    ];
  };
  process.stdout.write(
    `\n100,000 files in VS Code: ${describeMachine()}, warm cache, ${rounds.length} rounds, median (min to max)\n\n`,
  );
  printTable([
    ['', 'ms'],
    ['activation', times(({ activationMs }) => activationMs)],
    ['@ until the first file, index just started', times(({ coldMentionMs }) => coldMentionMs)],
    ['view opened until the index is whole', times(({ indexMs }) => indexMs)],
    ['@ until the first file, index whole', times(({ warmMentionMs }) => warmMentionMs)],
    ["VS Code's quick open until the first file", times(({ quickOpenMs }) => quickOpenMs)],
  ]);
  const keys = rounds.flatMap(({ keyMs }) => keyMs);
  const median = (pick: (round: Round) => number): number => quantile(rounds.map(pick), 0.5);
  process.stdout.write('\n');
  printTable([
    GOAL_HEADINGS,
    ...[
      { what: 'activation', measured: median(({ activationMs }) => activationMs), unit: 'ms', atMost: 20 },
      { what: 'click to usable', measured: median(({ usableMs }) => usableMs), unit: 'ms', atMost: 500 },
      { what: '@ to painted, p50', measured: quantile(keys, 0.5), unit: 'ms', atMost: 50 },
      { what: '@ to painted, p99', measured: quantile(keys, 0.99), unit: 'ms', atMost: 50 },
      { what: '@ to painted, worst', measured: Math.max(...keys), unit: 'ms', atMost: 50 },
      {
        what: 'host delay while it indexes, max',
        measured: Math.max(...rounds.map(({ indexing }) => indexing.max)),
        unit: 'ms',
        atMost: 16,
      },
    ].map(goalCells),
  ]);
  process.stdout.write('\n');
  printTable([
    ['extension host late, ms', 'p50', 'p99', 'max'],
    ['while Troupe is loaded and its view opens', ...delays(({ loading }) => loading)],
    ['while it indexes', ...delays(({ indexing }) => indexing)],
    ['before Troupe is used', ...delays(({ idle }) => idle)],
  ]);
});
