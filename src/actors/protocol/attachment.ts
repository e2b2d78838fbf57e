import type { ContentHash } from './file-changes.js';

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
  /** What was selected, as it was then: the editor may not have saved it. */
  | { readonly kind: 'selection'; readonly path: string; readonly range: LineRange; readonly text: string }
  /** What the editor knows to be wrong; without a path in all open files. */
  | { readonly kind: 'diagnostics'; readonly path?: string }
  /** What a program printed: a terminal's output, or the standard input of a command line. */
  | { readonly kind: 'output'; readonly name: string; readonly text: string }
  /** Shape: `data` is base64. */
  | { readonly kind: 'image'; readonly name: string; readonly mediaType: string; readonly data: string };

/** What an attachment was when the message was sent: that is what the model reads, then and later. */
export interface ResolvedText {
  /** As the tool that reads such a thing prints it. */
  readonly text: string;
  /** Of the file, where it is one and was read whole or in part. */
  readonly hash?: ContentHash;
  /** What was left out of the text for want of room, as a sentence for the model. */
  readonly note?: string;
}

/** An attachment and what it was resolved to; `problem` says, as a sentence, why it could not be. */
export interface Attachment {
  readonly ref: AttachmentRef;
  readonly resolved?: ResolvedText;
  readonly problem?: string;
}

/** What a person says. */
export interface UserInput {
  readonly text: string;
  readonly attachments?: readonly AttachmentRef[];
}
