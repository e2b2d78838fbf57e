import type { ThreadEntry } from '../actors/protocol/thread.js';
import type { ToolInfo } from '../machines/tool-info.js';
import { listBuiltInTools } from './built-in-tools.js';
import { replayEntries } from './engine/replay/replay-entries.js';
import type { ReplayStep } from './engine/replay/replay-step.js';

export interface ReplayOptions {
  /** Tools that the thread had beside the built-in ones. Default: what its entries tell of them is enough, as a rule. */
  readonly tools?: Iterable<ToolInfo>;
  /** The last entry that is replayed. Shape: a `seq`. Default: all. */
  readonly until?: number;
  /** Ends the replay. */
  readonly signal?: AbortSignal;
}

/**
 * Runs the turns of a thread again, without a model and without effects: whatever came from the world comes from the
 * entries, and the machines of the turns must make the rest of them again. Nothing is sent, run or written.
 * Shape: `entries` is the whole thread, as of `Thread.entries` or an export; yields a step for each, and `resumed` ones
 * beside them. A turn that goes another way ends with its first difference. Errors: the reason of `signal`.
 * Source: SPEC L3.
 */
export function replayThread(
  entries: readonly ThreadEntry[],
  { tools = [], ...options }: ReplayOptions = {},
): AsyncGenerator<ReplayStep, void> {
  const known = new Map(listBuiltInTools());
  for (const tool of tools) known.set(tool.name, tool);
  return replayEntries(entries, { ...options, tools: known });
}
