import type { Readable } from 'node:stream';

/** Standard input, when it is a terminal. */
export interface Keyboard extends Readable {
  readonly isRaw: boolean;
  setRawMode(isRaw: boolean): unknown;
}

/** Single keys, until the signal aborts or the terminal ends. What comes in a bunch was pasted, and answers nothing. */
export async function* readKeys(stdin: Keyboard, signal: AbortSignal): AsyncGenerator<string, void> {
  const waiting: string[] = [];
  let wake = (): void => undefined;
  let isOver = signal.aborted;
  const onKey = (chunk: Buffer): void => {
    const text = chunk.toString('utf8');
    if (/^.$/su.test(text)) waiting.push(text);
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
