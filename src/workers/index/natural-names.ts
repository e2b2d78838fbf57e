import type { NameBytes } from '../names/compare-names.js';
import { compareNatural, PLAIN_PLACES } from './natural-order.js';

const ZERO = 0x30;
const NINE = 0x39;

// Longer numbers are cut up by the collator.
const MAX_DIGITS = 254;

const UNKNOWN = 0;

/**
 * Compares two names as `compareNatural` does their texts. Cost: a look at their bytes up to where they differ, unless
 * there is more than printable ASCII before that, or they differ only in case or in zeros before a number.
 */
export function compareNaturalNames(one: NameBytes, a: number, other: NameBytes, b: number): number {
  return comparePlain(one, a, other, b) || compareNatural(textOf(one, a), textOf(other, b));
}

/** The order of two names where the first difference between printable characters of ASCII decides; else `UNKNOWN`. */
function comparePlain(one: NameBytes, a: number, other: NameBytes, b: number): number {
  const { bytes } = one;
  const otherBytes = other.bytes;
  const end = one.starts[a + 1]!;
  const otherEnd = other.starts[b + 1]!;
  let at = one.starts[a]!;
  let otherAt = other.starts[b]!;
  while (at < end && otherAt < otherEnd) {
    const byte = bytes[at]!;
    const otherByte = otherBytes[otherAt]!;
    if (isDigit(byte) && isDigit(otherByte)) {
      const numberEnd = endOfNumber(bytes, at, end);
      const otherNumberEnd = endOfNumber(otherBytes, otherAt, otherEnd);
      // There are digits beyond ASCII, too.
      if (numberEnd < end && bytes[numberEnd]! >= 0x80) return UNKNOWN;
      if (otherNumberEnd < otherEnd && otherBytes[otherNumberEnd]! >= 0x80) return UNKNOWN;
      if (Math.max(numberEnd - at, otherNumberEnd - otherAt) > MAX_DIGITS) return UNKNOWN;
      while (at < numberEnd && bytes[at] === ZERO) at++;
      while (otherAt < otherNumberEnd && otherBytes[otherAt] === ZERO) otherAt++;
      const longer = numberEnd - at - (otherNumberEnd - otherAt);
      if (longer !== 0) return longer;
      for (; at < numberEnd; at++, otherAt++) {
        if (bytes[at] !== otherBytes[otherAt]) return bytes[at]! - otherBytes[otherAt]!;
      }
    } else {
      const place = placeOf(byte);
      const otherPlace = placeOf(otherByte);
      if (place === 0 || otherPlace === 0) return UNKNOWN;
      if (place !== otherPlace) return place - otherPlace;
      at++;
      otherAt++;
    }
  }
  if (at < end) return placeOf(bytes[at]!);
  return otherAt < otherEnd ? -placeOf(otherBytes[otherAt]!) : UNKNOWN;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

function endOfNumber(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isDigit(bytes[at]!)) at++;
  return at;
}

/** 0 for what is not a printable character of ASCII. */
function placeOf(byte: number): number {
  return byte < PLAIN_PLACES.length ? PLAIN_PLACES[byte]! : 0;
}

function textOf({ bytes, starts }: NameBytes, number: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset).toString('utf8', starts[number], starts[number + 1]);
}
