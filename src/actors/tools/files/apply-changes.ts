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

/** A file by its absolute path and by the path that the model knows. */
export interface NamedFile {
  readonly absolute: AbsPath;
  /** The path as the model sees it. */
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

/** Makes all changes, or none. Errors: those of `FileChanges.apply`, with files named as the model knows them. */
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

/** A dry run of `applyChanges`. Errors: those that it would throw now, as far as they can be predicted. */
export async function checkChanges(
  port: FileChanges,
  changes: readonly FileChange[],
  files: readonly NamedFile[],
): Promise<void> {
  try {
    await port.check(changes);
  } catch (error) {
    throw withShownPaths(error, files);
  }
}

function withShownPaths(error: unknown, files: readonly NamedFile[]): unknown {
  if (!(error instanceof Error)) return error;
  // Longer paths are replaced first, because one may be the beginning of another.
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
