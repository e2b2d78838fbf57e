import { expect, test } from 'vitest';
import { ToolRegistry } from '../../src/actors/tools/calls/registry.js';
import { registerTools } from '../../src/host/compose-tools.js';
import { collect, makeEngine } from '../doubles/make-engine.js';
import { says } from '../doubles/played-model.js';

// What every conversation pays for. Whoever needs more characters raises a bound, and says for what. Units: UTF-16 units.
const MAX_TOOL_CHARS = 8_400;
const MAX_TOOL_CHARS_WITH_PLANS = 9_400;
const MAX_PROMPT_CHARS = 1_100;

/** The tools of every host. None of them can be called. */
function builtInTools(): ToolRegistry {
  const tools = new ToolRegistry();
  // Only calls need what tools work with.
  registerTools(tools, {} as Parameters<typeof registerTools>[1]);
  return tools;
}

async function firstRequest(mode: 'agent' | 'plan'): Promise<{
  readonly prompt: number;
  readonly tools: number;
  readonly sizes: readonly string[];
}> {
  const { engine, model } = makeEngine([says('Hello.')], [], { tools: builtInTools() });
  await collect(engine.processMessage('Hello', mode));
  const [{ messages, options } = { messages: [], options: {} }] = model.requests;
  const sizes = (options.tools ?? []).map((tool) => [tool.name, JSON.stringify(tool).length] as const);
  return {
    prompt: messages[0]?.role === 'system' ? messages[0].content.length : NaN,
    tools: sizes.reduce((sum, [, chars]) => sum + chars, 0),
    sizes: sizes.map(([name, chars]) => `${name} ${chars}`),
  };
}

test('the first request of a conversation is short', async () => {
  const { prompt, tools, sizes } = await firstRequest('agent');
  expect(sizes.length, 'tools').toBe(17);
  expect(tools, `${tools} characters of tools: ${sizes.join(', ')}`).toBeLessThanOrEqual(MAX_TOOL_CHARS);
  expect(prompt, `${prompt} characters of the system prompt`).toBeLessThanOrEqual(MAX_PROMPT_CHARS);
});

test('the tools of plans add little to a request', async () => {
  const { tools, sizes } = await firstRequest('plan');
  expect(sizes.length, 'tools').toBe(19);
  expect(tools, `${tools} characters of tools: ${sizes.join(', ')}`).toBeLessThanOrEqual(
    MAX_TOOL_CHARS_WITH_PLANS,
  );
});
