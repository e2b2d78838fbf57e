import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';

// Editors of 2026 ship the last of these: one package for all platforms.
const PACKAGES = [
  join('ripgrep', 'bin'),
  join(`ripgrep-${process.platform}-${process.arch}`, 'bin'),
  join('ripgrep-universal', 'bin', `${process.platform}-${process.arch}`),
];
// Programs inside an archive cannot be executed.
const MODULES = ['node_modules', 'node_modules.asar.unpacked'];
const PROGRAM = process.platform === 'win32' ? 'rg.exe' : 'rg';

/** The path of the editor's own ripgrep; `undefined` when it is in none of the known places. */
export async function findEditorRipgrep(appRoot: string): Promise<string | undefined> {
  for (const modules of MODULES) {
    for (const folder of PACKAGES) {
      const path = join(appRoot, modules, '@vscode', folder, PROGRAM);
      try {
        await access(path, constants.X_OK);
        return path;
      } catch {
        // Tries the next place.
      }
    }
  }
  return undefined;
}
