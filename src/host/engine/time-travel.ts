import { findChanges, versionsOf } from '../../actors/checkpoints/find-changes.js';
import { findInterrupted, findInterruptedJump } from '../../actors/checkpoints/find-interrupted.js';
import { foldLedger } from '../../actors/checkpoints/fold-ledger.js';
import type { Ledger } from '../../actors/checkpoints/ledger.js';
import { foldUndoLine, type UndoLine } from '../../actors/checkpoints/undo-line.js';
import { isSameVersion } from '../../actors/checkpoints/same-version.js';
import { pathsOfJump, type PlannedJump, planJump } from '../../actors/checkpoints/plan-jump.js';
import type { Checkpoints } from '../../actors/protocol/checkpoints.js';
import { EngineBusyError, SettingsError } from '../../actors/protocol/errors.js';
import { messageOf } from '../../actors/protocol/errors/message-of.js';
import type { FileChanges, ReadLog } from '../../actors/protocol/file-changes.js';
import type {
  FileVersion,
  JumpFile,
  JumpPlan,
  JumpScope,
  PathVersion,
} from '../../actors/protocol/file-version.js';
import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import type { EntryId, EntryOf, ThreadEntry } from '../../actors/protocol/thread.js';
import type { AbsPath } from '../../actors/protocol/workspace.js';
import { type Clock, within } from '../../actors/runtime/clock.js';
import type { ThreadRecord } from '../../actors/threads/thread-record.js';
import { countOf } from '../../actors/tools/text/count-of.js';
import { chooseFor } from './choose-for.js';
import type { JumpOptions } from './jump-options.js';
import { performJump } from './perform-jump.js';

// A command that was cancelled has ended by then: its processes get 300 ms to end by themselves. Units: milliseconds.
const MAX_WAIT_MS = 5_000;

export interface TravelParts {
  readonly checkpoints?: Checkpoints;
  readonly changes?: FileChanges;
  readonly clock: Clock;
}

/**
 * What a thread has recorded of files, and going back to it. Only one method that looks at files may run at a time.
 * Source: SPEC K1, K2.
 */
export class TimeTravel {
  readonly #parts: TravelParts;
  readonly #record: ThreadRecord;
  readonly #reads: ReadLog;
  /** The calls that have been stopped, or run, and may still change files. */
  readonly #effects = new Set<Promise<unknown>>();
  #isJumping = false;
  #known: { readonly entries: number; readonly ledger: Ledger } | undefined;

  constructor(parts: TravelParts, record: ThreadRecord, reads: ReadLog) {
    this.#parts = parts;
    this.#record = record;
    this.#reads = reads;
  }

