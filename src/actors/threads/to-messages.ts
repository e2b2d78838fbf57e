import type { LLMMessage, ToolCall } from '../protocol/llm.js';
import type { EntryOf, ThreadEntry } from '../protocol/thread.js';
import { interruptedResult } from './interrupted-result.js';
import { userContent } from './user-text.js';

// Some servers refuse two messages of a person in a row.
const NOT_ANSWERED = '(The turn was interrupted before there was an answer.)';

/** Shown behind an answer that the model could not finish: a reader must not take half of it for the whole. */
export const CUT_OFF_NOTICE = '\n\n[The answer was cut off: the model reached its output limit.]';

/**
 * The messages of one branch of a thread, as the model of `provider` is to read them, without the system prompt.
 *
 * Always well formed, wherever the branch ends: every call has one result, right behind the message that asked for it
 * and in the order of the calls; no id of a call occurs twice; no message is empty; what one provider keeps opaque is
 * told to no other. More entries only add messages at the end, save that a call that was open gets its result.
 * Source: SPEC C, M2.
 */
export function toMessages(branch: readonly ThreadEntry[], provider: string): readonly LLMMessage[] {
  const list = new MessageList(provider);
  for (const entry of branch) list.add(entry);
  return list.finish();
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
  /** What a person said while calls were open: a result must follow its call at once. */
  #held: EntryOf<'user_message'>[] = [];
  #open: OpenCalls | undefined;
  /** Whether a turn has begun since the last message of a person. */
  #hasTurnBegun = false;

  constructor(provider: string) {
    this.#provider = provider;
  }

  add(entry: ThreadEntry): void {
    switch (entry.kind) {
      case 'user_message':
        if (this.#open === undefined) this.#addUser(entry);
        else this.#held.push(entry);
        break;
      case 'turn_began':
        this.#close();
        this.#hasTurnBegun = true;
        break;
      case 'turn_ended':
        this.#close();
        break;
      case 'reply':
        this.#close();
        this.#addReply(entry);
        break;
      case 'compaction':
        this.#close();
        this.#messages = entry.messages.map((message) => this.#withoutForeignState(message));
        break;
      case 'call_began':
        this.#open?.begun.add(entry.callId);
        break;
      case 'observation':
        if (this.#open === undefined) break;
        this.#open.observed.set(entry.callId, entry);
        if (this.#open.calls.every(({ id }) => this.#open?.observed.has(id))) this.#close();
        break;
      default:
    }
  }

  finish(): readonly LLMMessage[] {
    this.#close();
    return this.#messages;
  }

  #addUser({ text, attachments }: EntryOf<'user_message'>): void {
    const { content, images } = userContent(text, attachments);
    const last = this.#messages.at(-1);
    if (last?.role === 'user' && this.#hasTurnBegun)
      this.#messages.push({ role: 'assistant', content: NOT_ANSWERED });
    else if (last?.role === 'user') {
      // Said one after the other before any model read the first.
      const both = [...(last.images ?? []), ...images];
      this.#messages[this.#messages.length - 1] = {
        role: 'user',
        content: `${last.content}\n\n${content}`,
        ...(both.length === 0 ? {} : { images: both }),
      };
      return;
    }
    this.#hasTurnBegun = false;
    this.#messages.push({ role: 'user', content, ...(images.length === 0 ? {} : { images }) });
  }

  #addReply({ text, reasoning, toolCalls, stop, opaque }: EntryOf<'reply'>): void {
    // What a provider withheld is not sent back to it: it would be withheld again.
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

  /** Gives every open call its result, or a sentence in its place. */
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
        content: result.output,
        ...(result.images === undefined ? {} : { images: result.images }),
      });
    }
    for (const message of this.#held) this.#addUser(message);
    this.#held = [];
  }
}
