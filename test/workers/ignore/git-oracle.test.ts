import * as fc from 'fast-check';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AbsPath, RelPath } from '../../../src/actors/protocol/workspace.js';
import { NO_GIT } from '../../../src/workers/ignore/git/git-facts.js';
import { readGitContext } from '../../../src/workers/ignore/git/read-git-context.js';
import { readTracked } from '../../../src/workers/ignore/git/read-tracked.js';
import { compileRuleFile, type RuleFile } from '../../../src/workers/ignore/files/rule-file.js';
import { compileBaseRules } from '../../../src/workers/ignore/base-rules.js';
import { RuleScope } from '../../../src/workers/ignore/rule-scope.js';
import type { Rules } from '../../../src/workers/ignore/rules.js';
import { GitRepository } from './git-repository.js';
import { DIRECTORIES, worlds, type World, type WorldEntry } from './random-world.js';
import { rulesOf } from './rules-of.js';

// Property tests run at least 100 times; a world has some 400 paths.
const WORLDS = 100;

const repository = new GitRepository();
const home = repository.env['HOME'] ?? '';
beforeAll(() => {
  for (const directory of DIRECTORIES) mkdirSync(join(repository.root, directory), { recursive: true });
  repository.git('config', 'core.excludesFile', join(home, 'excludes'));
});
afterAll(() => {
  repository[Symbol.dispose]();
});

/** Puts the rules of a world in force for as long as `judge` runs. */
async function enforce(world: World, judge: () => void | Promise<void>): Promise<void> {
  for (const [directory, text] of world.ruleTexts) repository.write(join(directory, '.gitignore'), text);
  repository.write('.git/info/exclude', world.infoExclude);
  writeFileSync(join(home, 'excludes'), world.globalExcludes);
  try {
    await judge();
  } finally {
    for (const directory of world.ruleTexts.keys()) rmSync(join(repository.root, directory, '.gitignore'));
  }
}

let judged = 0;
let ignored = 0;
beforeEach(() => {
  judged = 0;
  ignored = 0;
});

/** Compares what our rules leave out with what git ignores. */
function compare(rules: Rules, entries: readonly WorldEntry[], directory: string): void {
  const paths = entries.map(({ path }) => path);
  const byGit = repository.ignored(paths, directory);
  const byUs = entries.filter(({ path, isDir }) => !rules.decide(path as RelPath, isDir).indexed);
  expect(byUs.map(({ path }) => path)).toEqual(paths.filter((path) => byGit.has(path)));
  judged += paths.length;
  ignored += byGit.size;
}

test.each([false, true])(
  'rules equal git in random worlds when core.ignorecase is %s',
  async (ignoreCase) => {
    repository.git('config', 'core.ignorecase', String(ignoreCase));
    await fc.assert(
      fc.asyncProperty(worlds, (world) =>
        enforce(world, () => {
          compare(rulesOf({ ...world, ignoreCase }), world.entries, '');
        }),
      ),
      { numRuns: WORLDS },
    );
    console.log(`git judged ${judged} paths and ignores ${ignored}, core.ignorecase ${ignoreCase}`);
    expect(judged).toBeGreaterThan(20_000);
  },
);

// More of each kind than are tried one by one; they match nothing here.
const FILLER = Array.from(
  { length: 300 },
  (_, id) => `zz-${id}\n/zz-${id}/x\nzz[0-9]?-${id}\nzz-${id}/*/x\n`,
).join('');

test.each([false, true])(
  'rules equal git in files of hundreds of rules when core.ignorecase is %s',
  async (ignoreCase) => {
    repository.git('config', 'core.ignorecase', String(ignoreCase));
    const long = worlds.map((world) => ({
      ...world,
      ruleTexts: new Map([...world.ruleTexts].map(([directory, text]) => [directory, FILLER + text])),
      globalExcludes: FILLER + world.globalExcludes,
    }));
    await fc.assert(
      fc.asyncProperty(long, (world) =>
        enforce(world, () => {
          compare(rulesOf({ ...world, ignoreCase }), world.entries, '');
        }),
      ),
      { numRuns: WORLDS },
    );
    console.log(
      `git judged ${judged} paths by long files and ignores ${ignored}, core.ignorecase ${ignoreCase}`,
    );
    expect(judged).toBeGreaterThan(20_000);
  },
);

