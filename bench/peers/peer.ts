/** Something that lists the files below a directory. */
export interface ListPeer {
  readonly label: string;
  /** What to know before the figures are compared. */
  readonly note?: string;
  readonly list: (root: string) => Promise<readonly string[]>;
}

/** Something that finds paths in a list. */
export interface FindPeer {
  readonly label: string;
  readonly note?: string;
  /** Makes ready whatever can be made ready ahead of a query. `root` is the folder that the paths are below. */
  readonly prepare: (paths: readonly string[], root?: string) => Find;
}

/** The best paths for a query, better first, `limit` at most. */
export type Find = (query: string, limit: number) => readonly string[] | Promise<readonly string[]>;

/** Something that finds lines in the files below a directory. */
export interface GrepPeer {
  readonly label: string;
  /** Returns how many lines match. */
  readonly grep: (root: string, pattern: string, isRegex: boolean) => Promise<number>;
}

/** A peer that this machine does not have, and what would help. */
export interface Absent {
  readonly label: string;
  readonly howToGet: string;
}

/** Those that are here, and a note for each that is not. */
export function sortPresent<T extends { readonly label: string; readonly note?: string }>(
  peers: readonly (T | Absent)[],
): { readonly present: readonly T[]; readonly notes: readonly string[] } {
  const present: T[] = [];
  const notes: string[] = [];
  for (const peer of peers)
    if ('howToGet' in peer) notes.push(`${peer.label} is not measured: ${peer.howToGet}`);
    else {
      present.push(peer);
      if (peer.note !== undefined) notes.push(`${peer.label}: ${peer.note}`);
    }
  return { present, notes };
}
