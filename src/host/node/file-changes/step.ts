import type { ContentHash } from '../../../actors/protocol/file-changes.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';

/** One change to one directory entry. Plain data, because it is stored in a journal. */
export type Step = {
  readonly directory: AbsPath;
  readonly name: string;
} & (
  | { readonly kind: 'make directory' }
  | {
      readonly kind: 'create';
      /** The name in the same directory of the staged new content. */
      readonly staged: string;
      readonly newHash: ContentHash;
    }
  | {
      readonly kind: 'replace';
      readonly staged: string;
      readonly newHash: ContentHash;
      /** The name in the same directory of the backup, until all steps are done. */
      readonly kept: string;
      readonly oldHash: ContentHash;
    }
  | {
      readonly kind: 'remove';
      readonly kept: string;
      /** `undefined` for an entry that is not a file. */
      readonly oldHash?: ContentHash;
      /** Whether the entry is a directory that must be empty. */
      readonly isEmpty?: boolean;
    }
);

/** The path of the entry that a step changes. */
export function pathOfStep({ directory, name }: Step): AbsPath {
  return `${directory}/${name}` as AbsPath;
}
