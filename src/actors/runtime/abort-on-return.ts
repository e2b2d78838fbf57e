/**
 * What `generate` yields, for a reader who may leave while it waits for the next item: the signal that the generator
 * was given is aborted then. By itself a generator would hear of it with its next item.
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
          // It may be in the middle of something that fails now.
          await items.return().catch(() => undefined);
          return done;
        },
      };
    },
  };
}
