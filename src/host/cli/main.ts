#!/usr/bin/env node
// Older versions of Node cannot load the program, so the version is checked before anything else is imported.
import { findNodeProblem } from './find-node-problem.js';

const problem = findNodeProblem(process.versions.node);
if (problem === undefined) {
  const { run } = await import('./program.js');
  await run();
} else {
  process.stderr.write(`troupe: ${problem}\n`);
  process.exitCode = 2;
}
