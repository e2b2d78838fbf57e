import { randomBytes } from 'node:crypto';

/** A secret text that no command may print. */
export interface Canary {
  /** Where it is kept: what to say when it is found. */
  readonly place: string;
  readonly text: string;
}

// Long enough that a part of it is still unmistakable. Units: characters.
const LENGTH = 24;
const PART = 8;
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export function makeCanary(place: string): Canary {
  const text = [...randomBytes(LENGTH)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  return { place, text };
}

/** Finds canaries in outputs: as they are, in parts, spaced out, reversed, and in the usual encodings. */
export class CanaryFinder {
  readonly #needles: readonly { readonly place: string; readonly needle: string }[];

  constructor(canaries: readonly Canary[]) {
    this.#needles = canaries.flatMap(({ place, text }) =>
      listNeedles(text).map((needle) => ({ place, needle })),
    );
  }

  /** The places of the canaries that a text shows. */
  find(output: string): readonly string[] {
    if (output === '') return [];
    const lower = output.toLowerCase();
    // Without offsets at the beginning of lines, as dumps have them, and without blanks.
    const dense = lower.replaceAll(/^[0-9a-f]{6,8}:? /gm, '').replaceAll(/[\s\\,;|:'"]+/g, '');
    const found = this.#needles.filter(({ needle }) => lower.includes(needle) || dense.includes(needle));
    return [...new Set(found.map(({ place }) => place))];
  }
}

/** All in lower case, as both sides are compared. */
function listNeedles(text: string): readonly string[] {
  const parts = [0, PART, 2 * PART].map((start) => text.slice(start, start + PART));
  return parts.flatMap((part) => {
    const bytes = Buffer.from(part);
    const hex = bytes.toString('hex');
    const lower = [part, reverse(part), rotate(part), hex, swapBytes(hex), reverse(hex), toOctal(bytes)];
    return [...lower, ...encodeBase64(part)].map((needle) => needle.toLowerCase());
  });
}

function reverse(text: string): string {
  return text.split('').reverse().join('');
}

/** The text as `tr A-Za-z N-ZA-Mn-za-m` prints it. */
function rotate(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) =>
    String.fromCharCode(((letter.charCodeAt(0) - 65 + 13) % 26) + 65),
  );
}

/** Hexadecimal digits as a dump of 16-bit words prints them. */
function swapBytes(hex: string): string {
  return hex.replaceAll(/(..)(..)/g, '$2$1');
}

function toOctal(bytes: Buffer): string {
  return [...bytes].map((byte) => byte.toString(8).padStart(3, '0')).join('');
}

/** The characters that depend on the text alone, for each of the three ways in which bytes fall into groups. */
function encodeBase64(text: string): readonly string[] {
  return [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]).toString('base64');
    return encoded.slice(shift === 0 ? 0 : shift + 1, Math.floor(((shift + text.length) * 8) / 6));
  });
}
