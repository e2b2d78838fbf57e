import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { Usage } from '../../../actors/protocol/llm.js';
import type { ThreadUsage } from '../../../actors/threads/usage/sum-usage.js';
import type { ToView, ViewStatus } from '../../../actors/protocol/ui.js';

/** How full the context window of the model is after its newest reply; nothing where that is unknown. */
export function describeContext(
  usage: Usage | undefined,
  windowTokens: number | undefined,
): Pick<ViewStatus, 'context'> {
  if (usage === undefined || windowTokens === undefined || !Number.isFinite(windowTokens)) return {};
  const usedTokens = usage.inputTokens + usage.outputTokens;
  return usedTokens === 0 ? {} : { context: { usedTokens, windowTokens } };
}

// The stand-in counts tokens as models do, and nobody pays for them.
const STAND_IN = 'offline/';

/** What a chat and its last turn have used; nothing while no model has answered. */
export function describeThreadUsage({ total, lastTurn, models }: ThreadUsage): Pick<ViewStatus, 'usage'> {
  if ([...models.keys()].every((model) => model.startsWith(STAND_IN))) return {};
  return { usage: { chat: total, ...omitUndefined({ lastTurn }) } };
}

/** Whether a message to the view brings a reply, whose usage the status shows. */
export function hasReply(message: ToView): boolean {
  return (
    message.type === 'events' &&
    message.events.some((event) => event.type === 'entry' && event.entry.kind === 'reply')
  );
}
