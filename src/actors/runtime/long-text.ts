/**
 * A text in a reply that is too long to be copied: it is given away to the thread that asked, and is a string there.
 * Whoever sends it does not use it any more.
 */
export class LongText {
  readonly units: Uint16Array<ArrayBuffer>;

  /** `units`: UTF-16. All of their buffer is given away. */
  constructor(units: Uint16Array<ArrayBuffer>) {
    this.units = units;
  }

  toString(): string {
    return textOf(this.units);
  }
}

/** What a handler may reply with: long texts in place of strings. */
export type WithLongTexts<T> = { readonly [K in keyof T]: T[K] extends string ? string | LongText : T[K] };

/** A reply on its way: its long texts apart. */
export interface PackedReply {
  readonly value: unknown;
  /** By property. Shape: UTF-16. */
  readonly texts: Readonly<Record<string, Uint16Array<ArrayBuffer>>>;
}

/** Takes the long texts out of a reply; `undefined` when there are none. */
export function packReply(reply: unknown): PackedReply | undefined {
  if (typeof reply !== 'object' || reply === null) return undefined;
  const long = Object.entries(reply).filter(isLongText);
  if (long.length === 0) return undefined;
  const texts = Object.fromEntries(long.map(([key, text]) => [key, text.units]));
  const rest = Object.entries(reply).filter(([key]) => !Object.hasOwn(texts, key));
  return { value: Object.fromEntries(rest), texts };
}

/** The memory in which long texts come. */
export function buffersOf({ texts }: PackedReply): ArrayBuffer[] {
  return Object.values(texts).map(({ buffer }) => buffer);
}

/** The reply with its long texts as strings. */
export function unpackReply({ value, texts }: PackedReply): object {
  const strings = Object.entries(texts).map(([key, units]) => [key, textOf(units)] as const);
  return Object.assign(Object.fromEntries(strings), value);
}

function isLongText(entry: [string, unknown]): entry is [string, LongText] {
  return entry[1] instanceof LongText;
}

function textOf({ buffer, byteOffset, byteLength }: Uint16Array<ArrayBuffer>): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf16le');
}
