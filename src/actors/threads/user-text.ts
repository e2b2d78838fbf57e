import type { Attachment } from '../protocol/attachment.js';
import { ATTACHMENTS_SEPARATOR, fenceText } from '../protocol/attachments.js';
import type { ImagePart } from '../protocol/image-part.js';
import { omitUndefined } from '../protocol/json/omit-undefined.js';

/** The content of a user message for a model. */
export interface UserContent {
  readonly content: string;
  readonly images: readonly ImagePart[];
}

// Models refuse a message without text. Written for the model.
const NO_TEXT = '(The person sent an empty message.)';

/**
 * The text of a message followed by its attachments, each in a fence that its content cannot close. Never blank.
 * Must not depend on anything else: each request must extend the previous one.
 */
export function userContent(text: string, attachments: readonly Attachment[]): UserContent {
  const images: ImagePart[] = [];
  const parts: string[] = [];
  for (const { ref, resolved, problem } of attachments) {
    if (ref.kind === 'image' && problem === undefined) {
      const { mediaType, data, size } = ref;
      images.push({ mediaType, data, ...omitUndefined({ size }) });
    }
    const body = resolved === undefined ? '' : `\n${fenceText(resolved.text)}`;
    const notes = [resolved?.note, problem].filter((note) => note !== undefined);
    parts.push(`${describeRef(ref)}${body}${notes.map((note) => `\n(${note})`).join('')}`);
  }
  if (parts.length === 0) return { content: text.trim() === '' ? NO_TEXT : text, images };
  return { content: `${text}${ATTACHMENTS_SEPARATOR}${parts.join('\n\n')}`.trimStart(), images };
}

function describeRef(ref: Attachment['ref']): string {
  switch (ref.kind) {
    case 'file':
      return ref.range === undefined ? `File ${ref.path}:` : `File ${ref.path}, ${lines(ref.range)}:`;
    case 'folder':
      return `Folder ${ref.path}:`;
    case 'selection':
      return `Selection in ${ref.path}, ${lines(ref.range)}:`;
    case 'diagnostics':
      return ref.path === undefined ? 'Problems in the workspace:' : `Problems in ${ref.path}:`;
    case 'output':
      return `Output of ${ref.name}:`;
    default:
      return `Picture ${ref.name}.`;
  }
}

function lines({ startLine, endLine }: { readonly startLine: number; readonly endLine: number }): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;
}
