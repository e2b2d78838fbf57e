import { estimateTokens } from '../../src/actors/llm/tokens.js';
import { chunk, ModelServer, type Received } from '../actors/llm/model-server.js';

interface Sent {
  readonly role: string;
  readonly content: string;
  readonly tool_call_id?: string;
}

interface CallingModelOptions {
  /** Requests without it are refused. */
  readonly key: string;
  /** What the model asks for, one after the other. */
  readonly calls: readonly (readonly [tool: string, params: object])[];
  /** What it says after that, and in place of a summary. */
  readonly answer: string;
}

const PRICES = { prompt: '0.000001', completion: '0.000002' };
const MODELS = [
  { id: 'large-model', context_length: 200_000, pricing: PRICES },
  { id: 'tiny-model', context_length: 20_000, pricing: PRICES },
];

/** A model server on loopback with a list of two models, one of which has a small window. */
export async function startCallingModel({ key, calls, answer }: CallingModelOptions): Promise<ModelServer> {
  const server = await ModelServer.start();
  const told = new Set<string>();
  server.handle = (received) => {
    const { request, body, reply, send, done } = received;
    if (request.headers.authorization !== `Bearer ${key}`) {
      reply(401, { error: { message: 'Incorrect API key provided.' } });
      return;
    }
    if (request.method === 'GET') {
      reply(200, { object: 'list', data: MODELS });
      return;
    }
    const messages = messagesOf(received);
    for (const { tool_call_id } of messages) if (tool_call_id !== undefined) told.add(tool_call_id);
    const isTask =
      body['tools'] !== undefined &&
      !messages.at(-1)?.content.includes('write a summary that takes the place');
    const [name, params] = (isTask ? calls[told.size] : undefined) ?? [];
    if (name === undefined) send(chunk({ content: answer }, 'stop'));
    else {
      const call = { name, arguments: JSON.stringify(params) };
      const called = { index: 0, id: `c${told.size}`, type: 'function', function: call };
      send(chunk({ tool_calls: [called] }, 'tool_calls'));
    }
    const usage = { prompt_tokens: estimateTokens(JSON.stringify(body)), completion_tokens: 50 };
    send({ choices: [], usage });
    done();
  };
  return server;
}

function messagesOf({ body }: Received): readonly Sent[] {
  return body['messages'] as readonly Sent[];
}
