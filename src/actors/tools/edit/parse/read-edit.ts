import { type ParsedEdit, type FileOperation, type FormatNote, unreadableEdit } from './file-operation.js';
import { parseBlocks } from './parse-blocks.js';
import { parsePatch } from './parse-patch.js';
import { parseUnifiedDiff } from './parse-unified-diff.js';
import { splitModelLines } from '../text/text-lines.js';

/**
 * Reads the changes that a text asks for: blocks for the file at `uri`, or a patch or a diff, which name their files
 * themselves. Source: SPEC T3.
 */
export function readEdit(uri: string, text: string): ParsedEdit {
  const lines = splitModelLines(text);
  const reading = readAs(formatOf(lines), uri, lines);
  return reading.problems.length > 0 ? reading : joinOperations(reading);
}

type Format = 'blocks' | 'patch' | 'unified diff';

function readAs(format: Format, uri: string, lines: readonly string[]): ParsedEdit {
  switch (format) {
    case 'patch':
      return parsePatch(lines);
    case 'unified diff':
      return parseUnifiedDiff(lines, uri);
    case 'blocks': {
      const { blocks, notes, problems } = parseBlocks(lines);
      if (problems.length > 0) return unreadableEdit(problems);
      return { operations: [{ kind: 'update', path: uri, blocks }], notes, problems: [] };
    }
    default:
      return format satisfies never;
  }
}

const OPENS_BLOCK = /^\s*(?:<{5,}|-{5,} ?(?:SEARCH|ORIGINAL|OLD|BEFORE)\b)/i;
const OPENS_PATCH = /^\s*\*\*\*\s*(?:Begin Patch|(?:Add|Update|Delete)\s+File\s*:)/i;
const OPENS_DIFF = /^(?:diff --git |@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@)/;

/** The format of a text, recognised by the first line that only one format has. */
function formatOf(lines: readonly string[]): Format {
  for (const [index, line] of lines.entries()) {
    if (OPENS_BLOCK.test(line)) return 'blocks';
    if (OPENS_PATCH.test(line)) return 'patch';
    const isFileHeader = line.startsWith('--- ') && lines[index + 1]?.startsWith('+++ ') === true;
    if (isFileHeader || OPENS_DIFF.test(line)) return 'unified diff';
  }
  return 'blocks';
}

/** Joins the operations on the same file. */
function joinOperations({ operations, notes }: ParsedEdit): ParsedEdit {
  const joined = new Map<string, FileOperation>();
  const allNotes = new Set<FormatNote>(notes);
  const problems: string[] = [];
  for (const operation of operations) {
    const key = operation.path.replaceAll('\\', '/').replace(/^(?:\.\/+)+/, '');
    const before = joined.get(key);
    if (before === undefined) {
      joined.set(key, operation);
      continue;
    }
    if (before.kind === 'update' && operation.kind === 'update' && operation.moveTo === undefined) {
      joined.set(key, { ...before, blocks: [...before.blocks, ...operation.blocks] });
      allNotes.add('sections for one file were joined');
    } else if (before.kind === 'delete' && operation.kind === 'add') {
      joined.set(key, { ...operation, kind: 'rewrite' });
      allNotes.add('Delete and Add of one file replaced what it held');
    } else {
      problems.push(
        `${operation.path} is named twice, to be ${DONE[before.kind]} and to be ${DONE[operation.kind]}: say one of them.`,
      );
    }
  }
  if (problems.length > 0) return unreadableEdit(problems);
  return { operations: [...joined.values()], notes: [...allNotes], problems: [] };
}

const DONE: Readonly<Record<FileOperation['kind'], string>> = {
  add: 'added',
  delete: 'deleted',
  rewrite: 'rewritten',
  update: 'updated',
};
