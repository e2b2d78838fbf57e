import type { WireError } from './errors.js';

/** An absolute path with the separators of the operating system, symbolic links resolved. */
export type AbsPath = string & { readonly __brand: 'AbsPath' };

/** A path below a root: `/`-separated, no slash at either end; the root itself is `''`. */
export type RelPath = string & { readonly __brand: 'RelPath' };

/** One workspace folder and the rules that decide what of it is indexed. Source: SPEC W1. */
export interface RootConfig {
  readonly path: AbsPath;
  /** gitignore syntax; what matches is indexed whatever the ignore rules say. */
  readonly corePatterns: readonly string[];
  /** gitignore syntax; what matches is left out, unless it is core. */
  readonly ignorePatterns: readonly string[];
  /** Whether git's own rules apply; then every `.gitignore` file is core. */
  readonly useGitignore: boolean;
  /**
   * Most entries, files and directories, to keep beside those that are core; what is not kept is found on the disk when
   * a search misses it. Minimum 1. Without it everything is kept, as far as `memoryBudgetBytes` allows.
   * Source: SPEC W4, W13.
   */
  readonly dynamicCapacity?: number;
  /**
   * What the index of a root without `dynamicCapacity` may hold: past it, the deepest directories are left out, and
   * found on the disk when a search misses them. Default 1 GiB, some 16 million files. Source: SPEC W6.
   */
  readonly memoryBudgetBytes?: number;
}

/** What the workspace actor is started with. */
export interface WorkspaceConfig {
  readonly roots: readonly RootConfig[];
  /**
   * Which watcher keeps the index true: one that watches each directory by itself, in a thread, or `@parcel/watcher`,
   * in a process. `auto` is the first on Linux and the second elsewhere; `none` leaves the index as the scan found it
   * until `refresh`.
   */
  readonly watcher: 'auto' | 'per-directory' | 'parcel' | 'none';
  /**
   * Whether roots are watched, their contents read and searches warmed up as soon as a root is known, and not with the
   * first request that needs it: where a workspace stays open for long. Default: no.
   */
  readonly isReadAhead?: boolean;
  /** Threads of the scan pool. Minimum 1. */
  readonly scanThreads: number;
  /**
   * Most memory for what is remembered of the contents of a root's files, so that a content search reads few of them.
   * Default 256 MB; 0 for none.
   */
  readonly contentFilterMaxBytes?: number;
  /** The ripgrep to use where it is better at a pattern. Default: that of the package, where it is installed. */
  readonly ripgrepPath?: string;
  /**
   * A folder outside of all roots, in which the index of each root is kept for the next time it is opened, 50 bytes a
   * file; and what its files may contain, a tenth of their text once that was searched, 512 MB for all roots at most. It
   * is made when it is needed. Without it nothing is kept.
   */
  readonly snapshotDirectory?: string;
}

/** One file or directory, flat: what leaves the index. */
export interface Entry {
  readonly root: AbsPath;
  readonly path: RelPath;
  readonly isDir: boolean;
  readonly isSymlink: boolean;
  readonly isCore: boolean;
  /**
   * Units: milliseconds since 1970, as the disk reports it; 0 for a directory, and for a file of which nobody has asked
   * yet: see `SearchRequest.withTimes`.
   */
  readonly mtimeMs: number;
}

/** How the life of a root's index goes. Source: SPEC W5. */
export type RootPhase = 'idle' | 'scanning' | 'ready' | 'degraded' | 'failed';

