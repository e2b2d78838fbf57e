import type { RelPath } from '../../actors/protocol/workspace.js';
import { yieldToEventLoop } from '../../actors/runtime/abort.js';

// Linux limits arguments and environment to 2 MB, macOS to 1 MB, and Windows a command line to 32,767 characters.
const MAX_BYTES = process.platform === 'win32' ? 24_000 : process.platform === 'linux' ? 1 << 20 : 1 << 18;
// The pointer to an argument, its NUL, and the `./` that keeps it from being an option.
const ARGUMENT_BYTES = 11;

/** Splits paths into lists that fit into the arguments of a process. */
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
    // The source may yield without ever waiting.
    await yieldToEventLoop();
  }
  if (next.length > 0) yield next;
}
