import type { Checkpoints } from '../../../actors/protocol/checkpoints.js';
import { messageOf } from '../../../actors/protocol/errors/message-of.js';
import type { JumpFile } from '../../../actors/protocol/file-version.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { EntryId, ThreadId } from '../../../actors/protocol/thread.js';
import type {
  MemoryFromView,
  MemoryToView,
  Moment,
  PlannedFile,
  JumpPreview,
} from '../../../actors/protocol/ui-memory.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import type { Thread } from '../../engine/thread.js';
import type { ChatSession } from '../chat/chat-session.js';
import { CHECKPOINT_FAILURES } from '../words/memory-words.js';

interface TravelsOptions {
  readonly session: Pick<ChatSession, 'openShown'>;
  readonly post: (message: MemoryToView) => void;
  /** A path as a person reads it. */
  readonly shorten: (path: AbsPath) => string;
  /** Shows a chat. */
  readonly open: (thread: ThreadId) => Promise<unknown>;
  /** Opens what would become of files. Errors: those of the editor and of `Checkpoints.readVersion`. */
  readonly showChanges: (files: readonly JumpFile[]) => Promise<void>;
  /** Opens what has become of a file. Errors: as `showChanges`. */
  readonly showChange: (file: Pick<JumpFile, 'path' | 'now' | 'target'>) => Promise<void>;
}

type Jump = Extract<MemoryFromView, { type: 'jump' }>;

/** What a person does with moments and branches of the chat that is shown. */
export class Travels {
  readonly #options: TravelsOptions;

  constructor(options: TravelsOptions) {
    this.#options = options;
  }

  /** Posts what going back to a moment would do, or why that cannot be told. Never rejects. */
  async plan(moment: Moment): Promise<void> {
    const { post, shorten } = this.#options;
    let plan: JumpPreview;
    try {
      const files = (await this.#listFiles(moment)).map((file) => toPlanned(file, shorten));
      plan = { moment, files };
    } catch (error) {
      plan = { moment, files: [], problem: messageOf(error) };
    }
    post({ type: 'plannedJump', plan });
  }

  /** Opens what going back to a moment would change. Errors: those of `Thread.planJump`, and of the editor. */
  async show(moment: Moment): Promise<void> {
    await this.#options.showChanges(await this.#listFiles(moment));
  }

  /**
   * Opens what has become of a file since a moment. Errors: those of `Thread.planJump`, and of the editor; an error when
   * no version of the file is known.
   */
  async showSince(moment: Moment, path: string): Promise<void> {
    const thread = await this.#options.session.openShown();
    const { files } = await thread.planJump(moment);
    const file = files.find((one) => one.path === path);
    if (file === undefined) throw new Error(CHECKPOINT_FAILURES.noVersion);
    await this.#options.showChange(file);
  }

  /** Errors: those of `Thread.jump`. */
  async jump({ moment, scope, choices }: Omit<Jump, 'type'>): Promise<void> {
    const thread = await this.#options.session.openShown();
    const chosen = choices.map(({ path, choice }) => ({ path: path as AbsPath, choice }));
    await thread.jump(moment, { scope, choices: chosen });
  }

  /** Goes back to the moment before a jump. Errors: those of `Thread.jump`. */
  async undoJump(jump: EntryId): Promise<void> {
    const thread = await this.#options.session.openShown();
    const undone = thread.entries.find(({ id }) => id === jump);
    const before = undone && thread.checkpoints.findLast(({ seq }) => seq < undone.seq);
    if (undone?.kind !== 'jump' || before === undefined) throw new Error(CHECKPOINT_FAILURES.noMoment);
    await thread.jump(before.entry, { scope: undone.scope });
  }

  /** Undoes the changes of the newest turn that made some, or makes them again. Errors: those of `Thread.jump`. */
  async travel(direction: 'undo' | 'redo'): Promise<void> {
    const thread = await this.#options.session.openShown();
    const done = await (direction === 'undo' ? thread.undo() : thread.redo());
    if (done === undefined) throw new Error(CHECKPOINT_FAILURES.nothingTo[direction]);
  }

  /** Errors: those of `Thread.switchTo`. */
  async switchTo(head: EntryId): Promise<void> {
    const thread = await this.#options.session.openShown();
    await thread.switchTo(head);
  }

  /** Goes on from a moment in a copy of the chat. Errors: those of `Thread.duplicate`. */
  async branchOff(moment: Moment): Promise<void> {
    const thread = await this.#options.session.openShown();
    const { head = moment } = thread.checkpoints.find(({ entry }) => entry === moment) ?? {};
    const copy = await thread.duplicate({ until: head });
    await this.#options.open(copy.id);
  }

  async #listFiles(moment: Moment): Promise<readonly JumpFile[]> {
    const thread: Pick<Thread, 'planJump'> = await this.#options.session.openShown();
    const { files } = await thread.planJump(moment);
    return files.filter(({ action }) => action !== 'same');
  }
}

function toPlanned(file: JumpFile, shorten: TravelsOptions['shorten']): PlannedFile {
  const { path, action, choices, now, target } = file;
  const effect = target === null ? 'deleted' : now === null ? 'created' : 'changed';
  return { path, shown: shorten(path), action, effect, ...omitUndefined({ choices }) };
}

export type CheckpointReader = Pick<Checkpoints, 'readVersion'>;
