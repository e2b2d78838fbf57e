import type { ContentHash } from './file-changes.js';
import type { ImageSize } from './image-part.js';
import { isRecord } from './json/json-shape.js';
import { omitUndefined } from './json/omit-undefined.js';

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

/** Checks data from outside; `undefined` when it is no reference. Fields that a reference does not have are left out. */
export function readAttachmentRef(raw: unknown): AttachmentRef | undefined {
  if (!isRecord(raw)) return undefined;
  const { kind, path, name, text, mediaType, data } = raw;
  const range = readRange(raw['range']);
  const areTexts = (...values: readonly unknown[]): boolean =>
    values.every((value) => typeof value === 'string');
  switch (kind) {
    case 'file':
      if (!areTexts(path) || (range === undefined && raw['range'] !== undefined)) return undefined;
      return { kind, path: path as string, ...omitUndefined({ range }) };
    case 'folder':
      return areTexts(path) ? { kind, path: path as string } : undefined;
    case 'selection':
      return areTexts(path, text) && range !== undefined
        ? { kind, path: path as string, range, text: text as string }
        : undefined;
    case 'diagnostics':
      if (path === undefined) return { kind };
      return areTexts(path) ? { kind, path: path as string } : undefined;
    case 'output':
      return areTexts(name, text)
        ? { kind, name: name as string, text: text as string, ...readOmitted(raw['omittedChars']) }
        : undefined;
    case 'image':
      return areTexts(name, mediaType, data)
        ? { kind, name: name as string, mediaType: mediaType as string, data: data as string }
        : undefined;
    default:
      return undefined;
  }
}

function readOmitted(raw: unknown): { readonly omittedChars?: number } {
  return Number.isSafeInteger(raw) && Number(raw) > 0 ? { omittedChars: Number(raw) } : {};
}

function readRange(raw: unknown): LineRange | undefined {
  if (!isRecord(raw)) return undefined;
  const { startLine, endLine } = raw;
  const isRange =
    Number.isSafeInteger(startLine) &&
    Number.isSafeInteger(endLine) &&
    Number(startLine) >= 1 &&
    Number(endLine) >= Number(startLine);
  return isRange ? { startLine: Number(startLine), endLine: Number(endLine) } : undefined;
}
