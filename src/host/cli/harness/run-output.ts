import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingsError } from '../../../actors/protocol/errors.js';
import { errorCode } from '../../../actors/protocol/errors/error-code.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import { toTrajectory } from '../../../actors/threads/exports/to-trajectory.js';
import type { Thread } from '../../engine/thread.js';
import { WorkspacePatch } from '../../node/patch/workspace-patch.js';
import { replaceFile } from '../../node/replace-file.js';
import { makeFolder } from '../../../workers/disk/make-folder.js';
import type { Environment } from '../../../workers/ignore/git/git-environment.js';
import { exitCodeOfTurn } from '../terminal/exit-codes.js';
import type { Totals, TurnReport, TurnPrinter } from '../turn/turn-printer.js';

// The trajectory is written as a whole: once for each growth by this part, so that a long run is not spent on it.
const GROWTH = 1.05;

/** Where a harness wants the files of a run. */
export interface OutputOptions {
  /** The environment for git, without keys. */
  readonly env: Environment;
  /** The folder; it is made if it is missing. */
  readonly folder: string;
  /** A file of predictions for SWE-bench, which gets a line, and the instance that it is of. */
  readonly prediction?: { readonly file: string; readonly instance: string };
}

/** The run that the files are of. */
interface RunStart {
  readonly version: string;
  readonly provider: string;
  readonly model: string;
  readonly mode: string;
}

/**
 * The files of a run for a harness: `trajectory.json`, which is written as the run goes, and at its end `patch.diff` and
 * `result.json`.
 */
export class RunOutput implements AsyncDisposable {
  readonly #options: OutputOptions;
  readonly #start: RunStart;
  readonly #thread: Pick<Thread, 'id' | 'entries'>;
  readonly #patch: WorkspacePatch;
  #totals: Totals | undefined;
  #written = 0;
  #writing: Promise<void> | undefined;

  private constructor(
    options: OutputOptions,
    start: RunStart,
    thread: Pick<Thread, 'id' | 'entries'>,
    patch: WorkspacePatch,
  ) {
    this.#options = options;
    this.#start = start;
    this.#thread = thread;
    this.#patch = patch;
  }

  /** Errors: `SettingsError` for what cannot be written, before anything is sent; those of `WorkspacePatch.begin`. */
  static async open(
    options: OutputOptions,
    start: RunStart,
    {
      root,
      thread,
      signal,
    }: { readonly root: AbsPath; readonly thread: Thread; readonly signal: AbortSignal },
  ): Promise<RunOutput> {
    const { env, folder, prediction } = options;
    await expectWritable(folder, async () => {
      await makeFolder(folder);
      await writeFile(join(folder, 'patch.diff'), '');
    });
    if (prediction !== undefined)
      await expectWritable(prediction.file, () => appendFile(prediction.file, ''));
    // They may lie in the workspace, and are no work on it.
    const own = [folder, ...(prediction === undefined ? [] : [prediction.file])];
    const patch = await WorkspacePatch.begin(root, { env, without: own, signal });
    return new RunOutput(options, start, thread, patch);
  }

  /** The view, whose events are noted as well. */
  watch(view: TurnPrinter): TurnPrinter {
    return {
      get isGone() {
        return view.isGone;
      },
      show: async (event) => {
        await view.show(event);
        this.#note();
      },
      end: (totals, report) => {
        this.#totals = totals;
        return view.end(totals, report);
      },
    };
  }

  /** Writes all files. Errors: those of the file system and of git. */
  async end(report: TurnReport): Promise<void> {
    const { folder, prediction } = this.#options;
    await this.#writing;
    await this.#write();
    const patch = await this.#patch.read();
    await writeFile(join(folder, 'patch.diff'), patch);
    const { provider, model } = this.#start;
    const { problems } = this.#patch;
    const result = {
      exitCode: exitCodeOfTurn(report),
      ...this.#start,
      thread: this.#thread.id,
      ...this.#totals,
      ...(report.type === 'answer'
        ? { answer: report.content }
        : { error: { code: report.code, message: report.message }, partial: report.partial }),
      ...(problems.length === 0 ? {} : { notInPatch: problems }),
    };
    await replaceFile(join(folder, 'result.json'), `${JSON.stringify(result, undefined, 2)}\n`);
    if (prediction === undefined) return;
    const line = {
      instance_id: prediction.instance,
      model_name_or_path: `${provider}/${model}`,
      model_patch: patch.toString(),
    };
    await appendFile(prediction.file, `${JSON.stringify(line)}\n`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writing?.catch(() => undefined);
    await this.#patch[Symbol.asyncDispose]();
  }

  /** Has the trajectory written, if the thread has grown enough and it is not being written. */
  #note(): void {
    if (this.#writing !== undefined || this.#thread.entries.length < this.#written * GROWTH) return;
    this.#writing = this.#write();
    this.#writing.then(
      () => (this.#writing = undefined),
      // Whoever ends the run is told.
      () => undefined,
    );
  }

  async #write(): Promise<void> {
    const { id, entries } = this.#thread;
    this.#written = entries.length;
    const trajectory = toTrajectory(id, entries, this.#start.version);
    await replaceFile(join(this.#options.folder, 'trajectory.json'), `${JSON.stringify(trajectory)}\n`);
  }
}

async function expectWritable(path: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const code = errorCode(error);
    throw new SettingsError(
      `${path} cannot be written (${code ?? 'unknown error'}).`,
      { setting: 'output' },
      { cause: error },
    );
  }
}
