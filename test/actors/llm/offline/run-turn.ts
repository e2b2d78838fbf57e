import type { LLMAdapter, LLMMessage } from '../../../../src/actors/protocol/llm.js';
import { systemClock } from '../../../../src/actors/runtime/clock.js';
import { callModel } from '../../../../src/actors/llm/call-model.js';
import { offlineProvider } from '../../../../src/actors/llm/offline.js';
import type { FakeTools } from './fake-tools.js';

export const TOOLS = [
  'read_file',
  'ls_dir',
  'get_dir_tree',
  'search_pathnames_only',
  'search_for_files',
  'search_in_file',
] as const;

// A loop that has not ended by then never will.
const MAX_ITERATIONS = 8;

export const offline: LLMAdapter = offlineProvider.createAdapter({ provider: 'offline', model: 'rules' });

/** A turn of the stand-in from question to answer, with the thoughts on the way. */
export async function runTurn(
  request: string,
  tools: FakeTools,
  offered: readonly string[] = TOOLS,
): Promise<{ readonly answer: string; readonly thoughts: readonly string[] }> {
  const messages: LLMMessage[] = [
    { role: 'system', content: 'You are Troupe.' },
    { role: 'user', content: request },
  ];
  const thoughts: string[] = [];
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const reply = await callModel(offline, messages, {
      clock: systemClock,
      random: () => 0,
      tools: offered.map((name) => ({ name, description: '', parameters: {} })),
    });
    if (reply.stop === 'end') return { answer: reply.text, thoughts };
    thoughts.push(reply.text);
    messages.push({ role: 'assistant', content: reply.text, toolCalls: reply.toolCalls });
    for (const call of reply.toolCalls)
      messages.push({ role: 'tool', toolCallId: call.id, name: call.name, content: tools.run(call) });
  }
  throw new Error(`no answer after ${MAX_ITERATIONS} iterations: ${thoughts.join(' ')}`);
}