  /** What the thread has recorded of files so far. */
  get ledger(): Ledger {
    const { entries } = this.#record;
    if (this.#known?.entries !== entries.length)
      this.#known = { entries: entries.length, ledger: foldLedger(entries) };
    return this.#known.ledger;
  }

  /** Whether files are being put back. */
  get isJumping(): boolean {
    return this.#isJumping;
  }

  get undoLine(): UndoLine {
    return foldUndoLine(this.#record.entries);
  }

  /** The moment before the changes that are undone next. */
  get undone(): EntryId | undefined {
    return this.#entryAt(this.undoLine.undo.at(-1)?.before);
  }

  /** The moment after the changes that are done again next. */
  get redone(): EntryId | undefined {
    return this.#entryAt(this.undoLine.redo[0]?.after);
  }

  /** Keeps jumps waiting until an effect on files has ended. */
  track(effect: Promise<unknown>): void {
    const settled = effect
      .catch(() => undefined)
      .then(() => {
        this.#effects.delete(settled);
      });
    this.#effects.add(settled);
  }

  /**
   * Resolves when a thread whose steps and turn were cancelled records nothing more, and its entries are stored. Calls that
   * have not ended after 5 s are not recorded: a thread that is opened again gives the same numbers to other entries.
   * Errors: `ThreadStoreError`.
   */
  async close(steps: Promise<unknown>): Promise<void> {
    let isOver = false;
    const ending = steps
      .then(() => this.#effectsEnded())
      .then(() => {
        isOver = true;
      });
    await within(this.#parts.clock, MAX_WAIT_MS, ending);
    await this.#record.settled();
    if (!isOver) this.#record.close();
  }

  /** Errors: `SettingsError` without checkpoints; those of the signal. */
  async plan(to: ThreadEntry, signal?: AbortSignal): Promise<JumpPlan> {
    const { plan } = await this.#plan(to.seq, signal);
    return plan;
  }

  /** The content of a version. Errors: `VersionLostError`; `SettingsError` without checkpoints. */
  read(version: FileVersion & { readonly kind: 'file' }): Promise<Uint8Array> {
    return this.#portsOf().checkpoints.readVersion(version);
  }

  /**
   * Goes to the moment behind `to`, and records that. Resolves once it is stored. What others have changed meanwhile is
   * recorded first.
   * Errors: `SettingsError`, `EngineBusyError`; those of `Checkpoints.restore`; `ThreadStoreError`.
   */
  async jump(to: ThreadEntry, options: JumpOptions, signal: AbortSignal): Promise<EntryOf<'jump'>> {
    this.#isJumping = true;
    try {
      const entry = await this.#jump(to, options, signal);
      await this.#record.settled();
      return entry;
    } finally {
      this.#isJumping = false;
    }
  }

  /** Resolves when no call may change files any more. */
  async #effectsEnded(): Promise<void> {
    while (this.#effects.size > 0) await Promise.all(this.#effects);
  }

  async #jump(
    to: ThreadEntry,
    { scope = 'both', choices = 'keep' }: JumpOptions,
    signal: AbortSignal,
  ): Promise<EntryOf<'jump'>> {
    const { clock } = this.#parts;
    if (this.#effects.size > 0) {
      await within(clock, MAX_WAIT_MS, this.#effectsEnded());
      if (this.#effects.size > 0)
        throw new EngineBusyError('A command is still ending: wait a moment, and go back then.', {});
    }
    const place = this.#placeOf(to.id, scope);
    const body = { kind: 'jump', to: to.id, scope } as const;
    // Also where no file changes: the entry is a moment that can be gone back to.
    await this.recordOthers();
    if (scope === 'conversation') return this.#append({ ...body, changes: [] }, place);
    const planned = await this.#plan(to.seq, signal);
    const chosen = chooseFor(planned.plan, choices);
    const versions = planned.plan.files
      .filter(({ action }) => action === 'restore' || action === 'conflict')
      .map(({ path, now }) => ({ path, version: now }));
    if (versions.length > 0) {
      this.#record.append({ kind: 'checkpoint', cause: 'person', versions, jump: { to: to.id, scope } });
      await this.#record.settled();
    }
    const { changes, failure } = await performJump(planned, chosen, {
      ...this.#portsOf(),
      thread: this.#record.id,
      signal,
    });
    if (failure !== undefined && changes.length === 0) {
      if (versions.length > 0) this.#warn('Nothing was put back', failure.error);
      throw failure.error;
    }
    for (const { path, after } of changes) {
      if (after?.kind === 'file' && this.#reads.has(path)) this.#reads.set(path, after.hash);
      else this.#reads.delete(path);
    }
    const entry = this.#append(
      { ...body, changes, ...(chosen.length === 0 ? {} : { choices: chosen }) },
      place,
    );
    if (failure !== undefined) throw failure.error;
    return entry;
  }

  /**
   * Records what others have made of the files that the thread has changed. Never rejects: a failure is a notice. Does
   * nothing while a call may still change files.
   */
  async recordOthers(): Promise<void> {
    const { checkpoints } = this.#parts;
    const known = versionsOf(this.ledger);
    if (checkpoints === undefined || known.size === 0 || this.#effects.size > 0) return;
    try {
      const looked = await checkpoints.look([...known.keys()], { isKept: true });
      // A turn that was resumed during the look may be changing files, or has recorded what it changed.
      if (this.#effects.size > 0) return;
      const recorded = versionsOf(this.ledger);
      const changes = findChanges(known, looked).filter(({ path, before }) =>
        isSameVersion(before, recorded.get(path) ?? null),
      );
      if (changes.length === 0) return;
      const versions = changes.map(({ path, after }) => ({ path, version: after }));
      this.#record.append({ kind: 'checkpoint', cause: 'person', versions });
      this.#record.append({ kind: 'files_changed', by: 'person', changes });
    } catch (error) {
      this.#warn('What others have changed could not be recorded', error);
    }
  }

  /** Records what became of the files of calls and jumps during which the program ended. Never rejects. */
  async recordInterrupted(): Promise<void> {
    await this.#recordInterruptedJump();
    const { checkpoints } = this.#parts;
    const calls = findInterrupted(this.#record.entries);
    if (checkpoints === undefined || calls.length === 0) return;
    try {
      for (const { callId, turn, versions, isCommand } of calls) {
        const before = new Map(versions.map(({ path, version }) => [path, version]));
        const looked = await checkpoints.look([...before.keys()], { isKept: true });
        const edited = findChanges(before, looked);
        const covered = isCommand
          ? ((await checkpoints.findInterrupted?.(this.#record.id, callId)) ?? [])
          : [];
        const others = covered.filter(({ path }) => !before.has(path));
        this.#record.append(
          { kind: 'files_changed', by: 'interrupted', callId, changes: [...edited, ...others] },
          omitUndefined({ turn }),
        );
      }
    } catch (error) {
      this.#warn('What an interrupted call has changed could not be found out', error);
    }
  }

  /** Records what a jump has done that the program did not see the end of. */
  async #recordInterruptedJump(): Promise<void> {
    const { checkpoints } = this.#parts;
    const begun = findInterruptedJump(this.#record.entries);
    if (checkpoints === undefined || begun === undefined) return;
    const { jump, versions } = begun;
    try {
      const before = new Map(versions.map(({ path, version }) => [path, version]));
      const looked = await checkpoints.look([...before.keys()], { isKept: true });
      const changes = findChanges(before, looked);
      if (changes.length > 0)
        this.#append({ kind: 'jump', ...jump, changes }, this.#placeOf(jump.to, jump.scope));
      const what = changes.length === 0 ? 'no file' : `${countOf(changes.length, 'file')} of ${before.size}`;
      this.#record.append({
        kind: 'notice',
        message: `The program ended while files were being put back: ${what} had been. What was there before is kept.`,
      });
    } catch (error) {
      this.#warn('What an interrupted jump has changed could not be found out', error);
    }
  }

  /** Where the conversation goes on after a jump. */
  #placeOf(to: EntryId, scope: JumpScope): { readonly parent?: EntryId } {
    if (scope === 'files') return {};
    return { parent: this.ledger.checkpoints.find(({ entry }) => entry === to)?.head ?? to };
  }

  #entryAt(at: number | undefined): EntryId | undefined {
    return this.#record.entries.find(({ seq }) => seq === at)?.id;
  }

  #portsOf(): { readonly checkpoints: Checkpoints; readonly changes?: FileChanges } {
    const { checkpoints, changes } = this.#parts;
    if (checkpoints === undefined)
      throw new SettingsError(
        'No versions of files are kept here: give the host a store of threads, and leave its option checkpoints on.',
        { setting: 'checkpoints' },
      );
    return { checkpoints, ...omitUndefined({ changes }) };
  }

  async #plan(to: number, signal?: AbortSignal): Promise<PlannedJump> {
    const { checkpoints, changes } = this.#portsOf();
    const { ledger } = this;
    const looked = await checkpoints.look(pathsOfJump(ledger, to), { isKept: true });
    signal?.throwIfAborted();
    const planned = planJump(ledger, to, toMap(looked));
    const isMergeable = new Map<AbsPath, boolean>();
    for (const [path, merge] of planned.merges) {
      if (merge.kind === 'version') continue;
      const text = await checkpoints
        .mergeVersions(merge.mine, merge.base, merge.theirs)
        .catch(() => undefined);
      isMergeable.set(path, text !== undefined && changes !== undefined);
    }
    const files = planned.plan.files.map((file): JumpFile =>
      isMergeable.get(file.path) === false && file.choices !== undefined
        ? { ...file, choices: file.choices.filter((choice) => choice !== 'merge') }
        : file,
    );
    return { ...planned, plan: { to, files } };
  }

  #append(
    body: Omit<EntryOf<'jump'>, 'id' | 'parent' | 'seq' | 'at' | 'turn'>,
    place: Parameters<ThreadRecord['append']>[1],
  ): EntryOf<'jump'> {
    return this.#record.append(body, place) as EntryOf<'jump'>;
  }

  #warn(what: string, error: unknown): void {
    const reason = messageOf(error);
    this.#record.append({ kind: 'notice', message: `${what}: ${reason}` });
  }
}

function toMap(looked: readonly PathVersion[]): ReadonlyMap<AbsPath, PathVersion['version']> {
  return new Map(looked.map(({ path, version }) => [path, version]));
}
