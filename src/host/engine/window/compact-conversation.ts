import { cutConversation } from '../../../actors/context/cut-conversation.js';
import { fitUnreadResults } from '../../../actors/context/fit-unread-results.js';
import { groupMessages } from '../../../actors/context/group-messages.js';
import { planSummary } from '../../../actors/context/plan-summary.js';
import { shortenResults } from '../../../actors/context/shorten-results.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { CompactionReport } from '../../../actors/protocol/llm.js';
import type { LLMMessage } from '../../../actors/protocol/llm.js';
import type { BodyOf } from '../../../actors/protocol/thread.js';
import { READ_RESULT_TOOL } from '../../../actors/tools/text/tell-read-again.js';
import { createCutText } from './describe-cut.js';
import { describeStanding } from './describe-standing.js';
import type { RequestWindow } from './request-window.js';
import { Summariser, type SummaryOptions } from './summariser.js';

// After a compaction there has to be room for some steps before the next one. Shape: shares of what the messages may
// have while the window is not full.
const GOAL = 0.6;
const GOAL_OF_SHORTENING = 0.75;

// The newest steps are what the model works with. Shape: the same share.
const KEPT = 0.2;

// Results that the model has not read yet would have to be read again. Those that have more are cut, and with their calls
// they may have a little more than that. Shape: the same share.
const UNREAD = 0.4;
const UNREAD_WITH_CALLS = 0.5;

// Making place for less is not worth a request, as another compaction would follow soon. Shape: the same share.
const LEAST_FREED = 0.25;

// A server that refuses a request names its window seldom: half of it is surely much shorter. Shape: a share of the
// refused request.
const GOAL_AFTER_REFUSAL = 0.5;

export interface CompactionOptions extends SummaryOptions {
  readonly cause: CompactionReport['cause'];
}

/**
 * Makes the next request shorter: by cutting old results of tools, or else by a summary that the model writes, or else
 * by leaving the oldest messages out. Resolves to the entry for that, which the caller records, and whose request is
 * strictly shorter; to `undefined` when nothing can be gained.
 * Errors: the reason of `signal`; nothing was changed then.
 * Cost: at most two requests for a summary.
 */
export async function compactConversation(
  window: RequestWindow,
  { cause, ...options }: CompactionOptions,
): Promise<BodyOf<'compaction'> | undefined> {
  const { head: sentHead, messages, pinned, counter, tokens } = window.next();
  const head = window.composeHead();
  const { requestTokens, fullTokens } = window.limits;
  const headTokens = counter.ofHead(head);
  const wanted = cause === 'refused' ? tokens * GOAL_AFTER_REFUSAL : fullTokens;
  const room = requestTokens - headTokens;
  const before = counter.ofMessages(messages);
  const comfortable = Math.max(0, Math.min(Math.min(fullTokens, wanted) - headTokens, before));
  const staying = counter.ofMessages(
    groupMessages(messages, pinned)
      .filter(({ mustStay }) => mustStay)
      .flatMap((group) => group.messages),
  );
  if (cause === 'full' && tokens <= requestTokens && before - staying < comfortable * LEAST_FREED)
    return undefined;

  const offered = new Set(head.tools.map(({ name }) => name));
  const cut = createCutText(counter.ofText, offered.has(READ_RESULT_TOOL));
  const common = { pinned, estimateTokens: counter.ofText, cut, keptTokens: comfortable * KEPT };
  const standing = describeStanding(window.branch, {
    maxTokens: comfortable,
    estimateTokens: counter.ofText,
  });
  const summariser = new Summariser(window, sentHead, { ...options, room: requestTokens, cut });
  const toEntry = (
    stage: CompactionReport['stage'],
    made: { readonly messages: readonly LLMMessage[]; readonly pinned: number },
    mostTokens: number,
    summary?: string,
  ): BodyOf<'compaction'> | undefined => {
    const after = counter.ofMessages(made.messages);
    const tokensAfter = headTokens + after;
    if (after > mostTokens || after >= before || tokensAfter >= tokens) return undefined;
    const left = new Set(made.messages);
    const report: CompactionReport = {
      cause,
      stage,
      tokensBefore: tokens,
      tokensAfter,
      replaced: messages.filter((message) => !left.has(message)).length,
      ...omitUndefined({ summary }),
      ...summariser.spent,
    };
    return { kind: 'compaction', messages: made.messages, pinned: made.pinned, head, report };
  };

  const fitted = fitUnreadResults(messages, { ...common, maxTokens: comfortable * UNREAD });
  const pinnedFirst = messages.findIndex((message) => !pinned.has(message));
  const mayShorten = (pinnedFirst === -1 ? messages.length : pinnedFirst) === pinned.size;
  const shorten = (of: readonly LLMMessage[], mostTokens: number): BodyOf<'compaction'> | undefined =>
    mayShorten
      ? toEntry('shortened', { messages: shortenResults(of, common), pinned: pinned.size }, mostTokens)
      : undefined;
  if (cause !== 'person') {
    const most = Math.min(room, comfortable * GOAL_OF_SHORTENING);
    const entry = shorten(messages, most) ?? shorten(fitted, most);
    if (entry !== undefined) return entry;
  }
  const goal = Math.min(room, Math.max(comfortable * GOAL, staying * (1 + LEAST_FREED)));
  const plan = planSummary(fitted, { ...common, standing, unreadTokens: comfortable * UNREAD_WITH_CALLS });
  if (plan !== undefined) {
    const entry = await summariser.summarise(plan, (summary) =>
      toEntry('summarised', plan.replaceBy(summary), Math.max(goal, Math.min(room, comfortable)), summary),
    );
    if (entry !== undefined) return entry;
  }
  return (
    shorten(fitted, goal) ??
    toEntry('cut', cutConversation(messages, { ...common, standing, maxTokens: goal }), room)
  );
}
