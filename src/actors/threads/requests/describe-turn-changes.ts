import type { AgentMode } from '../../protocol/agent.js';
import { describeMode } from './describe-mode.js';
import type { BodyOf } from '../../protocol/thread.js';

/** What a model knows of the situation besides what it has read in the conversation. */
export interface TurnSituation {
  readonly mode: AgentMode;
  /** Shape: `YYYY-MM-DD`. */
  readonly day: string;
}

/** The day of a time, UTC. Units: milliseconds since 1970. Shape: `YYYY-MM-DD`. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** What a turn changes in what the model knows, as sentences for it. */
export function describeTurnChanges(
  before: TurnSituation,
  { mode, day }: TurnSituation,
  tools: BodyOf<'turn_began'>['toolsChanged'],
): readonly string[] {
  const { added = [], removed = [] } = tools ?? {};
  return [
    ...(before.day === day ? [] : [`The date is ${day} from here on.`]),
    ...(before.mode === mode ? [] : [describeMode(mode)]),
    ...(added.length === 0
      ? []
      : [`New tools are there, which you can call after the next compaction: ${added.join(', ')}.`]),
    ...(removed.length === 0 ? [] : [`These tools are gone, calls of them fail: ${removed.join(', ')}.`]),
  ];
}
