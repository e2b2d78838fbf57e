import type { WireError } from './errors.js';

/** An absolute path with the separators of the operating system, symbolic links resolved. */
export type AbsPath = string & { readonly __brand: 'AbsPath' };

/** A path below a root: `/`-separated, no slash at either end; the root itself is `''`. */
export type RelPath = string & { readonly __brand: 'RelPath' };

/** One workspace folder and the rules that decide what of it is indexed. Source: SPEC W1. */
export interface RootConfig {
  readonly path: AbsPath;
  /** gitignore syntax. Matching paths are indexed whatever the ignore rules say. */
  readonly corePatterns: readonly string[];
  /** gitignore syntax. Matching paths are not indexed, unless they match `corePatterns`. */
  readonly ignorePatterns: readonly string[];
  /** Whether git's own ignore rules apply. If so, every `.gitignore` file is indexed, as if by `corePatterns`. */
  readonly useGitignore: boolean;
  /**
   * Most entries, files and directories, to index besides those of `corePatterns`; a search that misses the others
   * finds them on the disk. Minimum 1. Default: everything is indexed, as far as `memoryBudgetBytes` allows.
   * Source: SPEC W4, W13.
   */
  readonly dynamicCapacity?: number;
  /**
   * Most memory for the index of a root without `dynamicCapacity`. Past it the deepest directories are left out, and a
   * search that misses them finds them on the disk. Default 1 GiB, some 16 million files. Source: SPEC W6.
   */
  readonly memoryBudgetBytes?: number;
}

/** The configuration that the workspace actor starts with. */
export interface WorkspaceConfig {
  readonly roots: readonly RootConfig[];
  /**
   * Which watcher keeps the index up to date: `per-directory` watches each directory separately, in a thread; `parcel`
   * runs `@parcel/watcher` in a process. `auto` is `per-directory` on Linux and `parcel` elsewhere. `none` leaves the
   * index as the scan found it until `refresh`.
   */
  readonly watcher: 'auto' | 'per-directory' | 'parcel' | 'none';
  /**
   * Whether watches, file contents and searches are prepared as soon as a root is known, and not at the first request
   * that needs them. Pays for a workspace that stays open for long. Default: no.
   */
  readonly isReadAhead?: boolean;
  /** Threads of the scan pool. Minimum 1. */
  readonly scanThreads: number;
  /**
   * Most memory for the filter over the contents of a root's files, which saves a content search from reading most of
   * them. Default 256 MB; 0 for none.
   */
  readonly contentFilterMaxBytes?: number;
  /** The ripgrep to use for patterns on which it is faster. Default: that of the package, where it is installed. */
  readonly ripgrepPath?: string;
  /**
   * A folder outside all roots for what the next start loads: snapshots of the index, 50 bytes a file, and content
   * filters, a tenth of the searched text and at most 512 MB for all roots. Created when needed. Default: nothing is kept.
   */
  readonly snapshotDirectory?: string;
}

/** One file or directory, as plain data: what the index returns. */
export interface Entry {
  readonly root: AbsPath;
  readonly path: RelPath;
  readonly isDir: boolean;
  readonly isSymlink: boolean;
  readonly isCore: boolean;
  /**
   * Units: milliseconds since 1970, as the disk reports it; 0 for a directory, and for a file whose time was not read
   * yet: see `SearchRequest.withTimes`.
   */
  readonly mtimeMs: number;
}

/** The state of a root's index. Source: SPEC W5. */
export type RootPhase = 'idle' | 'scanning' | 'ready' | 'degraded' | 'failed';

/** The status of a root's index, for a person. */
export interface RootStatus {
  readonly root: AbsPath;
  readonly phase: RootPhase;
  readonly files: number;
  readonly directories: number;
  /** Bytes that the index's data structures use. */
  readonly bytes: number;
  /** The limit of `bytes`. Absent when the limit is a number of entries. */
  readonly budgetBytes?: number;
  /** Entries that the last scans found and did not index, for lack of room. */
  readonly leftOut: number;
  /** How long the last whole scan took. Units: milliseconds. 0 before the first has ended. */
  readonly scanMs: number;
  /** Entries that a comparison of the whole index with the disk has corrected before the watcher reported them. */
  readonly repaired: number;
  /**
   * Whether the index was loaded from a snapshot: `used`; `none` when no snapshot could be read; `stale` when the
   * ignore rules had changed since, so that everything was scanned. Absent when no snapshots are kept.
   */
  readonly snapshot?: 'used' | 'none' | 'stale';
  /** How many times the watcher was restarted since the index started. */
  readonly watcherRestarts: number;
  /** Why the index is degraded or failed, as a sentence. */
  readonly reason?: string;
  readonly error?: WireError;
  /** Problems that do not stop the index: a broken `.gitignore`, an unreadable directory. */
  readonly warnings: readonly WorkspaceWarning[];
}

