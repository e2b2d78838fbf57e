import type { BodyOf, EntryOf, ThreadEntry } from '../../../actors/protocol/thread.js';
import type { AgentMode } from '../../../actors/protocol/agent.js';
import { isPlanTool } from '../../../actors/protocol/plans/plan.js';
import type { ToolCategory } from '../../../actors/protocol/tool.js';
import { branchTo } from '../../../actors/threads/branch.js';
import { findHead } from '../../../actors/threads/requests/find-head.js';
import { hasPlanTools } from '../../../actors/threads/requests/has-plan-tools.js';
import { isOffered, type ToolInfo, type ToolTable } from '../../../machines/tool-info.js';

/**
 * The tools that a recorded turn had, as far as its machine needs to know them. A thread has the names of all; what else is
 * not in `known` follows from what became of their calls.
 */
export function readToolTable(
  entries: readonly ThreadEntry[],
  began: EntryOf<'turn_began'>,
  known: ToolTable,
): ToolTable {
  const calls = entries.filter((entry) => entry.kind === 'call');
  const own = calls.filter(({ turn }) => turn === began.turn).map(({ tool }) => tool);
  const overlapping = findOverlapping(entries.filter(({ turn }) => turn === began.turn));
  const table = new Map<string, ToolInfo>();
  for (const name of new Set([...listNames(entries, began, known), ...own]))
    table.set(name, known.get(name) ?? deduce(name, calls, overlapping, began.mode));
  return table;
}

/** The names of the tools of a turn, in the order in which its model got them. */
function listNames(
  entries: readonly ThreadEntry[],
  began: EntryOf<'turn_began'>,
  known: ToolTable,
): readonly string[] {
  const branch = branchTo(entries, began.id);
  const current = findHead(branch);
  // In the mode `ask` no model gets any, and there are some all the same.
  if (current === undefined || current.toolNames.size === 0)
    return [...known.keys()].filter((name) => !isPlanTool(name) || hasPlanTools(branch));
  return [...current.toolNames];
}

function deduce(
  name: string,
  calls: readonly BodyOf<'call'>[],
  overlapping: ReadonlySet<string>,
  mode: AgentMode,
): ToolInfo {
  const category: ToolCategory = calls.find(({ tool }) => tool === name)?.category ?? 'MCP tools';
  const info: ToolInfo = { name, category, isReadOnly: overlapping.has(name) };
  // It was called in a mode that offers it only if it changes nothing.
  return isOffered(info, mode) ? info : { ...info, isReadOnly: true };
}

/** The tools whose calls ran beside the next or the last call of a reply. */
function findOverlapping(entries: readonly ThreadEntry[]): ReadonlySet<string> {
  const first = new Map<string, number>();
  const ended = new Map<string, number>();
  for (const [index, entry] of entries.entries()) {
    if (entry.kind !== 'call' && entry.kind !== 'observation') continue;
    if (!first.has(entry.callId)) first.set(entry.callId, index);
    if (entry.kind === 'observation') ended.set(entry.callId, index);
  }
  const names = new Set<string>();
  for (const { toolCalls } of entries.filter((entry) => entry.kind === 'reply'))
    for (const [index, call] of toolCalls.entries()) {
      const next = toolCalls[index + 1];
      const start = next && first.get(next.id);
      if (next === undefined || start === undefined || start >= (ended.get(call.id) ?? Infinity)) continue;
      names.add(call.name).add(next.name);
    }
  return names;
}
