// Source: S0, shouldExcludeDirectory.
const EXCLUDED: ReadonlySet<string> = new Set([
  '.git',
  'node_modules',
  'dist',
  'build',
  'out',
  'bin',
  'coverage',
  '__pycache__',
  'env',
  'venv',
  'tmp',
  'temp',
  'artifacts',
  'target',
  'obj',
  'vendor',
  'logs',
  'cache',
  'resource',
  'resources',
]);

const EXCLUDED_WORD = /\b(?:out|build)\b/;

/** Whether a directory of this name is shown but not entered: its content seldom helps to understand a project. */
export function isExcludedDirectory(name: string): boolean {
  return name.startsWith('.') || EXCLUDED.has(name) || EXCLUDED_WORD.test(name);
}

const DOT = '.'.charCodeAt(0);
const B = 'b'.charCodeAt(0);
const I = 'i'.charCodeAt(0);
const O = 'o'.charCodeAt(0);
const T = 't'.charCodeAt(0);
const U = 'u'.charCodeAt(0);

/** By first byte: a bit set of the lengths of excluded names. */
const LENGTHS = lengthsByFirst();

/** Whether `isExcludedDirectory` may be true for `bytes.subarray(start, end)`. A fast check, false for most names. */
export function mayBeExcluded(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start]!;
  if (first === DOT || (LENGTHS[first]! & (1 << Math.min(end - start, 31))) !== 0) return true;
  for (let at = start + 1; at < end - 1; at++) {
    if (bytes[at] !== U) continue;
    const before = bytes[at - 1];
    const after = bytes[at + 1];
    if ((before === O && after === T) || (before === B && after === I)) return true;
  }
  return false;
}

function lengthsByFirst(): Int32Array {
  const lengths = new Int32Array(256);
  for (const name of EXCLUDED) lengths[name.charCodeAt(0)]! |= 1 << name.length;
  return lengths;
}
