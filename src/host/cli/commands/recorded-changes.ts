import { readFile, realpath, stat } from 'node:fs/promises';
import { relative } from 'node:path';
import type { FileChange, FileChanges, RecoveredChanges } from '../../../actors/protocol/file-changes.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import { decodeText, detectTextFormat } from '../../../actors/tools/files/decode-text.js';
import {
  diffDeletedFile,
  diffNewFile,
  editsBetween,
  type FileDiff,
} from '../../../actors/tools/edit/text/file-diff.js';
import { runCooperatively } from '../../../actors/runtime/slices.js';
import { splitLines } from '../../../actors/tools/edit/text/text-lines.js';
import { formatUnifiedDiff } from '../../../actors/tools/edit/text/format-unified-diff.js';

// A larger file is listed without a diff, because comparing it would block the thread. Units: bytes.
const MAX_FILE_BYTES = 256 * 1024;
// Most memory for the original contents of changed files in a conversation. Units: bytes.
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

/** A file's bytes; `null` for a missing file, `undefined` for content that was not recorded. */
type Content = Uint8Array | null | undefined;

/**
 * Changes files through `inner`, and records their original contents to show what has become of them.
 */
export class RecordedChanges implements FileChanges {
  readonly #inner: FileChanges;
  /** The root without symbolic links, like the paths of changes. */
  readonly #root: Promise<string>;
  /** The content of each file before its first change. */
  readonly #originals = new Map<AbsPath, Content>();
  #keptBytes = 0;

  constructor(inner: FileChanges, root: string) {
    this.#inner = inner;
    this.#root = realpath(root).catch(() => root);
  }

  async apply(changes: readonly FileChange[], signal?: AbortSignal): Promise<void> {
    const paths = [...new Set(changes.flatMap(pathsOf))];
    const before = new Map(await Promise.all(paths.map(async (path) => [path, await read(path)] as const)));
    await this.#inner.apply(changes, signal);
    for (const [path, content] of before) this.#keep(path, content);
  }

  recover(roots: readonly AbsPath[]): Promise<readonly RecoveredChanges[]> {
    return this.#inner.recover(roots);
  }

  /** The difference between the original contents and now, as a unified diff; empty when there is none. */
  async diff(): Promise<string> {
    const diffs: string[] = [];
    for (const [path, content] of this.#originals) diffs.push(await this.#compare(path, content));
    return diffs.join('');
  }

  /** Forgets all original contents, for a new conversation. */
  forget(): void {
    this.#originals.clear();
    this.#keptBytes = 0;
  }

  #keep(path: AbsPath, content: Content): void {
    if (this.#originals.has(path)) return;
    const bytes = content?.length ?? 0;
    const isKept = this.#keptBytes + bytes <= MAX_KEPT_BYTES;
    if (isKept) this.#keptBytes += bytes;
    this.#originals.set(path, isKept ? content : undefined);
  }

  async #compare(path: AbsPath, before: Content): Promise<string> {
    const after = await read(path);
    const shown = relative(await this.#root, path).replaceAll('\\', '/');
    if (before === undefined || after === undefined) return `${shown}: too large to be compared\n`;
    if (before === null && after === null) return '';
    const [oldText, newText] = await Promise.all([decode(before), decode(after)]);
    if (oldText === undefined || newText === undefined) return `${shown}: no text, and changed\n`;
    if (oldText === newText) return '';
    return formatUnifiedDiff(await compareTexts(shown, oldText, newText));
  }
}

// The compared files are small, so nobody needs to cancel.
const NEVER = new AbortController().signal;

async function compareTexts(path: string, oldText: string | null, newText: string | null): Promise<FileDiff> {
  const after = splitLines(newText ?? '');
  if (oldText === null) return diffNewFile(path, after);
  const before = splitLines(oldText);
  if (newText === null) return diffDeletedFile(path, before);
  return { path, kind: 'changed', before, edits: await runCooperatively(editsBetween(before, after), NEVER) };
}

function pathsOf(change: FileChange): readonly AbsPath[] {
  return change.kind === 'move'
    ? [change.from, change.to]
    : change.kind === 'make directory'
      ? []
      : [change.path];
}

async function read(path: AbsPath): Promise<Content> {
  try {
    const { size } = await stat(path);
    return size > MAX_FILE_BYTES ? undefined : await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A directory has no content.
    return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR' ? null : undefined;
  }
}

/** The text of a file; `undefined` when it is not text. */
async function decode(bytes: Uint8Array | null): Promise<string | null | undefined> {
  if (bytes === null) return null;
  const format = await detectTextFormat(bytes, NEVER);
  if (format === undefined) return undefined;
  let text = '';
  for await (const part of decodeText(bytes, format, NEVER)) text += part;
  return text;
}
