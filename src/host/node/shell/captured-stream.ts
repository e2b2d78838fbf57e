import { KeptOutput } from './kept-output.js';
import { PlainText } from './plain-text.js';

// More than this nobody watches go by; whoever shows it live must not hold more. Units: UTF-16 units.
const LIVE_CHARS = 1_000_000;

/** What comes out of one stream of a command: bytes in, text for people and models out. */
export class CapturedStream {
  readonly kept = new KeptOutput();
  // A byte order mark is output like any other.
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #plain = new PlainText();
  readonly #onText: ((text: string) => void) | undefined;
  #liveChars = 0;

  constructor(onText?: (text: string) => void) {
    this.#onText = onText;
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
    if (this.#onText === undefined || this.#liveChars > LIVE_CHARS) return;
    this.#liveChars += text.length;
    this.#onText(this.#liveChars > LIVE_CHARS ? '\n[... the rest is not shown live ...]\n' : text);
  }
}
