import type { Clock } from '../../../actors/runtime/clock.js';
import type { Workspace } from '../../workspace.js';
import type { Output } from '../terminal/output.js';
import { groupDigits } from '../../../actors/tools/text/group-digits.js';

// Shorter waits need no progress.
const QUIET_MS = 1000;

// Moves to the start of the line and erases it.
const CLEAR_LINE = '\r\u001b[2K';

/** Shows progress; `undefined` removes it. */
type ShowProgress = (text: string | undefined) => void;

/** The progress of something that the person waits for, and where it is shown. */
export class Progress {
  #show: ShowProgress;
  #text: string | undefined;

  constructor(show: ShowProgress) {
    this.#show = show;
  }

  set(text: string | undefined): void {
    this.#text = text;
    this.#show(text);
  }

  /** From now on shows the progress with `show`, and removes it from its old place. */
  moveTo(show: ShowProgress): void {
    if (this.#text !== undefined) this.#show(undefined);
    this.#show = show;
    if (this.#text !== undefined) show(this.#text);
  }
}

/** Shows progress on a line of its own, where the line can be erased again. */
export function showOnLine(out: Pick<Output, 'canDraw' | 'control'>): ShowProgress {
  let isShown = false;
  return (text) => {
    if (!out.canDraw || (text === undefined && !isShown)) return;
    out.control(CLEAR_LINE + (text ?? ''));
    isShown = text !== undefined;
  };
}

export interface ScanProgressLine {
  /** `undefined`: no scan is running. */
  show(files: number | undefined): void;
  /** Removes the progress and ignores later reports. */
  stop(): void;
}

/** Shows how many files a scan has read, once it takes over a second. */
export function showScan(progress: Progress, clock: Clock): ScanProgressLine {
  let isDue = false;
  const cancelTimer = clock.after(QUIET_MS, () => {
    isDue = true;
  });
  return {
    show(files) {
      if (files === undefined) progress.set(undefined);
      else if (isDue) progress.set(`Scanning: ${groupDigits(files)} files`);
    },
    stop() {
      cancelTimer();
      progress.set(undefined);
    },
  };
}

/** Shows the progress of a workspace's first scan. Returns the function that ends this. */
export function watchScan(workspace: Workspace, progress: Progress, clock: Clock): () => void {
  const scan = showScan(progress, clock);
  const forget = workspace.ref.on('status', ({ phase, files }) => {
    scan.show(phase === 'scanning' ? files : undefined);
  });
  return () => {
    forget();
    scan.stop();
  };
}
