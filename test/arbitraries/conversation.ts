import * as fc from 'fast-check';
import type { EntryBody, EntryId, LiveEvent, ThreadEntry, TurnId } from '../../src/actors/protocol/thread.js';
import type { VersionChange } from '../../src/actors/protocol/file-version.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import type { RulesFile } from '../../src/actors/protocol/instructions/rules-file.js';
import type { ToolCall } from '../../src/actors/protocol/llm.js';
import { ENTRY_VERSION } from '../../src/actors/protocol/thread.js';

/** One event in the life of a thread. `crash`: the program ended; nothing is live after that. */
export type Happening =
  | { readonly type: 'entry'; readonly entry: ThreadEntry }
  | { readonly type: 'live'; readonly event: LiveEvent }
  | { readonly type: 'crash' };

const PIECES = ['Hello', ' ', '', 'a\n\n```\nb', '\u{1F600}', '<b>&', 'x '] as const;
const PROVIDERS = ['openai', 'anthropic', 'other'] as const;
const SUMMARY = 'What was said before, in short.';

interface Call {
  readonly call: ToolCall;
  readonly isKnown: boolean;
  stage: 'requested' | 'called' | 'asked' | 'answered' | 'denied' | 'running' | 'observed';
}

/** Where a turn stands: `calls` is empty while a request is under way. */
interface Turn {
  readonly id: TurnId;
  calls: Call[];
  text: string;
  reasoning: string;
  isStepStart: boolean;
}

/** A writer that may do anything that the order of entries allows. Each number chooses one of the possible actions. */
class Writer {
  readonly happenings: Happening[] = [];
  readonly #entries: ThreadEntry[] = [];
  readonly #numbers: Iterator<number>;
  #turn: Turn | undefined;
  #names = 0;

  constructor(numbers: Iterator<number>) {
    this.#numbers = numbers;
    this.#append({ kind: 'thread', version: ENTRY_VERSION, roots: ['/work'] });
  }

  /** Performs one action; false when the numbers are used up. */
  act(): boolean {
    const step = this.#numbers.next();
    if (step.done === true) return false;
    if (this.#turn === undefined) this.#idle(step.value);
    else if (this.#turn.calls.length === 0) this.#request(this.#turn, step.value);
    else this.#advance(this.#turn, step.value);
    return true;
  }

  #number(): number {
    const step = this.#numbers.next();
    return step.done === true ? 0 : step.value;
  }

  #oneOf<Item>(items: readonly Item[]): Item {
    return items[this.#number() % items.length] as Item;
  }

  #name(kind: string): string {
    this.#names += 1;
    return `${kind}_${this.#names}`;
  }

