import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileNotFoundError } from '../../../../src/actors/protocol/errors.js';
import type { ListReply, RelPath, RootConfig } from '../../../../src/actors/protocol/workspace.js';
import type { IndexData } from '../../../../src/workers/index/store/index-data.js';
import { listOnDisk } from '../../../../src/workers/index/asks/list-on-disk.js';
import { errorOf } from '../../../doubles/error-of.js';
import { TempTree } from '../../walk/temp-tree.js';
import { indexOf } from '../tree-arbitraries.js';

let tree: TempTree;
let data: IndexData;
beforeEach(() => {
  tree = new TempTree();
  for (const path of ['src/workers/x', 'src/a10', 'src/a9', 'src/.hidden']) tree.write(path);
  data = indexOf(['src/workers/x', 'src/a9', 'src/a10']);
});
afterEach(() => {
  tree.remove();
});

function list(path: string, page = 1): Promise<ListReply> {
  const config: RootConfig = { path: tree.root, corePatterns: [], ignorePatterns: [], useGitignore: true };
  const follower = { noteChecked: () => undefined };
  return listOnDisk({ config, data, follower }, path as RelPath, page, () => Promise.resolve());
}

describe('listOnDisk', () => {
  it('gives what is on the disk, known to the index or not', async () => {
    expect((await list('src')).children?.map(({ path }) => path)).toEqual([
      'src/workers',
      'src/.hidden',
      'src/a9',
      'src/a10',
    ]);
  });

  it('gives no children for a file', async () => {
    expect(await list('src/a9')).toEqual({
      children: null,
      hasNextPage: false,
      hasPrevPage: false,
      itemsRemaining: 0,
    });
  });

  it('names the closest paths when there is no such directory', async () => {
    expect(await errorOf(() => list('src/worker'))).toEqual(
      new FileNotFoundError('No such file or directory: src/worker', {
        path: 'src/worker',
        suggestions: ['src/workers'],
      }),
    );
  });

  it('takes what is gone out of the index', async () => {
    rmSync(join(tree.root, 'src/workers'), { recursive: true });
    await errorOf(() => list('src/workers'));
    expect([...data.paths()]).toEqual(['src/a10', 'src/a9']);
  });
});
