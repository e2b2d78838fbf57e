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
  let digits = 0;
  while (digits < at && isDigit(bytes[start + at - digits - 1]!)) digits++;
  // Numbers that end or differ here: the longer one is greater, unless it starts with zeros.
  if ((isNumber || isOtherNumber) && (digits > 0 || isNumber === isOtherNumber)) {
    const numberEnd = endOfNumber(bytes, start + at, end);
    const otherNumberEnd = endOfNumber(otherBytes, otherStart + at, otherEnd);
    // There are digits beyond ASCII, too, which the collator knows.
    if (numberEnd < end && bytes[numberEnd]! >= 0x80) return UNKNOWN;
    if (otherNumberEnd < otherEnd && otherBytes[otherNumberEnd]! >= 0x80) return UNKNOWN;
    const left = numberEnd - start - at;
    const otherLeft = otherNumberEnd - otherStart - at;
    if (digits + Math.max(left, otherLeft) > MAX_DIGITS) return UNKNOWN;
    const hasZeros = bytes[start + at - digits] === ZERO || otherBytes[otherStart + at - digits] === ZERO;
    if (left !== otherLeft) return hasZeros ? UNKNOWN : left - otherLeft;
  }
  if (at < common) return place - otherPlace;
  if (at < length) return ASCII_RANKS[bytes[start + at]!]!;
  return at < otherLength ? -ASCII_RANKS[otherBytes[otherStart + at]!]! : UNKNOWN;
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
