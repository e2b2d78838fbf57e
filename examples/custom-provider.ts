// Connects a model that Troupe does not know. This one only repeats the question; yours sends the messages to a server
// and yields what comes back.
//
//   node custom-provider.js FOLDER
import { argv } from 'node:process';
import { createHost, type LLMAdapter, type LLMProvider } from 'troupe';

const createAdapter = (model: string): LLMAdapter => ({
  provider: 'parrot',
  model,
  // A turn as it comes: pieces of text, thinking or tool calls, and at the end why the model stopped. Throw what goes
  // wrong; the engine tries again where that can help. Stop when `options.signal` aborts.
  async *streamComplete(messages, options) {
    const question = messages.findLast(({ role }) => role === 'user')?.content ?? '';
    for (const word of `You said: ${question}`.split(/(?<= )/)) {
      options?.signal?.throwIfAborted();
      yield { type: 'text', text: word };
    }
    yield { type: 'finish', reason: 'end' };
  },
  async complete(messages, options) {
    let all = '';
    for await (const delta of this.streamComplete(messages, options))
      if (delta.type === 'text') all += delta.text;
    return all;
  },
  // A guess is enough: it decides how much a tool may print.
  estimateTokens: (text) => Math.ceil(text.length / 4),
});

const parrot: LLMProvider = {
  name: 'parrot',
  createAdapter: ({ model }) => createAdapter(model),
  // Called to find out whether a person's settings work.
  validateConfig: async () => ({ ok: true }),
};

await using host = await createHost({
  roots: [argv[2] ?? '.'],
  providers: [parrot],
  model: { provider: 'parrot', model: 'grey' },
});
const outcome = await host.engine.processMessage('Hello!', 'ask').result();
console.log(outcome.type === 'answer' ? outcome.content : outcome.message);
