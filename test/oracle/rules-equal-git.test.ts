import { writeFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import type { RelPath } from '../../src/actors/protocol/workspace.js';
import { listFiles } from '../workers/list/list-files.js';
import { MIN_FILES_A_WORLD, RepositoryWorldBuilder, repositoryWorlds } from './repository-world.js';
import { visibleByGit, visibleByUs } from './visible-files.js';

// `TROUPE_ORACLE_PATHS=200000` takes three minutes.
const PATHS = Number(process.env['TROUPE_ORACLE_PATHS'] ?? 10_000);
const PATIENCE_MS = 60_000 + PATHS * 10;

const builder = new RepositoryWorldBuilder();
const { repository } = builder;
for (const [name, value] of Object.entries(repository.env)) vi.stubEnv(name, value);
afterAll(() => {
  builder[Symbol.dispose]();
  vi.unstubAllEnvs();
});

test(
  'rules and listings equal git in random worlds of repositories within each other',
  async () => {
    let judged = 0;
    let visible = 0;
    await fc.assert(
      fc.asyncProperty(repositoryWorlds, fc.nat(), fc.nat({ max: 3 }), async (world, which, up) => {
        const files = builder.build(world);
        const byGit = visibleByGit(repository.root);
        const { rules, files: byUs } = await visibleByUs(repository.root);
        judged += files.length;
        visible += byGit.length;
        expect(byUs).toEqual(byGit);
        const lookedUp = files.filter((path) => rules.current.decide(path as RelPath, false).indexed);
        expect(lookedUp.sort()).toEqual(byGit);
        expect(rules.git.warnings).toEqual([]);
        expect((await listFiles(repository.root)).sort()).toEqual(byGit);
        const under = parentOf(files[which % files.length] ?? '', up);
        const below = byGit.filter((path) => under === '' || path === under || path.startsWith(`${under}/`));
        expect((await listFiles(repository.root, under)).sort()).toEqual(below);
      }),
      { numRuns: Math.max(100, Math.ceil(PATHS / MIN_FILES_A_WORLD)) },
    );
    console.log(`git judged ${judged} paths and shows ${visible}: no differences`);
    expect(judged).toBeGreaterThan(PATHS);
  },
  PATIENCE_MS,
);

function parentOf(path: string, up: number): string {
  return path
    .split('/')
    .slice(0, -up || undefined)
    .join('/');
}

test('names that are not UTF-8 are visible or not as git says', async () => {
  builder.clear();
  repository.write('.gitignore', Buffer.from('*.log\n!kept*\n/caf\xe9.txt\n/tracked*\n', 'latin1'));
  const names = ['a\xff.log', 'a\xff.txt', 'kept\xff.log', 'caf\xe9.txt', 'tracked\xff.txt'];
  for (const name of names) writeFileSync(Buffer.from(`${repository.root}/${name}`, 'latin1'), '');
  repository.git('add', '-f', 'tracked*');
  const byGit = visibleByGit(repository.root);
  expect(byGit).toEqual(['.gitignore', 'a\u{FFFD}.txt', 'kept\u{FFFD}.log', 'tracked\u{FFFD}.txt']);
  expect((await visibleByUs(repository.root)).files).toEqual(byGit);
});
