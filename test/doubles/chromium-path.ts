import { existsSync } from 'node:fs';

// The shell is Chromium without windows: it starts in half the time of the whole browser.
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The browser of the tests. `scripts/vscode-host/install.sh` installs it. */
export const chromiumPath =
  process.env['CHROMIUM'] ?? INSTALLED.find((path) => existsSync(path)) ?? INSTALLED[0]!;
