import type { ModelDelta } from '../../protocol/llm.js';
import { formsOf, MASK } from '../redact.js';
import type { Endpoint } from './endpoint.js';

// A shorter key is a word that servers without keys are given, such as "lm-studio", and may stand in an answer. Units:
// UTF-16 units.
const MIN_KEY_LENGTH = 12;

// A shorter word in a header may be a name. Units: UTF-16 units.
const MIN_HEADER_WORD_LENGTH = 16;

const ADDRESS = /^https?:\/\//i;

/**
 * Takes the key and the secret headers of an endpoint out of what its server says, plain and encoded as `redactSecrets`
 * knows them. A server that repeats a key would else put it on the screen and into the conversation on the disk.
 */
export class SecretMask {
  /** The longest first: one may be a part of another. */
  readonly #forms: readonly string[];

  constructor({ apiKey, headers }: Pick<Endpoint, 'apiKey' | 'headers'>) {
    const words = Object.values(headers)
      .flatMap((value) => value.split(/\s+/))
      .filter((word) => word.length >= MIN_HEADER_WORD_LENGTH && !ADDRESS.test(word));
    const secrets = [...(apiKey.length >= MIN_KEY_LENGTH ? [apiKey] : []), ...words];
    const forms = new Set(secrets.flatMap((secret) => [...formsOf(secret)]));
    this.#forms = [...forms].sort((a, b) => b.length - a.length);
  }

  /** The text without the secrets. */
  apply(text: string): string {
    return this.#forms.reduce((masked, form) => masked.replaceAll(form, MASK), text);
  }

  /** Begins with a reply. */
  open(): DeltaMask {
    return new DeltaMask(this.#forms);
  }
}

/** The end of a channel's text that may be the beginning of a secret, and how much of it was passed on all the same. */
interface Tail {
  readonly text: string;
  readonly passedOn: number;
}

type Channel = 'text' | 'reasoning' | number;

// So much of a secret gives nothing away, as "sk-", and a text that ends with it is shown at once: many words do, and an
// answer that is interrupted keeps its last letter. Units: UTF-16 units.
const HARMLESS_LENGTH = 3;
const NO_TAIL: Tail = { text: '', passedOn: 0 };

/** Masks a reply that arrives in pieces. Holds back what may be more than the first letters of a secret. */
export class DeltaMask {
  readonly #forms: readonly string[];
  /** By channel: the answer, the reasoning, the arguments of each call. */
  readonly #tails = new Map<Channel, Tail>();

  /** `forms`: the longest first. */
  constructor(forms: readonly string[]) {
    this.#forms = forms;
  }

  read(delta: ModelDelta): readonly ModelDelta[] {
    if (this.#forms.length === 0) return [delta];
    switch (delta.type) {
      case 'text':
      case 'reasoning':
        return [{ ...delta, text: this.#advance(delta.type, delta.text) }];
      case 'toolCall': {
        const { arguments: piece, ...rest } = delta;
        if (piece === undefined) return [delta];
        return [{ ...rest, arguments: this.#advance(delta.index, piece) }];
      }
      case 'finish':
        return [...this.end(), delta];
      default:
        return [delta];
    }
  }

  /** What is still held back. */
  end(): readonly ModelDelta[] {
    const held = [...this.#tails].map(
      ([channel, { text, passedOn }]) => [channel, text.slice(passedOn)] as const,
    );
    this.#tails.clear();
    return held
      .filter(([, text]) => text !== '')
      .map(([channel, text]) =>
        typeof channel === 'number'
          ? { type: 'toolCall', index: channel, arguments: text }
          : { type: channel, text },
      );
  }

  #advance(channel: Channel, piece: string): string {
    const { text: tail, passedOn } = this.#tails.get(channel) ?? NO_TAIL;
    const whole = tail + piece;
    let shown = '';
    let at = passedOn;
    let start = 0;
    for (let found = this.#find(whole, 0); found !== undefined; found = this.#find(whole, start)) {
      shown += whole.slice(at, Math.max(at, found.at)) + MASK;
      at = start = found.at + found.length;
    }
    start = this.#forms.reduce(
      (least, form) => Math.min(least, findBeginning(whole, form, start)),
      whole.length,
    );
    const isHarmless = whole.length - start <= HARMLESS_LENGTH;
    const end = isHarmless ? whole.length : Math.max(at, start);
    this.#tails.set(channel, { text: whole.slice(start), passedOn: end - start });
    return shown + whole.slice(at, end);
  }

  /** The first secret from a place on, the longest of those that begin there. */
  #find(text: string, from: number): { readonly at: number; readonly length: number } | undefined {
    let first: { readonly at: number; readonly length: number } | undefined;
    for (const form of this.#forms) {
      const at = text.indexOf(form, from);
      if (at !== -1 && (first === undefined || at < first.at)) first = { at, length: form.length };
    }
    return first;
  }
}

/** Where the longest end of the text, from a place on, is the beginning of the form; the text's length for none. */
function findBeginning(text: string, form: string, from: number): number {
  for (let at = Math.max(from, text.length - form.length + 1); at < text.length; at++)
    if (text[at] === form[0] && form.startsWith(text.slice(at))) return at;
  return text.length;
}
