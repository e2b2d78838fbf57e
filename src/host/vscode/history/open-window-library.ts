import { type LogOutputChannel, Uri, workspace } from 'vscode';
import { readOpenFolders } from '../settings/folders.js';
import { LazyLibrary } from './lazy-library.js';

/**
 * The threads of the window's folders, which the command line and other windows have as well. `storage`: the folder of what
 * Troupe keeps for this workspace, in which older versions kept its threads. `log`: gets what could not be read.
 */
export function openWindowLibrary(storage: Uri, log: Pick<LogOutputChannel, 'warn'>): LazyLibrary {
  return new LazyLibrary(async () => {
    const [{ openThreadLibrary }, { stateDirectory }] = await Promise.all([
      import('../../node/threads/library/open-thread-library.js'),
      import('../../node/state-directory.js'),
    ]);
    const folders = readOpenFolders(workspace.workspaceFolders);
    return openThreadLibrary({
      stateDirectory: stateDirectory(),
      roots: 'paths' in folders ? folders.paths : [],
      legacyFolders: [Uri.joinPath(storage, 'threads').fsPath],
      onProblem: (sentence) => {
        log.warn(sentence);
      },
    });
  });
}
