import type { ModelDelta } from '../../protocol/llm.js';
import { readCutCall, readTextCall } from './read-text-call.js';

const OPENING = '<tool_call>';
const CLOSING = '</tool_call>';

// Many times the longest file that a model writes with a call. What is longer is text. Units: UTF-16 units.
const MAX_HELD_CHARS = 4 * 1024 * 1024;

// The longest beginning of a line that decides what the line is: spaces, and then a tag or a fence of a code block.
const MAX_INDENT = 8;

/**
 * Separates the calls that a model writes as text from the rest of its answer. A call begins on a line of its own, outside
 * of code blocks: an answer may be about calls.
 * Shape: text is released as soon as it cannot be the beginning of a call.
 */
export class TextCallReader {
  readonly #newId: () => string;
  /** Text that may be the beginning of a call or a code block, or a call that has not ended. */
  #held = '';
  #state: 'text' | 'call' | 'behind call' = 'text';
  #isLineStart = true;
  /** The fence that ends the code block; `undefined` outside of one. */
  #fence: string | undefined;
  #calls = 0;
  /** Whether the answer ended at the limit of its length. */
  #isCut = false;

  /** `newId` makes the ids of calls. */
  constructor(newId: () => string) {
    this.#newId = newId;
  }

  read(delta: ModelDelta): readonly ModelDelta[] {
    if (delta.type === 'text') {
      this.#held += delta.text;
      const read = this.#advance(this.#held.length > MAX_HELD_CHARS);
      return read.length === 0 ? [{ type: 'text', text: '' }] : read;
    }
    if (delta.type !== 'finish') return [delta];
    this.#isCut = delta.reason === 'length';
    const rest = this.#advance(true);
    const hasCalls = this.#calls > 0 && delta.reason === 'end';
    return [...rest, hasCalls ? { type: 'finish', reason: 'toolCalls' } : delta];
  }

  #advance(isEnd: boolean): readonly ModelDelta[] {
    const deltas: ModelDelta[] = [];
    for (;;) {
      const [state, { length }] = [this.#state, this.#held];
      const delta = this.#readNext(isEnd);
      if (delta !== undefined) deltas.push(delta);
      if (this.#state === state && this.#held.length === length) return deltas;
    }
  }

  #readNext(isEnd: boolean): ModelDelta | undefined {
    if (this.#state === 'call') return this.#readCall(isEnd);
    if (this.#state === 'behind call') {
      // The end of the line belongs to the call.
      if (!isEnd && /^[ \t]*$/.test(this.#held)) return undefined;
      this.#held = this.#held.replace(/^[ \t]*\n/, '');
      this.#state = 'text';
    }
    return this.#held === '' ? undefined : this.#readLine(isEnd);
  }

  #readLine(isEnd: boolean): ModelDelta | undefined {
    const newline = this.#held.indexOf('\n');
    const line = newline === -1 ? this.#held : this.#held.slice(0, newline + 1);
    if (this.#isLineStart) {
      const start = line.trimStart();
      if (this.#fence === undefined && start.startsWith(OPENING)) {
        this.#state = 'call';
        this.#held = this.#held.slice(line.length - start.length + OPENING.length);
        return undefined;
      }
      const isOpen = newline === -1 && !isEnd;
      const mayBeOpening = OPENING.startsWith(start) && line.length - start.length <= MAX_INDENT;
      const mayBeFence = /^ {0,3}(?:`{1,}|~{1,}|)$/.test(line) || /^ {0,3}(?:`{3,}|~{3,})[^\n]*$/.test(line);
      if (isOpen && (mayBeOpening || mayBeFence)) return undefined;
      this.#readFence(line);
    }
    this.#isLineStart = newline !== -1;
    this.#held = this.#held.slice(line.length);
    return { type: 'text', text: line };
  }

  #readFence(line: string): void {
    const fence = /^ {0,3}(`{3,}|~{3,})(.*)/.exec(line);
    if (fence === null) return;
    const [, marks = '', info = ''] = fence;
    if (this.#fence === undefined) this.#fence = marks;
    else if (marks.startsWith(this.#fence) && info.trim() === '') this.#fence = undefined;
  }

  #readCall(isEnd: boolean): ModelDelta | undefined {
    const closing = this.#held.indexOf(CLOSING);
    // Some models leave the end out and begin the next call.
    const next = this.#held.indexOf(`\n${OPENING}`);
    const isNextFirst = next !== -1 && (closing === -1 || next < closing);
    const end = isNextFirst ? next : closing;
    if (end === -1 && !isEnd) return undefined;
    const body = end === -1 ? this.#held : this.#held.slice(0, end);
    this.#held = end === -1 ? '' : this.#held.slice(isNextFirst ? end + 1 : end + CLOSING.length);
    this.#state = 'behind call';
    this.#isLineStart = true;
    const call = end === -1 && this.#isCut ? readCutCall(body) : readTextCall(body);
    if (call === undefined)
      return { type: 'text', text: `${OPENING}${body}${end !== -1 && !isNextFirst ? CLOSING : ''}` };
    return { type: 'toolCall', index: this.#calls++, id: this.#newId(), ...call };
  }
}
