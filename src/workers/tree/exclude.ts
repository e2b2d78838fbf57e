// Source: S0, shouldExcludeDirectory.
const EXCLUDED: ReadonlySet<string> = new Set([
  '.git',
  'node_modules',
  'dist',
  'build',
  'out',
  'bin',
  'coverage',
  '__pycache__',
  'env',
  'venv',
  'tmp',
  'temp',
  'artifacts',
  'target',
  'obj',
  'vendor',
  'logs',
  'cache',
  'resource',
  'resources',
]);

const EXCLUDED_WORD = /\b(?:out|build)\b/;

/** Whether a directory of this name is shown but not entered: its content seldom helps to understand a project. */
export function isExcludedDirectory(name: string): boolean {
  return name.startsWith('.') || EXCLUDED.has(name) || EXCLUDED_WORD.test(name);
}
