import { describe, expect, it } from 'vitest';
import { selectEntries } from '../../../../src/workers/index/retention/select-entries.js';
import { EntryKindBit } from '../../../../src/workers/parts/scan-part.js';
import { readParts } from '../../walk/scanned-tree.js';
import { partsOf, treeOf } from '../tree-parts.js';

const tree = treeOf(['src/main.ts', 'src/core/main.ts', 'src/core/engine.ts', 'docs/a.md', 'docs/Main.md']);
tree.set('.gitignore', EntryKindBit.core);
tree.set('docs/keep', EntryKindBit.core);

const nothing = { isWhole: () => false, isPinned: () => false, knownIn: () => undefined };
const noFindings = {
  ruleFiles: [],
  repositories: [],
  ignoredDirectories: '',
  unread: [],
  warnings: [],
};

describe('selectEntries', () => {
  it('takes what is core, and names the directories of which there is more', async () => {
    const { part, paths, partial, leftOut } = await selectEntries(partsOf(tree, 2), nothing);
    expect(readParts([{ ...part, ...noFindings }]).entries).toEqual(['.gitignore*', 'docs/keep*']);
    expect([...paths].sort()).toEqual(['.gitignore', 'docs/keep']);
    expect({ partial: [...partial].sort(), leftOut }).toEqual({ partial: ['', 'docs'], leftOut: 8 });
  });

  it('takes directories whole', async () => {
    const selected = await selectEntries(partsOf(tree), { ...nothing, isWhole: (path) => path !== 'src' });
    const { part, ...rest } = selected;
    expect(readParts([{ ...part, ...noFindings }]).entries).toEqual([
      '.gitignore*',
      'docs/',
      'docs/Main.md',
      'docs/a.md',
      'docs/keep*',
      'src/',
      'src/core/engine.ts',
      'src/core/main.ts',
    ]);
    expect(rest).toEqual({ paths: [], partial: [], leftOut: 2 });
  });

  it('takes what has a wanted name, wherever it is', async () => {
    const { paths } = await selectEntries(partsOf(tree), {
      ...nothing,
      isPinned: (name) => name.toLowerCase().startsWith('main'),
    });
    expect([...paths].sort()).toEqual([
      '.gitignore',
      'docs/Main.md',
      'docs/keep',
      'src/core/main.ts',
      'src/main.ts',
    ]);
  });

  it('takes what is known, directory by directory, and a directory whole when all of it is', async () => {
    const known = new Set(['src/core/main.ts', 'src/core/engine.ts', 'docs/a.md']);
    const { paths, partial } = await selectEntries(partsOf(tree), {
      ...nothing,
      knownIn: (directory) => (directory === '' ? undefined : (name) => known.has(`${directory}/${name}`)),
    });
    expect([...paths].sort()).toEqual([
      '.gitignore',
      'docs/a.md',
      'docs/keep',
      'src/core/engine.ts',
      'src/core/main.ts',
    ]);
    expect([...partial].sort()).toEqual(['', 'docs']);
  });
});
