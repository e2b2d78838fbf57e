import type { Readable } from 'node:stream';

/** Standard input, when it is a terminal. */
export interface Keyboard extends Readable {
  readonly isRaw: boolean;
  setRawMode(isRaw: boolean): unknown;
}

/**
 * What keys send, until the signal aborts or the terminal ends. Several characters at once were pasted, or are a key of
 * many characters.
 */
export async function* readKeys(stdin: Keyboard, signal: AbortSignal): AsyncGenerator<string, void> {
  const waiting: string[] = [];
  let wake = (): void => undefined;
  let isOver = signal.aborted;
  const onKey = (chunk: Buffer): void => {
    waiting.push(chunk.toString('utf8'));
    wake();
  };
  const onEnd = (): void => {
    isOver = true;
    wake();
  };
  const wasRaw = stdin.isRaw;
  stdin.setRawMode(true);
  stdin.on('data', onKey).on('end', onEnd).resume();
  signal.addEventListener('abort', onEnd);
  try {
    for (;;) {
      const key = waiting.shift();
      if (isOver) return;
      if (key !== undefined) yield key;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    signal.removeEventListener('abort', onEnd);
    stdin.off('data', onKey).off('end', onEnd).pause();
    stdin.setRawMode(wasRaw);
  }
}
