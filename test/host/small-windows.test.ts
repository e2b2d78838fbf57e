import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AgentEvent } from '../../src/actors/protocol/agent.js';
import { openaiProvider } from '../../src/actors/llm/openai/openai.js';
import { estimateTokens } from '../../src/actors/llm/tokens.js';
import { createReadFileTool } from '../../src/actors/tools/files/read-file.js';
import { createRunCommandTool } from '../../src/actors/tools/shell/run-command.js';
import { ToolRegistry } from '../../src/actors/tools/calls/registry.js';
import { AgentEngine } from '../../src/host/engine/agent-engine.js';
import { chunk, ModelServer, type Received } from '../actors/llm/model-server.js';
import { makeToolWorld, type ToolWorld } from '../actors/tools/tool-world.js';
import { collect } from '../doubles/make-engine.js';
import { PlayedShell, WORKING } from '../doubles/played-shell.js';
import { simpleTool } from '../doubles/simple-tool.js';

interface Sent {
  readonly role: string;
  readonly tool_call_id?: string;
  readonly content: string;
}

const LOG = Array.from({ length: 9_000 }, (_, index) =>
  `2026-01-01T00:00:${index} INFO request ${index} to /api/items took ${index % 97} ms and went well`.slice(
    0,
    66,
  ),
).join('\n');

let world: ToolWorld;
let server: ModelServer;
beforeEach(async () => {
  world = makeToolWorld({ app: { 'app.log': LOG } });
  server = await ModelServer.start();
});
afterEach(async () => {
  world.dispose();
  await server[Symbol.asyncDispose]();
});

const PRINTED = `first\n${LOG}\nlast`;

function makeEngine(contextWindow?: number): AgentEngine {
  const tools = new ToolRegistry();
  tools.register(createReadFileTool(world.deps));
  const shell = new PlayedShell({ stdout: PRINTED, stderr: 'a warning' });
  tools.register(createRunCommandTool({ ...world.deps, shell, sandbox: WORKING }));
  tools.register(simpleTool('dump', { run: () => PRINTED }));
  const config = { provider: 'openai', model: 'm', baseUrl: server.url };
  return new AgentEngine({
    adapter: openaiProvider.createAdapter({
      ...config,
      ...(contextWindow === undefined ? {} : { contextWindow }),
    }),
    tools,
    roots: world.roots,
    approvals: { 'Dangerous tools': 'auto' },
  });
}

const sentIn = ({ body }: Received): readonly Sent[] => body['messages'] as Sent[];

/**
 * A model with a window, which asks for `calls` one after the other and then says how many were answered. A summary may
 * take the place of answers. What does not fit is refused in the words of llama.cpp.
 */
function serve(window: number, calls: readonly (readonly [string, object])[] = []): void {
  const told = new Set<string>();
  server.handle = (received) => {
    const { reply, send, done, body } = received;
    const tokens = estimateTokens(JSON.stringify(body));
    if (tokens > window) {
      const message = `request (${tokens} tokens) exceeds the available context size (${window} tokens), try increasing it`;
      reply(400, { error: { code: 400, type: 'exceed_context_size_error', message } });
      return;
    }
    const messages = sentIn(received);
    for (const message of messages) if (message.role === 'tool') told.add(String(message.tool_call_id));
    const answered = told.size;
    const isSummary = messages.at(-1)?.content.includes('write a summary') === true;
    const next = isSummary ? undefined : calls[answered];
    if (next === undefined) {
      send(chunk({ content: `Told ${answered} times.` }));
      send(chunk({}, 'stop'));
    } else {
      const [name, args] = next;
      const call = { name, arguments: JSON.stringify(args) };
      send(chunk({ tool_calls: [{ index: 0, id: `c${answered}`, type: 'function', function: call }] }));
      send(chunk({}, 'tool_calls'));
    }
    done();
  };
}

async function ask(engine: AgentEngine, message = 'What is in the log?'): Promise<readonly AgentEvent[]> {
  return collect(engine.processMessage(message, 'agent'));
}
const outputs = (events: readonly AgentEvent[]): readonly string[] =>
  events.flatMap((event) => (event.type === 'observation' ? [event.result.output] : []));
const compactions = (events: readonly AgentEvent[]): readonly string[] =>
  events.flatMap((event) => (event.type === 'compaction' ? [`${event.cause}, ${event.stage}`] : []));

