import type { AbsPath, UnsavedFile } from './workspace.js';

/** What the disk says of a path, links followed. */
export interface FileStat {
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  readonly size: number;
  readonly mtimeMs: number;
}

/**
 * Files as the host sees them: the disk, or an editor's unsaved buffers over it.
 * Errors: those of Node's `fs`, with their `code` (`ENOENT`, `EACCES`, ...).
 */
export interface FileAccess {
  /** The path with every symbolic link resolved. */
  realpath(path: string): Promise<string>;
  /** What a symbolic link holds, not resolved. Errors: `EINVAL` when the path is not a link. */
  readlink(path: string): Promise<string>;
  stat(path: AbsPath): Promise<FileStat>;
  readFile(path: AbsPath, signal?: AbortSignal): Promise<Uint8Array>;
  /** The files of which `readFile` gives something else than the disk has. Absent: there are none. */
  listUnsaved?(): Promise<readonly UnsavedFile[]>;
}
