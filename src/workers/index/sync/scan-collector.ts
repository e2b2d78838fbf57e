import type { RelPath } from '../../../actors/protocol/workspace.js';
import type { ScanPart } from '../../parts/scan-part.js';
import type { RetentionPolicy } from '../retention/retention-policy.js';
import { SegmentBuilder } from '../segment/segment-builder.js';
import { runCooperatively } from '../../../actors/runtime/slices.js';

interface ScanCollectorRoot {
  readonly retention: Pick<RetentionPolicy, 'takesAll'>;
}

/** Processes the parts of a scan while it is running, so that little work remains at its end. */
export class ScanCollector {
  /** Absent where the index keeps only a selection, which is made at the end. */
  readonly draft: SegmentBuilder | undefined;
  readonly #signal: AbortSignal;
  readonly #taken = new Set<ScanPart>();
  #taking: Promise<void> = Promise.resolve();

  constructor(root: ScanCollectorRoot, under: RelPath, signal: AbortSignal) {
    this.draft = root.retention.takesAll ? new SegmentBuilder(under) : undefined;
    this.#signal = signal;
  }

  /** Queues a part for processing, unless it was passed before. */
  take(part: ScanPart): void {
    if (this.#taken.has(part)) return;
    this.#taken.add(part);
    const { draft } = this;
    if (draft === undefined) return;
    this.#taking = this.#taking.then(() => runCooperatively(draft.add(part), this.#signal));
    // `finish` reports the error.
    this.#taking.catch(() => undefined);
  }

  /** Processes the remaining ones of `parts`, which must be all parts of the scan. Errors: the signal's reason. */
  async finish(parts: readonly ScanPart[]): Promise<void> {
    for (const part of parts) this.take(part);
    await this.#taking;
  }
}
