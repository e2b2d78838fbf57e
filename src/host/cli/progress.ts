import type { Writable } from 'node:stream';
import type { Clock } from '../../actors/runtime/clock.js';
import type { Workspace } from '../workspace.js';

// What takes less needs no telling.
const QUIET_MS = 1000;

// Back to the start of the line, and nothing left on it.
const CLEAR_LINE = '\r\u001b[2K';

/** A line on a terminal that says how far a scan is. */
export interface ProgressLine {
  show(progress: { readonly files: number }): void;
  clear(): void;
  stop(): void;
}

/**
 * Tells a person at a terminal how far a scan is, once it takes over a second. `stop` wipes that out and ends it.
 */
export function showProgress(out: Writable & { readonly isTTY?: boolean }, clock: Clock): ProgressLine {
  if (out.isTTY !== true) return { show: () => undefined, clear: () => undefined, stop: () => undefined };
  let isShown = false;
  let isDue = false;
  const callOff = clock.after(QUIET_MS, () => {
    isDue = true;
  });
  const clear = (): void => {
    if (isShown) out.write(CLEAR_LINE);
    isShown = false;
  };
  return {
    show({ files }) {
      if (!isDue) return;
      isShown = true;
      out.write(`${CLEAR_LINE}Scanning: ${files.toLocaleString('en')} files`);
    },
    clear,
    stop() {
      callOff();
      clear();
    },
  };
}

/** The same for the first scan of a workspace. Returns the way to stop. */
export function showScanProgress(
  workspace: Workspace,
  out: Writable & { readonly isTTY?: boolean },
  clock: Clock,
): () => void {
  if (out.isTTY !== true) return () => undefined;
  const line = showProgress(out, clock);
  const forget = workspace.ref.on('status', ({ phase, files }) => {
    if (phase === 'scanning') line.show({ files });
    else line.clear();
  });
  return () => {
    forget();
    line.stop();
  };
}
