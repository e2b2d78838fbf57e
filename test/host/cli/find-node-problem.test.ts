import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findNodeProblem } from '../../../src/host/cli/find-node-problem.js';

test.each(['20.19.0', '20.20.2', '22.0.0', '100.1.2'])('Node %s will do', (version) => {
  expect(findNodeProblem(version)).toBeUndefined();
});

test.each(['18.20.8', '20.18.9', '16.0.0', '4.2.0'])(
  'Node %s is too old, which is said in a sentence',
  (version) => {
    expect(findNodeProblem(version)).toBe(
      `Node 20.19 or newer is needed, and this is ${version}. Install a newer one from https://nodejs.org.`,
    );
  },
);

test('the version is the one that the package asks for', () => {
  const manifest = readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8');
  expect((JSON.parse(manifest) as { engines: { node: string } }).engines.node).toBe('>=20.19');
});
