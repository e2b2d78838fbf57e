import { HeadTailBuffer } from './head-tail-buffer.js';
import { limitLiveOutput } from './limit-live-output.js';
import { PlainText } from './plain-text.js';

// A build that prints more than twice this is read by nobody, page by page or otherwise. Units: UTF-16 units.
const HALF_OF_WHOLE_CHARS = 4_000_000;

/** Captures one stream of a command: takes bytes, and gives text for people and models. */
export class CapturedStream {
  readonly kept = new HeadTailBuffer();
  /** Much more of the text than `kept` has, for who wants to read on. */
  readonly whole = new HeadTailBuffer(HALF_OF_WHOLE_CHARS, HALF_OF_WHOLE_CHARS);
  // A byte order mark counts as output.
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #plain = new PlainText();
  readonly #onText: ((text: string) => void) | undefined;

  constructor(onText?: (text: string) => void) {
    if (onText !== undefined) this.#onText = limitLiveOutput(onText);
  }

  push(bytes: Uint8Array): void {
    this.#add(this.#plain.push(this.#decoder.decode(bytes, { stream: true })));
  }

  end(): void {
    this.#add(this.#plain.push(this.#decoder.decode()) + this.#plain.end());
  }

  #add(text: string): void {
    if (text === '') return;
    this.kept.add(text);
    this.whole.add(text);
    this.#onText?.(text);
  }
}
