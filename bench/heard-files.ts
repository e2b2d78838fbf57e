import { setTimeout as sleep } from 'node:timers/promises';
import { QUIET_MS } from './peers/watch-peer.js';
import { sharedClockMs } from './shared-clock.js';

const CHECK_MS = 20;

/** What a watching process of a benchmark has heard of; tells the benchmark that it watches, and answers it. */
export class HeardFiles {
  readonly #heard = new Map<string, number>();
  #lastMs = 0;

  hear(path: string): void {
    this.#lastMs = sharedClockMs();
    if (!this.#heard.has(path)) this.#heard.set(path, this.#lastMs);
  }

  /** From now on questions are answered, until the benchmark goes. */
  serve(): void {
    process.on('message', (message: { readonly files: readonly string[] }) => {
      void this.#answer(message.files);
    });
    process.on('disconnect', () => process.exit());
    process.send?.('ready');
  }

  async #answer(files: readonly string[]): Promise<void> {
    const startMs = sharedClockMs();
    while (
      files.some((file) => !this.#heard.has(file)) &&
      sharedClockMs() - Math.max(this.#lastMs, startMs) < QUIET_MS
    )
      await sleep(CHECK_MS);
    process.send?.(files.map((file) => this.#heard.get(file)));
  }
}
