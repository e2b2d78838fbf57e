import { writeSync } from 'node:fs';
import { join } from 'node:path';
import type { LLMAdapter, LLMMessage, LLMProvider, ModelDelta } from '../../../src/actors/protocol/llm.js';
import type * as api from '../../../src/host/api.js';
import { FileThreadStore } from '../../../src/host/node/threads/file-thread-store.js';
import { simpleTool } from '../../doubles/simple-tool.js';
import { createRandom } from '../../../bench/make-tree.js';
import { pause } from '../../doubles/later.js';

// A real host with busy conversations that go on from where they were. Writes the id of each entry of a conversation to
// the output once a subscriber has got it. Arguments: the built api, the workspace, a folder for all that is stored, how many
// conversations, a seed, and `once` when each is to end its turn and the process after that.
const [apiUrl = '', root = '', stored = '', count = '', seed = '', mode = ''] = process.argv.slice(2);
const { createHost } = (await import(apiUrl)) as typeof api;

const random = createRandom(Number(seed));

// A turn of so many replies.
const REPLIES = 7;

// Long enough that a process may be killed while it writes one.
const LONG_TEXT = 'All work and no play makes Jack a dull boy. '.repeat(8_000);

const call = (name: string, params: object, index = 0): ModelDelta => ({
  type: 'toolCall',
  index,
  id: `c${index}`,
  name,
  arguments: JSON.stringify(params),
});

/** Each conversation counts in a file of its own, which its first message names. */
function reply(messages: readonly LLMMessage[]): readonly ModelDelta[] {
  const own = messages.find(({ role }) => role === 'user')?.content.trim() ?? '';
  const step = messages.filter(({ role }) => role === 'assistant').length;
  const said = messages.findLast(
    (message) => message.role === 'tool' && message.name === 'read_file',
  )?.content;
  const counted = Number(/count (\d+)/.exec(said ?? '')?.[1] ?? Number.NaN);
  switch (step % REPLIES) {
    case 0:
    case 3:
      return [call('read_file', { uri: own })];
    case 1:
    case 4:
      return [
        call('edit_file', {
          uri: own,
          search_replace_blocks: `<<<<<<< ORIGINAL\ncount ${counted}\n=======\ncount ${counted + 1}\n>>>>>>> UPDATED`,
        }),
        // What a command has done can be seen: a call that is made twice would write its line twice.
        call('run_command', { command: `echo ${own}-${step} >> ${own}.log` }, 1),
      ];
    case 2:
      return [{ type: 'text', text: LONG_TEXT }, call('ask_person', { step })];
    case 5:
      return [call('read_file', { uri: own }), call('run_command', { command: `echo ${step}` }, 1)];
    default:
      return [{ type: 'text', text: `Done ${step}.` }];
  }
}

const busy: LLMProvider = {
  name: 'busy',
  createAdapter: ({ provider, model }): LLMAdapter => ({
    provider,
    model,
    contextWindow: Infinity,
    async *streamComplete(messages) {
      await new Promise((resolve) => setImmediate(resolve));
      const deltas = reply(messages);
      yield* deltas;
      const hasCalls = deltas.some(({ type }) => type === 'toolCall');
      yield { type: 'finish', reason: hasCalls ? 'toolCalls' : 'end' };
    },
    complete: () => Promise.resolve(''),
    estimateTokens: (text) => text.length / 4,
  }),
  validateConfig: () => Promise.resolve({ ok: true }),
};

const store = new FileThreadStore({
  folder: join(stored, 'threads'),
  maxPlainBytes: 2_000_000,
  onProblem: () => undefined,
});
const host = await createHost({
  roots: [root],
  model: { provider: 'busy', model: 'm' },
  providers: [busy],
  threadStore: store,
  stateDirectory: join(stored, 'state'),
  checkpoints: { folder: join(stored, 'versions') },
  approvals: { 'File edits': 'auto', 'Dangerous tools': 'auto', 'MCP tools': 'ask' },
  tools: [simpleTool('ask_person', { category: 'MCP tools', isReadOnly: false })],
  workspace: { cacheDirectory: null, watcher: 'none', scanThreads: 1 },
});
const engine = host.createEngine();

/** Answers each question a little later, and writes down what was stored. */
async function follow(thread: api.Thread): Promise<void> {
  const after = thread.entries.at(-1);
  const events: AsyncIterable<api.ThreadEvent> = thread.subscribe(
    after === undefined ? {} : { after: after.id },
  );
  for await (const event of events) {
    if (event.type !== 'entry') continue;
    const { entry } = event;
    writeSync(1, `${thread.id} ${entry.id}\n`);
    if (entry.kind !== 'approval_asked') continue;
    void pause(random.below(60)).then(() => {
      thread.respondToApproval(entry.callId, random.chance(0.5) ? 'approve' : 'deny');
    });
  }
}

async function work(thread: api.Thread, index: number): Promise<void> {
  void follow(thread);
  await thread.resume()?.result();
  if (mode === 'once') return;
  for (;;) await (await thread.send({ text: `own-${index}.txt` })).result();
}

const known = await engine.listThreads();
const threads = await Promise.all(known.map(({ id }) => engine.openThread(id)));
// A conversation is found again by its first message.
const indexOf = (thread: api.Thread): number => Number(/own-(\d+)/.exec(thread.title)?.[1]);
const open = new Map(threads.map((thread) => [indexOf(thread), thread]));
await Promise.all(
  Array.from({ length: Number(count) }, async (_, index) => {
    const thread = open.get(index);
    if (thread === undefined && mode === 'once') return;
    await work(thread ?? engine.createThread(), index);
  }),
);
await host[Symbol.asyncDispose]();
