import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { NO_GIT } from '../../../src/workers/ignore/git/git-facts.js';
import type { RelPath } from '../../../src/actors/protocol/workspace.js';
import { GitRepository } from '../ignore/git-repository.js';
import { filesOf, walkAlone } from './scanned-tree.js';

const repository = new GitRepository();
const template = new GitRepository();
// Samples of which every copy would have a dozen.
rmSync(join(template.root, '.git/hooks'), { recursive: true });
afterAll(() => {
  repository[Symbol.dispose]();
  template[Symbol.dispose]();
});

const name = fc.constantFrom('a', 'b', 'c', 'ab', 'a.o', 'b.log', '.hid', 'é', 'x y', 'build');
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
// Nothing in them is tracked by the repository around them: git would then not see that they are repositories.
const nestedPath = fc.constantFrom('nested', 'a/nested', 'b/c/nested', 'nested/a/nested');
const filePath = fc.oneof(
  path,
  fc.tuple(nestedPath, path).map((parts) => parts.join('/')),
);
const pattern = fc
  .tuple(
    fc.constantFrom('', '', '', '!', '/', '!/', '**/'),
    fc.oneof(path, fc.constantFrom('*', '*.o', '*.log', 'a*', 'a/*', '*/b', 'a/**', '?', '.*', '[ab]')),
    fc.constantFrom('', '', '/'),
  )
  .map((pieces) => pieces.join(''));
const rules = fc.array(pattern, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n'));

const worlds = fc.record({
  files: fc.array(filePath, { maxLength: 25 }),
  links: fc.array(path, { maxLength: 3 }),
  rules: fc.array(fc.tuple(fc.oneof(fc.constant(''), path, nestedPath), rules), { maxLength: 4 }),
  exclude: rules,
  tracked: fc.array(path, { maxLength: 3 }),
  nested: fc.array(nestedPath, { maxLength: 2 }),
});
type World = typeof worlds extends fc.Arbitrary<infer T> ? T : never;

/** Whatever fits: a path may be taken by another of another kind. */
function attempt(make: () => void): boolean {
  try {
    make();
    return true;
  } catch {
    return false;
  }
}

function build({ files, links, rules, exclude, tracked, nested }: World): void {
  repository.clear();
  rmSync(join(repository.root, '.git/index'), { force: true });
  repository.write('.git/info/exclude', exclude);
  const added = tracked.filter((path) => attempt(() => repository.write(path)));
  if (added.length > 0) repository.git('add', '-f', ...added);
  for (const path of files) attempt(() => repository.write(path));
  for (const [directory, text] of rules) attempt(() => repository.write(join(directory, '.gitignore'), text));
  for (const path of nested) {
    attempt(() => {
      mkdirSync(join(repository.root, path), { recursive: true });
      cpSync(join(template.root, '.git'), join(repository.root, path, '.git'), { recursive: true });
    });
  }
  for (const path of links) {
    attempt(() => {
      symlinkSync('..', join(repository.root, path));
    });
  }
}

function trackedAndIgnored({ tracked }: World): RelPath[] {
  if (tracked.length === 0) return [];
  const paths = repository.git('ls-files', '-ci', '--exclude-standard', '-z').split('\0');
  return paths.slice(0, -1) as RelPath[];
}

/** What git shows, with what it shows of the repositories inside: it names those with a slash at the end. */
function visibleFiles(directory = ''): string[] {
  return repository
    .visibleFiles(directory)
    .flatMap((path) => (path.endsWith('/') ? visibleFiles(directory + path) : [directory + path]));
}

it('walk finds the files that git lists, in random worlds', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      build(world);
      const git = { ...NO_GIT, infoExclude: world.exclude, tracked: new Set(trackedAndIgnored(world)) };
      const patterns = { corePatterns: [], ignorePatterns: [], useGitignore: true };
      const seen = walkAlone(repository.root, { patterns, git });
      expect(filesOf(seen).sort()).toEqual(visibleFiles().sort());
      expect(seen.warnings).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
