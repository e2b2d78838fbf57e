import { deferred, type Deferred } from './deferred.js';

export interface MailboxOptions<Message> {
  /** Messages that may wait. Minimum 1. */
  readonly capacity: number;
  /** Handles one message to its end before the next one is taken. Must not reject: report instead. */
  readonly handle: (message: Message) => Promise<void> | void;
  /** One message that stands for all that wait: what a full mailbox holds from then on. */
  readonly collapse: (waiting: readonly Message[]) => Message;
}

/** A bounded queue of messages handled strictly one after the other. */
export class Mailbox<Message> {
  readonly #options: MailboxOptions<Message>;
  #waiting: Message[] = [];
  #idle: Deferred<void> | undefined;
  #isClosed = false;

  constructor(options: MailboxOptions<Message>) {
    this.#options = options;
  }

  post(message: Message): void {
    if (this.#isClosed) return;
    this.#waiting.push(message);
    if (this.#waiting.length > this.#options.capacity)
      this.#waiting = [this.#options.collapse(this.#waiting)];
    if (this.#idle === undefined) void this.#drain();
  }

  /** Resolves once nothing waits and nothing is being handled. */
  whenIdle(): Promise<void> {
    return this.#idle?.promise ?? Promise.resolve();
  }

  /** Drops what waits and takes nothing more; resolves when the message in hand is done. */
  close(): Promise<void> {
    this.#isClosed = true;
    this.#waiting = [];
    return this.whenIdle();
  }

  async #drain(): Promise<void> {
    const idle = deferred<void>();
    this.#idle = idle;
    for (let message = this.#waiting.shift(); message !== undefined; message = this.#waiting.shift()) {
      await this.#options.handle(message);
    }
    this.#idle = undefined;
    idle.resolve();
  }
}
