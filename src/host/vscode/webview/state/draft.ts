import type { AttachmentRef, LineRange } from '../../../../actors/protocol/attachment.js';
import type { UserMessage } from '../../../../actors/protocol/ui.js';
import type { FilePlace } from '../../../../actors/protocol/workspace.js';
import { toVisibleName } from '../../../markdown/visible-text.js';

/** An attachment that is mentioned in the text. It is attached as long as its label is there. */
export interface Mention {
  /** Shape: begins with `@`. */
  readonly label: string;
  readonly ref: AttachmentRef;
}

/** The message that is being written. */
export interface Draft {
  readonly text: string;
  /** What is attached without a mention: a selection, problems, output, images. */
  readonly attachments: readonly AttachmentRef[];
  /** Everything that was mentioned, also what is not in the text at the moment: an undo may bring it back. */
  readonly mentions: readonly Mention[];
}

export const EMPTY_DRAFT: Draft = { text: '', attachments: [], mentions: [] };

/** Replaces the text from `start` to `end`, and returns the new place of the caret as well. */
export function replaceText(
  draft: Draft,
  start: number,
  end: number,
  replacement: string,
): { readonly draft: Draft; readonly caret: number } {
  const text = draft.text.slice(0, start) + replacement + draft.text.slice(end);
  return { draft: { ...draft, text }, caret: start + replacement.length };
}

/** Adds an attachment that the text does not mention; the same one is attached only once. */
export function attach(draft: Draft, ref: AttachmentRef): Draft {
  const key = keyOf(ref);
  const isThere = draft.attachments.some((other) => keyOf(other) === key);
  return isThere ? draft : { ...draft, attachments: [...draft.attachments, ref] };
}

export function detach(draft: Draft, ref: AttachmentRef): Draft {
  const key = keyOf(ref);
  return { ...draft, attachments: draft.attachments.filter((other) => keyOf(other) !== key) };
}

/** Remembers what a label stands for. The last one counts. */
export function addMention(draft: Draft, mention: Mention): Draft {
  const others = draft.mentions.filter(({ label }) => label !== mention.label);
  return { ...draft, mentions: [...others, mention] };
}

/** Everything that goes with the message, each once: mentions in the order of the text, then the rest. */
export function listAttached({ text, attachments, mentions }: Draft): readonly AttachmentRef[] {
  const placed = mentions.flatMap(({ label, ref }) => {
    const at = findLabel(text, label);
    return at === undefined ? [] : [{ at, ref }];
  });
  const refs = [...placed.sort((a, b) => a.at - b.at).map(({ ref }) => ref), ...attachments];
  return [...new Map(refs.map((ref) => [keyOf(ref), ref])).values()];
}

/** Whether there is nothing to send. */
export function isEmptyDraft({ text, attachments }: Draft): boolean {
  return text.trim() === '' && attachments.length === 0;
}

/** A draft that says what a message says, with the mentions that its text has. */
export function draftOf({ text, attachments }: UserMessage): Draft {
  return attachments.reduce(
    (draft: Draft, ref) => {
      const label = listLabels(ref).find((one) => findLabel(text, one) !== undefined);
      return label === undefined ? attach(draft, ref) : addMention(draft, { label, ref });
    },
    { ...EMPTY_DRAFT, text },
  );
}

// What may follow a mention: the end, white space, or punctuation that does not go on as a path.
const END = /^(?:$|[\s,;!?)\]}"'`>]|[.:]+(?![\p{L}\p{N}_]))/u;

// What may precede it, as in `findMentionAt`.
const START = /[\s([{"'`,;]$/;

/** The first place where a text has a label that does not go on as another path; `undefined` when there is none. */
function findLabel(text: string, label: string): number | undefined {
  for (let at = text.indexOf(label); at >= 0; at = text.indexOf(label, at + 1)) {
    const isStart = at === 0 || START.test(text.slice(at - 1, at));
    if (isStart && END.test(text.slice(at + label.length, at + label.length + 4))) return at;
  }
  return undefined;
}

/** Identifies what is attached. */
export function keyOf(ref: AttachmentRef): string {
  switch (ref.kind) {
    case 'file':
      return `file ${ref.path} ${formatRange(ref.range)}`;
    case 'selection':
      return `selection ${ref.path} ${formatRange(ref.range)} ${ref.text}`;
    case 'folder':
    case 'diagnostics':
      return `${ref.kind} ${ref.path ?? ''}`;
    default:
      return `${ref.kind} ${ref.name}`;
  }
}

/** `:10`, `:10-20`, or nothing. */
export function formatRange(range: LineRange | undefined): string {
  if (range === undefined) return '';
  const { startLine, endLine } = range;
  return startLine === endLine ? `:${startLine}` : `:${startLine}-${endLine}`;
}

/** `main.ts` for `src/main.ts`. */
export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/**
 * The end of a path that tells it apart from the others: its name, behind as many folders as it takes.
 * Shape: absolute paths; the parts of the result are separated by `/`.
 */
export function shortestName(path: string, others: readonly string[]): string {
  const parts = path.split(/[/\\]/);
  const rest = others.filter((other) => other !== path).map((other) => other.split(/[/\\]/));
  for (let length = 1; length < parts.length; length += 1) {
    const end = parts.slice(-length).join('/');
    if (!rest.some((other) => other.slice(-length).join('/') === end)) return end;
  }
  return parts.join('/');
}

/**
 * The text of a mention of a file or a place in it, with hidden characters visible, so that a name cannot disguise
 * itself.
 */
export function formatMention(name: string, place?: FilePlace | LineRange): string {
  const shown = toVisibleName(name);
  if (place !== undefined && 'startLine' in place) return `@${shown}${formatRange(place)}`;
  const { line, column } = place ?? {};
  const numbers = [line, column].filter((number) => number !== undefined);
  return `@${[shown, ...numbers].join(':')}`;
}

/** The labels that may stand for an attachment, the longest first. */
function listLabels(ref: AttachmentRef): readonly string[] {
  if (ref.kind !== 'file' && ref.kind !== 'folder') return [];
  const parts = ref.path.split(/[/\\]/).filter((part) => part !== '');
  const ends = parts.map((_, index) => parts.slice(index).join('/'));
  return ends.map((end) =>
    ref.kind === 'folder' ? formatMention(`${end}/`) : formatMention(end, ref.range),
  );
}