/** A problem and the path that has it. */
export interface WorkspaceWarning {
  readonly path: RelPath;
  /** A sentence. */
  readonly message: string;
}

/** A search for names and paths. Source: SPEC W7 to W9. */
export interface SearchRequest {
  readonly query: string;
  /** The directory that the person works in; `''` is the root. Names in it come first. */
  readonly base: string;
  /** Only this root. Default: every root. */
  readonly root?: AbsPath;
  /** Most hits to return. Minimum 1. */
  readonly limit: number;
  /**
   * `prefix` matches listings, path prefixes and name prefixes; `fuzzy` adds ranked subsequence matches after those.
   */
  readonly mode: 'prefix' | 'fuzzy';
  /**
   * Whether each hit needs its `mtimeMs`: unknown times are read from the disk. Default: no, and the search does not
   * wait for the disk.
   */
  readonly withTimes?: boolean;
}

/** A matching entry. Better matches come first. */
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

/** A file or directory that exists and that the rules leave out. */
export type IgnoredEntry = Pick<Entry, 'root' | 'path' | 'isDir'>;

export interface SearchReply {
  readonly hits: readonly SearchHit[];
  /** `ready`: everything was searched. `partial`: the search ran before the index was complete. */
  readonly state: 'ready' | 'partial';
  /** Whether more than `limit` entries match. */
  readonly hasMore: boolean;
  /** The place in the files found, when the query named one: `src/main.ts:12:3`, `src/main.ts#L12`. */
  readonly place?: FilePlace;
  /** What the query names exactly, by its path, when it exists and the rules leave it out: no hit has it. */
  readonly ignored?: IgnoredEntry;
}

/** A `SearchReply` in few values, in which it crosses threads. See `packSearch`. */
export interface PackedSearch extends Omit<SearchReply, 'hits'> {
  readonly roots: readonly AbsPath[];
  /** The paths of the hits, separated by NUL, which no path contains. */
  readonly paths: string;
  /**
   * For each hit: the position of its root in `roots`, its kind, `mtimeMs`, `score`, the number of ranges, and the
   * ranges. Empty when there are no hits.
   */
  readonly numbers: readonly number[];
}

/** Lists every indexed file, in path order. */
export interface FilesRequest {
  readonly root?: AbsPath;
  /** Only below this directory. */
  readonly under?: RelPath;
}

export interface FilesBatch {
  readonly root: AbsPath;
  readonly paths: readonly RelPath[];
}

/** Draws the tree of one directory. Source: SPEC D1. */
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

/** Draws the trees of all roots. Source: SPEC D3. */
export interface AllTreesRequest {
  readonly cutOffMessage: string;
  /** Units: characters for all roots together. Default 20,000. */
  readonly maxChars?: number;
}

/** Lists one directory, page by page. Source: SPEC D4. */
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

/** Lists the files below a directory. Source: SPEC D5. */
export interface FilesInDirectoryRequest {
  readonly root: AbsPath;
  readonly path: RelPath;
  readonly maxResults: number;
}

/** A glob of a shell line, and the folder in which the shell would expand it. */
export interface GlobInFolder {
  /** Absolute. */
  readonly folder: string;
  readonly glob: string;
}

/** Some of the entries of a folder on the disk, whatever the rules say of them. */
export interface FolderPart {
  /** Absolute. */
  readonly folder: string;
  /** The names of its folders. */
  readonly folders: readonly string[];
  /** The names of all else. */
  readonly others: readonly string[];
}

/** A file whose content in the editor differs from the disk. */
export interface UnsavedFile {
  /** Absolute, with symbolic links resolved. */
  readonly path: string;
  /** Shape: UTF-8. */
  readonly content: Uint8Array;
}

