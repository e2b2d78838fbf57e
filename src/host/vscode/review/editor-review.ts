import type { ChangedFile, ReviewAction } from '../../../actors/protocol/ui.js';
import type { FileStep } from './pending-file.js';
import type { Proposals, ProposalsOptions, Question } from './proposals.js';
import type { Review, ReviewOptions } from './review.js';

type EditorReviewOptions = ReviewOptions & ProposalsOptions;

interface Loaded {
  readonly review: Review;
  readonly proposals: Proposals;
}

/**
 * What the editor shows of changes before and after they are made. Its code is loaded after the extension is active, so
 * that nothing waits for it.
 */
export class EditorReview {
  readonly #loading: Promise<Loaded>;
  #loaded: Loaded | undefined;
  #questions: readonly Question[] = [];
  #isDisposed = false;

  constructor(options: EditorReviewOptions) {
    this.#loading = this.#load(options);
    this.#loading.catch((error: unknown) => {
      options.onProblem('Changes cannot be reviewed', error);
    });
  }

  /** The files that have changes to review. Empty until those of an earlier window are read. */
  get changedFiles(): readonly ChangedFile[] {
    return this.#loaded?.review.changedFiles ?? [];
  }

  /** Shows the diff of the first question that has one. Shape: the questions that wait, the oldest first. */
  ask(questions: readonly Question[]): void {
    this.#questions = questions;
    this.#loaded?.proposals.ask(questions);
  }

  /** Adds what the agent has changed. */
  async record(steps: readonly FileStep[]): Promise<void> {
    const { review } = await this.#loading;
    await review.record(steps);
  }

  /** Opens the diff of a question. Errors: that it cannot be shown. */
  async openDiff(callId: string): Promise<void> {
    const { proposals } = await this.#loading;
    await proposals.open(callId);
  }

  /** Opens, keeps or undoes the changes of a file; default: of all. Errors: those of the editor. */
  async act(action: ReviewAction, path?: string): Promise<void> {
    const { review } = await this.#loading;
    await review.act(action, path);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#loaded?.proposals.dispose();
    this.#loaded?.review.dispose();
  }

  async #load(options: EditorReviewOptions): Promise<Loaded> {
    const [{ Review }, { Proposals }] = await Promise.all([import('./review.js'), import('./proposals.js')]);
    const loaded = { review: new Review(options), proposals: new Proposals(options) };
    this.#loaded = loaded;
    if (this.#isDisposed) this.dispose();
    else loaded.proposals.ask(this.#questions);
    return loaded;
  }
}