/** A root's index as a person may see it. */
export interface RootStatus {
  readonly root: AbsPath;
  readonly phase: RootPhase;
  readonly files: number;
  readonly directories: number;
  /** Bytes held by the index's own structures. */
  readonly bytes: number;
  /** What `bytes` may come to; absent where entries are counted instead. */
  readonly budgetBytes?: number;
  /** Entries that the last scans found and left out, because there was no room for them. */
  readonly leftOut: number;
  /** How long the last whole scan took. Units: milliseconds. 0 before the first has ended. */
  readonly scanMs: number;
  /** Entries that a comparison of everything with the disk has put right before any hint had told of them. */
  readonly healed: number;
  /**
   * Whether the index was there at once from a snapshot of the last time: `used`; `none` when there was none that could
   * be read; `stale` when rules had changed since, so that everything was scanned. Absent where none are kept.
   */
  readonly snapshot?: 'used' | 'none' | 'stale';
  /** How often the watcher was started again since the index came up. */
  readonly watcherRestarts: number;
  /** Why it is degraded or failed, as a sentence. */
  readonly reason?: string;
  readonly error?: WireError;
  /** What a person should know though it stops nothing: a broken `.gitignore`, an unreadable directory. */
  readonly warnings: readonly WorkspaceWarning[];
}

/** Where something is amiss, and what. */
export interface WorkspaceWarning {
  readonly path: RelPath;
  /** A sentence. */
  readonly message: string;
}

/** Source: SPEC W7 to W9. */
export interface SearchRequest {
  readonly query: string;
  /** The directory the person is in; `''` is the root. Names there come first. */
  readonly base: string;
  /** Only this root; every root when absent. */
  readonly root?: AbsPath;
  /** Most hits to return. Minimum 1. */
  readonly limit: number;
  /** `prefix` keeps to listing, path prefix and name prefix; `fuzzy` adds ranked subsequence matches behind. */
  readonly mode: 'prefix' | 'fuzzy';
  /**
   * Whether `mtimeMs` of each file found is to be known: those that are not yet are read from the disk. Default: no,
   * and the disk is not waited for.
   */
  readonly withTimes?: boolean;
}

/** An entry that matches, better first. */
export interface SearchHit extends Entry {
  /** Comparable within one reply only; higher is better. */
  readonly score: number;
  /** Matched parts of `path`. Shape: `[start, end)` pairs in UTF-16 units, ascending, not overlapping. */
  readonly ranges: readonly (readonly [number, number])[];
}

/** A place in a file. Units: lines, and UTF-16 units of a line; both counted from 1. */
export interface FilePlace {
  readonly line: number;
  readonly column?: number;
}

export interface SearchReply {
  readonly hits: readonly SearchHit[];
  /** `ready`: searched all there is. `partial`: served before the index was whole. */
  readonly state: 'ready' | 'partial';
  /** Whether more entries match than `limit` let through. */
  readonly hasMore: boolean;
  /** Where in the files found, when the query named a place in one: `src/main.ts:12:3`, `src/main.ts#L12`. */
  readonly place?: FilePlace;
}

/** Every indexed file, in path order. */
export interface FilesRequest {
  readonly root?: AbsPath;
  /** Only below this directory. */
  readonly under?: RelPath;
}

export interface FilesBatch {
  readonly root: AbsPath;
  readonly paths: readonly RelPath[];
}

/** Source: SPEC D1. */
export interface TreeRequest {
  readonly root: AbsPath;
  readonly path: RelPath;
  /** Units: characters, header included. Default 20,000. */
  readonly maxChars?: number;
  /** Default 1,000. */
  readonly maxEntries?: number;
}

export interface TreeReply {
  readonly text: string;
  readonly isTruncated: boolean;
}

/** Source: SPEC D3. */
export interface AllTreesRequest {
  readonly cutOffMessage: string;
  /** Units: characters for all roots together. Default 20,000. */
  readonly maxChars?: number;
}

/** Source: SPEC D4. */
export interface ListRequest {
  readonly root: AbsPath;
  readonly path: RelPath;
  /** Counted from 1. */
  readonly page: number;
}

export interface ListReply {
  /** Directories first, then names, in natural order; `null` when the path is a file. */
  readonly children: readonly Entry[] | null;
  readonly hasNextPage: boolean;
  readonly hasPrevPage: boolean;
  readonly itemsRemaining: number;
}

/** Source: SPEC D5. */
export interface FilesInDirectoryRequest {
  readonly root: AbsPath;
  readonly path: RelPath;
  readonly maxResults: number;
}

