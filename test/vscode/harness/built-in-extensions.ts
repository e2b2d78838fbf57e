import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInExtensions } from './host-paths.js';

// What the tests use: themes, git, symbols and problems of TypeScript and JSON, and the languages of their files.
const USED = [
  'configuration-editing',
  'diff',
  'git',
  'git-base',
  'javascript',
  'json',
  'json-language-features',
  'log',
  'markdown-basics',
  'theme-defaults',
  'theme-seti',
  'typescript-basics',
  'typescript-language-features',
];

/** A folder with links to some of VS Code's own extensions: a window with all of them, Copilot among them, takes half as long again. */
export function linkBuiltInExtensions(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-vscode-built-in-'));
  // TypeScript itself lies in `node_modules` beside the extensions.
  for (const name of [...USED, 'node_modules', 'package.json'])
    symlinkSync(join(builtInExtensions, name), join(folder, name));
  return {
    folder,
    remove() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
