import type { RelPath } from '../../../actors/protocol/workspace.js';
import type { ScanPart } from '../../parts/scan-part.js';
import type { RetentionPolicy } from '../retention/retention-policy.js';
import { ScanDraft } from '../segment/segment-builder.js';
import { runCooperatively } from '../../../actors/runtime/slices.js';

/** The root that is scanned. */
export interface IntakeRoot {
  readonly holdings: Pick<RetentionPolicy, 'takesAll'>;
}

/** Takes the parts of a scan in while it goes on, so that little is left to do at its end. */
export class ScanIntake {
  /** Absent where not all is taken in: what is remains to be selected. */
  readonly draft: ScanDraft | undefined;
  readonly #signal: AbortSignal;
  readonly #taken = new Set<ScanPart>();
  #taking: Promise<void> = Promise.resolve();

  constructor(root: IntakeRoot, under: RelPath, signal: AbortSignal) {
    this.draft = root.holdings.takesAll ? new ScanDraft(under) : undefined;
    this.#signal = signal;
  }

  /** Takes a part in soon, unless it was taken before. */
  take(part: ScanPart): void {
    if (this.#taken.has(part)) return;
    this.#taken.add(part);
    const { draft } = this;
    if (draft === undefined) return;
    this.#taking = this.#taking.then(() => runCooperatively(draft.add(part), this.#signal));
    // Who waits for the end is told.
    this.#taking.catch(() => undefined);
  }

  /** Takes in what is left of these, which are all. Errors: the signal's reason. */
  async finish(parts: readonly ScanPart[]): Promise<void> {
    for (const part of parts) this.take(part);
    await this.#taking;
  }
}