test('rules equal git in random worlds when the root is below the top of its repository', async () => {
  repository.git('config', 'core.ignorecase', 'false');
  await fc.assert(
    fc.asyncProperty(worlds, fc.constantFrom(...DIRECTORIES), (world, root) =>
      enforce(world, async () => {
        // git shows nothing of a root that it ignores; we do, as rules.test.ts tells.
        fc.pre(!repository.ignored([root]).has(root));
        const facts = await readGitContext(join(repository.root, root) as AbsPath, { env: repository.env });
        const ruleTexts = [...world.ruleTexts].flatMap(([directory, text]) =>
          `${directory}/`.startsWith(`${root}/`) ? [[directory.slice(root.length + 1), text] as const] : [],
        );
        const directories = new Set(DIRECTORIES);
        const entries = world.entries.filter(
          ({ path, isDir }) => isDir === directories.has(`${root}/${path}`),
        );
        compare(rulesOf({ ...facts, tracked: [], ruleTexts }), entries, root);
      }),
    ),
    { numRuns: WORLDS },
  );
  console.log(`git judged ${judged} paths below the top and ignores ${ignored}`);
  expect(judged).toBeGreaterThan(10_000);
});

describe('a walk by scopes', () => {
  test('finds the files that git shows', async () => {
    using project = new GitRepository();
    const files = {
      '.gitignore': 'node_modules/\n/build/*\n!/build/keep\n*.log\n.env*\n!.env.example\n',
      'packages/a/.gitignore': '!important.log\n/dist\n',
      'packages/b/.gitignore': '*\n!.gitignore\n!*.ts\n!src/\n',
      'build/.gitignore': '*.map\n',
      'build/keep/.gitignore': '.gitignore\nx\n',
    };
    for (const [path, text] of Object.entries(files)) project.write(path, text);
    const forced = [
      'build/out/tracked.js',
      'node_modules/p/patch.js',
      'forced.log',
      'packages/b/data/t.json',
    ];
    for (const path of forced) project.write(path);
    project.git('add', '-f', ...forced);
    const others = `README.md a.log .env .env.example info.x global.y
      build/a.js build/keep/a.js build/keep/a.map build/keep/x build/out/b.js node_modules/p/index.js
      packages/a/important.log packages/a/other.log packages/a/dist/x packages/a/src/dist/y
      packages/b/x.ts packages/b/x.js packages/b/src/y.ts packages/b/lib/z.ts packages/b/data/u
      d/#x d/!y d/é.txt`.split(/\s+/);
    for (const path of others) project.write(path);
    project.write('.git/info/exclude', '*.x\n');
    project.write('../home/.config/git/ignore', '*.y\n');
    symlinkSync('packages', join(project.root, 'node_modules2'));
    symlinkSync('build', join(project.root, 'dist'));
    expect(await walk(project)).toEqual(project.visibleFiles());
  });
});

/** Every file that the scopes of a repository let through. */
async function walk(project: GitRepository): Promise<string[]> {
  const context = await readGitContext(project.root, { env: project.env });
  const { tracked } = await readTracked(project.root, { env: project.env });
  const patterns = { corePatterns: [], ignorePatterns: [], useGitignore: true };
  const compiled = compileBaseRules(patterns, { ...NO_GIT, ...context, tracked });
  const files: string[] = [];
  const readRules = (directory: string): RuleFile | null => {
    const file = join(project.root, directory, '.gitignore');
    return existsSync(file) ? compileRuleFile(readFileSync(file, 'utf8')) : null;
  };
  const visit = (directory: string, scope: RuleScope): void => {
    for (const entry of readdirSync(join(project.root, directory), { withFileTypes: true })) {
      const path = directory + entry.name;
      if (!scope.decide(entry.name, entry.isDirectory()).indexed) continue;
      if (entry.isDirectory()) visit(`${path}/`, scope.enter(entry.name, readRules(path)));
      else files.push(path);
    }
  };
  visit('', RuleScope.ofRoot(compiled, readRules('')));
  return files.sort();
}
