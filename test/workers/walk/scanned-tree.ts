import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { AbsPath, RelPath } from '../../../src/actors/protocol/workspace.js';
import { NO_GIT } from '../../../src/workers/ignore/git/git-facts.js';
import { DonationQueue } from '../../../src/workers/walk/donation-queue.js';
import { EntryKindBit, type ScanPart } from '../../../src/workers/parts/scan-part.js';
import { type WalkJob, walkDirectories } from '../../../src/workers/walk/walk-directories.js';
import { WalkProgress } from '../../../src/workers/walk/walk-progress.js';
import type { ScanRules } from '../../../src/workers/walk/walk-scopes.js';

/** What parts say, for a reader. */
export interface ScannedTree {
  /** Every visible entry: its path, `/` after directories, `@` after links, `*` after what is core. */
  readonly entries: readonly string[];
  /** The directories that were read, in their order. */
  readonly directories: readonly string[];
  /** Where rules were read, each once. */
  readonly ruleDirectories: readonly string[];
  readonly repositories: readonly string[];
  readonly ignored: readonly string[];
  readonly warnings: readonly { readonly path: string; readonly message: string }[];
}

export const ONLY_GITIGNORE: ScanRules = {
  patterns: { corePatterns: [], ignorePatterns: [], useGitignore: true },
  git: NO_GIT,
};

/** A walk, and the end where what it reads arrives. */
export interface OpenWalk {
  readonly job: WalkJob;
  readonly inside: MessagePort;
}

export function openWalk(root: AbsPath, rules: ScanRules = ONLY_GITIGNORE, under = ''): OpenWalk {
  const { port1: inside, port2: port } = new MessageChannel();
  const path = under as RelPath;
  const queue = DonationQueue.create();
  return { job: { root, rules, under: path, queue, progress: WalkProgress.create(), port }, inside };
}

/** What a walk that has ended sent, its end left out. */
export function partsFrom({ inside }: OpenWalk): ScanPart[] {
  const parts: ScanPart[] = [];
  for (let read = receiveMessageOnPort(inside); read !== undefined; read = receiveMessageOnPort(inside)) {
    if (read.message !== null) parts.push(read.message as ScanPart);
  }
  inside.close();
  return parts;
}

/** A tree as one walker alone sees it. */
export function walkAlone(root: AbsPath, rules?: ScanRules, under?: string): ScannedTree {
  return readParts(scanAlone(root, rules, under));
}

/** The same, as it crosses a thread. */
export function scanAlone(root: AbsPath, rules?: ScanRules, under?: string): ScanPart[] {
  const open = openWalk(root, rules, under);
  walkDirectories(open.job);
  return partsFrom(open);
}

/** Shape: all lists but `directories` are sorted. */
export function readParts(parts: readonly ScanPart[]): ScannedTree {
  return {
    entries: parts.flatMap(readEntries).sort(),
    directories: parts.flatMap(readDirectories),
    ruleDirectories: directoriesOf(parts.flatMap((part) => part.ruleFiles)),
    repositories: directoriesOf(parts.flatMap((part) => part.repositories)),
    ignored: parts.flatMap((part) => split(part.ignoredDirectories)).sort(),
    warnings: parts.flatMap((part) => part.warnings).sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

/** The visible files and links: what git would list. */
export function filesOf({ entries }: ScannedTree): string[] {
  return entries.filter((entry) => !/\/\*?$/.test(entry)).map((entry) => entry.replace(/@?\*?$/, ''));
}

function directoriesOf(read: readonly { readonly directory: string }[]): string[] {
  return [...new Set(read.map(({ directory }) => directory))].sort();
}

function readDirectories({ directories, counts }: ScanPart): string[] {
  return counts.length === 0 ? [] : directories.split('\0');
}

function readEntries(part: ScanPart): string[] {
  const names = Buffer.from(part.names).toString('utf8').split('\0');
  let at = 0;
  return readDirectories(part).flatMap((directory, index) => {
    const start = at;
    at += part.counts[index] ?? 0;
    return Array.from(part.kinds.subarray(start, at), (kind, child) => {
      return `${directory === '' ? '' : `${directory}/`}${names[start + child]}${marksOf(kind)}`;
    });
  });
}

function marksOf(kind: number): string {
  const isDir = (kind & EntryKindBit.directory) !== 0;
  const isLink = (kind & EntryKindBit.symlink) !== 0;
  const isCore = (kind & EntryKindBit.core) !== 0;
  return `${isDir ? '/' : ''}${isLink ? '@' : ''}${isCore ? '*' : ''}`;
}

function split(joined: string): string[] {
  return joined === '' ? [] : joined.split('\0');
}
