import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
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

/** One extension host process, reached through the driver extension that runs in it. */
export class ExtensionHost {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, PromiseWithResolver>();
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

interface PromiseWithResolver {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Where the extension hosts of one VS Code call in: one for each window, and another after each reload. */
export class ExtensionHostSwitchboard {
  readonly #server: Server = createServer();
  readonly #sockets = new Set<Socket>();
  readonly #calls: ExtensionHost[] = [];
  readonly #callers: ((host: ExtensionHost) => void)[] = [];

  private constructor() {
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      const host = new ExtensionHost(socket);
      const take = this.#callers.shift();
      if (take === undefined) this.#calls.push(host);
      else take(host);
    });
  }

  static async open(): Promise<ExtensionHostSwitchboard> {
    const board = new ExtensionHostSwitchboard();
    board.#server.listen(0, '127.0.0.1');
    await once(board.#server, 'listening');
    return board;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The next extension host that calls in and that nobody has taken yet. */
  next(): Promise<ExtensionHost> {
    const call = this.#calls.shift();
    if (call !== undefined) return Promise.resolve(call);
    return new Promise((resolve) => {
      this.#callers.push(resolve);
    });
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}
