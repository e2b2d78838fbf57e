import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { AgentMode } from '../../src/actors/protocol/agent.js';
import { ToolRegistry } from '../../src/actors/tools/calls/registry.js';
import { listPartsByApi } from '../actors/llm/server/request-parts.js';
import { pngPart } from '../doubles/images.js';
import { LimitedModel } from '../doubles/limited-model.js';
import { makeEngine } from '../doubles/make-engine.js';
import { PlayedInstructions } from '../doubles/played-instructions.js';
import { simpleTool } from '../doubles/simple-tool.js';
import { CONTEXT_RUNS, CONTEXT_TIMEOUT_MS } from './context-runs.js';

vi.setConfig({ testTimeout: CONTEXT_TIMEOUT_MS });

const HOUR_MS = 3_600_000;

/** What a person and their servers do in a session. */
const sessions = fc.record({
  window: fc.constantFrom(Infinity, 6_000, 20_000),
  turns: fc.array(
    fc.record({
      mode: fc.constantFrom<AgentMode>('ask', 'gather', 'plan', 'agent', 'agent'),
      /** How many calls each reply makes. */
      steps: fc.array(fc.constantFrom(1, 2, 5, 40), { maxLength: 3 }),
      resultChars: fc.constantFrom(10, 2_000),
      hasImages: fc.boolean(),
      tools: fc.constantFrom('same', 'same', 'added', 'removed'),
      /** Whether a server changes its tools while the turn runs. */
      changesToolsMeanwhile: fc.boolean(),
      rules: fc.constantFrom('same', 'same', 'changed', 'gone'),
      waitsMs: fc.constantFrom(0, 0, 30 * HOUR_MS),
      sendsMeanwhile: fc.boolean(),
      compacts: fc.boolean(),
    }),
    { minLength: 1, maxLength: 7 },
  ),
});

test('between two compactions each request extends the one before it byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(sessions, async ({ window, turns }) => {
      const script = turns.flatMap(({ steps }) => [...steps, 0]);
      const model = new LimitedModel({
        window,
        reply: (index) => {
          const calls = script[index] ?? 0;
          if (calls === 0) return `Answer ${index}.`;
          return Array.from(
            { length: calls },
            (_, at) => [at % 7 === 6 ? 'change' : 'look', { index, at }] as const,
          );
        },
      });
      const instructions = new PlayedInstructions();
      const tools = new ToolRegistry();
      let chars = 10;
      let onRun = (): void => undefined;
      const run = (): string => {
        onRun();
        return 'what was found '.repeat(chars).slice(0, chars);
      };
      let hasImages = false;
      tools.register({
        ...simpleTool('look', { run }),
        images: () => (hasImages ? [pngPart(30, 20)] : []),
      });
      tools.register(simpleTool('change', { run, isReadOnly: false }));
      const { engine, clock } = makeEngine([], [], {
        adapter: model,
        tools,
        instructions,
        approvals: { 'File edits': 'auto' },
      });
      const thread = engine.createThread();
      let added = 0;
      const addTool = (): void => {
        added += 1;
        tools.register({ ...simpleTool(`new${added}`, { category: 'MCP tools' }), server: 'far' });
      };
      for (const [index, turn] of turns.entries()) {
        if (turn.tools === 'added') addTool();
        if (turn.tools === 'removed') tools.unregister(`new${added}`);
        if (turn.rules === 'changed') instructions.rules = `Rule ${index}: be exact.`;
        if (turn.rules === 'gone') instructions.rules = undefined;
        clock.advance(turn.waitsMs);
        chars = turn.resultChars;
        ({ hasImages } = turn);
        let isSent = !turn.sendsMeanwhile;
        let isChanged = !turn.changesToolsMeanwhile;
        onRun = () => {
          if (!isSent) void thread.send({ text: 'And this too.' });
          if (!isChanged) addTool();
          [isSent, isChanged] = [true, true];
        };
        const running = await thread.send({ text: `Turn ${index}` }, { mode: turn.mode });
        await running.result();
        // A message that came too late begins a turn of its own.
        while (thread.turn !== undefined) await thread.turn.result();
        if (turn.compacts) await thread.compact();
      }

      // Each request brings a reply: the number of requests before each moment at which another head may begin.
      let replies = 0;
      const breaks = new Set<number>();
      for (const entry of thread.entries) {
        if (entry.kind === 'reply') replies += 1;
        if (entry.kind === 'compaction' || (entry.kind === 'turn_began' && entry.head !== undefined))
          breaks.add(replies);
      }
      expect(replies).toBe(model.requests.length);
      const heads = thread.entries.filter((entry) => entry.kind === 'turn_began' && entry.head !== undefined);
      const compactions = thread.entries.filter(({ kind }) => kind === 'compaction').length;
      // The first one, one after each compaction, and one for the first turn with tools after turns without.
      expect(heads.length).toBeLessThanOrEqual(2 * (1 + compactions));
      const known = new Map<number, ReturnType<typeof listPartsByApi>>();
      const partsOf = (index: number): ReturnType<typeof listPartsByApi> => {
        const { messages = [], options } = model.requests[index] ?? {};
        const parts = known.get(index) ?? listPartsByApi(messages, options?.tools ?? [], model.provider);
        known.set(index, parts);
        return parts;
      };
      for (const [index, { messages, options }] of model.requests.entries()) {
        const before = model.requests[index - 1];
        if (before === undefined || breaks.has(index)) continue;
        expect(JSON.stringify(options.tools)).toBe(JSON.stringify(before.options.tools));
        const [was, is] = [before.messages, messages].map((of) => JSON.stringify(of).slice(0, -1));
        expect(is?.startsWith(`${was},`)).toBe(true);
        // And so it is for each server, in the words of its API.
        const now = partsOf(index);
        for (const [api, parts] of Object.entries(partsOf(index - 1)))
          expect(now[api]?.slice(0, parts.length), api).toEqual(parts);
      }
      // Abort signals and what listens to them are freed only between two tasks of the event loop.
      await setImmediate();
    }),
    { numRuns: CONTEXT_RUNS },
  );
});
