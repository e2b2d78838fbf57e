import type { EditBlock } from './edit-block.js';

/** What a patch does to one file. */
export type PatchOperation =
  | { readonly kind: 'add'; readonly path: string; readonly lines: readonly string[] }
  | { readonly kind: 'delete'; readonly path: string }
  | {
      readonly kind: 'update';
      readonly path: string;
      /** Where the file goes, when it is moved. */
      readonly moveTo?: string;
      readonly blocks: readonly EditBlock[];
    };

/** What a patch says, or what is wrong with it. */
export type PatchReading =
  | { readonly operations: readonly PatchOperation[]; readonly problems: readonly [] }
  | { readonly operations: readonly []; readonly problems: readonly string[] };

const BEGIN = '*** Begin Patch';
const END = '*** End Patch';
const OPERATION = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const MOVE = /^\*\*\* Move to: (.+)$/;
const END_OF_FILE = '*** End of File';
const ANCHOR = /^@@(?: (.*?))?(?: @@)?$/;

/** Whether a text is meant as a patch. */
export function isPatch(text: string): boolean {
  return text.trimStart().startsWith(BEGIN);
}

/**
 * Reads a patch as current models write it:
 *
 *     *** Begin Patch
 *     *** Update File: src/a.ts
 *     *** Move to: src/b.ts
 *     @@ class A
 *      a line that stays
 *     -a line that goes
 *     +a line that comes
 *     *** Add File: c.ts
 *     +all its lines
 *     *** Delete File: d.ts
 *     *** End Patch
 *
 * A line of `@@` begins a hunk; what it says is a line that the hunk comes after.
 */
export function parsePatch(text: string): PatchReading {
  const reader = new PatchReader(text.trim().split(/\r?\n/));
  const operations = reader.read();
  return reader.problems.length === 0
    ? { operations, problems: [] }
    : { operations: [], problems: reader.problems };
}

/** A hunk as it is read. */
interface Hunk {
  readonly anchors: string[];
  readonly original: string[];
  readonly updated: string[];
  isAtEnd: boolean;
}

class PatchReader {
  readonly problems: string[] = [];
  readonly #lines: readonly string[];
  #next = 0;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  read(): PatchOperation[] {
    const operations: PatchOperation[] = [];
    if (this.#lines[this.#next++]?.trim() !== BEGIN) {
      this.problems.push(`The first line must be "${BEGIN}".`);
      return [];
    }
    for (let line = this.#take(); line !== undefined && line.trim() !== END; line = this.#take()) {
      if (line.trim() === '') continue;
      const [, kind, path = ''] = OPERATION.exec(line.trimEnd()) ?? [];
      if (kind === undefined) {
        this.problems.push(
          `Line ${this.#next} is ${JSON.stringify(line)}: expected "*** Add File: ", "*** Update File: " or ` +
            '"*** Delete File: " and a path.',
        );
        return [];
      }
      if (kind === 'Add') operations.push({ kind: 'add', path, lines: this.#readAdded() });
      else if (kind === 'Delete') operations.push({ kind: 'delete', path });
      else operations.push(this.#readUpdate(path));
    }
    if (this.#lines[this.#next - 1]?.trim() !== END) this.problems.push(`The last line must be "${END}".`);
    if (operations.length === 0 && this.problems.length === 0)
      this.problems.push('The patch changes no file.');
    return operations;
  }

  #readAdded(): string[] {
    const lines: string[] = [];
    while (this.#hasMore()) {
      const line = this.#take() ?? '';
      if (line.startsWith('+')) lines.push(line.slice(1));
      else {
        this.problems.push(
          `Line ${this.#next} of the patch must begin with "+", as all lines of a new file do.`,
        );
        break;
      }
    }
    return lines;
  }

  #readUpdate(path: string): PatchOperation {
    const moveTo = MOVE.exec(this.#lines[this.#next]?.trimEnd() ?? '')?.[1];
    if (moveTo !== undefined) this.#next++;
    const hunks: Hunk[] = [];
    let hunk: Hunk | undefined;
    const open = (): Hunk => {
      hunk = { anchors: [], original: [], updated: [], isAtEnd: false };
      hunks.push(hunk);
      return hunk;
    };
    while (this.#hasMore()) {
      const line = this.#take() ?? '';
      const anchor = ANCHOR.exec(line.trimEnd());
      if (anchor !== null) {
        const isOpen: boolean = hunk !== undefined && hunk.original.length + hunk.updated.length === 0;
        const target: Hunk = isOpen && hunk !== undefined ? hunk : open();
        if (anchor[1] !== undefined && anchor[1] !== '') target.anchors.push(anchor[1]);
      } else if (line.trimEnd() === END_OF_FILE) (hunk ?? open()).isAtEnd = true;
      else if (!addLine(hunk ?? open(), line)) {
        this.problems.push(
          `Line ${this.#next} of the patch must begin with " ", "-" or "+", got ${JSON.stringify(line)}.`,
        );
        break;
      }
    }
    const blocks = hunks.filter(({ original, updated }) => original.length + updated.length > 0).map(toBlock);
    if (blocks.length === 0 && moveTo === undefined) {
      this.problems.push(`The patch of ${path} has no hunk.`);
    }
    return { kind: 'update', path, ...(moveTo === undefined ? {} : { moveTo }), blocks };
  }

  #take(): string | undefined {
    return this.#lines[this.#next++];
  }

  /** Whether the operation goes on. */
  #hasMore(): boolean {
    const line = this.#lines[this.#next];
    return line !== undefined && line.trim() !== END && !OPERATION.test(line.trimEnd());
  }
}

/** Whether the line is one of a hunk. */
function addLine({ original, updated }: Hunk, line: string): boolean {
  // Models drop the one blank of an empty line.
  const text = line === '' ? '' : line.slice(1);
  switch (line[0]) {
    case undefined:
    case ' ':
      original.push(text);
      updated.push(text);
      return true;
    case '-':
      original.push(text);
      return true;
    case '+':
      updated.push(text);
      return true;
    default:
      return false;
  }
}

/** Lines that only come are put in behind the innermost anchor. */
function toBlock({ anchors, original, updated, isAtEnd }: Hunk): EditBlock {
  const anchor = anchors.at(-1);
  if (original.length === 0 && anchor !== undefined) {
    return { original: [anchor], updated: [anchor, ...updated], anchors: anchors.slice(0, -1) };
  }
  return { original, updated, anchors, ...(isAtEnd ? { isAtEnd } : {}) };
}