describe('what one result takes of the window', () => {
  test('is a fifth of it for a log of 600 kB, whose pages together are the log', async () => {
    expect(LOG.length).toBeGreaterThan(590_000);
    const read = (page: number) => ['read_file', { uri: 'app.log', page_number: page }] as const;
    serve(32_000, [read(1)]);
    const engine = makeEngine(32_000);
    const [first = ''] = outputs(await ask(engine));
    const pages = Number(/page 1 of (\d+)/.exec(first)?.[1]);
    expect(pages).toBeGreaterThan(10);
    expect(first).toContain('The text goes on: ask for page_number 2.');

    serve(
      Infinity,
      Array.from({ length: pages }, (_, index) => read(index + 1)),
    );
    const all = outputs(await ask(makeEngine(32_000)));
    for (const output of all) expect(estimateTokens(output)).toBeLessThanOrEqual(6_400);
    const texts = all.map((output) => /\n```\n([^]*)```(?:\nThe text goes on|$)/.exec(output)?.[1] ?? '');
    // A page that ends within a line is closed with a line end of its own.
    const joined = texts.map((text, index) =>
      all[index]?.includes('goes on there') || index === pages - 1 ? text.slice(0, -1) : text,
    );
    expect(joined.join('')).toBe(LOG);
  });

  test('is the beginning and the end of what a command prints, with what to do about the rest', async () => {
    serve(32_000, [['run_command', { command: 'cat app.log' }]]);
    const [output = ''] = outputs(await ask(makeEngine(32_000)));
    expect(estimateTokens(output)).toBeLessThanOrEqual(6_400);
    expect(output).toMatch(/^Exit code 0, after .*\nstdout:\nfirst\n2026-/);
    expect(output).toMatch(
      /\n\[\.\.\. \d+ characters left out: .* written to a file and read in parts \.\.\.\]\n/,
    );
    expect(output).toMatch(/\nlast\nstderr:\na warning$/);
  });

  test('is the beginning and the end of what any other tool says', async () => {
    serve(32_000, [['dump', {}]]);
    const [output = ''] = outputs(await ask(makeEngine(32_000)));
    expect(estimateTokens(output)).toBeLessThanOrEqual(6_404);
    expect(output).toMatch(/^first\n[^]*\n\[\.\.\. \d+ characters are left out here, .*\n[^]*\nlast$/);
  });

  test('is a fifth of 128,000 tokens where nobody knows the window', async () => {
    serve(Infinity, [['dump', {}]]);
    const [output = ''] = outputs(await ask(makeEngine()));
    expect(estimateTokens(output)).toBeGreaterThan(25_000);
    expect(estimateTokens(output)).toBeLessThanOrEqual(25_604);
  });
});

describe('a conversation that a server refuses as too long', () => {
  test('is shortened, which the person is told, and goes on; what the server said of its window is remembered', async () => {
    serve(12_000, [['read_file', { uri: 'app.log' }]]);
    const engine = makeEngine();
    const events = await ask(engine);
    expect(compactions(events)).toEqual(['refused, shortened']);
    expect(events.at(-1)).toEqual({ type: 'answer', content: 'Told 1 times.' });
    const told = engine.history.find(({ role }) => role === 'tool');
    expect(told?.content).toMatch(
      /^app\.log \(.*\[\.\.\. \d+ characters were taken out here when the conversation/s,
    );

    serve(12_000, [
      ['read_file', {}],
      ['read_file', { uri: 'app.log' }],
    ]);
    const later = await ask(engine, 'And now?');
    expect(compactions(later)).toEqual([]);
    expect(estimateTokens(outputs(later)[0] ?? '')).toBeLessThanOrEqual(2_400);
    expect(later.at(-1)).toEqual({ type: 'answer', content: 'Told 2 times.' });
  });

  test('is refused with what to do when the message itself is too long, and the next message is answered', async () => {
    serve(12_000);
    const engine = makeEngine();
    const [only] = await ask(engine, `What is in this? ${LOG}`);
    expect(only).toMatchObject({
      type: 'error',
      name: 'LLMRequestError',
      message: expect.stringContaining('start a new one, ask for smaller parts of files'),
    });
    const events = await ask(engine, 'Sorry. What can you do?');
    expect(compactions(events)).toEqual(['full, cut']);
    expect(events.at(-1)).toEqual({ type: 'answer', content: 'Told 0 times.' });
    expect(engine.history.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  });

  test('goes on after a hundred turns that only together are too long', async () => {
    serve(12_000);
    const engine = new AgentEngine({
      adapter: makeEngine().adapter,
      tools: new ToolRegistry(),
      roots: world.roots,
      history: Array.from({ length: 100 }, (_, index) => [
        { role: 'user', content: `Question ${index}: ${'why '.repeat(200)}` } as const,
        { role: 'assistant', content: 'Because.' } as const,
      ]).flat(),
    });
    const events = await ask(engine, 'And?');
    expect(compactions(events)).toEqual(['refused, summarised']);
    expect(events.at(-1)).toMatchObject({ type: 'answer' });
    expect(engine.history.length).toBeLessThan(100);
  });

  test('is left as it is when not even the prompt fits', async () => {
    serve(300, []);
    const engine = makeEngine();
    const history = [{ role: 'user', content: 'Hi' }];
    expect(await engine.processMessage('Hi', 'agent').result()).toMatchObject({
      code: 'LLM_REQUEST',
      message: expect.stringContaining('window of 300 tokens'),
    });
    expect(engine.history).toEqual(history);
    expect(server.received).toHaveLength(1);
  });
});
