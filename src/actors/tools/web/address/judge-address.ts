import { type AddressBits, parseAddress } from './parse-address.js';

/** A network, as the address of an interface and how many of its bits all members share. */
export interface OwnNetwork {
  readonly address: string;
  readonly prefixBits: number;
}

const THIS_MACHINE = 'this machine itself';
const THIS_NETWORK = 'in a network of this machine';
const PRIVATE = 'in a private network';
const LINK_LOCAL = 'of the local link, where clouds keep the credentials of their machines';
const RESERVED = 'no address of a public server';

// Everything in it that is not for the public. Source: the registry of IANA for special addresses, RFC 6890 and its
// successors.
const IPV4_NETWORKS: readonly (readonly [bytes: readonly number[], prefixBits: number, what: string])[] = [
  [[0, 0, 0, 0], 8, THIS_MACHINE],
  [[10, 0, 0, 0], 8, PRIVATE],
  [[100, 64, 0, 0], 10, 'in the network of a provider'],
  [[127, 0, 0, 0], 8, THIS_MACHINE],
  // Azure's machines get their credentials from this one.
  [[168, 63, 129, 16], 32, LINK_LOCAL],
  [[169, 254, 0, 0], 16, LINK_LOCAL],
  [[172, 16, 0, 0], 12, PRIVATE],
  [[192, 0, 0, 0], 24, RESERVED],
  [[192, 0, 2, 0], 24, RESERVED],
  [[192, 88, 99, 0], 24, RESERVED],
  [[192, 168, 0, 0], 16, PRIVATE],
  [[198, 18, 0, 0], 15, RESERVED],
  [[198, 51, 100, 0], 24, RESERVED],
  [[203, 0, 113, 0], 24, RESERVED],
  [[224, 0, 0, 0], 4, 'an address of many machines at once'],
  [[240, 0, 0, 0], 4, RESERVED],
];

/**
 * What an address is, as a phrase, if it is not one of a server for everybody; `undefined` for a public one. `own`: the
 * networks of this machine, which may have public addresses. Shape: as a system or `URL` writes addresses; what cannot be
 * read is not public. Source: SPEC A5, "Nothing leaves the workspace unasked".
 */
export function judgeAddress(address: string, own: readonly OwnNetwork[] = []): string | undefined {
  const bits = parseAddress(address);
  if (bits === undefined) return 'no address that can be judged';
  const special = bits.family === 4 ? judgeBytes(bits.bytes) : judgeGroups(bits.groups);
  return special ?? judgeOwn(bits, own);
}

function judgeBytes(bytes: readonly number[]): string | undefined {
  return IPV4_NETWORKS.find(([network, prefixBits]) => haveSamePrefix(bytes, network, prefixBits, 8))?.[2];
}

function judgeGroups(groups: readonly number[]): string | undefined {
  const [first = 0, second = 0] = groups;
  const starts = (...wanted: readonly number[]): boolean =>
    wanted.every((group, index) => groups[index] === group);
  if (starts(0, 0, 0, 0, 0, 0xffff)) return judgeBytes(lastBytes(groups));
  // A translator of the network connects to the address at the end.
  if (starts(0x64, 0xff9b, 0, 0, 0, 0)) return judgeBytes(lastBytes(groups));
  if (starts(0, 0, 0, 0, 0, 0, 0, 0) || starts(0, 0, 0, 0, 0, 0, 0, 1)) return THIS_MACHINE;
  if (starts(0xfd00, 0xec2) || (first & 0xffc0) === 0xfe80) return LINK_LOCAL;
  if ((first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfec0 || starts(0x64, 0xff9b, 1)) return PRIVATE;
  if ((first & 0xff00) === 0xff00) return 'an address of many machines at once';
  // All public addresses begin like this; tunnels, of which the ends may lie anywhere, and examples do as well.
  const isUnicast = (first & 0xe000) === 0x2000;
  const isTunnelOrExample =
    first === 0x2002 ||
    (first === 0x2001 && second < 0x200) ||
    (first === 0x2001 && second === 0xdb8) ||
    (first === 0x3fff && second < 0x1000);
  return isUnicast && !isTunnelOrExample ? undefined : RESERVED;
}

function judgeOwn(bits: AddressBits, own: readonly OwnNetwork[]): string | undefined {
  const wanted = toEmbedded(bits);
  let what: string | undefined;
  for (const { address, prefixBits } of own) {
    const member = parseAddress(address);
    if (member === undefined) continue;
    if (haveSameBits(wanted, member, Infinity)) return THIS_MACHINE;
    if (haveSameBits(wanted, member, prefixBits)) what = THIS_NETWORK;
  }
  return what;
}

function haveSameBits(one: AddressBits, other: AddressBits, prefixBits: number): boolean {
  if (one.family === 4 && other.family === 4) return haveSamePrefix(one.bytes, other.bytes, prefixBits, 8);
  return one.family === 6 && other.family === 6 && haveSamePrefix(one.groups, other.groups, prefixBits, 16);
}

/** The IPv4 address that is written as an IPv6 one, where it is one. */
function toEmbedded(bits: AddressBits): AddressBits {
  if (bits.family === 4) return bits;
  const { groups } = bits;
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  const isTranslated =
    groups[0] === 0x64 && groups[1] === 0xff9b && groups.slice(2, 6).every((group) => group === 0);
  return isMapped || isTranslated ? { family: 4, bytes: lastBytes(groups) } : bits;
}

function lastBytes(groups: readonly number[]): readonly number[] {
  return groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]);
}

function haveSamePrefix(
  one: readonly number[],
  other: readonly number[],
  prefixBits: number,
  unitBits: number,
): boolean {
  return one.every((unit, index) => {
    const bits = Math.min(unitBits, Math.max(0, prefixBits - index * unitBits));
    return unit >> (unitBits - bits) === (other[index] ?? 0) >> (unitBits - bits);
  });
}
