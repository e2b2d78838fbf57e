import { inspect } from 'node:util';
import type { AbsPath, RelPath } from '../../../src/actors/protocol/workspace.js';
import type {
  HintKind,
  WatchBatch,
  WatcherListener,
  WatcherState,
} from '../../../src/workers/watch/back-end/watcher.js';
import type { WatchReport } from './watch-parent.js';
import { isWithin } from '../../../src/actors/protocol/rel-path.js';
import { until } from '../../doubles/until.js';

/** What a watcher says, and a way to wait for it. */
export class Heard implements WatcherListener {
  readonly pids: number[] = [];
  readonly states: WatcherState[] = [];
  readonly #hints = new Set<string>();
  readonly #rescans: RelPath[] = [];

  readonly take = (report: WatchReport): void => {
    if ('pid' in report) this.pids.push(report.pid ?? -1);
    else if ('state' in report) this.onState('' as AbsPath, report.state);
    else this.onBatch(report.batch);
  };

  onBatch({ hints, rescans }: WatchBatch): void {
    for (const { kind, path } of hints) this.#hints.add(`${kind} ${path}`);
    this.#rescans.push(...rescans);
  }

  onState(_root: AbsPath, state: WatcherState): void {
    this.states.push(state);
  }

  /** Forgets hints and rescans: what is waited for next comes after this. */
  forget(): void {
    this.#hints.clear();
    this.#rescans.length = 0;
  }

  hint(kind: HintKind, path: string): Promise<void> {
    return this.#until(() => this.#hints.has(`${kind} ${path}`), `${path} is said to be ${kind}`);
  }

  rescan(directory: string): Promise<void> {
    return this.#until(
      () => this.#rescans.includes(directory as RelPath),
      `“${directory}” is to be rescanned`,
    );
  }

  /** Resolves once the directory, or one around it, is to be rescanned: in a batch the outermost stands for all in it. */
  rescanAround(directory: string): Promise<void> {
    return this.#until(
      () => this.#rescans.some((outer) => isWithin(directory, outer)),
      `“${directory}” is to be rescanned`,
    );
  }

  state(status: WatcherState['status']): Promise<void> {
    return this.#until(() => this.states.at(-1)?.status === status, `the watcher is ${status}`);
  }

  hasHint(path: string): boolean {
    return ['created', 'changed', 'deleted'].some((kind) => this.#hints.has(`${kind} ${path}`));
  }

  /** Whether the path was hinted at, or lies in a directory that was to be rescanned. */
  covers(path: string): boolean {
    return (
      this.hasHint(path) ||
      this.#rescans.some((directory) => directory === '' || path.startsWith(`${directory}/`))
    );
  }

  /** Resolves once `covers(path)`. */
  covering(path: string): Promise<void> {
    return this.#until(() => this.covers(path), `${path} was hinted at`);
  }

  /** `until`, which shows what was said where it gives up. */
  async #until(condition: () => boolean, what: string): Promise<void> {
    const said = { states: this.states, hints: this.#hints, rescans: this.#rescans };
    await until(() => {
      if (!condition()) throw new Error(`The watcher has said ${inspect(said)}`);
      return true;
    }, what);
  }
}
