import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A model server that says some words of an answer, and the rest only when the test lets it. */
export class HeldModel {
  readonly #server: Server;
  readonly #closed: Promise<unknown>;
  #response: ServerResponse | undefined;

  private constructor(words: string) {
    this.#server = createServer();
    this.#closed = new Promise((resolve) => {
      this.#server.once('request', (request, response: ServerResponse) => {
        request.socket.once('close', resolve);
        this.#response = response;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        this.#say({ delta: { role: 'assistant', content: words } });
      });
    });
  }

  static async start(words: string): Promise<HeldModel> {
    const model = new HeldModel(words);
    model.#server.listen(0, '127.0.0.1');
    await once(model.#server, 'listening');
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves when the other side has hung up. */
  get closed(): Promise<unknown> {
    return this.#closed;
  }

  /** Says the rest and ends the answer. */
  finish(words: string): void {
    this.#say({ delta: { content: words } });
    this.#say({ delta: {}, finish_reason: 'stop' });
    this.#response?.end('data: [DONE]\n\n');
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #say(choice: object): void {
    this.#response?.write(`data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`);
  }
}
