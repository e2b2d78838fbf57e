import {
  DiskFullError,
  FileExistsError,
  PermissionDeniedError,
  StaleFileError,
  ToolExecutionError,
  type TroupeError,
} from '../../protocol/errors.js';
import type { FileChange, FileChanges } from '../../protocol/file-changes.js';
import type { AbsPath } from '../../protocol/workspace.js';

/** A file under both of its names. */
export interface NamedFile {
  readonly absolute: AbsPath;
  /** As it is printed for the model. */
  readonly shown: string;
}

const WITH_PATH: readonly (new (
  message: string,
  details: { path: string },
  options: { cause: unknown },
) => TroupeError<{ path: string }>)[] = [
  StaleFileError,
  FileExistsError,
  PermissionDeniedError,
  DiskFullError,
];

/**
 * Makes all changes, or none. Errors: those of `FileChanges.apply`, which name the files as the model knows them.
 */
export async function applyChanges(
  port: FileChanges,
  changes: readonly FileChange[],
  files: readonly NamedFile[],
  signal: AbortSignal,
): Promise<void> {
  try {
    await port.apply(changes, signal);
  } catch (error) {
    throw withShownPaths(error, files);
  }
}

function withShownPaths(error: unknown, files: readonly NamedFile[]): unknown {
  if (!(error instanceof Error)) return error;
  // The longer paths first: one may be the beginning of another.
  const message = [...files]
    .sort((a, b) => b.absolute.length - a.absolute.length)
    .reduce((text, { absolute, shown }) => text.replaceAll(absolute, shown), error.message);
  if (message === error.message) return error;
  if (error instanceof ToolExecutionError)
    return new ToolExecutionError(message, error.details, { cause: error });
  for (const ErrorClass of WITH_PATH) {
    if (!(error instanceof ErrorClass)) continue;
    const file = files.find(({ absolute }) => absolute === error.details.path);
    return new ErrorClass(message, { path: file?.shown ?? error.details.path }, { cause: error });
  }
  return error;
}
