import { CUT_OFF_NOTICE } from './cut-off-notice.js';
import type { LLMMessage, ToolCall } from '../protocol/llm.js';
import type { EntryId, EntryOf, ThreadEntry, TurnId } from '../protocol/thread.js';
import { interruptedResult } from './interrupted-result.js';
import { userContent } from './user-text.js';

// Some servers refuse two user messages in a row. Written for the model.
const NOT_ANSWERED = '(The turn was interrupted before there was an answer.)';

// Models refuse a request that ends with their own message. Written for the model.
const GO_ON = '(Continue.)';

// Some servers refuse a result without text. Written for the model.
const NO_OUTPUT = '(No output.)';

/**
 * The messages of one branch of a thread for a model of `provider`, without the system prompt.
 *
 * Always well formed, wherever the branch ends: every call has one result, directly after the message that asked for it
 * and in the order of the calls; no call id occurs twice; no message is empty; opaque state goes to its own provider
 * only. A message that the person sends while a turn runs comes after the next reply and its results: the request for
 * that reply was already under way. More entries only add messages at the end, except that an open call gets its result,
 * that a compaction replaces what came before, and that a message which no request had yet may be withdrawn.
 * Source: SPEC H2a, M2.
 */
export function toMessages(branch: readonly ThreadEntry[], provider: string): readonly LLMMessage[] {
  const list = new MessageList(provider);
  for (const entry of branch) list.add(entry);
  return list.finish();
}

/** The messages of a person that were sent while the newest turn ran, and that no request had yet, oldest first. */
export function listUnread(branch: readonly ThreadEntry[]): readonly EntryId[] {
  const list = new MessageList('');
  const began = branch.findLastIndex(({ kind }) => kind === 'turn_began');
  for (const entry of branch.slice(Math.max(0, began))) list.add(entry);
  return list.held;
}

/** The calls of one reply that have not all been observed. */
interface OpenCalls {
  readonly calls: readonly ToolCall[];
  readonly begun: Set<string>;
  readonly observed: Map<string, EntryOf<'observation'>>;
}

class MessageList {
  readonly #provider: string;
  #messages: LLMMessage[] = [];
  /** Messages of the person that the model reads with its next request, which follows its reply or begins a turn. */
  #held: EntryOf<'user_message'>[] = [];
  #open: OpenCalls | undefined;
  #runningTurn: TurnId | undefined;

  constructor(provider: string) {
    this.#provider = provider;
  }

  add(entry: ThreadEntry): void {
    switch (entry.kind) {
      case 'user_message':
        if (entry.turn !== undefined && entry.turn === this.#runningTurn) this.#held.push(entry);
        else {
          this.#endTurn();
          this.#release();
          this.#addUser([entry]);
        }
        break;
      case 'message_withdrawn':
        this.#held = this.#held.filter(({ id }) => id !== entry.message);
        break;
      case 'turn_began':
        this.#endTurn();
        this.#release();
        this.#runningTurn = entry.turn;
        if (this.#messages.at(-1)?.role === 'assistant')
          this.#messages.push({ role: 'user', content: GO_ON });
        break;
      case 'turn_ended':
        this.#endTurn();
        break;
      case 'reply':
        this.#close();
        this.#addReply(entry);
        break;
      case 'compaction':
        this.#open = undefined;
        this.#messages = entry.messages.map((message) => this.#withoutForeignState(message));
        if (this.#runningTurn === undefined) this.#held = [];
        break;
      case 'call_began':
        this.#open?.begun.add(entry.callId);
        break;
      case 'observation':
        if (this.#open === undefined) break;
        this.#open.observed.set(entry.callId, entry);
        if (this.#open.calls.every(({ id }) => this.#open?.observed.has(id))) {
          this.#close();
          this.#release();
        }
        break;
      default:
    }
  }

  get held(): readonly EntryId[] {
    return this.#held.map(({ id }) => id);
  }

  finish(): readonly LLMMessage[] {
    this.#close();
    if (this.#runningTurn === undefined) this.#release();
    return this.#messages;
  }

  #endTurn(): void {
    this.#close();
    this.#runningTurn = undefined;
  }

  #release(): void {
    if (this.#held.length > 0) this.#addUser(this.#held);
    this.#held = [];
  }

  /** Adds one message with the content of all entries. */
  #addUser(entries: readonly EntryOf<'user_message'>[]): void {
    if (this.#messages.at(-1)?.role === 'user')
      this.#messages.push({ role: 'assistant', content: NOT_ANSWERED });
    const contents = entries.map(({ text, attachments }) => userContent(text, attachments));
    const images = contents.flatMap((content) => content.images);
    this.#messages.push({
      role: 'user',
      content: contents.map(({ content }) => content).join('\n\n'),
      ...(images.length === 0 ? {} : { images }),
    });
  }

  #addReply({ text, reasoning, toolCalls, stop, opaque }: EntryOf<'reply'>): void {
    // A provider that filtered a text would filter it again.
    if (stop === 'filtered') return;
    const isWhole = stop === 'end' || stop === 'toolCalls';
    const calls = isWhole ? toolCalls : [];
    if (calls.length === 0 && text.trim() === '') return;
    this.#messages.push({
      role: 'assistant',
      content: stop === 'length' ? text + CUT_OFF_NOTICE : text,
      ...(calls.length === 0 ? {} : { toolCalls: calls }),
      ...(calls.length === 0 || reasoning === '' ? {} : { reasoning }),
      ...(isWhole && opaque?.provider === this.#provider ? { opaque } : {}),
    });
    if (calls.length > 0) this.#open = { calls, begun: new Set(), observed: new Map() };
  }

  #withoutForeignState(message: LLMMessage): LLMMessage {
    if (message.role !== 'assistant' || message.opaque === undefined) return message;
    const { opaque, ...rest } = message;
    return opaque.provider === this.#provider ? message : rest;
  }

  /** Adds the results of the open calls, with a placeholder for a missing one. */
  #close(): void {
    if (this.#open === undefined) return;
    const { calls, begun, observed } = this.#open;
    this.#open = undefined;
    for (const { id, name } of calls) {
      const result = observed.get(id)?.result ?? interruptedResult(begun.has(id));
      this.#messages.push({
        role: 'tool',
        toolCallId: id,
        name,
        content: result.output.trim() === '' ? NO_OUTPUT : result.output,
        ...(result.images === undefined ? {} : { images: result.images }),
      });
    }
  }
}
