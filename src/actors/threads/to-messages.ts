import { omitUndefined } from '../protocol/json/omit-undefined.js';
import { CUT_OFF_NOTICE } from './cut-off-notice.js';
import type { AgentMode } from '../protocol/agent.js';
import type { LLMMessage, ToolCall } from '../protocol/llm.js';
import type { VersionChange } from '../protocol/file-version.js';
import type { EntryId, EntryOf, ThreadEntry, TurnId } from '../protocol/thread.js';
import { describeInterrupted, describeJump } from './describe-travel.js';
import { instructionsText } from './instructions/instructions-text.js';
import { dayOf, describeTurnChanges } from './requests/describe-turn-changes.js';
import { interruptedResult } from './interrupted-result.js';
import { userContent } from './user-text.js';

// Some servers refuse two user messages in a row. Written for the model.
const NOT_ANSWERED = '(The turn was interrupted before there was an answer.)';

// Damage may take any entry, and models refuse two messages of their own in a row. Written for the model.
const LOST = '(A message was lost here.)';

// Models refuse a request that ends with their own message. Written for the model.
const GO_ON = '(Continue.)';

// Some servers refuse a result without text. Written for the model.
const NO_OUTPUT = '(No output.)';

/**
 * The messages of one branch of a thread for a model of `provider`, without the system prompt.
 *
 * Always well formed, wherever the branch ends and whichever entries it has lost: every call has one result, directly after the message that asked for it
 * and in the order of the calls; no call id occurs twice; no message is empty; opaque state goes to its own provider
 * only. A message that the person sends while a turn runs comes after the next reply and its results: the request for
 * that reply was already under way. More entries only add messages at the end, except that an open call gets its result,
 * that a compaction replaces what came before, that a message which no request had yet may be withdrawn, and that the
 * message which begins a turn gets the notes of that turn: another mode, another day, other tools.
 * Source: SPEC H2a, M2.
 */
export function toMessages(branch: readonly ThreadEntry[], provider: string): readonly LLMMessage[] {
  return toConversation(branch, provider).messages;
}

/** The messages of `toMessages`, and which of them stay as they are in every compaction. */
export function toConversation(
  branch: readonly ThreadEntry[],
  provider: string,
): { readonly messages: readonly LLMMessage[]; readonly pinned: ReadonlySet<LLMMessage> } {
  const list = new MessageList(provider);
  for (const entry of branch) list.add(entry);
  return { messages: list.finish(), pinned: list.pinned };
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
  /** What calls have done to files, by call id. */
  readonly changes: Map<string, readonly VersionChange[]>;
}

