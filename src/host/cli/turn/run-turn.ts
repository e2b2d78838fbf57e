import type { AgentEvent, AgentMode, TurnOutcome } from '../../../actors/protocol/agent.js';
import type { Attachment, UserInput } from '../../../actors/protocol/attachment.js';
import type { LLMConfig } from '../../../actors/protocol/llm.js';
import type { Clock } from '../../../actors/runtime/clock.js';
import { addUsage, NO_USAGE } from '../../../actors/threads/add-usage.js';
import type { ThreadEvent } from '../../../actors/threads/thread-record.js';
import { TurnFeed } from '../../../actors/threads/turn-feed.js';
import type { Thread } from '../../engine/thread.js';
import type { Turn } from '../../engine/turn.js';
import type { AskPerson } from '../approvals/ask-person.js';
import { Denials } from '../approvals/denials.js';
import { addRemedy } from './add-remedy.js';
import type { TurnReport, TurnView } from './turn-view.js';

/** Sends a message, and shows the turn that it begins. Errors: those of `Thread.send`. */
export async function runTurn(
  thread: Thread,
  message: UserInput,
  options: {
    readonly mode: AgentMode;
    /** Default: the model of the engine. */
    readonly model?: LLMConfig;
    readonly view: TurnView;
    readonly signal: AbortSignal;
    readonly clock: Clock;
    /** Called before the first event with what was attached, read or not. */
    readonly onAttached?: (attachments: readonly Attachment[]) => Promise<void>;
    /** Default: nobody can be asked, and every approval request is denied. */
    readonly askPerson?: AskPerson;
    /** Called at the end with advice, when a request was denied because nobody could be asked. */
    readonly onHint?: (hint: string) => void;
  },
): Promise<TurnReport> {
  const { mode, model, view, signal, clock } = options;
  const denials = new Denials();
  const startedAtMs = clock.now();
  let usage = NO_USAGE;
  let costUsd: number | undefined;
  let modelCalls = 0;
  let toolCalls = 0;
  const show = async (event: AgentEvent): Promise<void> => {
    if (event.type === 'thought' || event.type === 'answer') modelCalls++;
    if (event.type === 'action') toolCalls++;
    if (event.type === 'usage') {
      usage = addUsage(usage, event.usage);
      if (event.costUsd !== undefined) costUsd = (costUsd ?? 0) + event.costUsd;
    }
    await view.show(event);
    if (event.type !== 'approval_request') return;
    const answered = (await options.askPerson?.(event, signal)) ?? denials.denyUnasked(event);
    denials.note(answered);
    const { decision, ...answer } = answered;
    thread.respondToApproval(event.callId, decision, answer);
  };
  const cancel = (): void => {
    thread.cancel();
  };
  const newest = thread.entries.at(-1)?.id;
  const events = thread.subscribe(newest === undefined ? {} : { after: newest });
  const sent = thread.send(message, { mode, ...(model === undefined ? {} : { model }) });
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    const turn = await sent;
    const outcome = await readTurn(turn, events, { show, view, onAttached: options.onAttached });
    const report = { ...outcome, isDenied: denials.hasOnlyDenials };
    const cost = costUsd === undefined ? {} : { costUsd };
    await view.end({ elapsedMs: clock.now() - startedAtMs, usage, ...cost, modelCalls, toolCalls }, report);
    if (denials.hint !== undefined) options.onHint?.(denials.hint);
    return report;
  } finally {
    signal.removeEventListener('abort', cancel);
    await events.return?.();
  }
}

/** Shows the events of a turn up to its end, which it resolves to; cancels the turn when nobody looks any more. */
async function readTurn(
  turn: Turn,
  events: AsyncIterable<ThreadEvent>,
  {
    show,
    view,
    onAttached,
  }: {
    readonly show: (event: AgentEvent) => Promise<void>;
    readonly view: TurnView;
    readonly onAttached: ((attachments: readonly Attachment[]) => Promise<void>) | undefined;
  },
): Promise<TurnOutcome> {
  const feed = new TurnFeed(turn.id);
  try {
    for await (const event of events) {
      if (event.type === 'entry' && event.entry.kind === 'user_message' && event.entry.turn === turn.id)
        await onAttached?.(event.entry.attachments);
      for (const taken of feed.take(event)) {
        const told = addRemedy(taken);
        await show(told);
        if (told.type === 'answer' || told.type === 'error') return told;
      }
      if (!view.isGone) continue;
      turn.cancel();
      return await turn.result();
    }
  } catch (error) {
    // The store has failed, which the outcome of the turn says.
    if (!turn.isOver) throw error;
  }
  const outcome = addRemedy(await turn.result());
  await show(outcome);
  return outcome;
}
