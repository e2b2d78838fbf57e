// `npm run bench:vscode`: what Troupe costs a real VS Code. TROUPE_BENCH_ROUNDS=N says how often it is measured.
import { runVitest } from '../../scripts/vscode-host/run-vitest.mjs';

runVitest('measuring in VS Code', 'bench/vscode/vitest.config.ts', process.argv.slice(2));
