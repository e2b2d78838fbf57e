import type { AgentEvent } from '../../../actors/protocol/agent.js';

// Ends before a request is sent.
const UNSENT: ReadonlySet<string> = new Set(['CONTEXT_OVERFLOW', 'SETTINGS']);

/** Counts the requests of a turn to its model: answered, tried again, failed and interrupted ones. */
export class RequestCount {
  #done = 0;
  /** Calls of the newest reply without a result. */
  #openCalls = 0;
  #hasBegun = false;
  /** Whether a request may be under way: a reply, and the results of its calls, end it. */
  #isOpen = true;

  get value(): number {
    return this.#done;
  }

  add(event: AgentEvent): void {
    switch (event.type) {
      case 'token':
        this.#hasBegun = true;
        return;
      case 'thought':
      case 'answer':
        this.#end();
        return;
      case 'retry':
        this.#done += 1;
        this.#hasBegun = false;
        return;
      case 'action':
        this.#openCalls += 1;
        return;
      case 'observation':
        this.#openCalls -= 1;
        this.#isOpen = this.#openCalls <= 0;
        return;
      case 'error':
        // At a limit no other request is made, unless the time was up in the middle of one.
        if (this.#isOpen && !UNSENT.has(event.code) && (event.code !== 'MAX_ITERATIONS' || this.#hasBegun))
          this.#end();
        return;
      default:
    }
  }

  #end(): void {
    this.#done += 1;
    this.#openCalls = 0;
    this.#hasBegun = false;
    this.#isOpen = false;
  }
}
