import { isUtf8 } from 'node:buffer';
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import type { RuleScope } from '../ignore/rule-scope.js';
import { EntryKindBit } from '../parts/scan-part.js';

/** The entries of a directory before any rules apply: only files, directories and links, as in git. */
export interface DirectoryListing {
  /** Unsorted and distinct; never `.git`. */
  readonly names: readonly string[];
  /** One `EntryKindBit` for each name, without `core`. */
  readonly kinds: readonly number[];
  /** The names that are not UTF-8 on the disk, decoded with U+FFFD: these entries cannot be opened. */
  readonly brokenNames: ReadonlySet<string>;
  /** Whether it contains a `.gitignore` of any kind. */
  readonly hasRuleFile: boolean;
  /** Whether it contains a `.git`. */
  readonly isRepository: boolean;
}

/** The entries of a directory, divided by the rules. */
export interface RuledListing {
  /** The visible entries. */
  readonly names: readonly string[];
  /** One `EntryKindBit` for each name. */
  readonly kinds: readonly number[];
  /** The directories among the visible entries. */
  readonly directories: readonly string[];
  /** Ignored directories that must be entered, because core patterns may match below. */
  readonly mayContainCore: readonly string[];
  /** The other ignored directories. */
  readonly ignored: readonly string[];
}

const NONE_BROKEN: ReadonlySet<string> = new Set();

type Entry = Pick<Dirent, 'name' | 'isFile' | 'isDirectory' | 'isSymbolicLink'>;

/**
 * Reads one directory from the disk; does not follow links.
 * Errors: those of `fs`, with their `code`.
 */
export function readDirectory(path: string): DirectoryListing {
  const names: string[] = [];
  const kinds: number[] = [];
  let hasRuleFile = false;
  let isRepository = false;
  let mayBeBroken = false;
  for (const entry of readEntries(path)) {
    const { name } = entry;
    if (name === '.git') {
      isRepository = true;
      continue;
    }
    const isDirectory = entry.isDirectory();
    const isLink = !isDirectory && entry.isSymbolicLink();
    if (!isDirectory && !isLink && !entry.isFile()) continue;
    if (name === '.gitignore') hasRuleFile = true;
    if (name.includes('\u{FFFD}')) {
      // Different bytes may decode to the same name; only one of them is kept.
      if (mayBeBroken && names.includes(name)) continue;
      mayBeBroken = true;
    }
    names.push(name);
    kinds.push(isDirectory ? EntryKindBit.directory : isLink ? EntryKindBit.symlink : 0);
  }
  const brokenNames = mayBeBroken ? findBrokenNames(path) : NONE_BROKEN;
  return { names, kinds, brokenNames, hasRuleFile, isRepository };
}

/** Divides the entries of a directory by the rules inside it. */
export function applyRules(listing: DirectoryListing, scope: RuleScope): RuledListing {
  const names: string[] = [];
  const kinds: number[] = [];
  const directories: string[] = [];
  const mayContainCore: string[] = [];
  const ignored: string[] = [];
  for (let index = 0; index < listing.names.length; index++) {
    const name = listing.names[index]!;
    const kind = listing.kinds[index]!;
    const isDir = (kind & EntryKindBit.directory) !== 0;
    const { indexed, core } = scope.decide(name, isDir);
    if (indexed) {
      names.push(name);
      kinds.push(core ? kind | EntryKindBit.core : kind);
    }
    if (isDir) {
      if (indexed) directories.push(name);
      else if (scope.mayContainCore(name)) mayContainCore.push(name);
      else ignored.push(name);
    }
  }
  return { names, kinds, directories, mayContainCore, ignored };
}

function readEntries(path: string): readonly Entry[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    // Without entry types in the file system, Node calls `lstat` for each entry, and fails when one is just deleted.
    if (!(error instanceof Error && 'syscall' in error && error.syscall === 'lstat')) throw error;
    return readdirSync(path).flatMap((name) => {
      const stats = lstatSync(`${path}/${name}`, { throwIfNoEntry: false });
      return stats === undefined ? [] : [Object.assign(stats, { name })];
    });
  }
}

function findBrokenNames(path: string): ReadonlySet<string> {
  const names = readdirSync(path, { encoding: 'buffer' });
  return new Set(names.filter((name) => !isUtf8(name)).map((name) => name.toString('utf8')));
}
