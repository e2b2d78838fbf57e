import { InvalidRootError } from '../../actors/protocol/errors.js';
import { errorCode } from '../../actors/protocol/errors/error-code.js';
import type { AbsPath } from '../../actors/protocol/workspace.js';
import { nodeFiles } from './files.js';

/** Resolves the folder that a person names, including its links. Errors: `InvalidRootError` with the reason. */
export async function resolveRoot(root: string): Promise<AbsPath> {
  const fail = (
    problem: 'missing' | 'not-a-directory' | 'denied' | 'unreadable',
    text: string,
    cause?: unknown,
  ): never => {
    throw new InvalidRootError(`The root ${root} ${text}.`, { root, problem }, { cause });
  };
  try {
    const path = await nodeFiles.realpath(root);
    if (!(await nodeFiles.stat(path)).isDirectory)
      fail('not-a-directory', 'is a file: name the folder that holds it');
    await nodeFiles.checkReadable(path);
    return path;
  } catch (error) {
    if (error instanceof InvalidRootError) throw error;
    switch (errorCode(error)) {
      case 'ENOENT':
        return fail('missing', 'does not exist: check the path', error);
      case 'ENOTDIR':
        return fail('missing', 'leads through a file: check the path', error);
      case 'EACCES':
      case 'EPERM':
        return fail('denied', 'cannot be read: you have no permission', error);
      default:
        return fail('unreadable', `cannot be read (${(error as Error).message})`, error);
    }
  }
}
