import { ExitCode } from './exit-codes.js';
import type { Output } from './output.js';

/**
 * Waits for what was written, and says on standard error what became of output that could not be. Resolves to the exit code
 * for that; `undefined` when all of it arrived, or its terminal was closed.
 */
export async function reportLostOutput(out: Output, err: Output): Promise<number | undefined> {
  await out.flush();
  const code = out.failure?.code;
  switch (code) {
    case undefined:
    // Nobody is there to read a message; the signal that comes with it has an exit code of its own.
    case 'EIO':
      return undefined;
    // The reader has had enough, as with `troupe files | head`: no message, and what a shell says of other programs then.
    case 'EPIPE':
      return ExitCode.readerGone;
    default: {
      const isFull = code === 'ENOSPC' || code === 'EDQUOT';
      await err.line(
        `troupe: The output could not be written (${code}): ${isFull ? 'the disk is full, or your quota is. Free some space, and run it again.' : 'check where it goes, and run it again.'}`,
      );
      return ExitCode.failed;
    }
  }
}