class MessageList {
  readonly #provider: string;
  #messages: LLMMessage[] = [];
  /** Messages of the person that the model reads with its next request, which follows its reply or begins a turn. */
  #held: EntryOf<'user_message'>[] = [];
  /** What the model has to know of files with its next request. */
  #notes: string[] = [];
  #open: OpenCalls | undefined;
  /** The mode and the day that the model knows of; `undefined` before the first head. */
  #told: { readonly mode: AgentMode; readonly day: string } | undefined;
  readonly pinned = new Set<LLMMessage>();
  /** The turn whose first message is the newest one. */
  #unsent: TurnId | undefined;
  #runningTurn: TurnId | undefined;
  /** The calls that were interrupted, and whose results the messages have. */
  readonly #closed = new Set<string>();

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
          this.#addUser([entry], this.#takeNotes());
          this.#unsent = entry.turn;
        }
        break;
      case 'message_withdrawn':
        this.#held = this.#held.filter(({ id }) => id !== entry.message);
        break;
      case 'turn_began':
        this.#beginTurn(entry);
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
        this.pinned.clear();
        for (const message of this.#messages.slice(0, entry.pinned ?? 0)) this.pinned.add(message);
        this.#told = entry.head === undefined ? undefined : { mode: entry.head.mode, day: dayOf(entry.at) };
        if (this.#runningTurn === undefined) this.#held = [];
        break;
      case 'instructions':
        this.#close();
        this.#addInstructions(instructionsText(entry));
        break;
      case 'jump': {
        const note = describeJump(entry);
        if (note !== undefined) this.#notes.push(note);
        break;
      }
      case 'files_changed':
        this.#addChanges(entry);
        break;
      case 'call_began':
        this.#open?.begun.add(entry.callId);
        break;
      case 'observation':
        if (this.#open === undefined || this.#closed.has(entry.callId)) {
          this.#addLate(entry);
          break;
        }
        this.#open.observed.set(entry.callId, entry);
        if (this.#open.calls.every(({ id }) => this.#open?.observed.has(id))) {
          this.#close();
          if (this.#held.length === 0) this.#releaseNotes();
          else this.#release(this.#takeNotes());
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

  /** Adds what a call has done to files to its result, or to the next request if the model has its result already. */
  #addChanges({ callId, by, changes }: EntryOf<'files_changed'>): void {
    if (callId === undefined || by === 'person') return;
    if (this.#open?.calls.some(({ id }) => id === callId) === true) {
      this.#open.changes.set(callId, [...(this.#open.changes.get(callId) ?? []), ...changes]);
      return;
    }
    const known = this.#closed.has(callId) ? describeInterrupted(changes) : undefined;
    if (known !== undefined) this.#notes.push(`(About a call that was interrupted: ${known})`);
  }

  /** The model has read that the call was interrupted; it had come too far for that. */
  #addLate({ callId, tool, result }: EntryOf<'observation'>): void {
    if (this.#closed.has(callId) && result.success)
      this.#notes.push(`(The call of ${tool} that was interrupted has been made: ${result.output})`);
  }

  /** No request had the message that begins the turn, so that it can take up what is new in the turn. */
  #beginTurn(entry: EntryOf<'turn_began'>): void {
    const isUnsent = entry.turn !== undefined && this.#unsent === entry.turn;
    this.#unsent = undefined;
    this.#endTurn();
    const notes = this.#takeTurnNotes(entry);
    const last = this.#messages.at(-1);
    if (this.#held.length > 0) this.#release(notes);
    else if (isUnsent && last?.role === 'user') {
      if (notes.length > 0)
        this.#messages[this.#messages.length - 1] = {
          ...last,
          content: [...notes, last.content].join('\n\n'),
        };
    } else this.#notes.push(...notes);
    this.#releaseNotes();
    this.#runningTurn = entry.turn;
    if (this.#messages.at(-1)?.role === 'assistant') this.#messages.push({ role: 'user', content: GO_ON });
  }

  /** What the model has to know of a turn. */
  #takeTurnNotes({ mode, head, toolsChanged, at }: EntryOf<'turn_began'>): readonly string[] {
    const before = this.#told;
    const day = dayOf(at);
    if (head !== undefined) this.#told = { mode: head.mode, day };
    if (head !== undefined || before === undefined) return [];
    this.#told = { mode, day };
    return describeTurnChanges(before, this.#told, toolsChanged).map((note) => `(${note})`);
  }

  /** Adds the notes as a message of their own. */
  #releaseNotes(): void {
    if (this.#notes.length > 0) this.#addUser([], this.#takeNotes());
  }

  #takeNotes(): readonly string[] {
    const notes = this.#notes;
    this.#notes = [];
    return notes;
  }

  /** What is held may have been shown already, as it is: notes go with it only while its turn runs. */
  #release(notes: readonly string[] = []): void {
    if (this.#held.length > 0) this.#addUser(this.#held, notes);
    this.#held = [];
  }

  /** Adds a text to the message that the next request ends with, or as one of its own. */
  #addInstructions(text: string): void {
    const last = this.#messages.at(-1);
    if (last?.role !== 'user') this.#messages.push({ role: 'user', content: text });
    else this.#messages[this.#messages.length - 1] = { ...last, content: `${last.content}\n\n${text}` };
  }

  /** Adds one message with the notes and the content of all entries. */
  #addUser(entries: readonly EntryOf<'user_message'>[], notes: readonly string[]): void {
    if (this.#messages.at(-1)?.role === 'user')
      this.#messages.push({ role: 'assistant', content: NOT_ANSWERED });
    const contents = entries.map(({ text, attachments }) => userContent(text, attachments));
    const images = contents.flatMap((content) => content.images);
    this.#messages.push({
      role: 'user',
      content: [...notes, ...contents.map(({ content }) => content)].join('\n\n'),
      ...(images.length === 0 ? {} : { images }),
    });
  }

  #addReply({ text, reasoning, toolCalls, stop, opaque }: EntryOf<'reply'>): void {
    // A provider that filtered a text would filter it again.
    if (stop === 'filtered') return;
    const isWhole = stop === 'end' || stop === 'toolCalls' || (stop === 'length' && toolCalls.length > 0);
    const calls = isWhole ? toolCalls : [];
    if (calls.length === 0 && text.trim() === '') return;
    const before = this.#messages.at(-1)?.role;
    if (before === undefined || before === 'assistant') this.#messages.push({ role: 'user', content: LOST });
    this.#messages.push({
      role: 'assistant',
      content: stop === 'length' && calls.length === 0 ? text + CUT_OFF_NOTICE : text,
      ...(calls.length === 0 ? {} : { toolCalls: calls }),
      ...(calls.length === 0 || reasoning === '' ? {} : { reasoning }),
      ...(isWhole && opaque?.provider === this.#provider ? { opaque } : {}),
    });
    if (calls.length > 0) this.#open = { calls, begun: new Set(), observed: new Map(), changes: new Map() };
  }

  #withoutForeignState(message: LLMMessage): LLMMessage {
    if (message.role !== 'assistant' || message.opaque === undefined) return message;
    const { opaque, ...rest } = message;
    return opaque.provider === this.#provider ? message : rest;
  }

  /** Adds the results of the open calls, with a placeholder for a missing one. */
  #close(): void {
    if (this.#open === undefined) return;
    const { calls, begun, observed, changes } = this.#open;
    this.#open = undefined;
    for (const { id, name } of calls) {
      if (!observed.has(id)) this.#closed.add(id);
      const result = observed.get(id)?.result ?? interruptedResult(begun.has(id), changes.get(id));
      this.#messages.push({
        role: 'tool',
        toolCallId: id,
        name,
        content: result.output.trim() === '' ? NO_OUTPUT : result.output,
        ...omitUndefined({ images: result.images }),
      });
    }
  }
}
