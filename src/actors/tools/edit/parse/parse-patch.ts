import { type ParsedEdit, type FileOperation, type FormatNote, unreadableEdit } from './file-operation.js';
import { HunkBuilder } from './hunk-builder.js';
import { readPath } from './read-path.js';

const BEGIN = /^\s*\*\*\*\s*Begin Patch\b/i;
const END = /^\s*\*\*\*\s*End Patch\b/i;
const HEADER = /^(\s*)\*\*\*\s*(Add|Update|Delete)\s+File\s*:\s*(.*\S)\s*$/i;
const PROPER_HEADER = /^\*\*\* (?:Add|Update|Delete) File: \S/;
const MOVE = /^\s*\*\*\*\s*Move to\s*:\s*(.*\S)\s*$/i;
const END_OF_FILE = /^\*\*\*\s*End of File\s*$/i;
const PROPER_HUNK = /^@@(?: +\S.*)?\s*$/;
// What may follow a patch: a fence, the end of a here-document, brackets and quotes of a command.
const DECORATION = /^\s*(?:```+|~~~+|[A-Z_]+|[)\]}'"`]+)?\s*$/;

/**
 * Reads a patch in the format of current models:
 *
 *     *** Begin Patch
 *     *** Update File: src/a.ts
 *     *** Move to: src/b.ts
 *     @@ class A
 *      a context line
 *     -a deleted line
 *     +an inserted line
 *     *** Add File: c.ts
 *     +all its lines
 *     *** Delete File: d.ts
 *     *** End Patch
 *
 * A line with `@@` begins a hunk; its text is a line that the hunk comes after.
 */
export function parsePatch(lines: readonly string[]): ParsedEdit {
  const reader = new PatchReader(lines);
  const operations = reader.read();
  return reader.problems.length === 0
    ? { operations, notes: [...reader.notes], problems: [] }
    : unreadableEdit(reader.problems);
}

class PatchReader {
  readonly problems: string[] = [];
  readonly notes = new Set<FormatNote>();
  readonly #lines: readonly string[];
  #next = 0;

  constructor(lines: readonly string[]) {
    this.#lines = this.#withoutPadding(lines);
  }

