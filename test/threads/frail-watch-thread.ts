import { BroadcastChannel } from 'node:worker_threads';
import type { Order } from './entries/frail-watch-thread.entry.js';
import { until } from '../doubles/until.js';

/** Gives orders to every frail watch thread of this process. */
export class FrailWatchThread implements Disposable {
  readonly #orders = new BroadcastChannel('frail-watch-thread');
  readonly #busy = new BroadcastChannel('frail-watch-thread-busy');

  order(order: Order): void {
    this.#orders.postMessage(order);
  }

  /** Resolves when one takes orders: what is ordered before that is lost. */
  async greet(): Promise<void> {
    let isThere = false;
    this.#hear('here', () => {
      isThere = true;
    });
    await until(() => {
      this.order({ type: 'greet' });
      return isThere;
    }, 'a frail watch thread takes orders');
  }

  /** Makes it hang; resolves when it does. */
  async hang(until: string): Promise<void> {
    await this.greet();
    const busy = new Promise<void>((resolve) => {
      this.#hear('busy', resolve);
    });
    this.order({ type: 'hang', until });
    await busy;
  }

  #hear(word: string, listener: () => void): void {
    this.#busy.addEventListener('message', (event) => {
      if ((event as unknown as { data: unknown }).data === word) listener();
    });
  }

  [Symbol.dispose](): void {
    this.#orders.close();
    this.#busy.close();
  }
}
