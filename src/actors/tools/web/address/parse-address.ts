/** The bits of an address: four bytes, or eight groups of 16 bits. */
export type AddressBits =
  | { readonly family: 4; readonly bytes: readonly number[] }
  | { readonly family: 6; readonly groups: readonly number[] };

const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

/**
 * The bits of an address as a system or `URL` writes it: four decimal numbers, or IPv6 with or without brackets, `::`, a
 * dotted end and a zone. `undefined` for anything else, other spellings of IPv4 included.
 */
export function parseAddress(text: string): AddressBits | undefined {
  const plain = text.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
  const bytes = parseBytes(plain);
  if (bytes !== undefined) return { family: 4, bytes };
  const groups = parseGroups(plain);
  return groups === undefined ? undefined : { family: 6, groups };
}

function parseBytes(text: string): readonly number[] | undefined {
  const parts = IPV4.exec(text)?.slice(1) ?? [];
  // A zero in front means octal to some systems.
  const isPlain = parts.length === 4 && parts.every((part) => part === '0' || !part.startsWith('0'));
  const bytes = parts.map(Number);
  return isPlain && bytes.every((byte) => byte <= 255) ? bytes : undefined;
}

function parseGroups(text: string): readonly number[] | undefined {
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  const end = dotted === null ? undefined : parseBytes(dotted[2] ?? '');
  if (dotted !== null && end === undefined) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = end ?? [];
  const whole =
    end === undefined
      ? text
      : `${dotted?.[1] ?? ''}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  const halves = whole.split('::');
  if (halves.length > 2) return undefined;
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const given = [...head, ...tail];
  if (!given.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  const missing = 8 - given.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  return [...head, ...Array<string>(missing).fill('0'), ...tail].map((group) => parseInt(group, 16));
}
