import type { ExpandGlob } from '../../../actors/approvals/judge-path.js';
import type { GlobInFolder } from '../../../actors/protocol/workspace.js';

/** The disk, as far as globs of shell lines need it. */
export interface GlobLookUp {
  /** Whether something is at an absolute path, even a link to nothing. */
  readonly isThere: (path: string) => boolean;
  /** The matches of each glob, read off this thread; `null` where there are too many, together with those before. */
  readonly expand: (globs: readonly GlobInFolder[]) => Promise<readonly (readonly string[] | null)[]>;
}

// A line asks about one or two globs at a time, and needs one more judgement for them.
const MAX_JUDGEMENTS = 16;

/**
 * The judgement that `judge` makes once it knows the matches of all globs that it asks about. A judgement is synchronous and
 * the disk is read elsewhere, so `judge` is called until it asks about no other glob; meanwhile, and when the disk could not
 * be read, the matches are unknown to it. Never rejects, unless `judge` throws.
 */
export async function judgeWithGlobs<Judgement>(
  { isThere, expand }: GlobLookUp,
  judge: (expandGlob: ExpandGlob) => Judgement,
): Promise<Judgement> {
  const asked: GlobInFolder[] = [];
  const matches = new Map<string, readonly string[] | undefined>();
  const expandGlob: ExpandGlob = (folder, glob) => {
    if (!/[*?[\\]/.test(glob)) return [joinPlain(folder, glob)].filter(isThere);
    const key = JSON.stringify([folder, glob]);
    if (!matches.has(key)) {
      matches.set(key, undefined);
      asked.push({ folder, glob });
    }
    return matches.get(key);
  };
  for (let count = 1; ; count++) {
    const known = asked.length;
    const judgement = judge(expandGlob);
    if (asked.length === known || count === MAX_JUDGEMENTS) return judgement;
    const found = await expand(asked).catch(() => []);
    for (const [at, { folder, glob }] of asked.entries())
      matches.set(JSON.stringify([folder, glob]), found[at] ?? undefined);
  }
}

/** A path without special characters, in the form in which matches are. */
function joinPlain(folder: string, path: string): string {
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  return [path.startsWith('/') ? '/' : folder, ...names].join('/');
}
