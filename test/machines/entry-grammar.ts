import type { EntryBody } from '../../src/actors/protocol/thread.js';
import type { ToolTable } from '../../src/machines/tool-info.js';

type CallStage = 'requested' | 'called' | 'asked' | 'approved' | 'denied' | 'begun' | 'observed';

interface Call {
  readonly tool: string;
  stage: CallStage;
}

/** The order of the entries of a turn, behind its `turn_began`, as an automaton that throws at the first misplaced one. */
export class EntryGrammar {
  readonly #tools: ToolTable;
  readonly #usedIds: Set<string>;
  #state: 'asking' | 'acting' | 'replied' | 'over' = 'asking';
  #calls = new Map<string, Call>();

  constructor(tools: ToolTable, usedIds: ReadonlySet<string> = new Set()) {
    this.#tools = tools;
    this.#usedIds = new Set(usedIds);
  }

  /** Starts behind a reply some of whose calls have got further. */
  resume(calls: readonly { readonly id: string; readonly tool: string; readonly stage: CallStage }[]): void {
    this.#calls = new Map(calls.map(({ id, tool, stage }) => [id, { tool, stage }]));
    this.#state = 'acting';
    this.#goOn();
  }

  get isOver(): boolean {
    return this.#state === 'over';
  }

  take(entry: EntryBody): void {
    if (this.#state === 'over') throw new Error(`${entry.kind} after the end`);
    switch (entry.kind) {
      case 'notice':
        return;
      case 'turn_ended':
        this.#state = 'over';
        return;
      case 'retry':
      case 'compaction':
        this.#expect(entry.kind, 'asking');
        return;
      case 'reply':
        this.#expect(entry.kind, 'asking');
        this.#takeReply(entry);
        return;
      case 'call':
      case 'approval_asked':
      case 'approval_answered':
      case 'call_began':
      case 'observation':
        this.#expect(entry.kind, 'acting');
        this.#takeCall(entry);
        return;
      default:
        throw new Error(`${entry.kind} is no entry of a machine`);
    }
  }

  #takeReply({ toolCalls }: Extract<EntryBody, { kind: 'reply' }>): void {
    this.#state = toolCalls.length === 0 ? 'replied' : 'acting';
    for (const { id } of toolCalls) {
      if (id === '' || this.#usedIds.has(id)) throw new Error(`the id ${id} is taken`);
      this.#usedIds.add(id);
    }
    this.#calls = new Map(toolCalls.map(({ id, name }) => [id, { tool: name, stage: 'requested' }]));
  }

  #takeCall(
    entry: Extract<
      EntryBody,
      { kind: 'call' | 'approval_asked' | 'approval_answered' | 'call_began' | 'observation' }
    >,
  ): void {
    const call = this.#calls.get(entry.callId);
    if (call === undefined) throw new Error(`${entry.kind} of no call`);
    const before: Readonly<Record<typeof entry.kind, readonly CallStage[]>> = {
      call: ['requested'],
      approval_asked: ['called', 'asked', 'approved', 'begun'],
      approval_answered: ['called', 'asked', 'begun'],
      call_began: ['called', 'approved', 'begun'],
      // A call that is cancelled while it waits has none; one that nobody can be asked about has.
      observation: ['called', 'asked', 'denied', 'begun'],
    };
    const isUnknown = !this.#tools.has(call.tool);
    const isEndOfUnknown = isUnknown && entry.kind === 'observation' && call.stage === 'requested';
    if (!before[entry.kind].includes(call.stage) && !isEndOfUnknown)
      throw new Error(`${entry.kind} of a call that is ${call.stage}`);
    if (entry.kind === 'call') this.#expectTurn(entry.callId, call.tool);
    call.stage = this.#stageAfter(entry);
    this.#goOn();
  }

  #stageAfter(
    entry: Extract<
      EntryBody,
      { kind: 'call' | 'approval_asked' | 'approval_answered' | 'call_began' | 'observation' }
    >,
  ): CallStage {
    switch (entry.kind) {
      case 'call':
        return 'called';
      case 'approval_asked':
        return 'asked';
      case 'approval_answered':
        return entry.decision === 'approve' ? 'approved' : 'denied';
      case 'call_began':
        return 'begun';
      default:
        return 'observed';
    }
  }

  /** A call that may change something is alone, and comes behind all calls before it. Source: SPEC T7. */
  #expectTurn(callId: string, tool: string): void {
    const ids = [...this.#calls.keys()];
    for (const [id, other] of this.#calls) {
      if (id === callId || other.stage === 'observed') continue;
      const isEarlier = ids.indexOf(id) < ids.indexOf(callId);
      const isAtWork = other.stage !== 'requested';
      if (!this.#isReadOnly(tool) && (isEarlier || isAtWork)) throw new Error('a change beside another call');
      if (!this.#isReadOnly(other.tool) && (isEarlier || isAtWork)) throw new Error('a call beside a change');
    }
  }

  #isReadOnly(tool: string): boolean {
    return this.#tools.get(tool)?.isReadOnly ?? true;
  }

  #goOn(): void {
    if ([...this.#calls.values()].every(({ stage }) => stage === 'observed')) this.#state = 'asking';
  }

  #expect(kind: string, state: 'asking' | 'acting'): void {
    if (this.#state !== state) throw new Error(`${kind} while ${this.#state}`);
  }
}
