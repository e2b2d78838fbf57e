import { runCooperatively } from '../../../actors/runtime/slices.js';
import { decodeText, detectTextFormat } from '../../../actors/tools/files/decode-text.js';
import {
  diffDeletedFile,
  diffNewFile,
  editsBetween,
  type FileDiff,
} from '../../../actors/tools/edit/text/file-diff.js';
import { formatUnifiedDiff } from '../../../actors/tools/edit/text/format-unified-diff.js';
import { splitLines } from '../../../actors/tools/edit/text/text-lines.js';
import type { FileVersion } from '../../../actors/protocol/file-version.js';

// A larger file is listed without a diff, because comparing it would block the thread. Units: bytes.
const MAX_FILE_BYTES = 256 * 1024;

// The compared files are small, so nobody needs to cancel.
const NEVER = new AbortController().signal;

type File = FileVersion & { readonly kind: 'file' };

/** Reads the content of a version. */
export type ReadVersion = (version: File) => Promise<Uint8Array>;

/** What becomes of a path, as a unified diff, or as a line where there is no text to compare. Empty for no change. */
export async function diffVersions(
  name: string,
  before: FileVersion | null,
  after: FileVersion | null,
  read: ReadVersion,
): Promise<string> {
  const [from, to] = [describeVersion(before), describeVersion(after)];
  if (!isText(before) || !isText(after)) return from === to ? '' : `${name}: ${from} becomes ${to}\n`;
  const isLarge = [before, after].some((version) => (version?.size ?? 0) > MAX_FILE_BYTES);
  if (isLarge) return `${name}: too large to be compared\n`;
  const mode =
    before !== null && after !== null && before.mode !== after.mode
      ? `${name}: mode ${before.mode.toString(8)} becomes ${after.mode.toString(8)}\n`
      : '';
  if (before?.hash === after?.hash) return mode;
  try {
    const [oldText, newText] = await Promise.all([decode(before, read), decode(after, read)]);
    if (oldText === undefined || newText === undefined) return `${mode}${name}: no text, and changed\n`;
    return mode + formatUnifiedDiff(await compareTexts(name, oldText, newText));
  } catch {
    return `${mode}${name}: changed, and the earlier content is not kept\n`;
  }
}

/** `a file`, `nothing` and so on. */
function describeVersion(version: FileVersion | null): string {
  if (version === null) return 'nothing';
  if (version.kind === 'link') return `a link to ${version.target}`;
  return version.kind === 'directory' ? 'a folder' : `a file of ${version.size} bytes`;
}

function isText(version: FileVersion | null): version is File | null {
  return version === null || version.kind === 'file';
}

async function compareTexts(path: string, oldText: string | null, newText: string | null): Promise<FileDiff> {
  const after = splitLines(newText ?? '');
  if (oldText === null) return diffNewFile(path, after);
  const before = splitLines(oldText);
  if (newText === null) return diffDeletedFile(path, before);
  return { path, kind: 'changed', before, edits: await runCooperatively(editsBetween(before, after), NEVER) };
}

/** The text of a file; `undefined` when it is not text. */
async function decode(version: File | null, read: ReadVersion): Promise<string | null | undefined> {
  if (version === null) return null;
  const bytes = await read(version);
  const format = await detectTextFormat(bytes, NEVER);
  if (format === undefined) return undefined;
  let text = '';
  for await (const part of decodeText(bytes, format, NEVER)) text += part;
  return text;
}
