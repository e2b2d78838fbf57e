import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

// A fast model's tokens of some milliseconds.
const PIECE_CHARS = 4_096;

/** A model server that answers each request at once with the next of its texts, and ends with the last. */
export class PromptModel {
  readonly #server = createServer((request, response) => {
    request.resume();
    request.once('end', () => void this.#answer(response));
  });
  #next: () => string;

  private constructor(next: () => string) {
    this.#next = next;
  }

  static async start(next: () => string): Promise<PromptModel> {
    const model = new PromptModel(next);
    model.#server.listen(0, '127.0.0.1');
    await once(model.#server, 'listening');
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(response: ServerResponse): Promise<void> {
    const text = this.#next();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let start = 0; start < text.length; start += PIECE_CHARS) {
      const content = text.slice(start, start + PIECE_CHARS);
      if (!response.write(event({ delta: { content } }))) await once(response, 'drain');
    }
    response.write(event({ delta: {}, finish_reason: 'stop' }));
    response.end('data: [DONE]\n\n');
  }
}

function event(choice: object): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;
}
