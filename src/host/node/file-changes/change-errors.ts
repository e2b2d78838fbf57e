import {
  DiskFullError,
  FileExistsError,
  FileNotFoundError,
  PermissionDeniedError,
  StaleFileError,
  ToolExecutionError,
  TroupeError,
} from '../../../actors/protocol/errors.js';
import { errorCode } from '../../../actors/protocol/errors/error-code.js';
import { messageOf } from '../../../actors/protocol/errors/message-of.js';

/** Converts an error of Node's `fs` at a path to a typed error for a person or a model. */
export function toChangeError(error: unknown, path: string): Error {
  if (error instanceof TroupeError) return error;
  const code = errorCode(error);
  const options = { cause: error };
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new FileNotFoundError(`${path} does not exist.`, { path, suggestions: [] }, options);
    case 'EEXIST':
    case 'EISDIR':
    case 'ENOTEMPTY':
      return alreadyExistsError(path, options);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new PermissionDeniedError(
        `${path} cannot be changed: ${code === 'EROFS' ? 'the disk is read-only' : 'permission denied'}. Nothing was changed.`,
        { path },
        options,
      );
    case 'ENOSPC':
    case 'EDQUOT':
      return new DiskFullError(
        `${path} cannot be written: ${code === 'ENOSPC' ? 'the disk is full' : 'the quota is used up'}. Nothing was changed.`,
        { path },
        options,
      );
    default: {
      const message = messageOf(error);
      return new ToolExecutionError(
        `${path} could not be changed: ${message}. Nothing was changed.`,
        { tool: 'files' },
        options,
      );
    }
  }
}

export function alreadyExistsError(path: string, options?: { cause: unknown }): FileExistsError {
  return new FileExistsError(`Something is at ${path} already. Nothing was changed.`, { path }, options);
}

/** The error for a change that failed and could not be rolled back either. */
export function halfDoneError(path: string, cause: Error): ToolExecutionError {
  return new ToolExecutionError(
    `${path} could not be changed, and not all earlier changes could be rolled back: Troupe tries again at its next start. Check the files before you go on.`,
    { tool: 'files' },
    { cause },
  );
}

export function notEmptyError(path: string): ToolExecutionError {
  return new ToolExecutionError(
    `${path} is a folder that is not empty: it can only be deleted recursively. Nothing was changed.`,
    { tool: 'files' },
  );
}

export function staleError(path: string): StaleFileError {
  return new StaleFileError(
    `${path} was changed by somebody else since it was read. Nothing was written: read it again and repeat the change on what it holds now.`,
    { path },
  );
}
