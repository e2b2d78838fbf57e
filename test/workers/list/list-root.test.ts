import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { RelPath } from '../../../src/actors/protocol/workspace.js';
import { listRoot } from '../../../src/workers/list/list-root.js';
import type { ScanRequest } from '../../../src/workers/pool/run-scan.js';
import { GitRepository } from '../ignore/git-repository.js';
import { aloneInPool as pool, list, listFiles as filesIn } from './list-files.js';

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
