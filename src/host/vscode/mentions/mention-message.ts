import { ATTACHMENTS_SEPARATOR, fenceText } from '../../../actors/protocol/attachments.js';
import type { Mention, UserMessage } from '../../../actors/protocol/ui.js';
import { findCharBoundary } from '../../../actors/tools/text/find-char-boundary.js';

// A quarter of a window of 128,000 tokens for all files together, and a third of that for each file. Units:
// characters.
const MAX_TOTAL_CHARS = 120_000;
const MAX_FILE_CHARS = 40_000;

// The longest path, and the note on the file after it. Units: characters.
const MAX_HEADING_CHARS = 5_000;

/**
 * The message for the model: the person's text, followed by the mentioned files as data, each in a fence that its
 * content cannot close.
 * Shape: `read` returns a file as a tool shows it, or a sentence on why it cannot be shown.
 * Errors: those of `read`.
 */
export async function buildMessage(
  { text, mentions }: UserMessage,
  read: (mention: Mention) => Promise<string>,
): Promise<string> {
  if (mentions.length === 0) return text;
  const parts: string[] = [];
  let leftChars = MAX_TOTAL_CHARS;
  for (const mention of uniqueMentions(mentions)) {
    const shown = fit(await read(mention), Math.min(leftChars, MAX_FILE_CHARS));
    leftChars -= shown.text.length;
    const line = mention.line === undefined ? '' : `\n(Line ${mention.line} of it is meant.)`;
    parts.push(fenceText(shown.text) + shown.note + line);
  }
  return text + ATTACHMENTS_SEPARATOR + parts.join('\n\n');
}

function uniqueMentions(mentions: readonly Mention[]): readonly Mention[] {
  return [...new Map(mentions.map((mention) => [`${mention.root}\n${mention.path}`, mention])).values()];
}

function fit(text: string, maxChars: number): { readonly text: string; readonly note: string } {
  if (text.length <= maxChars) return { text, note: '' };
  const [heading = ''] = text.split('\n', 1);
  // The name of the file is always included, so that the model can read it.
  const length = findCharBoundary(text, Math.max(maxChars, Math.min(heading.length, MAX_HEADING_CHARS)));
  return {
    text: text.slice(0, length),
    note: `\n(Cut off after ${length} of ${text.length} characters. read_file and search_in_file show the rest.)`,
  };
}
