import { parseAddress } from './parse-address.js';

/** Whether two texts are the same address, also where one of them is IPv4 as IPv6 writes it. */
export function isSameAddress(one: string, other: string): boolean {
  const [a, b] = [toKey(one), toKey(other)];
  return a !== undefined && a === b;
}

function toKey(text: string): string | undefined {
  const bits = parseAddress(text);
  if (bits === undefined) return undefined;
  const groups =
    bits.family === 6
      ? bits.groups
      : [
          0,
          0,
          0,
          0,
          0,
          0xffff,
          ...[0, 2].map((at) => (bits.bytes[at] ?? 0) * 256 + (bits.bytes[at + 1] ?? 0)),
        ];
  return groups.join(':');
}
