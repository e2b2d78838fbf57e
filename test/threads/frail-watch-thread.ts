import { BroadcastChannel } from 'node:worker_threads';
import type { Order } from './entries/frail-watch-thread.entry.js';

/** Gives orders to every frail watch thread of this process. */
export class FrailWatchThread implements Disposable {
  readonly #orders = new BroadcastChannel('frail-watch-thread');
  readonly #busy = new BroadcastChannel('frail-watch-thread-busy');

  order(order: Order): void {
    this.#orders.postMessage(order);
  }

  /** Makes it hang; resolves when it does. */
  async hang(until: string): Promise<void> {
    const busy = new Promise<void>((resolve) => {
      this.#busy.addEventListener('message', () => {
        resolve();
      });
    });
    this.order({ type: 'hang', until });
    await busy;
  }

  [Symbol.dispose](): void {
    this.#orders.close();
    this.#busy.close();
  }
}
