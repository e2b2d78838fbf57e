import type { RelPath } from '../../actors/protocol/workspace.js';
import type { RuleFileReading } from '../scan/read-rule-file.js';
import type { ScanPart } from '../scan/scan-part.js';
import type { Holdings } from './holdings.js';
import type { RootRules } from './root-rules.js';
import { ScanDraft } from './scan-draft.js';
import type { Sliced } from './slices.js';
import { workOff } from './work-off.js';

/** The root that is scanned. */
export interface IntakeRoot {
  readonly rules: Pick<RootRules, 'readFile'>;
  readonly holdings: Pick<Holdings, 'takesAll'>;
}

/** Takes the parts of a scan in while it goes on, so that little is left to do at its end. */
export class ScanIntake {
  /** Absent where not all is taken in: what is remains to be selected. */
  readonly draft: ScanDraft | undefined;
  /** The rule files that were met, read. */
  readonly ruleFiles = new Map<RelPath, RuleFileReading>();
  readonly #rules: IntakeRoot['rules'];
  readonly #signal: AbortSignal;
  readonly #taken = new Set<ScanPart>();
  #taking: Promise<void> = Promise.resolve();

  constructor(root: IntakeRoot, under: RelPath, signal: AbortSignal) {
    this.draft = root.holdings.takesAll ? new ScanDraft(under) : undefined;
    this.#rules = root.rules;
    this.#signal = signal;
  }

  /** Takes a part in soon, unless it was taken before. */
  take(part: ScanPart): void {
    if (this.#taken.has(part)) return;
    this.#taken.add(part);
    this.#taking = this.#taking.then(() => workOff(this.#takeIn(part), this.#signal));
    // Who waits for the end is told.
    this.#taking.catch(() => undefined);
  }

  /** Takes in what is left of these, which are all. Errors: the signal's reason; those of `readRuleFile`. */
  async finish(parts: readonly ScanPart[]): Promise<void> {
    for (const part of parts) this.take(part);
    await this.#taking;
  }

  *#takeIn(part: ScanPart): Sliced<void> {
    for (const directory of part.ruleDirectories) {
      this.ruleFiles.set(directory, this.#rules.readFile(directory));
      yield;
    }
    if (this.draft !== undefined) yield* this.draft.add(part);
  }
}
