import { runCooperatively } from '../../../actors/runtime/slices.js';
import { findLineChanges, type HunkState, keepHunk, splitText } from './hunks.js';
import { type LocatedHunk, locateHunks } from './locate-hunks.js';
import { type FileStep, foldStep, type PendingFile } from './pending-file.js';
import { rejectHunks, replaceLines } from './reject-hunks.js';

/** What the editor has of a file now; `undefined`: there is no file. */
interface CurrentFile {
  /** The text, unsaved changes included. */
  readonly text: string;
  /** The bytes of the disk. */
  readonly bytes: Uint8Array;
}

/** A file under review, with the places of its hunks in the text that the editor has now. */
export interface ReviewedFile {
  readonly pending: PendingFile;
  readonly located: readonly LocatedHunk[];
  /** What has become of the change as a whole; `pending` as long as one of its hunks is. */
  readonly state: HunkState;
}

interface ReviewedFilesOptions {
  readonly store: {
    read(): Promise<readonly PendingFile[]>;
    write(file: PendingFile): Promise<void>;
    remove(path: string): Promise<void>;
  };
  /** Never rejects. */
  readonly readCurrent: (path: string) => Promise<CurrentFile | undefined>;
  /** Decodes a file as the editor does. */
  readonly decode: (bytes: Uint8Array, path: string) => PromiseLike<string>;
  /** Called after each change of the list. */
  readonly onChange: () => void;
  readonly onProblem: (what: string, error: unknown) => void;
}

// Comparing the lines of a longer file takes too long for each key that is pressed in it.
const MAX_TEXT_BYTES = 1024 * 1024;

/**
 * The files that the agent has changed and the person has not kept yet. What was undone is found in the texts
 * themselves, so that it does not matter who undid it: Undo here, Ctrl+Z in an editor, or git.
 */
export class ReviewedFiles {
  readonly #options: ReviewedFilesOptions;
  #files: ReadonlyMap<string, ReviewedFile> = new Map();
  /** Resolves when every change so far is done. Never rejects. */
  #work: Promise<void> = Promise.resolve();

