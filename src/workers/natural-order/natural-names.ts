import type { NameBytes } from '../names/compare-names.js';
import { compareNatural, ASCII_RANKS } from './natural-order.js';

const ZERO = 0x30;
const NINE = 0x39;

// The collator splits longer numbers.
const MAX_DIGITS = 254;

const UNKNOWN = 0;

/**
 * Compares two names as `compareNatural` compares strings. Cost: reads their bytes up to the first difference, unless
 * there are characters other than printable ASCII before it, or the names differ only in case or in leading zeros.
 */
export function compareNaturalNames(one: NameBytes, a: number, other: NameBytes, b: number): number {
  const [start, end] = [one.starts[a]!, one.starts[a + 1]!];
  const [otherStart, otherEnd] = [other.starts[b]!, other.starts[b + 1]!];
  return (
    comparePlain(one.bytes, start, end, other.bytes, otherStart, otherEnd) ||
    compareNatural(textOf(one.bytes, start, end), textOf(other.bytes, otherStart, otherEnd))
  );
}

/** The order of two names when their first difference is between printable ASCII characters; else `UNKNOWN`. */
function comparePlain(
  bytes: Uint8Array,
  start: number,
  end: number,
  otherBytes: Uint8Array,
  otherStart: number,
  otherEnd: number,
): number {
  const length = end - start;
  const otherLength = otherEnd - otherStart;
  const common = Math.min(length, otherLength);
  let at = 0;
  let place = 0;
  let otherPlace = 0;
  for (; at < common; at++) {
    place = ASCII_RANKS[bytes[start + at]!]!;
    otherPlace = ASCII_RANKS[otherBytes[otherStart + at]!]!;
    if (place === 0 || otherPlace === 0) return UNKNOWN;
    if (place !== otherPlace) break;
  }
  const isNumber = at < length && isDigit(bytes[start + at]!);
  const isOtherNumber = at < otherLength && isDigit(otherBytes[otherStart + at]!);
  // The difference may be inside numbers that began before.
  if (isNumber || isOtherNumber) {
    return compareNumbered(bytes, start, end, otherBytes, otherStart, otherEnd);
  }
  if (at < common) return place - otherPlace;
  if (at < length) return ASCII_RANKS[bytes[start + at]!]!;
  return at < otherLength ? -ASCII_RANKS[otherBytes[otherStart + at]!]! : UNKNOWN;
}

/** The order of two names that differ in a number, or after one; else `UNKNOWN`. */
function compareNumbered(
  bytes: Uint8Array,
  start: number,
  end: number,
  otherBytes: Uint8Array,
  otherStart: number,
  otherEnd: number,
): number {
  let at = start;
  let otherAt = otherStart;
  while (at < end && otherAt < otherEnd) {
    const byte = bytes[at]!;
    const otherByte = otherBytes[otherAt]!;
    if (isDigit(byte) && isDigit(otherByte)) {
      const numberEnd = endOfNumber(bytes, at, end);
      const otherNumberEnd = endOfNumber(otherBytes, otherAt, otherEnd);
      // There are digits beyond ASCII, too, which the collator knows.
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
      const place = ASCII_RANKS[byte]!;
      const otherPlace = ASCII_RANKS[otherByte]!;
      if (place === 0 || otherPlace === 0) return UNKNOWN;
      if (place !== otherPlace) return place - otherPlace;
      at++;
      otherAt++;
    }
  }
  if (at < end) return ASCII_RANKS[bytes[at]!]!;
  return otherAt < otherEnd ? -ASCII_RANKS[otherBytes[otherAt]!]! : UNKNOWN;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

function endOfNumber(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isDigit(bytes[at]!)) at++;
  return at;
}

function textOf(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
}
