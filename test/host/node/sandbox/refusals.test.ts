import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CommandGrants } from '../../../../src/actors/protocol/shell.js';
import { describeRefusal } from '../../../../src/actors/tools/shell/describe-refusal.js';
import { findSandbox } from '../../../../src/host/node/sandbox/find-sandbox.js';
import { writeFiles } from '../../../doubles/temp-dir.js';
import { makeTriedWorld, type TriedWorld } from './try-world.js';
import { describeUnless, whyUnsandboxed } from '../../../doubles/run-unless.js';

const { state } = await findSandbox({ roots: [] });
const NOTHING: CommandGrants = { hasNetwork: false, mayWriteRepository: false, reveals: [] };
const GIT: CommandGrants = { ...NOTHING, mayWriteRepository: true };
const DEPENDS = '{"name":"x","dependencies":{"left-pad":"1.3.0"}}';
let tried: TriedWorld;

beforeEach(() => {
  // `npm test --silent` tells every npm below it to say nothing.
  tried = makeTriedWorld({ npm_config_loglevel: 'warn' });
  writeFiles(tried.root, { 'a.txt': 'a', '.envrc': '' });
  execFileSync('git', ['init', '-q', tried.root], { env: { PATH: process.env['PATH'], HOME: tried.home } });
});
afterEach(async () => {
  await tried[Symbol.asyncDispose]();
});

describeUnless(whyUnsandboxed(state))('what the model reads', () => {
  test.each<[command: string, grants: CommandGrants, hint: string]>([
    ['git add a.txt', NOTHING, 'needs ["git"]'],
    ['git config core.hooksPath .husky/_', NOTHING, "git's settings or hooks"],
    ['git config core.hooksPath .husky/_', GIT, "git's settings or hooks"],
    ['git remote add origin https://host.example/x', GIT, "git's settings or hooks"],
    ['rm .envrc', NOTHING, 'with the tools for files'],
    ['touch /usr/x', NOTHING, 'outside of the workspace'],
  ])('when %s is refused with %j says what would help', async (command, grants, hint) => {
    const result = await tried.run(command, grants);
    expect(describeRefusal(result, { kind: 'working', ...grants })).toContain(hint);
  });

  test.each<[world: string, grants: 'looking' | CommandGrants]>([
    ['looking', 'looking'],
    ['working', NOTHING],
  ])('of npm without the network comes at once, not after minutes of silence: %s', async (_, grants) => {
    writeFiles(tried.root, { 'package.json': DEPENDS });
    const line = 'npm outdated --registry=https://host.example --loglevel=http';
    const result = await tried.run(line, grants);
    expect(result).toMatchObject({
      endedBy: 'exit',
      exitCode: 1,
      refusal: 'network',
    });
    expect(result.stderr).toContain('attempt 1 failed with EAI_AGAIN');
    // That would be ten seconds later.
    expect(result.stderr).not.toContain('attempt 2');
  });
});
