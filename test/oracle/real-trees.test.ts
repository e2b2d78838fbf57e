import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { visibleByGit, visibleByUs } from './visible-files.js';

const named = (process.env['TROUPE_REAL_TREES'] ?? '').split(':').filter((tree) => tree !== '');
const TREES = named.length > 0 ? named : [join(import.meta.dirname, '../..')];
if (named.length === 0)
  console.log('TROUPE_REAL_TREES=dir:dir names none: only this repository is compared.');

// A tree of 80,000 files takes four seconds, on a busy machine with cold disks many times as long.
const PATIENCE_MS = 600_000;

test.each(TREES)(
  'what is visible of the real tree %s is what git shows',
  async (tree) => {
    const root = realpathSync(tree) as AbsPath;
    const byGit = visibleByGit(root);
    const { rules, files } = await visibleByUs(root);
    const [shown, shownByGit] = [new Set(files), new Set(byGit)];
    const missing = byGit.filter((path) => !shown.has(path));
    const extra = files.filter((path) => !shownByGit.has(path));
    console.log(`${tree}: git shows ${byGit.length} files; missing ${missing.length}, extra ${extra.length}`);
    expect({ missing: missing.slice(0, 20), extra: extra.slice(0, 20) }).toEqual({ missing: [], extra: [] });
    expect(rules.git.warnings).toEqual([]);
  },
  PATIENCE_MS,
);
