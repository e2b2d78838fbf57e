// Folders of code that others wrote. What stands there was not meant for work on this workspace.
const FOREIGN: ReadonlySet<string> = new Set([
  '.git',
  '.venv',
  'bower_components',
  'node_modules',
  'site-packages',
  'third_party',
  'vendor',
  'venv',
]);

/**
 * The folders whose rules are about a path, the path itself included, for it may be a folder; nearest first. Without the
 * root, and without what lies in a folder of dependencies.
 * Shape: relative to the root, `/` between names.
 */
export function listFoldersAbove(path: string): readonly string[] {
  const names = path.split('/').filter((name) => name !== '');
  const foreign = names.findIndex((name) => FOREIGN.has(name));
  const own = foreign === -1 ? names : names.slice(0, foreign);
  return own.map((_, index) => own.slice(0, own.length - index).join('/'));
}
