import { extname } from 'node:path';
import type { AttachmentRef, LineRange, ResolvedText } from '../../actors/protocol/attachment.js';
import type { ReadLog } from '../../actors/protocol/file-changes.js';
import type { OutputBudget } from '../../actors/protocol/tool.js';
import { yieldToEventLoop } from '../../actors/runtime/abort.js';
import { createReadFileTool, type ReadFileResult } from '../../actors/tools/files/read-file.js';
import { countOf } from '../../actors/tools/text/count-of.js';
import { fitStart } from '../../actors/tools/text/fit-text.js';
import {
  type AttachmentContext,
  type AttachmentDeps,
  type Content,
  textContent,
} from './attachment-context.js';
import { locateAttached } from './locate-attached.js';
import { drawFolder } from './read-folder.js';
import { readImageFile } from './read-image.js';

// Files that are pictures by their name; what is in them decides.
const IMAGE_NAMES: ReadonlySet<string> = new Set(['.png', '.jpg', '.jpeg', '.gif', '.webp']);

// The heading of a file that is cut, its fence, and the note behind it. Units: tokens.
const TOKENS_AROUND = 60;

/**
 * A file or some of its lines, as `read_file` shows them; a picture where the file is one; the tree of a folder.
 * Errors: those of `read_file`.
 */
export async function readAttachedFile(
  ref: Extract<AttachmentRef, { kind: 'file' }>,
  deps: AttachmentDeps,
  context: AttachmentContext,
): Promise<Content> {
  const place = await locateAttached(ref.path, deps, context);
  if (ref.range === undefined) {
    if (place.stat.isDirectory) return drawFolder({ kind: 'folder', path: ref.path }, place, deps, context);
    const isImage = IMAGE_NAMES.has(extname(place.shown).toLowerCase());
    const image = isImage ? await readImageFile(ref, place, deps, context) : undefined;
    if (image !== undefined) return image;
  }
  const { result, text } = await showLines(ref.path, ref.range, deps, context);
  await yieldToEventLoop();
  const { hash, page } = result;
  const lastLine = Math.min(ref.range?.endLine ?? Infinity, page.totalLines);
  const whole: ResolvedText = {
    text: text(result),
    hash,
    ...(page.pages === 1 ? {} : { note: describeMissing(page, lastLine) }),
  };
  return textContent(ref, whole, context, (room) => {
    const cut = cutPage(result, room);
    if (cut.page.text !== '') return { text: text(cut), hash, note: describeMissing(cut.page, lastLine) };
    return {
      text: `${result.shown} (${countOf(page.totalLines, 'line')})`,
      hash,
      note: describeMissing(cut.page, lastLine),
    };
  });
}

/** What `read_file` returns for a file, and how it shows that. Errors: those of `read_file`. */
export async function showLines(
  path: string,
  range: LineRange | undefined,
  deps: AttachmentDeps,
  { reads, signal }: { readonly reads: ReadLog; readonly signal: AbortSignal },
): Promise<{ readonly result: ReadFileResult; readonly text: (result: ReadFileResult) => string }> {
  const tool = createReadFileTool(deps);
  const lines = range === undefined ? {} : { start_line: range.startLine, end_line: range.endLine };
  const params = tool.validate({ uri: path, ...lines });
  const result = await tool.run(params, { reads, signal, roots: deps.roots });
  return { result, text: (shown) => tool.format(shown, params) };
}

/** The beginning of a page that fits. */
function cutPage(result: ReadFileResult, room: OutputBudget): ReadFileResult {
  const { page } = result;
  const text = fitStart(page.text, { ...room, maxTokens: room.maxTokens - TOKENS_AROUND });
  const lines = text.split('\n').length - 1;
  const lastLine = page.firstLine + lines - (text === '' || text.endsWith('\n') ? 1 : 0);
  return { ...result, page: { ...page, text, lastLine, pages: 1 } };
}

/** Says which lines are missing behind those of a page, and how to read them. Written for the model. */
function describeMissing({ text, lastLine: shown }: ReadFileResult['page'], lastLine: number): string {
  const isCutInLine = text !== '' && !text.endsWith('\n');
  const next = isCutInLine ? shown : shown + 1;
  const missing = next === lastLine ? `Line ${next} is` : `Lines ${next} to ${lastLine} are`;
  const part = isCutInLine ? `, but for the beginning of line ${next}` : '';
  return `${missing} missing here for lack of room${part}: read_file with start_line ${next} shows the rest.`;
}
