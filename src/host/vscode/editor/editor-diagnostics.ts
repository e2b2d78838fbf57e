import type { Diagnostic, Diagnostics } from '../../../actors/protocol/diagnostics.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import type { Clock } from '../../../actors/runtime/clock.js';

/** A diagnostic in VS Code's form. */
export interface RawDiagnostic {
  /** From 0, an error, to 3, a hint. */
  readonly severity: number;
  readonly message: string;
  /** Counted from 0. */
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
  readonly source?: string | undefined;
  readonly code?: string | number | { readonly value: string | number } | undefined;
}

interface EditorDiagnosticsOptions {
  readonly read: (path: AbsPath) => readonly RawDiagnostic[];
  /** The files that have diagnostics. */
  readonly list: () => readonly AbsPath[];
  /** Calls back with the paths whose diagnostics have changed; the returned function ends this. */
  readonly onChange: (listener: (paths: readonly string[]) => void) => () => void;
  readonly clock: Clock;
}

// A language server analyses a small change within a second. Only a model that asks for the problems of the file waits.
const MAX_WAIT_MS = 3_000;

const SEVERITIES: readonly Diagnostic['severity'][] = ['error', 'warning', 'information', 'hint'];

/** The diagnostics of the editor's language services. */
export class EditorDiagnostics implements Diagnostics {
  readonly #options: EditorDiagnosticsOptions;

  constructor(options: EditorDiagnosticsOptions) {
    this.#options = options;
  }

  listFiles(): Promise<readonly AbsPath[]> {
    return Promise.resolve(this.#options.list());
  }

  diagnosticsOf(path: AbsPath): Promise<readonly Diagnostic[]> {
    return Promise.resolve(this.#options.read(path).map(toDiagnostic));
  }

  async diagnosticsAfterChange(path: AbsPath, signal?: AbortSignal): Promise<readonly Diagnostic[]> {
    await this.#nextChange(path, signal);
    return this.diagnosticsOf(path);
  }

  /**
   * Resolves when the diagnostics of a file have changed, when the time is up, or when the signal aborts. Never
   * rejects.
   */
  #nextChange(path: AbsPath, signal: AbortSignal | undefined): Promise<void> {
    const { onChange, clock } = this.#options;
    return new Promise((resolve) => {
      const end = (): void => {
        stopListening();
        stopTimer();
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const stopListening = onChange((paths) => {
        if (paths.includes(path)) end();
      });
      const stopTimer = clock.after(MAX_WAIT_MS, end);
      signal?.addEventListener('abort', end);
      if (signal?.aborted === true) end();
    });
  }
}

function toDiagnostic({ severity, message, range, source, code }: RawDiagnostic): Diagnostic {
  const { line, character } = range.start;
  const value = typeof code === 'object' ? code.value : code;
  return {
    severity: SEVERITIES[severity] ?? 'error',
    message,
    line: line + 1,
    column: character + 1,
    ...omitUndefined({ source }),
    ...(value === undefined ? {} : { code: String(value) }),
  };
}
