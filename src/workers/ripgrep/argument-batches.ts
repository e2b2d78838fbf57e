import type { RelPath } from '../../actors/protocol/workspace.js';
import { yieldToEventLoop } from '../../actors/runtime/abort.js';

// Linux takes 2 MB of arguments and environment with its usual stack, macOS 1 MB, and Windows a line of 32,767.
const MAX_BYTES = process.platform === 'win32' ? 24_000 : process.platform === 'linux' ? 1 << 20 : 1 << 18;
// The pointer to an argument, its end, and the `./` that makes it no option.
const ARGUMENT_BYTES = 11;

/** Paths in lists that fit into the arguments of a process. */
export async function* argumentBatches(
  batches: AsyncIterable<readonly RelPath[]> | Iterable<readonly RelPath[]>,
): AsyncGenerator<readonly RelPath[], void, undefined> {
  let next: RelPath[] = [];
  let bytes = 0;
  for await (const paths of batches) {
    for (const path of paths) {
      const size = Buffer.byteLength(path, 'utf8') + ARGUMENT_BYTES;
      if (bytes + size > MAX_BYTES && next.length > 0) {
        yield next;
        next = [];
        bytes = 0;
      }
      next.push(path);
      bytes += size;
    }
    // The index may have them all at hand.
    await yieldToEventLoop();
  }
  if (next.length > 0) yield next;
}
