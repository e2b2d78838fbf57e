import type { LLMMessage } from '../protocol/llm.js';
import { alternateRoles } from './alternate-roles.js';
import type { CutConversation } from './cut-conversation.js';
import { groupMessages } from './group-messages.js';
import { countTokens } from './message-tokens.js';

/** A conversation, divided for a summary. */
export interface SummaryPlan {
  /** What the summary stands for, as the model has it: the beginning of the conversation. */
  readonly older: readonly LLMMessage[];
  /** The conversation with a summary in place of that. */
  readonly replaceBy: (summary: string) => CutConversation;
}

/**
 * Divides a conversation into the beginning, which a summary can stand for, and the newest messages, of at most
 * `keptTokens`, which stay as they are; results that the model has not read yet may have `unreadTokens`. What is pinned
 * and the newest message of the person stay wherever they are. Returns `undefined` when nothing can be replaced.
 */
export function planSummary(
  messages: readonly LLMMessage[],
  {
    pinned,
    keptTokens,
    unreadTokens,
    estimateTokens,
    standing = '',
  }: {
    readonly pinned: ReadonlySet<LLMMessage>;
    readonly keptTokens: number;
    readonly unreadTokens: number;
    readonly estimateTokens: (text: string) => number;
    /** What the model needs to know beside the summary, word for word. Default: nothing. */
    readonly standing?: string;
  },
): SummaryPlan | undefined {
  const groups = groupMessages(messages, pinned);
  let from = groups.length;
  let kept = 0;
  for (const [index, group] of [...groups.entries()].toReversed()) {
    kept += countTokens(group.messages, estimateTokens);
    const isNewest = index === groups.length - 1;
    const isUnread = isNewest && group.messages.at(-1)?.role === 'tool';
    if (kept > (isUnread ? unreadTokens : keptTokens) && !(group.mustStay && isNewest)) break;
    from = index;
  }
  const olderGroups = groups.slice(0, from);
  if (olderGroups.every(({ mustStay }) => mustStay)) return undefined;
  const newer = groups.slice(from).flatMap((group) => group.messages);
  const staying = olderGroups.filter(({ mustStay }) => mustStay).flatMap((group) => group.messages);
  const first = [...staying, ...newer].filter((message) => pinned.has(message));
  const request = staying.filter((message) => !pinned.has(message));
  const rest = newer.filter((message) => !pinned.has(message));
  return {
    older: olderGroups.flatMap((group) => group.messages),
    replaceBy: (summary) => ({
      messages: alternateRoles([...first, describeSummary(summary, standing), ...request, ...rest]),
      pinned: alternateRoles(first).length,
    }),
  };
}

// Written for the model.
function describeSummary(summary: string, standing: string): LLMMessage {
  return {
    role: 'user',
    content: `(The conversation up to here became too long for your window. This summary, which you wrote, stands for it:)\n\n${summary}\n\n${standing === '' ? '' : `${standing}\n\n`}(Go on from there. Where you need what it leaves out, look again.)`,
  };
}
