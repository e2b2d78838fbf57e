import type { AbsPath } from './workspace.js';

/** What a language service says of a place in a file. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly message: string;
  /** Counted from 1. */
  readonly line: number;
  /** Units: UTF-16 units, counted from 1. */
  readonly column: number;
  /** Who says it, such as `ts` or `eslint`. */
  readonly source?: string;
  readonly code?: string;
}

/** What an editor knows to be wrong in files. */
export interface Diagnostics {
  /** As they are now. */
  diagnosticsOf(path: AbsPath, signal?: AbortSignal): Promise<readonly Diagnostic[]>;
  /** As they are once the editor has looked at a file that was just changed, or has had the time to. */
  diagnosticsAfterChange(path: AbsPath, signal?: AbortSignal): Promise<readonly Diagnostic[]>;
}
