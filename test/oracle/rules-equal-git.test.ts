import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import type { AbsPath, RelPath } from '../../src/actors/protocol/workspace.js';
import { RootRules } from '../../src/workers/index/root-rules.js';
import type { GitRepository } from '../workers/ignore/git-repository.js';
import { rulesIn } from '../workers/index/rules-in.js';
import { filesOf, walkAlone } from '../workers/scan/scanned-tree.js';
import { MIN_FILES_A_WORLD, RepositoryWorldBuilder, repositoryWorlds } from './repository-world.js';

// About 15 s; `TROUPE_ORACLE_PATHS=200000` takes three minutes.
const PATHS = Number(process.env['TROUPE_ORACLE_PATHS'] ?? 20_000);
const PATIENCE_MS = 60_000 + PATHS * 10;

const NEVER = new AbortController().signal;
const PATTERNS = { corePatterns: [], ignorePatterns: [], useGitignore: true };

const builder = new RepositoryWorldBuilder();
const { repository } = builder;
for (const [name, value] of Object.entries(repository.env)) vi.stubEnv(name, value);
afterAll(() => {
  builder[Symbol.dispose]();
  vi.unstubAllEnvs();
});

/** What a root's rules let through: a scan, what git says of the repositories that it met, and scans by that. */
async function visibleByUs(root: AbsPath): Promise<{ rules: RootRules; files: string[] }> {
  const rules = new RootRules({ ...PATTERNS, path: root });
  const scan = (): string[] => {
    const tree = walkAlone(root, { patterns: PATTERNS, git: rules.git });
    rules.takeScan([rulesIn(tree)], '' as RelPath);
    return filesOf(tree);
  };
  await rules.refreshGround(NEVER);
  let files = scan();
  // A submodule that comes into sight has tracked files of its own.
  while ((await rules.refreshTracked(NEVER)).length > 0) files = scan();
  return { rules, files: files.sort() };
}

/** What git shows of a directory, and each repository in it of itself: git names those as directories. */
function visibleByGit(project: GitRepository, directory = ''): string[] {
  return project
    .visibleFiles(directory)
    .map((path) => join(directory, path))
    .flatMap((path) => {
      const absolute = join(project.root, path);
      if (!existsSync(absolute)) return [];
      return statSync(absolute).isDirectory() ? visibleByGit(project, path.replace(/\/$/, '')) : path;
    })
    .sort();
}

test(
  'rules equal git in random worlds of repositories within each other',
  async () => {
    let judged = 0;
    let visible = 0;
    await fc.assert(
      fc.asyncProperty(repositoryWorlds, async (world) => {
        const files = builder.build(world);
        const byGit = visibleByGit(repository);
        const { rules, files: byUs } = await visibleByUs(repository.root);
        judged += files.length;
        visible += byGit.length;
        expect(byUs).toEqual(byGit);
        const lookedUp = files.filter((path) => rules.current.decide(path as RelPath, false).indexed);
        expect(lookedUp.sort()).toEqual(byGit);
        expect(rules.git.warnings).toEqual([]);
      }),
      { numRuns: Math.max(100, Math.ceil(PATHS / MIN_FILES_A_WORLD)) },
    );
    console.log(`git judged ${judged} paths and shows ${visible}: no differences`);
    expect(judged).toBeGreaterThan(PATHS);
  },
  PATIENCE_MS,
);
