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
    return new DeltaMask(this, this.#forms);
  }
}

/** Masks a reply that arrives in pieces. Holds back what may be the beginning of a secret. */
export class DeltaMask {
  readonly #mask: SecretMask;
  readonly #forms: readonly string[];
  /** By channel: the answer, the reasoning, the arguments of each call. */
  readonly #held = new Map<'text' | 'reasoning' | number, string>();

  constructor(mask: SecretMask, forms: readonly string[]) {
    this.#mask = mask;
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
    const held = [...this.#held].filter(([, text]) => text !== '');
    this.#held.clear();
    return held.map(([channel, text]) =>
      typeof channel === 'number'
        ? { type: 'toolCall', index: channel, arguments: text }
        : { type: channel, text },
    );
  }

  #advance(channel: 'text' | 'reasoning' | number, piece: string): string {
    const text = this.#mask.apply((this.#held.get(channel) ?? '') + piece);
    const start = this.#forms.reduce(
      (least, form) => Math.min(least, findBeginning(text, form)),
      text.length,
    );
    this.#held.set(channel, text.slice(start));
    return text.slice(0, start);
  }
}

/** Where the longest end of the text begins that is the beginning of the form; the text's length when there is none. */
function findBeginning(text: string, form: string): number {
  for (let at = Math.max(0, text.length - form.length + 1); at < text.length; at++)
    if (text[at] === form[0] && form.startsWith(text.slice(at))) return at;
  return text.length;
}
