import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { ExtensionHost } from './extension-host.js';

// A window on a busy machine is up within ten seconds or so.
const CALL_TIMEOUT_MS = 60_000;

/** Where the extension hosts of one VS Code call in: one for each window, and another after each reload. */
export class ExtensionHostSwitchboard {
  readonly #server: Server = createServer();
  readonly #sockets = new Set<Socket>();
  readonly #calls: ExtensionHost[] = [];

  private constructor() {
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      this.#calls.push(new ExtensionHost(socket));
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

  /** The next extension host that calls in and that nobody has taken yet. Errors: none does within a minute. */
  async next(): Promise<ExtensionHost> {
    const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
    for (;;) {
      const call = this.#calls.shift();
      if (call !== undefined) return call;
      await once(this.#server, 'connection', { signal });
    }
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}
