/**
 * Wraps the generator that `generate` makes, for a reader who may leave while it waits for the next item: leaving
 * aborts the signal passed to `generate` at once. A plain generator would notice only when it yields its next item.
 */
export function abortOnReturn<Item>(
  generate: (signal: AbortSignal) => AsyncGenerator<Item, void, undefined>,
): AsyncIterable<Item> {
  return {
    [Symbol.asyncIterator]() {
      const leaving = new AbortController();
      const items = generate(leaving.signal);
      const done = { done: true, value: undefined } as const;
      return {
        async next() {
          try {
            return await items.next();
          } catch (error) {
            if (leaving.signal.aborted) return done;
            throw error;
          }
        },
        async return() {
          leaving.abort();
          // The generator may be in the middle of an operation that fails because of the abort.
          await items.return().catch(() => undefined);
          return done;
        },
      };
    },
  };
}
