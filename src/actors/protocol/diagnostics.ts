import type { AbsPath } from './workspace.js';

/** A problem that a language service reports at a place in a file. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly message: string;
  /** Counted from 1. */
  readonly line: number;
  /** Units: UTF-16 units, counted from 1. */
  readonly column: number;
  /** The service that reports it, such as `ts` or `eslint`. */
  readonly source?: string;
  readonly code?: string;
}

/** The problems that an editor knows in files. */
export interface Diagnostics {
  /** The files that have problems now, open or not. Absent: unknown. */
  listFiles?(signal?: AbortSignal): Promise<readonly AbsPath[]>;
  /** The problems known now. */
  diagnosticsOf(path: AbsPath, signal?: AbortSignal): Promise<readonly Diagnostic[]>;
  /** The problems once the editor has analysed a file that just changed; those known by then if it takes too long. */
  diagnosticsAfterChange(path: AbsPath, signal?: AbortSignal): Promise<readonly Diagnostic[]>;
}
