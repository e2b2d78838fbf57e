import type { ModelDelta } from '../../protocol/llm.js';

// How models mark their reasoning when the server leaves it in the text: most with <think>, Gemini with <thought>.
const OPENING_TAGS = ['<think>', '<thinking>', '<thought>'];

// Much white space is part of an answer, whatever comes behind it. Units: UTF-16 units.
const MAX_HELD_CHARS = 10_000;

type TextDelta = Extract<ModelDelta, { type: 'text' | 'reasoning' }>;

/**
 * Separates the reasoning at the beginning of an answer from the answer itself, for servers that send both as one text.
 * Tags further down are left alone: a model may be writing about them.
 *
 * Shape: text is released as soon as it cannot be part of a tag. White space around a thought is dropped.
 */
export class ReasoningSplitter {
  #state: 'before' | 'thought' | 'answer' = 'before';
  /** Text that may be the beginning of a tag, or white space to drop. */
  #held = '';
  /** The closing tag of the last thought; `''` before the first. */
  #closingTag = '';
  #isThoughtEmpty = true;

  read(text: string): readonly TextDelta[] {
    if (this.#state === 'answer') return toDeltas('text', text);
    this.#held += text;
    return this.#state === 'before' ? this.#readBefore() : this.#readThought();
  }

  /** Releases the held-back text when the stream ends. */
  end(): readonly TextDelta[] {
    const held = this.#take();
    const isThought = this.#state === 'thought';
    this.#state = 'answer';
    if (isThought) return toDeltas('reasoning', held.trimEnd());
    return toDeltas('text', this.#closingTag === '' ? held : held.trimStart());
  }

  #readBefore(): readonly TextDelta[] {
    const start = this.#held.trimStart();
    const tag = OPENING_TAGS.find((opening) => start.startsWith(opening));
    if (tag !== undefined) {
      this.#state = 'thought';
      this.#isThoughtEmpty = true;
      this.#closingTag = tag.replace('<', '</');
      this.#held = start.slice(tag.length);
      return this.#readThought();
    }
    const mayBeTag = OPENING_TAGS.some((opening) => opening.startsWith(start));
    if (mayBeTag && this.#held.length <= MAX_HELD_CHARS) return [];
    this.#state = 'answer';
    const text = this.#take();
    return toDeltas('text', this.#closingTag === '' ? text : start);
  }

  #readThought(): readonly TextDelta[] {
    if (this.#isThoughtEmpty) this.#held = this.#held.trimStart();
    const end = this.#held.indexOf(this.#closingTag);
    if (end === -1) {
      const thought = this.#held.slice(0, this.#held.length - this.#countHeldBack());
      this.#held = this.#held.slice(thought.length);
      this.#isThoughtEmpty &&= thought === '';
      return toDeltas('reasoning', thought);
    }
    const thought = this.#held.slice(0, end).trimEnd();
    this.#held = this.#held.slice(end + this.#closingTag.length);
    this.#state = 'before';
    return [...toDeltas('reasoning', thought), ...this.#readBefore()];
  }

  /** How many characters at the end may be the beginning of the closing tag, or white space before it. */
  #countHeldBack(): number {
    const longest = Math.min(this.#held.length, this.#closingTag.length - 1);
    let tag = longest;
    while (tag > 0 && !this.#held.endsWith(this.#closingTag.slice(0, tag))) tag -= 1;
    return this.#held.length - this.#held.slice(0, this.#held.length - tag).trimEnd().length;
  }

  #take(): string {
    const held = this.#held;
    this.#held = '';
    return held;
  }
}

function toDeltas(type: TextDelta['type'], text: string): readonly TextDelta[] {
  return text === '' ? [] : [{ type, text }];
}
