import { mkdirSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { installExtensions } from './harness/install-extensions.js';

/** Installs what is tested, once for all tests. `scripts/test-vscode.mjs` says what. */
export function setup(project: TestProject): () => void {
  const vsix = process.env['VSCODE_VSIX'];
  const screenshots = process.env['VSCODE_SCREENSHOTS'];
  if (vsix === undefined || screenshots === undefined)
    throw new Error('These tests are started by `npm run test:vscode`, which packages the extension first.');
  mkdirSync(screenshots, { recursive: true });
  const extensions = installExtensions(vsix);
  project.provide('extensions', extensions.folder);
  project.provide('screenshots', screenshots);
  return () => {
    extensions.remove();
  };
}
