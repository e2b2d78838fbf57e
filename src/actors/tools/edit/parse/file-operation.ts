import type { EditBlock } from './edit-block.js';

/** What is to become of one file. */
export type FileOperation =
  | { readonly kind: 'add'; readonly path: string; readonly lines: readonly string[] }
  | {
      readonly kind: 'delete';
      readonly path: string;
      /** What the file holds, as lines that go: it must be all of it. Default: whatever it holds. */
      readonly blocks?: readonly EditBlock[];
    }
  /** Other lines take the place of all that the file holds. */
  | { readonly kind: 'rewrite'; readonly path: string; readonly lines: readonly string[] }
  | {
      readonly kind: 'update';
      readonly path: string;
      /** Where the file goes, when it is moved. */
      readonly moveTo?: string;
      readonly blocks: readonly EditBlock[];
    };

/** How a text was read that is not in the form that was asked for, in words for the model. */
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

/** What a text says is to be changed, or what is wrong with it. */
export type EditReading =
  | {
      readonly operations: readonly FileOperation[];
      readonly notes: readonly FormatNote[];
      readonly problems: readonly [];
    }
  | {
      readonly operations: readonly [];
      readonly notes: readonly [];
      readonly problems: readonly string[];
    };

/** A text that cannot be read. */
export function unreadable(problems: readonly string[]): EditReading {
  return { operations: [], notes: [], problems };
}
