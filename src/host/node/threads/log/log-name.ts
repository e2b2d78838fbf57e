/** The name of a file of a thread: its number, who wrote it, and whether it is compressed. */
export interface LogName {
  readonly number: number;
  readonly writer: string;
  readonly isSealed: boolean;
}

const PLAIN = '.log';
const SEALED = '.logz';

// More files than that sort by their numbers all the same, only not by their names.
const DIGITS = 6;

const NAME = /^(\d+)-([^.]*)(.*)\.logz?$/;

export function formatLogName({ number, writer, isSealed }: LogName): string {
  return `${String(number).padStart(DIGITS, '0')}-${writer}${isSealed ? SEALED : PLAIN}`;
}

/**
 * The parts of a name; `undefined` for a file that holds no entries. A copy that a sync program made of a file under
 * another name holds entries, too.
 */
export function parseLogName(name: string): LogName | undefined {
  const isSealed = name.endsWith(SEALED);
  if (name.startsWith('.') || !(isSealed || name.endsWith(PLAIN))) return undefined;
  const [, number = '0', writer = ''] = NAME.exec(name) ?? [];
  return { number: Number(number), writer, isSealed };
}

/** The name of the compressed file that takes the place of a plain one. */
export function sealedNameOf(name: string): string {
  return name.slice(0, -PLAIN.length) + SEALED;
}
