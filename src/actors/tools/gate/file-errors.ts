import { FileNotFoundError, PermissionDeniedError, ToolExecutionError } from '../../protocol/errors.js';
import { errorCode } from '../../protocol/errors/error-code.js';
import { cutText } from '../text/cut-text.js';
import { isMissing } from './is-missing.js';

// A path may be thousands of characters long; in a message its beginning identifies it.
const MAX_PATH_CHARS = 300;

/**
 * Converts an error of `FileAccess` to a typed error with a message for the model; unknown errors are returned as they
 * are. `suggestions` are similar paths that exist.
 */
export function toFileError(
  thrown: unknown,
  file: { readonly tool: string; readonly path: string; readonly suggestions?: readonly string[] },
): unknown {
  const { tool, path, suggestions = [] } = file;
  const shown = cutText(path, MAX_PATH_CHARS);
  if (isMissing(thrown)) {
    const advice =
      suggestions.length === 0
        ? 'search_pathnames_only finds files by their name.'
        : `The closest names are: ${suggestions.join(', ')}.`;
    return new FileNotFoundError(
      `${shown} does not exist. ${advice}`,
      { path, suggestions },
      { cause: thrown },
    );
  }
  switch (errorCode(thrown)) {
    case 'ELOOP':
      return new FileNotFoundError(
        `${shown} leads nowhere: its symbolic links form a circle.`,
        { path, suggestions },
        { cause: thrown },
      );
    case 'EACCES':
    case 'EPERM':
      return new PermissionDeniedError(
        `The operating system denied access to ${shown}.`,
        { path },
        { cause: thrown },
      );
    case 'EISDIR':
      return directoryError(tool, path, thrown);
    default:
      return thrown;
  }
}

/** The error for a directory in place of a file. */
export function directoryError(tool: string, path: string, cause?: unknown): ToolExecutionError {
  return new ToolExecutionError(
    `${cutText(path, MAX_PATH_CHARS)} is a directory: ls_dir lists it, get_dir_tree shows what is below it.`,
    { tool },
    cause === undefined ? undefined : { cause },
  );
}

/** The error for a file in place of a directory. */
export function notDirectoryError(tool: string, path: string): ToolExecutionError {
  return new ToolExecutionError(
    `${cutText(path, MAX_PATH_CHARS)} is not a directory: read_file shows what is in a file.`,
    { tool },
  );
}
