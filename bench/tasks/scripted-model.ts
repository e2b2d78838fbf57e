import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TASKS } from './tasks.js';

// About what a token is. Units: UTF-16 units.
const CHARS_A_TOKEN = 4;

interface Request {
  readonly model: string;
  readonly messages: readonly { readonly role: string }[];
}

/** A model server on loopback whose models solve the task of their name, one call a request. */
export class ScriptedModels implements AsyncDisposable {
  readonly #server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => (text += piece));
    request.on('end', () => {
      if (request.method !== 'POST') {
        response.writeHead(404).end('{}');
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const chunk of answer(text)) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
      response.end('data: [DONE]\n\n');
    });
  });

  static async start(): Promise<ScriptedModels> {
    const models = new ScriptedModels();
    await new Promise<void>((resolve) => models.#server.listen(0, '127.0.0.1', resolve));
    return models;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function answer(text: string): readonly object[] {
  const { model, messages } = JSON.parse(text) as Request;
  const calls = TASKS.find(({ name }) => name === model)?.calls ?? [];
  const made = messages.filter(({ role }) => role === 'tool').length;
  const call = calls[made];
  const choice = (delta: object, reason: string | null): object => ({
    choices: [{ index: 0, delta, finish_reason: reason }],
  });
  const spoken = call === undefined ? 'It is done.' : JSON.stringify(call);
  const usage = {
    prompt_tokens: Math.ceil(text.length / CHARS_A_TOKEN),
    completion_tokens: Math.ceil(spoken.length / CHARS_A_TOKEN),
    total_tokens: Math.ceil((text.length + spoken.length) / CHARS_A_TOKEN),
  };
  if (call === undefined) return [choice({ content: spoken }, 'stop'), { choices: [], usage }];
  const [name, args] = call;
  const details = { name, arguments: JSON.stringify(args) };
  const toolCall = { index: 0, id: `call_${made + 1}`, type: 'function', function: details };
  return [choice({ tool_calls: [toolCall] }, null), choice({}, 'tool_calls'), { choices: [], usage }];
}