  constructor(options: ReviewedFilesOptions) {
    this.#options = options;
    void this.#inOrder(async () => {
      for (const pending of await options.store.read()) {
        const found = await this.#locate(pending);
        // Nobody can bring back with Ctrl+Z what was undone before the window was opened.
        if (found.state === 'undone') await options.store.remove(pending.path);
        else this.#put(found);
      }
    });
  }

  /** The files with changes that were neither kept nor undone, by path. */
  get list(): readonly ReviewedFile[] {
    return [...this.#files.values()]
      .filter(({ state }) => state !== 'undone')
      .sort((a, b) => (a.pending.path < b.pending.path ? -1 : 1));
  }

  get(path: string): ReviewedFile | undefined {
    return this.#files.get(path);
  }

  /** Resolves when all that was asked for so far is done. Never rejects. */
  settled(): Promise<void> {
    return this.#work;
  }

  /** Takes what the agent has changed. Never rejects. */
  record(steps: readonly FileStep[]): Promise<void> {
    return this.#inOrder(async () => {
      for (const step of steps) for (const part of this.#split(step)) await this.#take(part);
    });
  }

  /** Looks at the current texts again: of one file, or of all. Never rejects. */
  refresh(path?: string): Promise<void> {
    return this.#inOrder(async () => {
      const paths = path === undefined ? [...this.#files.keys()] : [path];
      for (const one of paths) {
        const file = this.#files.get(one);
        if (file === undefined) continue;
        const found = await this.#locate(file.pending);
        this.#put(found);
        const isOther = found.pending.states.some((state, at) => state !== file.pending.states[at]);
        if (isOther) await this.#options.store.write(found.pending);
      }
    });
  }

  /** Accepts the changes of a file, or one of its hunks. Never rejects. */
  keep(path: string, hunk?: number): Promise<void> {
    return this.#inOrder(async () => {
      const file = this.#files.get(path);
      if (file === undefined) return;
      const { changes, states, origin } = file.pending;
      if (hunk === undefined || changes === undefined) {
        await this.#drop(path);
        return;
      }
      const kept = keepHunk(changes, hunk);
      const rest = states.filter((_, index) => index !== hunk);
      const isMoved = origin !== path;
      if (!isMoved && rest.every((state) => state === 'undone')) {
        await this.#drop(path);
        return;
      }
      const before = toBytes(kept.before, file.pending.after);
      await this.#replace({ ...file.pending, before, isExact: false, changes: kept, states: rest });
    });
  }

  /** A file that is moved to where a deleted one was takes its place, so that both can be brought back. */
  #split(step: FileStep): readonly FileStep[] {
    const { path, from = path, before, after } = step;
    if (from === path || this.#files.get(path)?.pending.isDeleted !== true) return [step];
    return [
      { path: from, before, after: undefined },
      { path, before: undefined, after },
    ];
  }

  async #take(step: FileStep): Promise<void> {
    const from = step.from ?? step.path;
    const old = this.#files.get(from)?.pending;
    const rebased = old === undefined ? undefined : await this.#rebase(old, step.before);
    const next = foldStep(rebased, step);
    if (old !== undefined && (next === undefined || from !== step.path)) await this.#drop(from);
    if (next === undefined) return;
    const changes = await this.#compare(next);
    await this.#replace({ ...next, changes, states: (changes?.hunks ?? []).map(() => 'pending') });
  }

  /**
   * What a person has edited since belongs to the text before, lines of the agent that they have edited included: undoing
   * the agent's work must not undo theirs.
   */
  async #rebase(pending: PendingFile, current: Uint8Array | undefined): Promise<PendingFile> {
    const { changes, states, path, after } = pending;
    if (changes === undefined || current === undefined || current.length > MAX_TEXT_BYTES) return pending;
    const lines = splitText(await this.#options.decode(current, path));
    const located = await run(locateHunks(changes, lines, states));
    const before = replaceLines(
      lines,
      rejectHunks(changes, located, (_, { state }) => state === 'pending'),
    );
    const isSame =
      before.length === changes.before.length && before.every((line, at) => line === changes.before[at]);
    return isSame ? pending : { ...pending, before: toBytes(before, after), isExact: false };
  }

  async #compare({
    path,
    before,
    after,
    isExact,
  }: Omit<PendingFile, 'changes' | 'states'>): Promise<PendingFile['changes']> {
    if (before === undefined || after === undefined || !isText(before) || !isText(after)) return undefined;
    const { decode } = this.#options;
    const old = isExact ? await decode(before, path) : Buffer.from(before).toString();
    return run(findLineChanges(splitText(old), splitText(await decode(after, path))));
  }

  async #locate(pending: PendingFile): Promise<ReviewedFile> {
    const { changes, states, path, origin, isDeleted, before, after } = pending;
    const current = await this.#options.readCurrent(path);
    const whole = (state: HunkState): ReviewedFile => ({ pending, located: [], state });
    if (isDeleted) return whole(current === undefined ? 'pending' : 'undone');
    if (current === undefined) return whole('undone');
    if (changes === undefined || changes.hunks.length === 0) {
      const isSame = after === undefined || (await this.#isSame(current, after, path));
      if (isSame) return whole('pending');
      const isBefore = before !== undefined && Buffer.compare(current.bytes, before) === 0;
      return whole(isBefore && origin === path ? 'undone' : 'changed');
    }
    const located = await run(locateHunks(changes, splitText(current.text), states));
    const found = located.map(({ state }) => state);
    const state =
      found.find((one) => one === 'pending') ?? found.find((one) => one === 'changed') ?? 'undone';
    const isMoved = origin !== path;
    return { pending: { ...pending, states: found }, located, state: isMoved ? 'pending' : state };
  }

  /** Whether the file is as the agent left it; line ends count on the disk only. */
  async #isSame({ text, bytes }: CurrentFile, after: Uint8Array, path: string): Promise<boolean> {
    if (Buffer.compare(bytes, after) !== 0) return false;
    if (!isText(after)) return true;
    const [now, then] = [splitText(text), splitText(await this.#options.decode(after, path))];
    return now.length === then.length && now.every((line, at) => line === then[at]);
  }

  async #replace(pending: PendingFile): Promise<void> {
    this.#put(await this.#locate(pending));
    await this.#options.store.write(pending);
  }

  async #drop(path: string): Promise<void> {
    const files = new Map(this.#files);
    files.delete(path);
    this.#files = files;
    this.#options.onChange();
    await this.#options.store.remove(path);
  }

  #put(file: ReviewedFile): void {
    this.#files = new Map(this.#files).set(file.pending.path, file);
    this.#options.onChange();
  }

  #inOrder(work: () => Promise<void>): Promise<void> {
    const done = this.#work.then(work).catch((error: unknown) => {
      this.#options.onProblem('The changes to review could not be kept', error);
    });
    this.#work = done;
    return done;
  }
}

function isText(bytes: Uint8Array): boolean {
  return bytes.length <= MAX_TEXT_BYTES && !bytes.includes(0);
}

/** Lines as UTF-8, with the line ends of a file. */
function toBytes(lines: readonly string[], like: Uint8Array | undefined): Uint8Array {
  const isWindows = like !== undefined && Buffer.from(like).includes('\r\n');
  return Buffer.from(lines.join(isWindows ? '\r\n' : '\n'));
}

function run<Value>(work: Generator<void, Value, undefined>): Promise<Value> {
  return runCooperatively(work, new AbortController().signal);
}
