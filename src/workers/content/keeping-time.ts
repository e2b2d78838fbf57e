// Writing the whole filter for a smaller share costs more than to read those files once more.
const MIN_NEWS_SHARE = 0.02;
// Closing a host waits for signatures at most this long, and later processes sign the remaining files. Where no filter is
// kept yet it takes this time once, so that the second search of most workspaces is warm.
const MAX_MS = 1000;
// After that, it waits for this share of the time that its root was open: no command is noticeably slower for the next.
const MAX_SHARE = 0.04;
// Two threads sign so many files of the usual length.
const SIGNED_FILES_PER_MS = 32;

interface Unkept {
  /** Whether no filter of an earlier process was there. */
  readonly isFirst: boolean;
  /** How long the root was open. */
  readonly openMs: number;
  /** Files without a signature. */
  readonly unsigned: number;
  /** Files with a signature that is not in the stored filter. */
  readonly unkept: number;
  /** All files of the root. */
  readonly files: number;
}

/** Whether it is worth it to write a filter again for so many new signatures. */
export function isWorthKeeping({ unkept, files }: Pick<Unkept, 'unkept' | 'files'>): boolean {
  return unkept > 0 && unkept >= files * MIN_NEWS_SHARE;
}

/** How long a root that is closed is to wait for signatures: 0 when too few would be made to be kept. */
export function keepingMs({ isFirst, openMs, unsigned, unkept, files }: Unkept): number {
  const allowedMs = isFirst ? MAX_MS : Math.min(openMs * MAX_SHARE, MAX_MS);
  const signed = Math.min(unsigned, allowedMs * SIGNED_FILES_PER_MS);
  return isWorthKeeping({ unkept: unkept + signed, files }) ? allowedMs : 0;
}