/** A search of contents. Source: SPEC G. */
export interface GrepRequest {
  readonly pattern: string;
  /**
   * Whether the pattern is a regular expression, in ripgrep's syntax plus look-around and backreferences. Otherwise it
   * is plain text.
   */
  readonly isRegex: boolean;
  /** `smart`: only when the pattern has a capital letter. */
  readonly caseSensitive: boolean | 'smart';
  readonly root?: AbsPath;
  /** Only below this directory, or only this file. */
  readonly under?: RelPath;
  /** Globs a path must match one of; a glob without `/` is matched against the name. */
  readonly include?: readonly string[];
  /** Searched in place of their content on the disk. Files outside the other criteria are not added. */
  readonly unsaved?: readonly UnsavedFile[];
  /** Lines around each match. */
  readonly contextLines: number;
  /** A longer line is cut around its matches. Minimum 1, default 10,000. Units: UTF-16 units. */
  readonly maxLineChars?: number;
  /** Most matching lines to return; the summary says whether there are more. */
  readonly maxMatches: number;
}

export interface GrepMatch {
  readonly root: AbsPath;
  readonly path: RelPath;
  /** Counted from 1. */
  readonly line: number;
  /** Where the first match in the line starts, also when the line is cut. Units: UTF-16 units, counted from 1. */
  readonly column: number;
  /**
   * The line without its end. Of one longer than `maxLineChars` the parts around its first 20 matches, each with at least a
   * fifth of that, and `…` where text is left out.
   */
  readonly text: string;
  /** The length of the line, when `text` is not all of it. Units: UTF-16 units. */
  readonly lineChars?: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface GrepSummary {
  readonly filesSearched: number;
  /**
   * How many of these were skipped because the content filter rules out a match. Absent when all were read: while the
   * filter is not built, or when it cannot judge the pattern.
   */
  readonly filesRuledOut?: number;
  readonly matches: number;
  /** Whether `maxMatches` truncated the list. */
  readonly isCapped: boolean;
  /** Files that could not be read. */
  readonly unreadable: number;
  /**
   * Files with a line on which the pattern takes too long, so that a match in it is unknown. Absent when there are
   * none.
   */
  readonly unfinished?: readonly UnfinishedFile[];
}

/** A file with lines on which the search gave up. */
export interface UnfinishedFile {
  readonly root: AbsPath;
  readonly path: RelPath;
  /** The first of these lines. Counted from 1. */
  readonly line: number;
}

/** Matches as they are found, ordered within a file. The last batch carries the summary. */
export interface GrepBatch {
  readonly matches: readonly GrepMatch[];
  readonly summary?: GrepSummary;
}

/** The effect of a batch of changes on the index. */
export interface IndexChange {
  readonly root: AbsPath;
  readonly added: number;
  readonly removed: number;
  /** Whether ignore rules were rebuilt as well. */
  readonly rulesChanged: boolean;
}

/** The workspace actor: index, watcher and all disk scans, on a thread of its own. */
export interface WorkspaceProtocol {
  asks: {
    status: { arg: undefined; reply: readonly RootStatus[] };
    /** Resolves once no root is idle or scanning any more. */
    whenReady: { arg: undefined; reply: readonly RootStatus[] };
    search: { arg: SearchRequest; reply: PackedSearch };
    files: { arg: FilesRequest; reply: AsyncIterable<FilesBatch> };
    tree: { arg: TreeRequest; reply: TreeReply };
    allTrees: { arg: AllTreesRequest; reply: TreeReply };
    list: { arg: ListRequest; reply: ListReply };
    filesInDirectory: { arg: FilesInDirectoryRequest; reply: readonly RelPath[] };
    /** The entries of folders, which need not be below a root, in batches. One that cannot be read has none. */
    readFolders: { arg: readonly string[]; reply: AsyncIterable<readonly FolderPart[]> };
    /**
     * The paths that the shell may substitute for each glob: every one that it does, and few others; `null` for a glob of
     * which, with those before it, too many names would have to be looked at.
     */
    expandGlobs: { arg: readonly GlobInFolder[]; reply: readonly (readonly string[] | null)[] };
    grep: { arg: GrepRequest; reply: AsyncIterable<GrepBatch> };
    /** The indexed paths most similar to one that does not exist. Source: SPEC T8. */
    closest: { arg: { root: AbsPath; path: string; limit: number }; reply: readonly RelPath[] };
    /** Compares the whole index with the disk and corrects it. */
    refresh: { arg: undefined; reply: readonly IndexChange[] };
  };
  tells: {
    /** Notes that these paths were just used: they rank higher in fuzzy searches. */
    touch: { root: AbsPath; paths: readonly RelPath[] };
  };
  events: {
    status: RootStatus;
    changed: IndexChange;
  };
}
