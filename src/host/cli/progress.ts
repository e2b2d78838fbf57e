import type { Clock } from '../../actors/runtime/clock.js';
import type { Workspace } from '../workspace.js';
import type { Output } from './output.js';

// What takes less needs no telling.
const QUIET_MS = 1000;

// Back to the start of the line, and nothing left on it.
const CLEAR_LINE = '\r\u001b[2K';

/**
 * Tells a person at a terminal how far the first scan is, once it takes over a second; wipes that out at its end.
 * Returns the way to stop.
 */
export function showScanProgress(
  workspace: Workspace,
  out: Pick<Output, 'canDraw' | 'control'>,
  clock: Clock,
): () => void {
  if (!out.canDraw) return () => undefined;
  let isShown = false;
  let isDue = false;
  const callOff = clock.after(QUIET_MS, () => {
    isDue = true;
  });
  const clear = (): void => {
    if (isShown) out.control(CLEAR_LINE);
    isShown = false;
  };
  const forget = workspace.ref.on('status', ({ phase, files }) => {
    if (phase !== 'scanning') clear();
    else if (isDue) {
      isShown = true;
      out.control(`${CLEAR_LINE}Scanning: ${files.toLocaleString('en')} files`);
    }
  });
  return () => {
    callOff();
    forget();
    clear();
  };
}