  #append(body: EntryBody, parent = this.#entries.at(-1)?.id ?? null, turn = this.#turn?.id): void {
    const seq = this.#entries.length;
    const place = { id: `entry_${seq}` as EntryId, parent, seq, at: 1_000 + seq };
    const entry = { ...place, ...(turn === undefined ? {} : { turn }), ...body } as ThreadEntry;
    this.#entries.push(entry);
    this.happenings.push({ type: 'entry', entry });
  }

  #idle(action: number): void {
    const messages = this.#entries.filter(({ kind }) => kind === 'user_message');
    switch (messages.length === 0 ? 0 : action % 13) {
      case 5:
        this.#append({ kind: 'renamed', title: this.#name('title') });
        break;
      case 6:
        this.#append({ kind: 'notice', message: 'A checkpoint failed.' });
        break;
      case 7: {
        const summary = [
          { role: 'user', content: SUMMARY },
          { role: 'assistant', content: 'Yes.' },
        ] as const;
        this.#append({ kind: 'compaction', messages: summary });
        break;
      }
      case 8:
        this.#append({ kind: 'switched' }, this.#oneOf(this.#heads()).id);
        break;
      // Edit an earlier message, wherever it is.
      case 9:
        this.#send(this.#oneOf(messages).parent);
        break;
      case 10:
        this.#withdraw();
        break;
      case 11:
        this.#jump();
        break;
      // What a call has done is known late.
      case 12:
        this.#change(this.#oneOf(['call', 'interrupted', 'person']));
        break;
      // Go on without a message.
      case 4:
        if (this.#hasMessage()) this.#begin(this.#name('turn') as TurnId);
        break;
      default:
        this.#send();
    }
  }

  #jump(): void {
    const { id: to } = this.#oneOf(this.#entries);
    const scope = this.#oneOf(['files', 'conversation', 'both'] as const);
    this.#append(
      { kind: 'jump', to, scope, changes: scope === 'conversation' ? [] : [this.#fileChange()] },
      scope === 'files' ? undefined : to,
    );
  }

  #change(by: 'call' | 'interrupted' | 'person', callId?: string): void {
    const calls = this.#entries.flatMap((entry) => (entry.kind === 'call_began' ? [entry.callId] : []));
    const call = by === 'person' ? undefined : (callId ?? calls.at(-1));
    this.#append({
      kind: 'files_changed',
      by,
      ...(call === undefined ? {} : { callId: call }),
      changes: [this.#fileChange()],
    });
  }

  #fileChange(): VersionChange {
    const after = { kind: 'link', target: this.#name('target') } as const;
    return { path: `/work/${this.#oneOf(['a.ts', 'b.ts'])}` as AbsPath, before: null, after };
  }

  #heads(): readonly ThreadEntry[] {
    const parents = new Set(this.#entries.map(({ parent }) => parent));
    return this.#entries.filter(({ id, kind }) => !parents.has(id) && kind !== 'thread');
  }

  #hasMessage(): boolean {
    const byId = new Map(this.#entries.map((entry) => [entry.id, entry]));
    for (let entry = this.#entries.at(-1); entry !== undefined; entry = byId.get(entry.parent as EntryId))
      if (entry.kind === 'user_message') return true;
    return false;
  }

  #send(parent?: EntryId | null): void {
    const id = this.#name('turn') as TurnId;
    this.#append(this.#message(), parent, id);
    if (this.#number() % 10 === 9) this.#crash();
    else this.#begin(id);
  }

  #message(): EntryBody {
    const ref = { kind: 'file', path: 'a.ts' } as const;
    const attachments = this.#number() % 3 === 0 ? [{ ref, resolved: { text: '```' } }] : [];
    return { kind: 'user_message', text: this.#oneOf(['Do', '', ' ', `Ask ${this.#names}`]), attachments };
  }

  /** Takes back one of the last messages, whether or not the model has it. */
  #withdraw(): void {
    const sent = this.#entries.filter(({ kind }) => kind === 'user_message').slice(-3);
    const { id: message, turn } = this.#oneOf(sent);
    this.#append({ kind: 'message_withdrawn', message }, undefined, turn);
  }

  #begin(id: TurnId): void {
    this.#turn = { id, calls: [], text: '', reasoning: '', isStepStart: true };
    const limits = { maxIterations: 9, maxTokens: 9_000, maxTimeMs: 9_000 };
    this.#append({ kind: 'turn_began', mode: 'agent', model: 'openai/m', limits });
  }

  #crash(): void {
    this.#turn = undefined;
    this.happenings.push({ type: 'crash' });
  }

  #request(turn: Turn, action: number): void {
    const wasStepStart = turn.isStepStart;
    turn.isStepStart = false;
    switch (action % 16) {
      case 0:
      case 1:
      case 2:
      case 3:
        this.#stream(turn);
        break;
      case 4:
        turn.text = '';
        turn.reasoning = '';
        this.#append({
          kind: 'retry',
          attempt: 2,
          maxAttempts: 3,
          waitMs: 10,
          reason: 'The connection was lost.',
        });
        break;
      case 5:
        this.#reply(turn, 'end');
        this.#end('answered');
        break;
      case 6: {
        const [stop, outcome] = this.#oneOf([
          ['cancelled', 'cancelled'],
          ['failed', 'failed'],
          ['filtered', 'failed'],
          ['length', 'answered'],
          ['end', 'exhausted'],
        ] as const);
        this.#reply(turn, stop);
        if (this.#number() % 8 === 7) this.#crash();
        else this.#end(outcome);
        break;
      }
      case 7:
        this.#end(this.#oneOf(['failed', 'cancelled', 'exhausted']));
        break;
      case 8:
        if (this.#number() % 3 === 0) this.#withdraw();
        else this.#append(this.#message());
        turn.isStepStart = wasStepStart;
        break;
      case 9:
        this.#aside(turn, wasStepStart);
        break;
      case 10:
        this.#crash();
        break;
      default:
        turn.calls = Array.from({ length: 1 + (this.#number() % 3) }, () => ({
          call: {
            id: this.#name('call'),
            name: this.#oneOf(['look', 'change']),
            arguments: this.#oneOf(['', '{"at":1}', '{']),
          },
          isKnown: this.#number() % 5 !== 4,
          stage: 'requested',
        }));
        this.#reply(turn, 'toolCalls');
    }
  }

  #stream(turn: Turn): void {
    const channel = this.#oneOf(['answer', 'answer', 'reasoning'] as const);
    const text = this.#oneOf(PIECES);
    if (channel === 'answer') turn.text += text;
    else turn.reasoning += text;
    this.happenings.push({ type: 'live', event: { type: 'token', channel, text } });
  }

  #aside(turn: Turn, isStepStart: boolean): void {
    if (isStepStart && this.#number() % 3 === 0) {
      this.#append({
        kind: 'instructions',
        files: [this.#rules()],
        ...(this.#number() % 2 === 0 ? {} : { skills: [{ name: 'x', description: 'X.', from: 'person' }] }),
      });
      turn.isStepStart = true;
    } else if (isStepStart && this.#number() % 2 === 0) {
      const id = this.#name('call');
      const opaque = { provider: this.#oneOf(PROVIDERS), data: id };
      this.#append({
        kind: 'compaction',
        messages: [
          { role: 'user', content: SUMMARY },
          { role: 'assistant', content: '', toolCalls: [{ id, name: 'look', arguments: '{}' }], opaque },
          { role: 'tool', toolCallId: id, name: 'look', content: 'Seen.' },
        ],
      });
      turn.isStepStart = true;
    } else if (this.#number() % 2 === 0) this.#append({ kind: 'notice', message: 'A hook failed.' });
    else this.#append({ kind: 'renamed', title: this.#name('title') });
  }

  #rules(): RulesFile {
    const digest = this.#name('digest');
    const shown = this.#oneOf(['AGENTS.md', 'a/AGENTS.md']);
    const path = `/work/${shown}`;
    const change = this.#oneOf([{}, { change: 'changed' }, { change: 'gone' }] as const);
    const text = 'change' in change && change.change === 'gone' ? '' : `Rule ${digest}`;
    return { path, shown, from: 'workspace', folder: '', digest, text, ...change };
  }

  #reply(turn: Turn, stop: Extract<EntryBody, { kind: 'reply' }>['stop']): void {
    const { text, reasoning, calls } = turn;
    const usage = { inputTokens: this.#number() % 3, outputTokens: 0 };
    const opaque =
      this.#number() % 2 === 0 ? {} : { opaque: { provider: this.#oneOf(PROVIDERS), data: text } };
    this.#append({
      kind: 'reply',
      text,
      reasoning,
      toolCalls: calls.map(({ call }) => call),
      stop,
      usage,
      ...opaque,
    });
    turn.text = '';
    turn.reasoning = '';
  }

  #end(outcome: Extract<EntryBody, { kind: 'turn_ended' }>['outcome']): void {
    const error = { name: 'CancellationError', code: 'CANCELLED', message: 'The turn has ended.' } as const;
    this.#append({ kind: 'turn_ended', outcome, ...(outcome === 'answered' ? {} : { error }) });
    this.#turn = undefined;
  }

  #advance(turn: Turn, action: number): void {
    switch (action % 16) {
      case 0:
        if (this.#number() % 3 === 0) this.#withdraw();
        else this.#append(this.#message());
        return;
      case 1:
        this.#aside(turn, false);
        return;
      case 2:
        if (this.#number() % 3 === 0) this.#end(this.#oneOf(['cancelled', 'failed', 'exhausted']));
        return;
      case 3:
        if (this.#number() % 3 === 0) this.#crash();
        return;
      default:
        this.#advanceCall(this.#oneOf(turn.calls.filter(({ stage }) => stage !== 'observed')));
        if (turn.calls.some(({ stage }) => stage !== 'observed')) return;
        turn.calls = [];
        turn.isStepStart = true;
    }
  }

  #advanceCall(call: Call): void {
    const { id: callId, name: tool } = call.call;
    switch (call.stage) {
      case 'requested':
        if (!call.isKnown) {
          this.#observe(call, 'tool_error');
          return;
        }
        this.#append({ kind: 'call', callId, tool, category: 'File edits', params: {}, paths: [] });
        call.stage = 'called';
        return;
      case 'called':
        if (this.#number() % 3 === 0) {
          this.#append({
            kind: 'approval_asked',
            callId,
            reasons: ['It changes a file.'],
            ...this.#oneOf([
              {},
              { protectedPaths: ['a.ts'], offers: [{ scope: 'thread', description: 'it' }] },
            ]),
          });
          call.stage = 'asked';
        } else if (this.#number() % 4 === 0) this.#observe(call, 'invalid_params');
        else this.#answer(call, this.#oneOf(['rule', 'mode']));
        return;
      case 'asked':
        this.#answer(call, 'person');
        return;
      case 'answered':
        this.#append({ kind: 'call_began', callId });
        call.stage = 'running';
        return;
      case 'running':
        if (this.#number() % 5 === 4) this.#change('call', callId);
        else if (this.#number() % 2 === 0) this.#observe(call, this.#oneOf(['success', 'tool_error']));
        else {
          const stream = this.#oneOf(['stdout', 'stderr'] as const);
          const text = this.#oneOf([...PIECES, '\u{1F600}'.repeat(4_999)]);
          this.happenings.push({ type: 'live', event: { type: 'tool_output', callId, stream, text } });
        }
        return;
      default:
        this.#observe(call, 'rejected');
    }
  }

  #answer(call: Call, by: 'person' | 'rule' | 'mode'): void {
    const decision = this.#oneOf(['approve', 'approve', 'deny'] as const);
    const why = decision === 'deny' ? { reason: 'Not now.' } : {};
    this.#append({ kind: 'approval_answered', callId: call.call.id, decision, by, ...why });
    call.stage = decision === 'approve' ? 'answered' : 'denied';
  }

  #observe(call: Call, outcome: 'success' | 'tool_error' | 'rejected' | 'invalid_params'): void {
    const output = this.#oneOf(['Done.', '', ' ']);
    const result = { outcome, success: outcome === 'success', output };
    this.#append({ kind: 'observation', callId: call.call.id, tool: call.call.name, result });
    call.stage = 'observed';
  }
}

/** Everything that may happen to a thread with one writer, with the live events between its entries. */
export const conversations: fc.Arbitrary<readonly Happening[]> = fc
  .array(fc.nat(999), { maxLength: 160, size: 'max' })
  .map((numbers) => {
    const writer = new Writer(numbers.values());
    while (writer.act());
    return writer.happenings;
  });

/** The entries among the happenings. */
export function entriesOf(happenings: readonly Happening[]): readonly ThreadEntry[] {
  return happenings.flatMap((happening) => (happening.type === 'entry' ? [happening.entry] : []));
}
