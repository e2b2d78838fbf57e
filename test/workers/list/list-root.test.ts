import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { AbsPath, RelPath } from '../../../src/actors/protocol/workspace.js';
import { listRoot, type RootListing } from '../../../src/workers/list/list-root.js';
import type { ScanRequest } from '../../../src/workers/pool/run-scan.js';
import { RepositoryWorldBuilder, repositoryWorlds } from '../../oracle/repository-world.js';
import { visibleByGit } from '../../oracle/visible-files.js';
import { GitRepository } from '../ignore/git-repository.js';
import { scanAlone } from '../walk/scanned-tree.js';

const RUNS = 100;
// Some 20 s where nothing else runs.
const PATIENCE_MS = 600_000;

const pool = {
  scan: ({ root, rules, under }: ScanRequest) => Promise.resolve(scanAlone(root, rules, under)),
};

function list(path: AbsPath, under = ''): Promise<RootListing> {
  const config = { path, corePatterns: [], ignorePatterns: [], useGitignore: true };
  return listRoot(config, under as RelPath, { pool, signal: new AbortController().signal });
}

async function filesIn(path: AbsPath, under = ''): Promise<string[]> {
  const listing = await list(path, under);
  return [...listing.files((file) => `${file}\0`)].join('').split('\0').slice(0, -1);
}

describe('in random worlds of repositories within each other', () => {
  const builder = new RepositoryWorldBuilder();
  const { repository } = builder;
  beforeEach(() => {
    for (const [name, value] of Object.entries(repository.env)) vi.stubEnv(name, value);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });
  afterAll(() => {
    builder[Symbol.dispose]();
  });

  it(
    'a listing is what git shows, of the root and of anything in it',
    async () => {
      await fc.assert(
        fc.asyncProperty(repositoryWorlds, fc.nat(), fc.nat({ max: 3 }), async (world, which, up) => {
          const files = builder.build(world);
          const byGit = visibleByGit(repository.root);
          expect((await filesIn(repository.root)).sort()).toEqual(byGit);
          const file = files[which % files.length] ?? '';
          const under = file
            .split('/')
            .slice(0, -up || undefined)
            .join('/');
          const isBelow = (path: string): boolean =>
            under === '' || path === under || path.startsWith(`${under}/`);
          expect((await filesIn(repository.root, under)).sort()).toEqual(byGit.filter(isBelow));
        }),
        { numRuns: RUNS },
      );
    },
    PATIENCE_MS,
  );
});

describe('a listing', () => {
  let repository: GitRepository;
  beforeEach(() => {
    repository = new GitRepository();
    for (const [name, value] of Object.entries(repository.env)) vi.stubEnv(name, value);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    repository[Symbol.dispose]();
  });

  it('has what is tracked though rules match it, also where all around it is ignored', async () => {
    repository.write('.gitignore', 'out/\n*.log\n');
    for (const path of ['out/deep/kept', 'out/deep/left', 'a.log', 'b.log', 'c']) repository.write(path);
    repository.git('add', '-f', 'out/deep/kept', 'a.log');
    expect(await filesIn(repository.root)).toEqual(['.gitignore', 'a.log', 'c', 'out/deep/kept']);
    expect(await filesIn(repository.root, 'out/deep')).toEqual(['out/deep/kept']);
    expect(await filesIn(repository.root, 'out/deep/left')).toEqual([]);
  });

  it('of a link to a directory is the link, of what is not there nothing', async () => {
    repository.write('a/b');
    symlinkSync('a', join(repository.root, 'link'));
    expect(await filesIn(repository.root, 'link')).toEqual(['link']);
    expect(await filesIn(repository.root, 'no/such')).toEqual([]);
    expect(await filesIn(repository.root, 'a/b')).toEqual(['a/b']);
  });

  it('tells what could not be read, once', async () => {
    repository.write('.gitignore/x');
    repository.write('a');
    const { warnings } = await list(repository.root);
    expect(warnings.map(({ path }) => path)).toEqual(['.gitignore']);
  });

  it('of a root that goes away fails', async () => {
    const gone = async (request: ScanRequest): ReturnType<typeof pool.scan> => {
      rmSync(repository.root, { recursive: true });
      return pool.scan(request);
    };
    const config = { path: repository.root, corePatterns: [], ignorePatterns: [], useGitignore: true };
    const { signal } = new AbortController();
    const listing = listRoot(config, '' as RelPath, { pool: { scan: gone }, signal });
    await expect(listing).rejects.toMatchObject({ code: 'INVALID_ROOT' });
  });

  it('ends at once when it is called off', async () => {
    const config = { path: repository.root, corePatterns: [], ignorePatterns: [], useGitignore: true };
    const stop = new AbortController();
    const never = (request: ScanRequest): ReturnType<typeof pool.scan> => {
      stop.abort(new Error('enough'));
      request.signal?.throwIfAborted();
      return pool.scan(request);
    };
    const listing = listRoot(config, '' as RelPath, { pool: { scan: never }, signal: stop.signal });
    await expect(listing).rejects.toThrow('enough');
  });
});
