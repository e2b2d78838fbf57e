import { deferred, type Deferred } from './deferred.js';

interface MailboxOptions<Message> {
  /** Most messages that may wait. Minimum 1. */
  readonly capacity: number;
  /** Handles one message; the next one starts when its promise resolves. Must not reject: report errors instead. */
  readonly handle: (message: Message) => Promise<void> | void;
  /** Merges all waiting messages into one. Called when the mailbox is full. */
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

  /** Resolves once no message waits and none is being handled. */
  whenIdle(): Promise<void> {
    return this.#idle?.promise ?? Promise.resolve();
  }

  /** Drops the waiting messages and accepts no more. Resolves when the message being handled is done. */
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
