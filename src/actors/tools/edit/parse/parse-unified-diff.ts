import type { EditBlock } from './edit-block.js';
import { type ParsedEdit, type FileOperation, unreadableEdit } from './file-operation.js';
import { HunkBuilder } from './hunk-builder.js';
import { readPath } from './read-path.js';

const NO_NEWLINE = /^\\ No newline at end of file/;
const FENCE = /^\s*(?:```|~~~)/;
const NOWHERE = '/dev/null';

/** The part of a diff about one file. */
interface FileSection {
  oldPath: string | undefined;
  newPath: string | undefined;
  isRename: boolean;
  readonly hunks: HunkBuilder[];
  /** Whether the old and the new text lack a final line end. */
  readonly openEnds: { old: boolean; new: boolean };
}

/**
 * Reads a unified diff, from git or another program. Ignores line numbers and counts: models make them up. Hunks
 * without a file header belong to `uri`.
 */
export function parseUnifiedDiff(lines: readonly string[], uri: string): ParsedEdit {
  const sections = readSections(lines, uri);
  const problems: string[] = [];
  const operations = sections.flatMap((section) => toOperation(section, uri, problems));
  if (operations.length === 0 && problems.length === 0) problems.push('The diff changes no file.');
  if (problems.length > 0) return unreadableEdit(problems);
  const isUnmarked = sections.some(({ hunks }) => hunks.some(({ hasUnmarked }) => hasUnmarked));
  return {
    operations,
    notes: [
      'a unified diff was taken for a patch',
      ...(isUnmarked ? (['context lacked the blank that marks it'] as const) : []),
    ],
    problems: [],
  };
}

function readSections(lines: readonly string[], uri: string): FileSection[] {
  const sections: FileSection[] = [];
  let section: FileSection | undefined;
  let hunk: HunkBuilder | undefined;
  let mark = '';
  const begin = (oldPath: string | undefined, newPath: string | undefined): FileSection => {
    hunk = undefined;
    section = { oldPath, newPath, isRename: false, hunks: [], openEnds: { old: false, new: false } };
    sections.push(section);
    return section;
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const git = /^diff --git (\S+) (\S+)\s*$/.exec(line);
    if (git !== null) begin(pathOf(git[1]), pathOf(git[2]));
    else if (isFileHeader(lines, at)) {
      const isOpen: boolean = section !== undefined && section.hunks.length === 0;
      const target: FileSection = isOpen && section !== undefined ? section : begin(undefined, undefined);
      const newName = (lines[++at] ?? '').slice(4);
      // The names of a renamed file are known already, without a prefix.
      if (!target.isRename) [target.oldPath, target.newPath] = [pathOf(line.slice(4)), pathOf(newName)];
    } else if (line.startsWith('@@')) {
      const target: FileSection = section ?? begin(uri, uri);
      hunk = new HunkBuilder();
      hunk.addHeader(line);
      target.hunks.push(hunk);
    } else if (hunk !== undefined && section !== undefined) {
      if (NO_NEWLINE.test(line)) {
        section.openEnds.old ||= mark !== '+';
        section.openEnds.new ||= mark !== '-';
      } else if (!FENCE.test(line) || !isLast(lines, at)) hunk.add(line);
      mark = line.charAt(0);
    } else if (section !== undefined) readExtension(section, line);
  }
  return sections;
}

/** A line that begins with `---` or `+++` may also be a deleted or inserted line; a file header has a hunk after it. */
function isFileHeader(lines: readonly string[], at: number): boolean {
  return (
    lines[at]?.startsWith('--- ') === true &&
    lines[at + 1]?.startsWith('+++ ') === true &&
    (lines[at + 2] === undefined || lines[at + 2]?.trim() === '' || lines[at + 2]?.startsWith('@@') === true)
  );
}

function isLast(lines: readonly string[], at: number): boolean {
  return lines.slice(at + 1).every((line) => line.trim() === '');
}

/** Reads one of git's extended headers. */
function readExtension(section: FileSection, line: string): void {
  const [, what, path] = /^rename (from|to) (.+)$/.exec(line) ?? [];
  if (path !== undefined) {
    section.isRename = true;
    if (what === 'from') section.oldPath = path.trim();
    else section.newPath = path.trim();
  }
  if (line.startsWith('new file mode')) section.oldPath = undefined;
  if (line.startsWith('deleted file mode')) section.newPath = undefined;
}

/** The path without the prefixes and quotes of git or another tool; `undefined` for `/dev/null`. */
function pathOf(text = ''): string | undefined {
  const { path } = readPath(text.replace(/\t.*$/, ''));
  return path === NOWHERE ? undefined : path;
}

function toOperation(section: FileSection, uri: string, problems: string[]): FileOperation[] {
  const { oldPath, newPath, isRename } = section;
  const hasPrefixes = !isRename && (oldPath ?? 'a/').startsWith('a/') && (newPath ?? 'b/').startsWith('b/');
  const strip = (path: string | undefined, prefix: string): string | undefined =>
    path !== undefined && hasPrefixes && path.startsWith(prefix) ? path.slice(prefix.length) : path;
  const from = strip(oldPath, 'a/');
  const to = strip(newPath, 'b/');
  const blocks = section.hunks.flatMap((hunk) => hunk.build(false) ?? []);
  if (to === undefined) return from === undefined ? [] : [{ kind: 'delete', path: from, blocks }];
  if (from === undefined) return addFile(to, blocks, problems);
  if (section.openEnds.old !== section.openEnds.new) {
    problems.push(
      `The diff of ${to} changes whether the file ends with a newline. That is not done here: leave these lines out, or write the file with rewrite_file.`,
    );
    return [];
  }
  const path = sameFile(from, uri) ? uri : from;
  const isMove = from !== to && isRename;
  if (blocks.length === 0 && !isMove) {
    problems.push(`The diff of ${to} has no hunk that changes something.`);
    return [];
  }
  return [{ kind: 'update', path, ...(isMove ? { moveTo: to } : {}), blocks }];
}

function addFile(path: string, blocks: readonly EditBlock[], problems: string[]): FileOperation[] {
  if (blocks.length <= 1 && blocks.every(({ original }) => original.length === 0))
    return [{ kind: 'add', path, lines: blocks[0]?.updated ?? [] }];
  problems.push(`${path} is new, but not all lines in its hunks begin with "+".`);
  return [];
}

/** Whether a path in a diff is the file of the call, named from another folder. */
function sameFile(path: string, uri: string): boolean {
  const named = path.replace(/^\.\//, '');
  return uri === named || uri.endsWith(`/${named}`) || named.endsWith(`/${uri}`);
}
