import type { FileVersion } from '../protocol/file-version.js';

/** Whether two versions are the same thing on the disk. Where their contents are kept does not matter. */
export function isSameVersion(a: FileVersion | null, b: FileVersion | null): boolean {
  if (a === null || b === null) return a === b;
  switch (a.kind) {
    case 'file':
      return b.kind === 'file' && a.hash === b.hash && a.mode === b.mode;
    case 'link':
      return b.kind === 'link' && a.target === b.target;
    case 'directory':
      return b.kind === 'directory' && a.mode === b.mode;
    default:
      return a satisfies never;
  }
}
