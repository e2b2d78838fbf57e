import type { ContentHash } from './file-changes.js';
import type { ImageSize } from './image-part.js';

/** A place in a file. Lines count from 1; the end is included. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * Something that a person attached to a message. `path` is absolute, relative to the first root, or a `file://` address.
 * Source: SPEC A9.
 */
export type AttachmentRef =
  | { readonly kind: 'file'; readonly path: string; readonly range?: LineRange }
  | { readonly kind: 'folder'; readonly path: string }
  /** The selected text at the time of the message, saved or not. */
  | { readonly kind: 'selection'; readonly path: string; readonly range: LineRange; readonly text: string }
  /** The editor's diagnostics; without a path, those of all open files. */
  | { readonly kind: 'diagnostics'; readonly path?: string }
  /** Output of a program: of a terminal, or the standard input of a command line. */
  | {
      readonly kind: 'output';
      readonly name: string;
      readonly text: string;
      /** How many characters are missing from the middle of `text`. Default: none. */
      readonly omittedChars?: number;
    }
  /** Shape: `data` is base64. */
  | {
      readonly kind: 'image';
      readonly name: string;
      readonly mediaType: string;
      readonly data: string;
      readonly size?: ImageSize;
    };

/** The content of an attachment when the message was sent. The model reads this content, then and later. */
export interface ResolvedText {
  /** In the format of the tool that reads such content. */
  readonly text: string;
  /** The hash of the whole file, if the attachment is a file or a part of one. */
  readonly hash?: ContentHash;
  /** What the text omits for lack of room, as a sentence for the model. */
  readonly note?: string;
}

/** An attachment and its content; `problem` says, as a sentence, why it has none. */
export interface Attachment {
  readonly ref: AttachmentRef;
  readonly resolved?: ResolvedText;
  readonly problem?: string;
}

/** A message of a person. */
export interface UserInput {
  readonly text: string;
  readonly attachments?: readonly AttachmentRef[];
}
