import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { CallRecording } from '../../../../../src/actors/protocol/checkpoints.js';
import type {
  FileVersion,
  UncoveredPath,
  VersionChange,
} from '../../../../../src/actors/protocol/file-version.js';
import type { ThreadId } from '../../../../../src/actors/protocol/thread.js';
import type { AbsPath } from '../../../../../src/actors/protocol/workspace.js';
import { connectInProcess } from '../../../../../src/actors/runtime/remote.js';
import { AroundCommands } from '../../../../../src/host/node/checkpoints/around/around-commands.js';
import type { KnownWrites } from '../../../../../src/host/node/checkpoints/known-writes.js';
import type { CoverBudget } from '../../../../../src/workers/cover/cover-protocol.js';
import { createCover } from '../../../../../src/workers/cover/create-cover.js';
import { MemoryVersions } from '../../../../doubles/memory-versions.js';

const AMPLE: CoverBudget = { maxBytes: 1 << 28, maxFiles: 20_000 };

interface AroundWorld {
  readonly roots: readonly AbsPath[];
  readonly versions?: MemoryVersions;
  readonly directory?: string;
  readonly ignored?: CoverBudget;
  readonly loose?: CoverBudget;
  readonly knownWrites?: KnownWrites;
}

/** `AroundCommands` with its scans in this thread, over real folders. */
export function createAround({
  roots,
  versions = new MemoryVersions(),
  directory,
  ignored = AMPLE,
  loose = AMPLE,
  knownWrites,
}: AroundWorld): AroundCommands {
  const config = { roots, ignored, loose, ...(directory === undefined ? {} : { directory }) };
  return new AroundCommands({
    store: versions,
    startCover: () => Promise.resolve(connectInProcess(createCover(config), { name: 'cover' })),
    ...(knownWrites === undefined ? {} : { knownWrites }),
  });
}

/** A call that remembers what was recorded for it. */
export class RecordedCall implements CallRecording {
  readonly thread: ThreadId;
  readonly callId: string;
  readonly changes: VersionChange[] = [];
  readonly problems: string[] = [];
  uncovered: readonly UncoveredPath[] = [];

  constructor(callId = 'call', thread = 'thread') {
    this.callId = callId;
    this.thread = thread as ThreadId;
  }

  readonly onCheckpoint = async (_: unknown, uncovered: readonly UncoveredPath[] = []): Promise<void> => {
    this.uncovered = uncovered;
    await Promise.resolve();
  };

  readonly onChanged = (changes: readonly VersionChange[]): void => {
    this.changes.push(...changes);
  };

  readonly onProblem = (sentence: string): void => {
    this.problems.push(sentence);
  };
}

/** Makes each path what it was before, from the store and from git. */
export function undo(changes: readonly VersionChange[], versions: MemoryVersions): void {
  // What is in a folder goes before it, and a folder comes back before what is in it.
  const deepestFirst = [...changes].sort((a, b) => b.path.length - a.path.length);
  for (const { path, after } of deepestFirst) if (after !== null) remove(path, after);
  for (const { path, before } of deepestFirst.reverse()) if (before !== null) put(path, before, versions);
}

function remove(path: string, { kind }: FileVersion): void {
  if (kind !== 'directory') rmSync(path, { force: true });
  // A folder that changed its mode only keeps what is in it.
  else if (readdirSync(path).length === 0) rmSync(path, { recursive: true });
}

function put(path: string, version: FileVersion, versions: MemoryVersions): void {
  mkdirSync(dirname(path), { recursive: true });
  if (version.kind === 'link') symlinkSync(version.target, path);
  else if (version.kind === 'directory') mkdirSync(path, { recursive: true });
  else writeFileSync(path, readVersion(version, versions));
  if (version.kind !== 'link') chmodSync(path, version.mode);
}

function readVersion(version: FileVersion & { kind: 'file' }, versions: MemoryVersions): Uint8Array {
  const { source, hash } = version;
  if (source.kind === 'git') {
    const args = ['cat-file', 'blob', source.object];
    return execFileSync('git', args, { cwd: source.repository, maxBuffer: 1 << 28 });
  }
  const bytes = source.kind === 'store' ? versions.contents.get(hash) : undefined;
  if (bytes === undefined) throw new Error(`Nobody has the content ${hash}.`);
  return bytes;
}

/** All that is below a folder but `.git`: kind, mode and content by path. */
export function readTree(root: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const visit = (folder: string): void => {
    for (const name of readdirSync(folder).sort()) {
      if (name === '.git') continue;
      const path = join(folder, name);
      const stats = lstatSync(path);
      const mode = (stats.mode & 0o7777).toString(8);
      const key = relative(root, path);
      if (stats.isSymbolicLink()) found[key] = `link ${readlinkSync(path)}`;
      else if (stats.isDirectory()) {
        found[key] = `directory ${mode}`;
        visit(path);
      } else found[key] = `file ${mode} ${readContent(path)}`;
    }
  };
  visit(root);
  return found;
}

// What is larger is compared by its digest: a text of it would be too long. Units: bytes.
const MAX_TEXT_BYTES = 1024 * 1024;

function readContent(path: string): string {
  const bytes = readFileSync(path);
  return bytes.length > MAX_TEXT_BYTES
    ? createHash('sha256').update(bytes).digest('hex')
    : bytes.toString('latin1');
}

const IDENTITY = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'init.defaultBranch=main'];

export function git(cwd: string, ...args: readonly string[]): string {
  return execFileSync('git', [...IDENTITY, ...args], { cwd, encoding: 'utf8', stdio: 'pipe' });
}
