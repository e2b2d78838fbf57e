import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type * as vscode from 'vscode';

/** What a function that runs inside the extension host is lent. */
export interface HostScope {
  readonly vscode: typeof vscode;
  readonly require: NodeJS.Require;
}

interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** Who waits for an answer. */
interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** One extension host process, reached through the driver extension that runs in it. */
export class ExtensionHost {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    createInterface({ input: socket }).on('line', (line) => {
      this.#settle(JSON.parse(line) as Answer);
    });
    // A host that is killed resets the connection; `close` follows and tells those who wait.
    socket.on('error', () => {});
    socket.once('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The extension host has ended.'));
      this.#waiting.clear();
    });
  }

  /**
   * Runs a function in the extension host. It travels as source text: all that it uses comes with its two parameters.
   * Shape: the argument and the result go as JSON.
   * Errors: an `Error` with the stack of what the function threw.
   */
  evaluate<Result, Argument = undefined>(
    run: (scope: HostScope, argument: Argument) => Result | Promise<Result>,
    ...[argument]: Argument extends undefined ? [] : [argument: Argument]
  ): Promise<Result> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.write(`${JSON.stringify({ id, source: run.toString(), argument })}\n`);
    }) as Promise<Result>;
  }

  #settle({ id, value, error }: Answer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(value);
    else waiting?.reject(new Error(`In the extension host: ${error}`));
  }
}
