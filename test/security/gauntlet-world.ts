import { lstatSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { makeToolWorld, type ToolWorld } from '../actors/tools/tool-world.js';
import { writeFiles } from '../doubles/temp-dir.js';
import { walkEntries } from '../doubles/walk-entries.js';

/** What nobody in the workspace may ever see. */
export const SECRET = 'the secret of the outside';

/** A root `app` among folders that must stay out of reach, with links of every kind that lead out of it. */
export interface GauntletWorld extends ToolWorld {
  readonly app: AbsPath;
  readonly outside: AbsPath;
}

export function makeGauntletWorld(): GauntletWorld {
  const world = makeToolWorld({ app: { 'a.ts': 'one\n', 'src/b.ts': 'two\n', 'src/deep/c.ts': 'three\n' } });
  const { base } = world;
  const app = join(base, 'app') as AbsPath;
  const outside = join(base, 'outside') as AbsPath;
  writeFiles(base, {
    'outside/secret.txt': `${SECRET}\n`,
    'outside/deep/secret.txt': `${SECRET}\n`,
    'app-evil/secret.txt': `${SECRET}\n`,
    '\u00FC/secret.txt': `${SECRET}\n`,
  });
  for (const [link, target] of [
    ['out-file', '../outside/secret.txt'],
    ['out-dir', '../outside'],
    ['chain', join(app, 'out-dir')],
    ['absolute-link', outside],
    ['up-link', '..'],
    ['deep-link', '../outside/deep'],
    ['dangling-out', '../outside/new.txt'],
    ['dangling-chain', 'dangling-out'],
    ['dangling-through', 'out-dir/none'],
    ['disk-link', '/'],
    ['proc-link', '/proc/self/root'],
    ['circle', 'circle-back'],
    ['circle-back', 'circle'],
    ['\u00FC-link', '../\u00FC'],
  ] as const)
    symlinkSync(target, join(app, link));
  return { ...world, app, outside };
}

/** All that lies beside the root, to be compared. */
export function snapshotOutside({ base }: GauntletWorld): Record<string, string> {
  const entries = walkEntries(base);
  return Object.fromEntries(
    entries.flatMap(({ parentPath, name }): [string, string][] => {
      const path = join(parentPath, name).slice(base.length + 1);
      if (path === 'app' || path.startsWith('app/') || path.startsWith('.journal')) return [];
      const stat = lstatSync(join(base, path));
      const held = stat.isSymbolicLink()
        ? readlinkSync(join(base, path))
        : stat.isFile()
          ? readFileSync(join(base, path), 'utf8')
          : '/';
      return [[path, `${stat.mode} ${stat.mtimeMs} ${held}`]];
    }),
  );
}
