import { deferred } from '../../../actors/runtime/deferred.js';

/** Lets questions to the person wait for each other: a terminal has one at a time. */
export class QuestionQueue {
  #last: Promise<void> = Promise.resolve();
  #count = 0;

  /** Whether a question is asked, or waits. */
  get isBusy(): boolean {
    return this.#count > 0;
  }

  /** Resolves when the questions that there are now have been answered. */
  get settled(): Promise<void> {
    return this.#last;
  }

  /** Prints something once no question is open, in whose midst it would stand. Not to be awaited within a question. */
  tell(print: () => Promise<void>): Promise<void> {
    return this.ask(print);
  }

  /** Asks once all questions before have been answered. Errors: those of `question`. */
  async ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    const before = this.#last;
    const { promise, resolve } = deferred<void>();
    this.#last = promise;
    this.#count += 1;
    try {
      await before;
      return await question();
    } finally {
      this.#count -= 1;
      resolve();
    }
  }
}
