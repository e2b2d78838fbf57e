import type { AbsPath, UnsavedFile } from './workspace.js';

/** The type, size and time of a path; symbolic links are followed. */
export interface FileStat {
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  readonly size: number;
  readonly mtimeMs: number;
  /** Whether anybody may execute it. Default: unknown. */
  readonly isExecutable?: boolean;
  /** How many names it has (hard links), where a change gives it a content of its own under one of them. Default: unknown. */
  readonly names?: number;
}

/**
 * Files as the host sees them: those of the disk, with an editor's unsaved buffers in place of their files.
 * Errors: those of Node's `fs`, with their `code` (`ENOENT`, `EACCES`, ...).
 */
export interface FileAccess {
  /** The path with every symbolic link resolved. */
  realpath(path: string): Promise<string>;
  /** The target of a symbolic link, not resolved. Errors: `EINVAL` when the path is not a link. */
  readlink(path: string): Promise<string>;
  stat(path: AbsPath): Promise<FileStat>;
  readFile(path: AbsPath, signal?: AbortSignal): Promise<Uint8Array>;
  /** The files whose `readFile` differs from the disk. Absent: there are none. */
  listUnsaved?(): Promise<readonly UnsavedFile[]>;
}
