import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { linkBuiltInExtensions } from './harness/built-in-extensions.js';
import { installExtensions } from './harness/install-extensions.js';

/** Installs what is tested, once for all tests. `scripts/test-vscode.mjs` says what. */
export function setup(project: TestProject): () => void {
  const vsix = process.env['VSCODE_VSIX'];
  const screenshots = process.env['VSCODE_SCREENSHOTS'];
  if (vsix === undefined || screenshots === undefined)
    throw new Error('These tests are started by `npm run test:vscode`, which packages the extension first.');
  mkdirSync(screenshots, { recursive: true });
  const extensions = installExtensions(vsix);
  const builtIn = linkBuiltInExtensions();
  project.provide('extensions', extensions.folder);
  project.provide('builtInExtensions', builtIn.folder);
  project.provide('screenshots', screenshots);
  const caches = mkdtempSync(join(tmpdir(), 'troupe-vscode-caches-'));
  project.provide('browsers', join(caches, 'browsers'));
  project.provide('compileCache', join(caches, 'compiled'));
  project.provide('firstPort', process.pid);
  return () => {
    extensions.remove();
    builtIn.remove();
    rmSync(caches, { recursive: true, force: true });
  };
}
