import type { AnswerKeys } from '../../src/host/cli/terminal/answer-keys.js';
import type { Key } from '../../src/host/cli/terminal/key.js';

/** The keys of somebody who presses each once it counts. Ends when there are none left, or at once with the signal. */
export function pressedKeys(pressed: Iterable<Key>, signal?: AbortSignal): AnswerKeys {
  const keys = pressed[Symbol.iterator]();
  const next = (): Promise<IteratorResult<Key, void>> =>
    Promise.resolve(signal?.aborted === true ? { value: undefined, done: true } : keys.next());
  return {
    ask: (draw) => draw(),
    close: () => undefined,
    [Symbol.asyncIterator]: () => ({ next }),
  };
}
