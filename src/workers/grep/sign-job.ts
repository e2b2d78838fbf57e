import { lstatSync, type Stats } from 'node:fs';
import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import { SIGNATURE_WORDS, Signer } from './signer.js';
import { absolutePath } from '../disk/absolute-path.js';
import { changeStamp, stampOf } from '../disk/change-stamp.js';
import { TextBlocks } from './text-blocks.js';

/** Files whose contents are to be signed. */
export interface SignJob {
  readonly root: AbsPath;
  readonly paths: readonly RelPath[];
  /** What each file's stamp was when it was signed; 0 when it was not. */
  readonly stamps: readonly number[];
  /** Whether somebody waits for it; else its thread gives way. */
  readonly isAwaited?: boolean;
}

/** Files that may be as they were when they were signed. */
export interface CompareJob {
  readonly root: AbsPath;
  /** Shape: joined with `\0`. */
  readonly paths: string;
  /** Shape: by file; none is 0. */
  readonly stamps: readonly number[];
}

/** What became of one file. Anything but a number of signatures says that it must be searched each time. */
export const SignOutcome = {
  /** It is as it was when it was signed. */
  unchanged: -1,
  /** It cannot be told by its contents now whether they will be the same later, or it has too much of them. */
  unsignable: -2,
} as const;

/** The signatures of the first files of a job: as many as its time allowed, and at least one. */
export interface SignedFiles {
  /** For each file a `SignOutcome`, or how many signatures it has: none for a binary file. */
  readonly outcomes: readonly number[];
  /** For each file what tells a later change; 0 when nothing does. */
  readonly stamps: readonly number[];
  /** The signatures of all files, one after the other. Shape: `SIGNATURE_WORDS` words each. */
  readonly words: Uint32Array;
}

// Then the thread goes back to the pool: a search waits no longer than this behind a job.
const SLICE_MS = 10;
// More than half. A signature with more says yes too often, one with fewer takes more memory for the same text. Of text
// in 8000 files, JavaScript, C and Python, this takes a tenth, and a name of nine letters that is in one or two files is
// looked for in 40.
const FULL_BITS = 2300;
// Hardly any text adds so many bits to a signature at once that it says yes much more often.
const STEP_BYTES = 512;
// Some thousand signatures. Hardly any text is larger.
const MAX_FILE_BYTES = 64 << 20;
// Half a megabyte, which is passed on at once.
const MAX_SIGNATURES = 1024;

const NEWLINE = 0x0a;

// Every block is cut into segments: one as large as most files is enough.
const blocks = new TextBlocks({ startBytes: 1 << 18, blockBytes: 1 << 18, maxBytes: MAX_FILE_BYTES });
const signer = new Signer();

/** Reads files and signs what they contain. One that cannot be read is unsignable. */
export function signJob({ root, paths, stamps: known }: SignJob): SignedFiles {
  const sliceEnd = performance.now() + SLICE_MS;
  const outcomes: number[] = [];
  const stamps: number[] = [];
  const signatures: Uint32Array[] = [];
  for (const [index, path] of paths.entries()) {
    const file = signFile(absolutePath(root, path), known[index] ?? 0);
    outcomes.push(file.outcome);
    stamps.push(file.stamp);
    signatures.push(...file.signatures);
    if (performance.now() > sliceEnd || signatures.length > MAX_SIGNATURES) break;
  }
  blocks.shrink();
  const words = new Uint32Array(signatures.length * SIGNATURE_WORDS);
  for (const [index, signature] of signatures.entries()) words.set(signature, index * SIGNATURE_WORDS);
  return { outcomes, stamps, words };
}

/** Whether each file still bears its stamp. Shape: by file, 1 or 0. Cost: 3 us a file. */
export function compareJob({ root, paths, stamps }: CompareJob): Uint8Array {
  return Uint8Array.from(paths.split('\0'), (path, place) =>
    bearsStamp(absolutePath(root, path as RelPath), stamps[place]!) ? 1 : 0,
  );
}

function bearsStamp(path: AbsPath, stamp: number): boolean {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats !== undefined && isSignable(stats) && stampOfFile(stats) === stamp;
  } catch {
    return false;
  }
}

interface SignedFile {
  readonly outcome: number;
  readonly stamp: number;
  readonly signatures: readonly Uint32Array[];
}

const UNSIGNABLE: SignedFile = { outcome: SignOutcome.unsignable, stamp: 0, signatures: [] };

function signFile(path: string, knownStamp: number): SignedFile {
  try {
    const startedAtMs = Date.now();
    const before = lstatSync(path);
    if (!isSignable(before)) return UNSIGNABLE;
    const stamp = stampOfFile(before);
    if (stamp === knownStamp) return { outcome: SignOutcome.unchanged, stamp, signatures: [] };
    const signatures = [...segmentSignatures(path)];
    const after = lstatSync(path);
    if (!isSignable(after) || stampOfFile(after) !== stamp) return UNSIGNABLE;
    const kept = changeStamp(before.ctimeMs, before.ino, startedAtMs, before.size);
    return { outcome: signatures.length, stamp: kept, signatures };
  } catch {
    signer.take();
    return UNSIGNABLE;
  }
}

// A file with other names may be changed under one that nobody watches.
function isSignable(stats: Stats): boolean {
  return stats.isFile() && stats.nlink === 1 && stats.size <= MAX_FILE_BYTES;
}

// Not when its content was written, which whoever writes may set as they like: nobody can set when it was changed.
function stampOfFile({ ctimeMs, ino, size }: Stats): number {
  return stampOf(ctimeMs, ino, size);
}

/** A signature for each run of whole lines. No match spans two lines, so none is cut. */
function* segmentSignatures(path: string): Generator<Uint32Array, void, undefined> {
  for (const { bytes } of blocks.read(path, 0)) {
    for (let start = 0; start < bytes.length;) {
      const end = endOfLine(bytes, start + STEP_BYTES);
      signer.add(bytes, start, end);
      if (signer.count >= FULL_BITS) yield signer.take();
      start = end;
    }
  }
  if (signer.count > 0) yield signer.take();
}

/** Where the line ends that `at` is in, with its end. */
function endOfLine(bytes: Buffer, at: number): number {
  const end = at < bytes.length ? bytes.indexOf(NEWLINE, at) : -1;
  return end < 0 ? bytes.length : end + 1;
}