/** A file whose content is not what the disk has. */
export interface UnsavedFile {
  /** Absolute; no symbolic link is left in it. */
  readonly path: string;
  /** Shape: UTF-8. */
  readonly content: Uint8Array;
}

/** Source: SPEC G. */
export interface GrepRequest {
  readonly pattern: string;
  /**
   * Whether the pattern is a regular expression, in the syntax of ripgrep, with look-around and backreferences besides.
   * Otherwise it is a text.
   */
  readonly isRegex: boolean;
  /** `smart`: only when the pattern has a capital letter. */
  readonly caseSensitive: boolean | 'smart';
  readonly root?: AbsPath;
  /** Only below this directory, or only this file. */
  readonly under?: RelPath;
  /** Globs a path must match one of; a glob without `/` is matched against the name. */
  readonly include?: readonly string[];
  /** Of these files what is here is searched, and not what is on the disk. No other files are searched for them. */
  readonly unsaved?: readonly UnsavedFile[];
  /** Lines around each match. */
  readonly contextLines: number;
  /** Most matching lines to return; the summary says when there were more. */
  readonly maxMatches: number;
}

export interface GrepMatch {
  readonly root: AbsPath;
  readonly path: RelPath;
  /** Counted from 1. */
  readonly line: number;
  /** Where the first match in the line starts. Units: UTF-16 units, counted from 1. */
  readonly column: number;
  /** The line without its end. */
  readonly text: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface GrepSummary {
  readonly filesSearched: number;
  /**
   * How many of these were not read, because it is known that they do not match. Absent when all were: while that is
   * not yet known, or when it says nothing of such a pattern.
   */
  readonly filesRuledOut?: number;
  readonly matches: number;
  /** Whether `maxMatches` cut the list. */
  readonly isCapped: boolean;
  /** Files that could not be read. */
  readonly unreadable: number;
  /** Files with a line on which the pattern takes too long, which may match or not. Absent when there are none. */
  readonly unfinished?: readonly UnfinishedFile[];
}

/** A file that has lines on which the search was given up. */
export interface UnfinishedFile {
  readonly root: AbsPath;
  readonly path: RelPath;
  /** The first of these lines. Counted from 1. */
  readonly line: number;
}

/** Matches as they are found, ordered within a file; the last batch carries the summary. */
export interface GrepBatch {
  readonly matches: readonly GrepMatch[];
  readonly summary?: GrepSummary;
}

/** What a batch of changes did to the index. */
export interface IndexChange {
  readonly root: AbsPath;
  readonly added: number;
  readonly removed: number;
  /** Whether ignore rules were rebuilt with it. */
  readonly rulesChanged: boolean;
}

/** The workspace actor: index, watcher and all disk scans, on a thread of its own. */
export interface WorkspaceProtocol {
  asks: {
    status: { arg: undefined; reply: readonly RootStatus[] };
    /** Resolves once no root is idle or scanning any more. */
    whenReady: { arg: undefined; reply: readonly RootStatus[] };
    search: { arg: SearchRequest; reply: SearchReply };
    files: { arg: FilesRequest; reply: AsyncIterable<FilesBatch> };
    tree: { arg: TreeRequest; reply: TreeReply };
    allTrees: { arg: AllTreesRequest; reply: TreeReply };
    list: { arg: ListRequest; reply: ListReply };
    filesInDirectory: { arg: FilesInDirectoryRequest; reply: readonly RelPath[] };
    grep: { arg: GrepRequest; reply: AsyncIterable<GrepBatch> };
    /** The indexed paths most like one that does not exist. Source: SPEC T8. */
    closest: { arg: { root: AbsPath; path: string; limit: number }; reply: readonly RelPath[] };
    /** Compares the whole index with the disk and mends it. */
    refresh: { arg: undefined; reply: readonly IndexChange[] };
  };
  tells: {
    /** These paths were used just now: they rank higher in fuzzy search. */
    touch: { root: AbsPath; paths: readonly RelPath[] };
  };
  events: {
    status: RootStatus;
    changed: IndexChange;
  };
}
