import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';

// The last one is how editors of 2026 ship it, one package for all platforms.
const PACKAGES = [
  join('ripgrep', 'bin'),
  join(`ripgrep-${process.platform}-${process.arch}`, 'bin'),
  join('ripgrep-universal', 'bin', `${process.platform}-${process.arch}`),
];
// Programs cannot be run from inside of an archive.
const MODULES = ['node_modules', 'node_modules.asar.unpacked'];
const PROGRAM = process.platform === 'win32' ? 'rg.exe' : 'rg';

/** The ripgrep that the editor searches with; `undefined` when it is not where editors have it. */
export async function findEditorRipgrep(appRoot: string): Promise<string | undefined> {
  for (const modules of MODULES) {
    for (const folder of PACKAGES) {
      const path = join(appRoot, modules, '@vscode', folder, PROGRAM);
      try {
        await access(path, constants.X_OK);
        return path;
      } catch {
        // It may be in another place.
      }
    }
  }
  return undefined;
}
