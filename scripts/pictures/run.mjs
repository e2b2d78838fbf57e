// `npm run pictures`: draws docs/vscode-{dark,light}.png and docs/vscode-review.svg: a real VS Code with a scripted model.
import { runVitest } from '../vscode-host/run-vitest.mjs';

runVitest('pictures of VS Code', 'scripts/pictures/vitest.config.ts', process.argv.slice(2));
