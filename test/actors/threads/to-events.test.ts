import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { TurnEvents, toEvents } from '../../../src/actors/threads/to-events.js';
import type { AgentEvent } from '../../../src/actors/protocol/agent.js';
import { conversations, type Happening } from '../../arbitraries/conversation.js';
import { RUNS } from './property-runs.js';

/** The happenings of each turn, from its `turn_began` on. */
function turnsOf(happenings: readonly Happening[]): readonly (readonly Happening[])[] {
  const turns: Happening[][] = [];
  let isRunning = false;
  for (const happening of happenings) {
    if (happening.type === 'crash') isRunning = false;
    if (happening.type === 'entry' && happening.entry.kind === 'turn_began') {
      turns.push([]);
      isRunning = true;
    }
    if (isRunning) turns.at(-1)?.push(happening);
    if (happening.type === 'entry' && happening.entry.kind === 'turn_ended') isRunning = false;
  }
  return turns;
}

interface Told {
  readonly events: readonly AgentEvent[];
  /** Those that come of entries. */
  readonly kept: readonly AgentEvent[];
  readonly hasEnd: boolean;
}

function tell(turn: readonly Happening[]): Told {
  const translator = new TurnEvents();
  const events: AgentEvent[] = [];
  const kept: AgentEvent[] = [];
  for (const happening of turn) {
    if (happening.type === 'live') events.push(translator.ofLive(happening.event));
    if (happening.type !== 'entry') continue;
    const told = translator.ofEntry(happening.entry);
    events.push(...told);
    kept.push(...told);
  }
  const last = turn.at(-1);
  return { events, kept, hasEnd: last?.type === 'entry' && last.entry.kind === 'turn_ended' };
}

type CallStage = 'action' | 'asked' | 'resolved' | 'observed';

/** The grammar at `AgentEvent` as an automaton: it throws at the first event that may not come. */
class Grammar {
  /** `asking`: before a reply. `replied`: behind a thought. `working`: calls have begun. */
  #state: 'asking' | 'retrying' | 'replied' | 'counted' | 'working' | 'answering' | 'over' = 'asking';
  #calls = new Map<string, CallStage>();
  #text = '';
  readonly #seen = new Set<string>();

  take(event: AgentEvent): void {
    if (this.#state === 'over') throw new Error(`${event.type} after the end`);
    switch (event.type) {
      case 'notice':
      case 'compaction':
      case 'message':
      case 'message_withdrawn':
        return;
      case 'token':
        this.#beginRequest();
        this.#expect(event, 'asking', 'retrying');
        this.#state = 'asking';
        if (event.channel === 'answer') this.#text += event.content;
        return;
      case 'retry':
        this.#beginRequest();
        this.#expect(event, 'asking', 'retrying');
        this.#state = 'retrying';
        this.#text = '';
        return;
      case 'thought':
        this.#beginRequest();
        this.#expect(event, 'asking', 'retrying');
        if (event.content !== this.#text) throw new Error('the tokens are not the thought');
        this.#state = 'replied';
        return;
      case 'usage':
        if (this.#state === 'working') this.#beginRequest();
        this.#expect(event, 'asking', 'retrying', 'replied');
        this.#state = this.#state === 'replied' ? 'counted' : 'answering';
        return;
      case 'answer':
        this.#beginRequest();
        this.#expect(event, 'asking', 'retrying', 'answering');
        if (event.content !== this.#text) throw new Error('the tokens are not the answer');
        this.#state = 'over';
        return;
      case 'error':
        this.#beginRequest();
        this.#expect(event, 'asking', 'retrying', 'answering');
        this.#state = 'over';
        return;
      case 'instructions':
      case 'plan':
      case 'step_complete':
        return;
      default:
        this.#expect(event, 'replied', 'counted', 'working');
        this.#state = 'working';
        this.#takeCall(event);
    }
  }

  #takeCall(event: Extract<AgentEvent, { callId: string }>): void {
    const before: Readonly<Record<typeof event.type, readonly (CallStage | undefined)[]>> = {
      action: [undefined],
      approval_request: ['action'],
      approval_resolved: ['action', 'asked'],
      tool_output: ['resolved'],
      observation: [undefined, 'action', 'asked', 'resolved'],
    };
    const after = { action: 'action', approval_request: 'asked', approval_resolved: 'resolved' } as const;
    const stage = this.#calls.get(event.callId);
    if (!before[event.type].includes(stage)) throw new Error(`${event.type} of a call that is ${stage}`);
    if (stage === undefined && this.#seen.has(event.callId)) throw new Error('an id of two calls');
    this.#seen.add(event.callId);
    if (event.type === 'tool_output') return;
    this.#calls.set(event.callId, event.type === 'observation' ? 'observed' : after[event.type]);
  }

  /** All calls have ended: what follows belongs to the next step. */
  #beginRequest(): void {
    if (this.#state !== 'working') return;
    if ([...this.#calls.values()].some((stage) => stage !== 'observed')) throw new Error('a call is open');
    this.#calls = new Map();
    this.#text = '';
    this.#state = 'asking';
  }

  #expect(event: AgentEvent, ...states: readonly string[]): void {
    if (!states.includes(this.#state)) throw new Error(`${event.type} while ${this.#state}`);
  }

  get isOver(): boolean {
    return this.#state === 'over';
  }
}

test('law c: the events of a turn obey the grammar at AgentEvent', () => {
  fc.assert(
    fc.property(conversations, (happenings) => {
      for (const turn of turnsOf(happenings)) {
        const { events, hasEnd } = tell(turn);
        const grammar = new Grammar();
        for (const event of events) grammar.take(event);
        expect(grammar.isOver).toBe(hasEnd);
      }
    }),
    { numRuns: RUNS },
  );
});

test('law a: events told one by one are those of all entries together', () => {
  fc.assert(
    fc.property(conversations, (happenings) => {
      for (const turn of turnsOf(happenings)) {
        const entries = turn.flatMap((happening) => (happening.type === 'entry' ? [happening.entry] : []));
        expect(toEvents(entries)).toEqual(tell(turn).kept);
      }
    }),
    { numRuns: RUNS },
  );
});

test('there are no events before a turn begins', () => {
  fc.assert(
    fc.property(conversations, (happenings) => {
      const entries = happenings.flatMap((happening) =>
        happening.type === 'entry' ? [happening.entry] : [],
      );
      const began = entries.findIndex(({ kind }) => kind === 'turn_began');
      expect(toEvents(entries.slice(0, began === -1 ? undefined : began))).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});