  read(): FileOperation[] {
    const operations: FileOperation[] = [];
    for (let begin = this.#findBegin(); begin && this.problems.length === 0; begin = this.#findBegin())
      operations.push(...this.#readPatch());
    if (operations.length === 0 && this.problems.length === 0)
      this.problems.push('The patch changes no file.');
    return operations;
  }

  /** Moves past the line that begins a patch. Returns whether there was one. */
  #findBegin(): boolean {
    const isFirst = this.#next === 0;
    for (let at = this.#next; at < this.#lines.length; at++) {
      const line = this.#lines[at] ?? '';
      const isBegin = BEGIN.test(line);
      if (isBegin || (isFirst && HEADER.test(line))) {
        if (!isBegin || line.trimEnd() !== '*** Begin Patch')
          this.notes.add('headers were padded or spelled otherwise');
        if (this.#lines.slice(this.#next, at).some((before) => before.trim() !== ''))
          this.notes.add('what stands around the patch was passed over');
        this.#next = isBegin ? at + 1 : at;
        return true;
      }
      if (isFirst || line.trim() === '') continue;
      this.notes.add('what stands around the patch was passed over');
      if (!DECORATION.test(line)) {
        this.problems.push(
          `Line ${at + 1} is ${JSON.stringify(line)}, behind "*** End Patch": put all into one patch.`,
        );
        return false;
      }
    }
    return false;
  }

  #readPatch(): FileOperation[] {
    const operations: FileOperation[] = [];
    for (let line = this.#take(); line !== undefined; line = this.#take()) {
      if (END.test(line)) return operations;
      if (line.trim() === '') continue;
      const [, , kind = '', rest = ''] = HEADER.exec(line) ?? [];
      if (kind === '') {
        this.problems.push(
          `Line ${this.#next} is ${JSON.stringify(line)}: expected "*** Add File: ", "*** Update File: " or ` +
            '"*** Delete File: " and a path.',
        );
        return [];
      }
      if (!PROPER_HEADER.test(line)) this.notes.add('headers were padded or spelled otherwise');
      const path = this.#readPath(rest);
      if (kind.toLowerCase() === 'add') operations.push({ kind: 'add', path, lines: this.#readAdded() });
      else if (kind.toLowerCase() === 'delete') operations.push({ kind: 'delete', path });
      else operations.push(this.#readUpdate(path));
    }
    this.problems.push('The last line must be "*** End Patch".');
    return operations;
  }

  #readAdded(): string[] {
    const lines: string[] = [];
    let blanks = 0;
    for (; this.#hasMore(false); this.#next++) {
      const line = this.#lines[this.#next] ?? '';
      if (line.startsWith('+')) {
        // IndentChar lines in the middle are lines of the file; at the end they separate it from what follows.
        if (blanks > 0 && lines.length > 0) {
          lines.push(...Array.from({ length: blanks }, () => ''));
          this.notes.add('blank lines lacked their "+"');
        }
        blanks = 0;
        lines.push(line.slice(1));
      } else if (line.trim() === '') blanks++;
      else {
        this.problems.push(
          `Line ${this.#next + 1} of the patch must begin with "+", as all lines of a new file do.`,
        );
        break;
      }
    }
    return lines;
  }

  #readUpdate(path: string): FileOperation {
    const move = MOVE.exec(this.#lines[this.#next] ?? '')?.[1];
    if (move !== undefined) this.#next++;
    const hunks: HunkBuilder[] = [];
    let hunk: HunkBuilder | undefined;
    const open = (): HunkBuilder => {
      hunk = new HunkBuilder();
      hunks.push(hunk);
      return hunk;
    };
    while (this.#hasMore(hunk !== undefined && !hunk.isEmpty)) {
      const line = this.#take() ?? '';
      if (line.startsWith('@@')) {
        if (!PROPER_HUNK.test(line)) this.notes.add('headers were padded or spelled otherwise');
        const isOpen: boolean = hunk !== undefined && hunk.isEmpty;
        const target: HunkBuilder = isOpen && hunk !== undefined ? hunk : open();
        target.addHeader(line);
      } else if (END_OF_FILE.test(line)) (hunk ?? open()).isAtEnd = true;
      else if (line.startsWith('***')) {
        this.problems.push(
          `Line ${this.#next} of the patch is ${JSON.stringify(line)}: there is no such header.`,
        );
        break;
      } else if (hunk !== undefined || line.trim() !== '') (hunk ?? open()).add(line);
    }
    if (hunks.some(({ hasUnmarked }) => hasUnmarked))
      this.notes.add('context lacked the blank that marks it');
    const blocks = hunks.flatMap((each, index) => each.build(index === hunks.length - 1) ?? []);
    if (blocks.length === 0 && move === undefined) this.problems.push(`The patch of ${path} has no hunk.`);
    return {
      kind: 'update',
      path,
      ...(move === undefined ? {} : { moveTo: this.#readPath(move) }),
      blocks,
    };
  }

  #readPath(text: string): string {
    const { path, isQuoted } = readPath(text);
    if (isQuoted) this.notes.add('paths were quoted');
    return path;
  }

  #take(): string | undefined {
    return this.#lines[this.#next++];
  }

  /**
   * Whether the operation continues. In a hunk, a header after a leading space is a context line, unless it ends the
   * patch.
   */
  #hasMore(isInHunk: boolean): boolean {
    const line = this.#lines[this.#next];
    if (line === undefined) return false;
    const isEnd = END.test(line) && (!isInHunk || line.startsWith('*') || this.#isLast());
    const isHeader = HEADER.test(line) && (!isInHunk || line.startsWith('*'));
    return !isEnd && !isHeader;
  }

  #isLast(): boolean {
    return this.#lines.slice(this.#next + 1).every((line) => DECORATION.test(line));
  }

  /** The lines without the common leading spaces that a patch in a list has. */
  #withoutPadding(lines: readonly string[]): readonly string[] {
    const begin = lines.findIndex((line) => BEGIN.test(line));
    const padding = /^\s*/.exec(lines[begin] ?? '')?.[0] ?? '';
    const isPadded =
      padding !== '' && lines.slice(begin).every((line) => line.trim() === '' || line.startsWith(padding));
    return isPadded
      ? lines.map((line) => (line.startsWith(padding) ? line.slice(padding.length) : line))
      : lines;
  }
}
