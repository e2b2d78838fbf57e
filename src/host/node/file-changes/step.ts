import type { ContentHash } from '../../../actors/protocol/file-changes.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';

/** One entry of a directory that changes. Plain data: it is kept in a journal. */
export type Step = {
  readonly directory: AbsPath;
  readonly name: string;
} & (
  | { readonly kind: 'make directory' }
  | {
      readonly kind: 'create';
      /** The name in the same directory that holds what is to be there. */
      readonly staged: string;
      readonly newHash: ContentHash;
    }
  | {
      readonly kind: 'replace';
      readonly staged: string;
      readonly newHash: ContentHash;
      /** The name in the same directory under which what was there is kept until all is done. */
      readonly kept: string;
      readonly oldHash: ContentHash;
    }
  | {
      readonly kind: 'remove';
      readonly kept: string;
      /** None for what is no file. */
      readonly oldHash?: ContentHash;
      /** Whether it is a directory that must hold nothing. */
      readonly isEmpty?: boolean;
    }
);

/** The path of what a step changes. */
export function pathOfStep({ directory, name }: Step): AbsPath {
  return `${directory}/${name}` as AbsPath;
}
