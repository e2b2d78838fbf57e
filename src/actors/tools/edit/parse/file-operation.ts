import type { EditBlock } from './edit-block.js';

/** A change to one file. */
export type FileOperation =
  | { readonly kind: 'add'; readonly path: string; readonly lines: readonly string[] }
  | {
      readonly kind: 'delete';
      readonly path: string;
      /** Blocks that delete the whole content, which must match all of it. Default: any content. */
      readonly blocks?: readonly EditBlock[];
    }
  /** Replaces the whole content of the file. */
  | { readonly kind: 'rewrite'; readonly path: string; readonly lines: readonly string[] }
  | {
      readonly kind: 'update';
      readonly path: string;
      /** The new path of a file that is moved. */
      readonly moveTo?: string;
      readonly blocks: readonly EditBlock[];
    };

/** How a text deviates from the requested format, in words for the model. */
export type FormatNote =
  | 'markers were spelled otherwise'
  | '":start_line:" was passed over'
  | 'headers were padded or spelled otherwise'
  | 'what stands around the patch was passed over'
  | 'paths were quoted'
  | 'context lacked the blank that marks it'
  | 'blank lines lacked their "+"'
  | 'sections for one file were joined'
  | 'Delete and Add of one file replaced what it held'
  | 'a unified diff was taken for a patch';

/** The changes that a text asks for; or what is wrong with it, and no changes. */
export interface ParsedEdit {
  readonly operations: readonly FileOperation[];
  readonly notes: readonly FormatNote[];
  readonly problems: readonly string[];
}

/** The result for a text that cannot be read. */
export function unreadableEdit(problems: readonly string[]): ParsedEdit {
  return { operations: [], notes: [], problems };
}
