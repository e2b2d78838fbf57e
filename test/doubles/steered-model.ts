import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to the model, which is answered piece by piece when the test says so. */
export class SteeredReply {
  /** What the model was asked. */
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** Resolves when nobody waits for the reply any more. */
  readonly closed: Promise<void>;
  /** The request as it came. */
  readonly body: string;
  readonly #response: ServerResponse;

  constructor(body: string, response: ServerResponse) {
    this.body = body;
    this.messages = (JSON.parse(body) as Pick<SteeredReply, 'messages'>).messages;
    this.#response = response;
    this.closed = new Promise((resolve) => {
      response.once('close', resolve);
    });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
  }

  /** What the person said last, without the note that a new day has begun: a test may run at midnight. */
  get lastMessage(): string {
    const said = this.messages.findLast(({ role }) => role === 'user')?.content ?? '';
    return said.replace(/^\(The date is [\d-]+ from here on\.\)\s*/, '');
  }

  say(content: string): void {
    this.#delta({ content });
  }

  think(reasoning: string): void {
    this.#delta({ reasoning_content: reasoning });
  }

  /** The end of an answer. */
  end(text = ''): void {
    if (text !== '') this.say(text);
    this.#finish('stop');
  }

  /** Calls of tools: each its name and its arguments. */
  call(...calls: readonly (readonly [name: string, args: object])[]): void {
    const tool_calls = calls.map(([name, args], index) => ({
      index,
      id: `call_${index}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(args) },
    }));
    this.#delta({ tool_calls });
    this.#finish('tool_calls');
  }

  #delta(delta: object): void {
    this.#write({ choices: [{ index: 0, delta }] });
  }

  #finish(reason: string): void {
    this.#write({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
    this.#write({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } });
    this.#response.end('data: [DONE]\n\n');
  }

  #write(chunk: object): void {
    this.#response.write(
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', ...chunk })}\n\n`,
    );
  }
}

/** A real server of a model whose replies a test steers. */
export class SteeredModel {
  readonly #server: Server;
  readonly #waiting: SteeredReply[] = [];
  readonly #takers: ((reply: SteeredReply) => void)[] = [];
  #count = 0;
  #url = '';

  constructor() {
    this.#server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.once('end', () => {
        const reply = new SteeredReply(body, response);
        this.#count += 1;
        const taker = this.#takers.shift();
        if (taker === undefined) this.#waiting.push(reply);
        else taker(reply);
      });
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    this.#url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** Where it is, or was before it stopped. */
  get url(): string {
    return this.#url;
  }

  /** How many requests came. */
  get count(): number {
    return this.#count;
  }

  /** The next request. */
  reply(): Promise<SteeredReply> {
    const reply = this.#waiting.shift();
    if (reply !== undefined) return Promise.resolve(reply);
    return new Promise((resolve) => {
      this.#takers.push(resolve);
    });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }
}
