#!/usr/bin/env node
// Older versions of Node fail on what the program imports: nothing is imported before they were told so.
import { nodeProblem } from './node-problem.js';

const problem = nodeProblem(process.versions.node);
if (problem === undefined) {
  const { run } = await import('./program.js');
  await run();
} else {
  process.stderr.write(`troupe: ${problem}\n`);
  process.exitCode = 2;
}
