import type { RelPath } from '../../actors/protocol/workspace.js';
import { isWithin } from '../index/is-within.js';
import { compareBytes } from '../index/path-order.js';
import { EntryKind, type ScanPart } from '../scan/scan-part.js';
import { parentOf } from '../watch/paths-within.js';

/** What one directory holds, where a walker has put it. */
interface Level {
  /** Those of many directories. */
  readonly names: readonly string[];
  /** One `EntryKind` for each of these names. */
  readonly kinds: Uint8Array;
  /** Which of them are in this directory. */
  readonly first: number;
  readonly count: number;
}

// As much as a pipe takes in a few goes.
const PIECE_CHARS = 1 << 18;

const SLASH = 0x2f;

/** The directories of a tree as they were read. */
export class ListedTree {
  readonly #levels = new Map<RelPath, Level>();

  has(directory: RelPath): boolean {
    return this.#levels.has(directory);
  }

  /** Takes what a scan of a directory has read in place of what was read there before. */
  take(parts: readonly ScanPart[], under: RelPath): void {
    for (const directory of this.#levels.keys()) {
      if (isWithin(directory, under)) this.#levels.delete(directory);
    }
    for (const { directories, counts, names: bytes, kinds } of parts) {
      const names = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
        .toString('utf8')
        .split('\0');
      let first = 0;
      let place = 0;
      for (const directory of counts.length === 0 ? [] : directories.split('\0')) {
        const count = counts[place++]!;
        this.#levels.set(directory as RelPath, { names, kinds, first, count });
        first += count;
      }
    }
  }

  /** Notes what is at a path now, `undefined` where nothing is to be seen. Nothing, if its directory was not read. */
  put(path: RelPath, kind: number | undefined): void {
    const directory = parentOf(path);
    const level = this.#levels.get(directory);
    if (level === undefined) return;
    const entries = entriesOf(level);
    if (kind === undefined) entries.delete(nameOf(path));
    else entries.set(nameOf(path), kind);
    const kinds = Uint8Array.from(entries.values());
    this.#levels.set(directory, { names: [...entries.keys()], kinds, first: 0, count: kinds.length });
  }

  /**
   * The paths of all files at and below a path, by their bytes as git and `LC_ALL=C sort` order them, each as `toRow`
   * writes it, in pieces of some 256 KB. Cost: 0.4 us a path.
   */
  *files(under: RelPath, toRow: (path: string) => string): Generator<string, void, undefined> {
    const top = this.#levels.get(under);
    if (top === undefined) {
      if (this.#holdsFile(under)) yield toRow(under);
      return;
    }
    const open = [{ prefix: under === '' ? '' : `${under}/`, keys: keysOf(top), next: 0 }];
    let rows = '';
    for (let current = open.at(-1); current !== undefined; current = open.at(-1)) {
      const key = current.keys[current.next++];
      if (key === undefined) {
        open.pop();
      } else if (key.charCodeAt(key.length - 1) !== SLASH) {
        rows += toRow(current.prefix + key);
        if (rows.length < PIECE_CHARS) continue;
        yield rows;
        rows = '';
      } else {
        const prefix = current.prefix + key;
        const level = this.#levels.get(prefix.slice(0, -1) as RelPath);
        if (level !== undefined) open.push({ prefix, keys: keysOf(level), next: 0 });
      }
    }
    if (rows !== '') yield rows;
  }

  #holdsFile(path: RelPath): boolean {
    const level = this.#levels.get(parentOf(path));
    const kind = level === undefined ? undefined : entriesOf(level).get(nameOf(path));
    return kind !== undefined && (kind & EntryKind.directory) === 0;
  }
}

/**
 * The children of a directory in path order. Shape: names, a directory's with a `/` behind it: what is below it sorts by
 * that.
 */
function keysOf({ names, kinds, first, count }: Level): string[] {
  const keys: string[] = [];
  let isInOrder = true;
  for (let at = first; at < first + count; at++) {
    const key = (kinds[at]! & EntryKind.directory) === 0 ? names[at]! : `${names[at]!}/`;
    // Systems give names in the order of their bytes as a rule.
    if (at > first && compareBytes(keys[keys.length - 1]!, key) > 0) isInOrder = false;
    keys.push(key);
  }
  return isInOrder ? keys : keys.sort(compareBytes);
}

function entriesOf({ names, kinds, first, count }: Level): Map<string, number> {
  const own = names.slice(first, first + count);
  return new Map(own.map((name, child) => [name, kinds[first + child]!]));
}

function nameOf(path: RelPath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
