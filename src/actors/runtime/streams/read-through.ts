import type { Transform } from 'node:stream';

/**
 * What a transform makes of a source, piece by piece, no more than the reader asks for. A transform that ends early leaves
 * the rest of the source unread. When the iteration is over, however it came to that, the source has ended.
 * Errors: that of the source or of the transform, whichever came first. `pipeline` of Node would have others, as chance will
 * have it, where one of the two only ends before the other.
 */
export async function* readThrough(
  source: AsyncIterable<Uint8Array>,
  transform: Transform,
): AsyncGenerator<Uint8Array> {
  const feeding = feed(source, transform);
  try {
    for await (const piece of transform) yield piece as Uint8Array;
  } finally {
    transform.destroy();
    await feeding;
  }
}

/** Never rejects: the transform gets the error. */
async function feed(source: AsyncIterable<Uint8Array>, transform: Transform): Promise<void> {
  try {
    for await (const piece of source) {
      if (transform.destroyed) return;
      if (!transform.write(piece)) await awaitRoom(transform);
    }
    transform.end();
  } catch (error) {
    transform.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

/** Resolves when a transform takes more, or never will. */
function awaitRoom(transform: Transform): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      transform.off('drain', settle).off('close', settle);
      resolve();
    };
    if (transform.destroyed) resolve();
    else transform.on('drain', settle).on('close', settle);
  });
}
