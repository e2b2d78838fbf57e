import type { RipgrepTarget } from './choose-targets.js';

// Linux limits arguments and environment to 2 MB, macOS to 1 MB, and Windows a command line to 32,767 characters.
const MAX_BYTES = process.platform === 'win32' ? 24_000 : process.platform === 'linux' ? 1 << 20 : 1 << 18;
// The pointer to an argument, its NUL, and the `./` that keeps it from being an option.
const ARGUMENT_BYTES = 11;

/** Splits targets into lists whose paths fit into the arguments of a process. */
export function* argumentBatches(
  targets: readonly RipgrepTarget[],
): Generator<readonly RipgrepTarget[], void, undefined> {
  let next: RipgrepTarget[] = [];
  let bytes = 0;
  for (const target of targets) {
    const size = Buffer.byteLength(target.path, 'utf8') + ARGUMENT_BYTES;
    if (bytes + size > MAX_BYTES && next.length > 0) {
      yield next;
      next = [];
      bytes = 0;
    }
    next.push(target);
    bytes += size;
  }
  if (next.length > 0) yield next;
}
