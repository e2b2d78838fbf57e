import type { Diagnostic, Diagnostics } from '../../protocol/diagnostics.js';
import type { AbsPath } from '../../protocol/workspace.js';
import { findNewErrors, formatDiagnostic } from './find-new-errors.js';

// A model that broke more corrects these first.
const MAX_SHOWN = 20;

/** A changed file that the editor analyses. */
interface Analysis {
  readonly shown: string;
  /** What was known of the file before the conversation changed it. */
  readonly before: readonly Diagnostic[];
  /** Resolves when the editor has analysed the change, or its time is up. Never rejects. */
  readonly done: Promise<void>;
  isDone: boolean;
}

/**
 * The errors that changes of files bring. An editor takes a second to find them, or never says that there are none, so no
 * call waits: they go with a later result of the conversation.
 */
export class LateErrors implements Disposable {
  readonly #diagnostics: Diagnostics;
  /** By thread, and then by path. */
  readonly #analyses = new Map<string, Map<AbsPath, Analysis>>();
  readonly #over = new AbortController();

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  /** The problems known now; none where they cannot be had. Never rejects. */
  async read(path: AbsPath): Promise<readonly Diagnostic[]> {
    return this.#diagnostics.diagnosticsOf(path, this.#over.signal).catch(() => []);
  }

  /** Waits in the background for the analysis of a file that has just changed. `shown` is its name for the model. */
  watch(
    thread: string,
    { absolute, shown }: { readonly absolute: AbsPath; readonly shown: string },
    before: readonly Diagnostic[],
  ): void {
    const files = this.#analyses.get(thread) ?? new Map<AbsPath, Analysis>();
    this.#analyses.set(thread, files);
    const analysed = this.#diagnostics.diagnosticsAfterChange(absolute, this.#over.signal);
    const analysis: Analysis = {
      shown,
      before: files.get(absolute)?.before ?? before,
      done: analysed.then(
        () => {
          analysis.isDone = true;
        },
        () => {
          analysis.isDone = true;
        },
      ),
      isDone: false,
    };
    files.set(absolute, analysis);
  }

  /** The new errors of all files that have been analysed, as lines for the model; each is taken once. Never rejects. */
  async take(thread: string): Promise<readonly string[]> {
    const files = this.#analyses.get(thread) ?? new Map<AbsPath, Analysis>();
    const done = [...files].filter(([, { isDone }]) => isDone);
    for (const [path] of done) files.delete(path);
    const found = await Promise.all(
      done.map(async ([path, { shown, before }]) =>
        findNewErrors(before, await this.read(path))
          .slice(0, MAX_SHOWN)
          .map((diagnostic) => formatDiagnostic(shown, diagnostic)),
      ),
    );
    return found.flat();
  }

  /** Resolves when a file that the conversation changed is analysed; its errors are not to be taken any more. */
  async settle(thread: string | undefined, path: AbsPath): Promise<void> {
    const files = thread === undefined ? undefined : this.#analyses.get(thread);
    const analysis = files?.get(path);
    await analysis?.done;
    if (files?.get(path) === analysis) files?.delete(path);
  }

  /** Ends all waiting. */
  [Symbol.dispose](): void {
    this.#over.abort();
  }
}

/** Appends errors that earlier changes brought to a result, if there are any. */
export function appendLateErrors(text: string, errors: readonly string[]): string {
  if (errors.length === 0) return text;
  return `${text}\n\nYour changes brought new errors:\n${errors.join('\n')}`;
}
