import type { AgentEvent } from '../../src/actors/protocol/agent.js';
import type { Tool } from '../../src/actors/protocol/tool.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { ToolRegistry } from '../../src/actors/tools/calls/registry.js';
import { AgentEngine, type AgentEngineOptions } from '../../src/host/engine/agent-engine.js';
import { FakeClock } from './fake-clock.js';
import { PlayedModel, type PlayedTurn } from './played-model.js';

/** The real engine over a played model, simple tools and a clock that stands still. */
export function makeEngine(
  turns: readonly PlayedTurn[] | PlayedModel,
  tools: readonly Tool[] = [],
  options: Partial<AgentEngineOptions> = {},
): { engine: AgentEngine; model: PlayedModel; clock: FakeClock } {
  const model = turns instanceof PlayedModel ? turns : new PlayedModel(turns);
  const registry = new ToolRegistry();
  for (const tool of tools) registry.register(tool);
  const clock = new FakeClock();
  const engine = new AgentEngine({
    adapter: model,
    tools: registry,
    roots: ['/work' as AbsPath],
    clock,
    random: () => 0,
    ...options,
  });
  return { engine, model, clock };
}

export async function collect(events: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const all: AgentEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}
