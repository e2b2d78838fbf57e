import { type as osType } from 'node:os';
import { buildSystemPrompt } from '../../../actors/context/system-prompt.js';
import type { AgentMode } from '../../../actors/protocol/agent.js';
import { isPlanTool } from '../../../actors/protocol/plans/plan.js';
import type { BodyOf, RequestHead, ThreadEntry } from '../../../actors/protocol/thread.js';
import type { Tool } from '../../../actors/protocol/tool.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import { dayOf } from '../../../actors/threads/requests/describe-turn-changes.js';
import { findHead } from '../../../actors/threads/requests/find-head.js';
import { toDescription } from '../../../actors/tools/calls/registry.js';

// Systems whose common name differs from what they report.
const OS_NAMES: Readonly<Record<string, string>> = { Darwin: 'macOS', Windows_NT: 'Windows' };

/** What the head of a request depends on. */
export interface HeadFacts {
  readonly mode: AgentMode;
  readonly roots: readonly AbsPath[];
  readonly tools: readonly Tool[];
  /** What the program itself tells every model. */
  readonly instructionText?: string | undefined;
  /** Units: milliseconds since 1970. */
  readonly now: number;
}

/**
 * The head of requests that begin now. All of the tools are in it but in the mode `ask`, so that another mode needs no other
 * head: the mode is enforced where tools run. Source: SPEC A2, C.
 */
export function composeHead({ mode, roots, tools, instructionText, now }: HeadFacts): RequestHead {
  const offered = mode === 'ask' ? [] : tools.map(toDescription);
  const prompt = buildSystemPrompt({
    mode,
    roots,
    offersTools: offered.length > 0,
    osName: OS_NAMES[osType()] ?? osType(),
    date: dayOf(now),
    instructionText,
  });
  return { mode, prompt, tools: offered };
}

/**
 * What a turn says of the head of its requests: another head, or what has changed since the present one. Another head
 * begins where nothing is lost by it: at the beginning, after a compaction, for another model, in a moved workspace, for
 * the first turn with tools, and for the first one that plans. Shape of `model`: `provider/model`.
 */
export function planHead(
  branch: readonly ThreadEntry[],
  model: string,
  facts: HeadFacts,
): Pick<BodyOf<'turn_began'>, 'head' | 'toolsChanged'> {
  const current = findHead(branch);
  const head = composeHead(facts);
  if (current === undefined) return { head };
  const isFirstWithTools = current.head.tools.length === 0 && head.tools.length > 0;
  const isOther = current.head.prompt !== head.prompt || !isSame(current.head.tools, head.tools);
  const isFirstWithPlans = hasPlanTool(head) && !hasPlanTool(current.head);
  if (isFirstWithTools || isFirstWithPlans || (current.model !== model && isOther)) return { head };
  if (current.head.tools.length === 0) return {};
  const names = facts.tools.map(({ name }) => name);
  const added = names.filter((name) => !current.toolNames.has(name));
  const removed = [...current.toolNames].filter((name) => !names.includes(name));
  return added.length + removed.length === 0 ? {} : { toolsChanged: { added, removed } };
}

function hasPlanTool({ tools }: RequestHead): boolean {
  return tools.some(({ name }) => isPlanTool(name));
}

function isSame(one: readonly object[], other: readonly object[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
