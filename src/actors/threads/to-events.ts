import type { AgentEvent } from '../protocol/agent.js';
import { omitUndefined } from '../protocol/json/omit-undefined.js';
import { readArguments } from '../protocol/json/read-arguments.js';
import type { BodyOf, EntryBody, EntryId, LiveEvent, ThreadEntry, TurnEnd } from '../protocol/thread.js';
import { CUT_OFF_NOTICE } from './cut-off-notice.js';
import { digestPlan } from './plans/digest-plan.js';
import { interruptedResult } from './interrupted-result.js';
import { toNotice } from './to-notice.js';

/** A call of the turn that has no result yet. `call` is its entry, once there is one. */
interface OpenCall {
  readonly tool: string;
  /** The parameters as the model wrote them. */
  readonly params: unknown;
  readonly call?: BodyOf<'call'>;
  readonly hasBegun: boolean;
}

/** Translates the entries and live events of one turn to events, one by one. Source: SPEC A1. */
export class TurnEvents {
  readonly #open = new Map<string, OpenCall>();
  readonly #thoughts: string[] = [];
  /** What the messages said that the person sent while the turn ran. */
  readonly #messages = new Map<EntryId, string>();
  /** The text of the newest reply, until its calls have ended. */
  #text = '';
  #isAnswer = false;
  #isOver = false;

  /** The events that an entry of the turn causes: often one, sometimes none or several. */
  ofEntry(entry: EntryBody & { readonly id?: EntryId }): readonly AgentEvent[] {
    switch (entry.kind) {
      case 'user_message':
        if (entry.id !== undefined) this.#messages.set(entry.id, entry.text);
        return [{ type: 'message', content: entry.text }];
      case 'message_withdrawn': {
        const content = this.#messages.get(entry.message);
        return content === undefined ? [] : [{ type: 'message_withdrawn', content }];
      }
      case 'retry':
        return [{ type: 'retry', ...toNotice(entry) }];
      case 'reply':
        return this.#ofReply(entry);
      case 'call': {
        const { callId, tool } = entry;
        // Defaults and other names of parameters would only make it longer to read.
        const { params } = this.#open.get(callId) ?? entry;
        this.#open.set(callId, { tool, params, call: entry, hasBegun: false });
        return [{ type: 'action', callId, tool, params }];
      }
      case 'approval_asked':
        return this.#ofQuestion(entry);
      case 'approval_answered': {
        const { callId, decision, by, reason } = entry;
        const why = omitUndefined({ reason });
        return [{ type: 'approval_resolved', callId, decision, by, ...why }];
      }
      case 'call_began': {
        const open = this.#open.get(entry.callId);
        if (open !== undefined) this.#open.set(entry.callId, { ...open, hasBegun: true });
        return [];
      }
      case 'observation': {
        if (this.#isOver) return [];
        const { callId, tool } = entry;
        const { whole: _ofTheThread, ...result } = entry.result;
        this.#open.delete(callId);
        if (this.#open.size === 0) this.#text = '';
        return [{ type: 'observation', callId, tool, result }];
      }
      case 'notice':
        return [{ type: 'notice', message: entry.message }];
      case 'instructions': {
        const files = entry.files.map(({ text: _forTheModel, digest: _ofIt, ...file }) => file);
        const skills = omitUndefined({ skills: entry.skills });
        return [{ type: 'instructions', files, ...skills }];
      }
      case 'compaction':
        return entry.report === undefined ? [] : [{ type: 'compaction', ...entry.report }];
      case 'plan': {
        const { goal, steps, omitted } = entry;
        const cut = omitUndefined({ omitted });
        return [{ type: 'plan', goal, steps, digest: digestPlan(entry), ...cut }];
      }
      case 'turn_ended':
        // What comes behind the end of the turn is no event of it.
        this.#isOver = true;
        this.#messages.clear();
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

  #ofReply(reply: BodyOf<'reply'>): readonly AgentEvent[] {
    const { text, reasoning, toolCalls, stop, usage, costUsd, model } = reply;
    const events: AgentEvent[] = [];
    this.#text = text;
    this.#isAnswer = toolCalls.length === 0;
    for (const { id, name, arguments: text } of toolCalls)
      this.#open.set(id, { tool: name, params: readArguments(text), hasBegun: false });
    if (toolCalls.length > 0) {
      events.push({ type: 'thought', content: text, ...(reasoning === '' ? {} : { reasoning }) });
      this.#thoughts.push(text);
    } else if (stop === 'length') {
      events.push({ type: 'token', channel: 'answer', content: CUT_OFF_NOTICE });
      this.#text += CUT_OFF_NOTICE;
    }
    if (usage.inputTokens + usage.outputTokens > 0 || costUsd !== undefined)
      events.push({
        type: 'usage',
        usage,
        ...omitUndefined({ costUsd, model }),
      });
    return events;
  }

  #ofQuestion(entry: BodyOf<'approval_asked'>): readonly AgentEvent[] {
    const { callId, reasons, preview, protectedPaths, offers } = entry;
    const call = this.#open.get(callId)?.call;
    if (call === undefined) return [];
    const { tool, category, params } = call;
    return [
      {
        type: 'approval_request',
        callId,
        tool,
        category,
        params,
        reasons,
        ...omitUndefined({ preview, protectedPaths, offers }),
      },
    ];
  }

  /** The observations of the calls that the end of the turn interrupts. */
  #interrupt(): readonly AgentEvent[] {
    const open = [...this.#open];
    this.#open.clear();
    return open.map(([callId, { tool, hasBegun }]) => ({
      type: 'observation',
      callId,
      tool,
      result: interruptedResult(hasBegun),
    }));
  }

  #ofEnd({ outcome, error }: BodyOf<'turn_ended'>): AgentEvent {
    if (error === undefined) return { type: 'answer', content: this.#text };
    return { type: 'error', ...error, partial: this.#partial(outcome) };
  }

  /** The text of an unfinished step; at a limit also the thoughts before it, which are the progress of the turn. */
  #partial(outcome: TurnEnd): string {
    if (outcome !== 'exhausted') return this.#text;
    return [...this.#thoughts, this.#isAnswer ? this.#text : ''].filter((part) => part !== '').join('\n\n');
  }
}

/** The events of one turn that follow from its entries: all but those of live events. None before the turn began. */
export function toEvents(turn: readonly ThreadEntry[]): readonly AgentEvent[] {
  const events = new TurnEvents();
  const began = turn.findIndex(({ kind }) => kind === 'turn_began');
  if (began === -1) return [];
  return turn.slice(began + 1).flatMap((entry) => events.ofEntry(entry));
}
