import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { chromiumPath } from '../doubles/chromium-path.js';
import { linkBuiltInExtensions } from './harness/built-in-extensions.js';
import { installExtensions } from './harness/install-extensions.js';

/** Installs what is tested and starts a browser, once for all tests. `scripts/test-vscode.mjs` says what. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
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
  const browser = await chromium.launchServer({
    executablePath: chromiumPath,
    // The tests may run as root, where Chromium's sandbox does not.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  });
  project.provide('browser', browser.wsEndpoint());
  return async () => {
    await browser.close();
    extensions.remove();
    builtIn.remove();
  };
}
