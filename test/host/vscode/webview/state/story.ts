import type { AgentEvent } from '../../../../../src/actors/protocol/agent.js';
import type {
  EntryBody,
  EntryId,
  ThreadEntry,
  TurnEnd,
  TurnId,
} from '../../../../../src/actors/protocol/thread.js';
import type { ToView, UserMessage, ViewEvent, ViewThread } from '../../../../../src/actors/protocol/ui.js';

/** A turn as a test tells it. */
export interface ToldTurn {
  readonly message: UserMessage;
  readonly events: readonly AgentEvent[];
  readonly state: 'ended' | 'interrupted';
}

type Told<Type extends AgentEvent['type']> = Extract<AgentEvent, { type: Type }>;

const USAGE = { inputTokens: 0, outputTokens: 0 };

/** Writes the entries of a thread that tells a story: what happens in a turn, as the stream of an engine has it. */
export class Story {
  readonly entries: ThreadEntry[] = [];
  #turns = 0;
  #isEnded = true;
  #calls = new Set<string>();

  /** A message that begins a turn. */
  begin({ text, attachments }: UserMessage): readonly ViewEvent[] {
    this.#turns += 1;
    this.#isEnded = false;
    this.#calls = new Set();
    const limits = { maxIterations: 9, maxTokens: 9, maxTimeMs: 9 };
    return [
      this.add({ kind: 'user_message', text, attachments: attachments.map((ref) => ({ ref })) }),
      this.add({ kind: 'turn_began', mode: 'agent', model: 'openai/gpt', limits }),
    ];
  }

  tell(events: readonly AgentEvent[]): readonly ViewEvent[] {
    return events.flatMap((event, index) => this.#tell(event, events.slice(index + 1)));
  }

  /** The end of the turn; nothing if it has ended. */
  end(): readonly ViewEvent[] {
    return this.#isEnded ? [] : [this.#finish('answered')];
  }

  /** The conversation of these turns. */
  static of(turns: readonly ToldTurn[]): ViewThread {
    const story = new Story();
    for (const { message, events, state } of turns) {
      story.begin(message);
      story.tell(events);
      if (state === 'ended') story.end();
    }
    return { entries: story.entries, live: { draft: [], outputs: [] }, isRunning: false, unsent: [] };
  }

  /** One more entry. */
  add(body: EntryBody): ViewEvent {
    const seq = this.entries.length;
    const place = {
      id: `entry ${seq}` as EntryId,
      parent: seq === 0 ? null : (`entry ${seq - 1}` as EntryId),
      seq,
      at: seq,
      turn: `turn ${this.#turns}` as TurnId,
    };
    const entry: ThreadEntry = { ...place, ...body };
    this.entries.push(entry);
    return { type: 'entry', entry };
  }

  #tell(event: AgentEvent, next: readonly AgentEvent[]): readonly ViewEvent[] {
    switch (event.type) {
      case 'token':
        return [{ type: 'live', event: { type: 'token', channel: event.channel, text: event.content } }];
      case 'tool_output':
        return [{ type: 'live', event }];
      case 'thought': {
        const end = next.findIndex(({ type }) => type !== 'action');
        const actions = next.slice(0, end < 0 ? next.length : end);
        return [this.#reply(event.content, actions as readonly Told<'action'>[], event.reasoning)];
      }
      case 'action': {
        const { callId } = event;
        const asked = this.#ask(event);
        if (asked.length === 0 && this.entries.some((entry) => isQuestion(entry, callId)))
          return [
            this.add({ kind: 'approval_answered', callId, decision: 'approve', by: 'person' }),
            this.add({ kind: 'call_began', callId }),
          ];
        return [...asked, this.#call(event), this.add({ kind: 'call_began', callId })];
      }
      case 'approval_request': {
        const { callId, reasons, preview, protectedPaths, offers } = event;
        const question = {
          kind: 'approval_asked',
          callId,
          reasons,
          ...(preview === undefined ? {} : { preview }),
          ...(protectedPaths === undefined ? {} : { protectedPaths }),
          ...(offers === undefined ? {} : { offers }),
        } as const;
        return [...this.#ask(event), this.#call(event), this.add(question)];
      }
      case 'observation': {
        const { callId, tool, result } = event;
        return [
          ...this.#ask({ callId, tool, params: undefined }),
          this.add({ kind: 'observation', callId, tool, result }),
        ];
      }
      case 'answer':
        return [this.#reply(event.content, [])];
      case 'usage':
        return [
          this.add({
            kind: 'reply',
            text: '',
            reasoning: '',
            toolCalls: [],
            stop: 'end',
            usage: event.usage,
          }),
        ];
      case 'retry': {
        const { type: _type, ...notice } = event;
        return [this.add({ kind: 'retry', ...notice })];
      }
      case 'instructions': {
        const { type: _type, files, ...skills } = event;
        const whole = files.map((file) => ({ ...file, digest: '', text: '' }));
        return [this.add({ kind: 'instructions', files: whole, ...skills })];
      }
      case 'notice':
        return [this.add({ kind: 'notice', message: event.message })];
      case 'error': {
        const { name, code, message, partial } = event;
        const isCancelled = code === 'CANCELLED';
        const reply = { kind: 'reply', text: partial, reasoning: '', toolCalls: [], usage: USAGE } as const;
        return [
          this.add({ ...reply, stop: isCancelled ? 'cancelled' : 'failed' }),
          this.#finish(isCancelled ? 'cancelled' : 'failed', { name, code, message }),
        ];
      }
      default:
        throw new Error(`A story has no ${event.type}.`);
    }
  }

  #finish(
    outcome: TurnEnd,
    error?: { name: string; code: Told<'error'>['code']; message: string },
  ): ViewEvent {
    this.#isEnded = true;
    return this.add({ kind: 'turn_ended', outcome, ...(error === undefined ? {} : { error }) });
  }

  /** The reply that asks for a call, unless one has. */
  #ask(call: Pick<Told<'action'>, 'callId' | 'tool' | 'params'>): readonly ViewEvent[] {
    return this.#calls.has(call.callId) ? [] : [this.#reply('', [call])];
  }

  #reply(
    text: string,
    calls: readonly Pick<Told<'action'>, 'callId' | 'tool' | 'params'>[],
    reasoning = '',
  ): ViewEvent {
    for (const { callId } of calls) this.#calls.add(callId);
    return this.add({
      kind: 'reply',
      text,
      reasoning,
      toolCalls: calls.map(({ callId: id, tool: name, params }) => {
        return { id, name, arguments: params === undefined ? '' : JSON.stringify(params) };
      }),
      stop: calls.length === 0 ? 'end' : 'toolCalls',
      usage: USAGE,
    });
  }

  #call({ callId, tool, params }: Pick<Told<'action'>, 'callId' | 'tool' | 'params'>): ViewEvent {
    return this.add({ kind: 'call', callId, tool, category: 'Read file', params, paths: [] });
  }
}

/** One story as messages to the view: what its functions return is told in the order of the calls. */
export function tellStory(): {
  readonly started: (text?: string) => ToView;
  readonly events: (...told: readonly AgentEvent[]) => ToView;
  readonly ended: () => ToView;
} {
  const story = new Story();
  return {
    started: (text = 'Where is it?') => ({ type: 'events', events: story.begin({ text, attachments: [] }) }),
    events: (...told) => ({ type: 'events', events: story.tell(told) }),
    ended: () => ({ type: 'events', events: story.end() }),
  };
}

function isQuestion(entry: ThreadEntry, callId: string): boolean {
  return entry.kind === 'approval_asked' && entry.callId === callId;
}
