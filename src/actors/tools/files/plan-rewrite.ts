import { ToolExecutionError } from '../../protocol/errors.js';
import { findPlaceholder } from '../edit/find-placeholder.js';
import { editsBetween, type FileDiff } from '../edit/text/file-diff.js';
import { runCooperatively } from '../../runtime/slices.js';
import { rewriteTextFile, type TextFile } from '../edit/text/text-file.js';
import { findCommonLineEnd, LineSplitter, type TextLines } from '../edit/text/text-lines.js';
import type { ReadForChange } from './read-for-change.js';
import { explainUnencodable } from './unencodable.js';

// Splitting this many takes about a millisecond.
const UNITS_PER_PIECE = 256 * 1024;

/** The new content of a file, and the diff to the old content. */
interface Rewrite {
  readonly bytes: Uint8Array;
  readonly diff: FileDiff;
}

/**
 * Replaces the whole content of a file by a text; keeps the encoding, the BOM and the kind of line ends.
 * Errors: `ToolExecutionError` for text that the encoding cannot represent, and for text with placeholders for omitted
 * lines; the signal's reason.
 */
export async function planRewrite(
  tool: string,
  { place: { shown }, file }: Pick<ReadForChange, 'place' | 'file'>,
  text: string,
  signal: AbortSignal,
): Promise<Rewrite> {
  const after = withEndsOf(file, await runCooperatively(splitInPieces(text.replace(/^\uFEFF/, '')), signal));
  const edits = await runCooperatively(editsBetween(file, after), signal);
  for (const { start, end, lines } of edits) {
    const before = file.lines.slice(start, end);
    const changes = [{ removed: before.length, added: lines.lines.length, kept: 0 }];
    const left = findPlaceholder({ before, after: lines.lines, changes, known: file.lines, path: shown });
    if (left !== undefined) {
      throw new ToolExecutionError(
        `The text for ${shown} has ${JSON.stringify(left)} for lines that are left out: it would be written as it is, and they would be gone. ` +
          'Write out all lines, or change parts of the file with edit_file. If a comment is meant, word it otherwise. Nothing was written.',
        { tool },
      );
    }
  }
  const bytes = await explainUnencodable(tool, shown, () =>
    runCooperatively(rewriteTextFile(file, after), signal),
  );
  return { bytes, diff: { path: shown, kind: 'changed', before: file, edits } };
}

/** Models write `\n`; the new lines get the line end of the file. */
function withEndsOf(file: TextFile, text: TextLines): TextLines {
  const usual = findCommonLineEnd(file);
  if (usual === '\n' || text.ends.includes(usual)) return text;
  return { lines: text.lines, ends: text.ends.map((end) => (end === '' ? '' : usual)) };
}

function* splitInPieces(text: string): Generator<void, TextLines> {
  const splitter = new LineSplitter();
  for (let at = 0; at < text.length; at += UNITS_PER_PIECE) {
    splitter.add(text.slice(at, at + UNITS_PER_PIECE));
    yield;
  }
  return splitter.end();
}
