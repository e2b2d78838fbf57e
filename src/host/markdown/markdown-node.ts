import type { Place } from './read-place.js';

/**
 * The nodes that a message is drawn from. The union is closed, and no node holds HTML, so nothing else can reach the
 * page.
 */
export type InlineNode =
  | { readonly type: 'text'; readonly text: string }
  /** Raw text with its line breaks, of any length. The view truncates it and makes hidden characters visible. */
  | { readonly type: 'plain'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'strong' | 'em' | 'del'; readonly children: readonly InlineNode[] }
  | {
      readonly type: 'link';
      readonly href: string;
      /** The link's target for a person, if its text does not name it. */
      readonly target?: string;
      readonly children: readonly InlineNode[];
    }
  /** A link to a file of the workspace. `address` is its target, if its text does not name it. */
  | {
      readonly type: 'place';
      readonly place: Place;
      readonly address?: string;
      readonly children: readonly InlineNode[];
    }
  | { readonly type: 'break' };

export type Align = 'left' | 'center' | 'right' | null;

export interface ListItem {
  /** `undefined`: not a task. */
  readonly isChecked?: boolean;
  readonly children: readonly BlockNode[];
}

export type BlockNode =
  | { readonly type: 'paragraph'; readonly children: readonly InlineNode[] }
  /** The text of a list item that has no paragraphs. */
  | { readonly type: 'line'; readonly children: readonly InlineNode[] }
  | { readonly type: 'heading'; readonly level: number; readonly children: readonly InlineNode[] }
  /** `text` is raw: the view makes hidden characters visible. */
  | { readonly type: 'code'; readonly language: string; readonly text: string }
  | { readonly type: 'quote'; readonly children: readonly BlockNode[] }
  | {
      readonly type: 'list';
      /** The first number; `undefined` for a list without numbers. */
      readonly start?: number;
      readonly items: readonly ListItem[];
    }
  | {
      readonly type: 'table';
      readonly align: readonly Align[];
      readonly header: readonly (readonly InlineNode[])[];
      readonly rows: readonly (readonly (readonly InlineNode[])[])[];
    }
  | { readonly type: 'rule' }
  /** The definition of a link's address: draws nothing. */
  | { readonly type: 'definition' };

/** One block of a message and its Markdown source. */
export interface Block {
  readonly raw: string;
  readonly node: BlockNode;
}
