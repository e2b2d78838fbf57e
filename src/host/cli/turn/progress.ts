import type { Clock } from '../../../actors/runtime/clock.js';
import type { Workspace } from '../../workspace.js';
import type { Output } from '../terminal/output.js';

// What takes less needs no telling.
const QUIET_MS = 1000;

// Back to the start of the line, and nothing left on it.
const CLEAR_LINE = '\r\u001b[2K';

/** Shows how far something is; `undefined` takes it off again. */
export type ShowProgress = (text: string | undefined) => void;

/** How far something is that a person waits for, wherever that is shown just now. */
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

  /** From now on it is shown by `show`, and no more where it was shown before. */
  moveTo(show: ShowProgress): void {
    if (this.#text !== undefined) this.#show(undefined);
    this.#show = show;
    if (this.#text !== undefined) show(this.#text);
  }
}

/** Shows it on a line of its own, where that can be wiped out again. */
export function showOnLine(out: Pick<Output, 'canDraw' | 'control'>): ShowProgress {
  let isShown = false;
  return (text) => {
    if (!out.canDraw || (text === undefined && !isShown)) return;
    out.control(CLEAR_LINE + (text ?? ''));
    isShown = text !== undefined;
  };
}

/** Tells how far a scan is. */
export interface ScanProgress {
  /** `undefined`: nothing is scanned now. */
  show(files: number | undefined): void;
  /** Takes it off and tells no more. */
  stop(): void;
}

/** Tells how many files a scan has read, once it takes over a second. */
export function showScan(progress: Progress, clock: Clock): ScanProgress {
  let isDue = false;
  const callOff = clock.after(QUIET_MS, () => {
    isDue = true;
  });
  return {
    show(files) {
      if (files === undefined) progress.set(undefined);
      else if (isDue) progress.set(`Scanning: ${files.toLocaleString('en')} files`);
    },
    stop() {
      callOff();
      progress.set(undefined);
    },
  };
}

/** The same for the first scan of a workspace. Returns the way to stop. */
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
