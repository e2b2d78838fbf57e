/**
 * What a message can be drawn from. The list is closed and no node holds HTML: what Markdown cannot say here cannot
 * reach the page.
 */
export type InlineNode =
  | { readonly type: 'text'; readonly text: string }
  /** Text with its line breaks, of any length and as it was written: whoever draws it cuts it and makes it visible. */
  | { readonly type: 'plain'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'strong' | 'em' | 'del'; readonly children: readonly InlineNode[] }
  | {
      readonly type: 'link';
      readonly href: string;
      /** Where it leads, when its text does not say so itself. */
      readonly target?: string;
      readonly children: readonly InlineNode[];
    }
  | { readonly type: 'break' };

export type Align = 'left' | 'center' | 'right' | null;

export interface ListItem {
  /** `undefined`: no task. */
  readonly isChecked?: boolean;
  readonly children: readonly BlockNode[];
}

export type BlockNode =
  | { readonly type: 'paragraph'; readonly children: readonly InlineNode[] }
  /** The text of a list item that has no paragraphs. */
  | { readonly type: 'line'; readonly children: readonly InlineNode[] }
  | { readonly type: 'heading'; readonly level: number; readonly children: readonly InlineNode[] }
  /** `text` is as it was written: whoever draws it makes it visible. */
  | { readonly type: 'code'; readonly language: string; readonly text: string }
  | { readonly type: 'quote'; readonly children: readonly BlockNode[] }
  | {
      readonly type: 'list';
      /** The first number; `undefined`: not numbered. */
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
  /** Where a link leads, said for others: shows nothing itself. */
  | { readonly type: 'definition' };

/** One block of a message and the Markdown that it was made from. */
export interface Block {
  readonly raw: string;
  readonly node: BlockNode;
}
