// `npm run test:vscode`: the tests of the extension in a real VS Code. Arguments go to vitest:
// `npm run test:vscode -- mentions` runs one file, `npm run test:vscode -- -t keyboard` some tests.
import { runVitest } from './vscode-host/run-vitest.mjs';

runVitest('tests in VS Code', 'test/vscode/vitest.config.ts', process.argv.slice(2));
