import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a `ModelServer` has received. */
export interface Received {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Record<string, unknown>;
  /** Resolves when the client has closed the connection. */
  readonly closed: Promise<void>;
  /** Sends one chunk of a stream. */
  readonly send: (chunk: object) => void;
  /** Ends a stream as OpenAI does. */
  readonly done: () => void;
  /** Answers with a status and a body, all at once. */
  readonly reply: (status: number, body: object | string, headers?: Record<string, string>) => void;
}

/** A model server on loopback that does exactly what a test says: each request goes to `handle`. */
export class ModelServer implements AsyncDisposable {
  readonly received: Received[] = [];
  handle: (received: Received) => void = () => undefined;
  #url = '';
  readonly #server = createServer((request, response) => {
    const closed = new Promise<void>((resolve) => {
      response.on('close', resolve);
    });
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => (text += piece));
    request.on('end', () => {
      const received: Received = {
        request,
        response,
        body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
        closed,
        send: (chunk) => {
          if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.write(`data: ${JSON.stringify(chunk)}\n\n`);
        },
        done: () => response.end('data: [DONE]\n\n'),
        reply: (status, body, headers = {}) => {
          response.writeHead(status, { 'content-type': 'application/json', ...headers });
          response.end(typeof body === 'string' ? body : JSON.stringify(body));
        },
      };
      this.received.push(received);
      this.handle(received);
    });
  });

  static async start(): Promise<ModelServer> {
    const server = new ModelServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    server.#url = `http://127.0.0.1:${(server.#server.address() as AddressInfo).port}/v1`;
    return server;
  }

  get url(): string {
    return this.#url;
  }

  /** The next request to come. */
  next(): Promise<Received> {
    return new Promise((resolve) => {
      this.handle = resolve;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

export const chunk = (delta: object, finishReason: string | null = null): object => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason: finishReason }],
});
