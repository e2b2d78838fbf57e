import type { McpAnswer, McpQuestion } from '../../../actors/protocol/mcp.js';

// A server that asks more at once does not wait for answers.
const MAX_PENDING_OF_SERVER = 3;

interface PendingQuestion {
  readonly question: McpQuestion;
  /** Aborts when the question is over: it was answered, or the server does not wait for it any more. */
  readonly over: AbortController;
  readonly settle: (answer: McpAnswer) => void;
  isOpen: boolean;
}

interface ServerQuestionsOptions {
  /** Tells the person of a question. Resolves to what they choose; `undefined` when they close it. */
  readonly notify: (question: McpQuestion) => PromiseLike<'answer' | 'decline' | undefined>;
  /** Asks what the question asks. Must not reject. */
  readonly ask: (question: McpQuestion, signal: AbortSignal) => Promise<McpAnswer>;
  /** Called when `first` may be another one. */
  readonly onChange: () => void;
}

/**
 * What servers ask the person. A question waits until the person turns to it, and takes neither the focus nor anything
 * else before; one is asked at a time. One that is closed is cancelled, and nothing is sent unless the person does so.
 */
export class ServerQuestions {
  readonly #options: ServerQuestionsOptions;
  readonly #pending = new Set<PendingQuestion>();
  /** The question that is being asked. */
  #asking: Promise<void> = Promise.resolve();

  constructor(options: ServerQuestionsOptions) {
    this.#options = options;
  }

  /** The oldest question that waits. */
  get first(): McpQuestion | undefined {
    return this.#first?.question;
  }

  /** Resolves when the person has answered. Cancelled when the signal aborts. */
  ask(question: McpQuestion, signal: AbortSignal): Promise<McpAnswer> {
    const ofServer = [...this.#pending].filter((one) => one.question.server === question.server);
    if (signal.aborted || ofServer.length >= MAX_PENDING_OF_SERVER)
      return Promise.resolve({ action: 'cancel' });
    return new Promise((resolve) => {
      const over = new AbortController();
      const onAbort = (): void => {
        pending.settle({ action: 'cancel' });
      };
      const pending: PendingQuestion = {
        question,
        over,
        isOpen: false,
        settle: (answer) => {
          if (!this.#pending.delete(pending)) return;
          signal.removeEventListener('abort', onAbort);
          over.abort();
          resolve(answer);
          this.#options.onChange();
        },
      };
      signal.addEventListener('abort', onAbort);
      this.#pending.add(pending);
      this.#options.onChange();
      this.#options.notify(question).then(
        (choice) => {
          if (choice === 'answer') void this.#open(pending);
          // What is being answered goes on when its notification is closed.
          else if (!pending.isOpen) pending.settle({ action: choice === 'decline' ? 'decline' : 'cancel' });
        },
        () => undefined,
      );
    });
  }

  /** Asks the oldest question that waits. Resolves when it is over. */
  async answerFirst(): Promise<void> {
    const first = this.#first;
    if (first !== undefined) await this.#open(first);
  }

  /** Cancels all questions. */
  close(): void {
    for (const pending of this.#pending) pending.settle({ action: 'cancel' });
  }

  get #first(): PendingQuestion | undefined {
    return [...this.#pending].find(({ isOpen }) => !isOpen);
  }

  #open(pending: PendingQuestion): Promise<void> {
    if (pending.isOpen) return this.#asking;
    pending.isOpen = true;
    this.#options.onChange();
    this.#asking = this.#asking.then(async () => {
      if (!this.#pending.has(pending)) return;
      pending.settle(await this.#options.ask(pending.question, pending.over.signal));
    });
    return this.#asking;
  }
}
