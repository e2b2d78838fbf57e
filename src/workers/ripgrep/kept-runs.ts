import type { Clock } from '../../actors/runtime/clock.js';
import type { GrepSearch } from '../pool/run-grep.js';
import { prepareRuns, type PreparedRun, splitRun } from './prepare-runs.js';

// Agents search again within seconds. Later, directories may have got many files that the index leaves out, and reading
// these would take longer than it takes to prepare. Units: milliseconds.
const KEEP_MS = 5 * 60_000;
// Some 100 bytes each.
const MAX_FILES = 1 << 18;

interface Kept extends PreparedRun {
  readonly key: string;
}

/**
 * Prepares searches, and keeps what it prepared for the next search of the same files: preparing 120,000 files takes a
 * fifth of a search. What is outdated costs time and changes no result.
 */
export class KeptRuns {
  readonly #clock: Clock;
  #kept: Kept | undefined;
  #cancelTimer: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async *prepare(search: GrepSearch): AsyncGenerator<PreparedRun, void, undefined> {
    const { root, include, filesKey } = search;
    if (filesKey === undefined) {
      yield* prepareRuns(search);
      return;
    }
    const key = JSON.stringify([root, include, filesKey]);
    if (this.#kept?.key === key) {
      yield* splitRun(this.#kept);
      return;
    }
    this.forget();
    const runs: PreparedRun[] = [];
    for await (const run of prepareRuns(search)) {
      runs.push(run);
      yield run;
    }
    const targets = runs.flatMap((run) => run.targets);
    const likelyBinary = runs.flatMap((run) => run.likelyBinary);
    if (targets.reduce((sum, { files }) => sum + files.length, 0) > MAX_FILES) return;
    this.forget();
    this.#kept = { key, targets, likelyBinary };
    this.#cancelTimer = this.#clock.after(KEEP_MS, () => {
      this.forget();
    });
  }

  forget(): void {
    this.#cancelTimer();
    this.#kept = undefined;
  }
}
