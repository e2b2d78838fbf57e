import type { AgentEvent } from '../protocol/agent.js';
import type { EntryOf, LiveEvent, ThreadEntry, TurnEnd } from '../protocol/thread.js';
import { interruptedResult } from './interrupted-result.js';
import { CUT_OFF_NOTICE } from './to-messages.js';

/** The events of one turn, from the entries and the live events of its thread as they come. Source: SPEC A1. */
export class TurnEvents {
  /** The calls that have no result yet. */
  readonly #open = new Map<string, { readonly call: EntryOf<'call'>; hasBegun: boolean }>();
  readonly #thoughts: string[] = [];
  /** The newest reply. */
  #said = '';
  #isAnswer = false;

  /** What an entry of the turn tells: often one event, sometimes none or two. */
  ofEntry(entry: ThreadEntry): readonly AgentEvent[] {
    switch (entry.kind) {
      case 'user_message':
        return [{ type: 'message', content: entry.text }];
      case 'retry': {
        const { attempt, maxAttempts, waitMs, reason } = entry;
        return [{ type: 'retry', attempt, maxAttempts, waitMs, reason }];
      }
      case 'reply':
        return this.#ofReply(entry);
      case 'call': {
        const { callId, tool, params } = entry;
        this.#open.set(callId, { call: entry, hasBegun: false });
        return [{ type: 'action', callId, tool, params }];
      }
      case 'approval_asked':
        return this.#ofQuestion(entry);
      case 'approval_answered': {
        const { callId, decision, by, reason } = entry;
        const why = reason === undefined ? {} : { reason };
        return [{ type: 'approval_resolved', callId, decision, by, ...why }];
      }
      case 'call_began': {
        const open = this.#open.get(entry.callId);
        if (open !== undefined) open.hasBegun = true;
        return [];
      }
      case 'observation': {
        const { callId, tool, result } = entry;
        this.#open.delete(callId);
        return [{ type: 'observation', callId, tool, result }];
      }
      case 'notice':
        return [{ type: 'notice', message: entry.message }];
      case 'turn_ended':
        return [...this.#interrupt(), this.#ofEnd(entry)];
      default:
        return [];
    }
  }

  ofLive(event: LiveEvent): AgentEvent {
    return event.type === 'token'
      ? { type: 'token', channel: event.channel, content: event.text }
      : { ...event };
  }

  #ofReply({ text, reasoning, toolCalls, stop, usage, costUsd }: EntryOf<'reply'>): readonly AgentEvent[] {
    const events: AgentEvent[] = [];
    this.#said = text;
    this.#isAnswer = toolCalls.length === 0;
    if (toolCalls.length > 0) {
      events.push({ type: 'thought', content: text, ...(reasoning === '' ? {} : { reasoning }) });
      this.#thoughts.push(text);
    } else if (stop === 'length') {
      events.push({ type: 'token', channel: 'answer', content: CUT_OFF_NOTICE });
      this.#said += CUT_OFF_NOTICE;
    }
    if (usage.inputTokens + usage.outputTokens > 0)
      events.push({ type: 'usage', usage, ...(costUsd === undefined ? {} : { costUsd }) });
    return events;
  }

  #ofQuestion({
    callId,
    reasons,
    preview,
    rememberAs,
    rememberFor,
  }: EntryOf<'approval_asked'>): readonly AgentEvent[] {
    const open = this.#open.get(callId);
    if (open === undefined) return [];
    const { tool, category, params } = open.call;
    return [
      {
        type: 'approval_request',
        callId,
        tool,
        category,
        params,
        reasons,
        ...(preview === undefined ? {} : { preview }),
        ...(rememberAs === undefined ? {} : { rememberAs }),
        ...(rememberFor === undefined ? {} : { rememberFor }),
      },
    ];
  }

  /** What is observed of the calls that the end of the turn interrupts. */
  #interrupt(): readonly AgentEvent[] {
    const open = [...this.#open.values()];
    this.#open.clear();
    return open.map(({ call: { callId, tool }, hasBegun }) => ({
      type: 'observation',
      callId,
      tool,
      result: interruptedResult(hasBegun),
    }));
  }

  #ofEnd({ outcome, error }: EntryOf<'turn_ended'>): AgentEvent {
    if (error === undefined) return { type: 'answer', content: this.#said };
    return { type: 'error', ...error, partial: this.#partial(outcome) };
  }

  /** What the model had said when the turn ended: all of it where that is the progress, else what was no thought yet. */
  #partial(outcome: TurnEnd): string {
    const said = this.#isAnswer ? this.#said : '';
    if (outcome !== 'exhausted') return said;
    return [...this.#thoughts, said].filter((text) => text !== '').join('\n\n');
  }
}

/** The events of one turn that can be told from its entries alone: all but what was live. */
export function toEvents(turn: readonly ThreadEntry[]): readonly AgentEvent[] {
  const events = new TurnEvents();
  const began = turn.findIndex(({ kind }) => kind === 'turn_began');
  return turn.slice(began + 1).flatMap((entry) => events.ofEntry(entry));
}
