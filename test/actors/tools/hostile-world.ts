import { closeSync, mkdirSync, openSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { errorCode } from '../../../src/actors/protocol/errors/error-code.js';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { makeTempDir, writeFiles } from '../../doubles/temp-dir.js';

/** Two roots, `app` and `lib`, with neighbours that must stay out of reach and links of every kind between them. */
export interface HostileWorld {
  readonly base: AbsPath;
  readonly app: AbsPath;
  readonly lib: AbsPath;
}

/** Names that exist in the world, beside some that do not. */
export const NAMES = [
  'src',
  'a.ts',
  'lib',
  'x.ts',
  'app',
  'app-evil',
  'outside',
  'secret.txt',
  'new.ts',
  'missing',
  'inner-link',
  'out-link',
  'out-chain',
  'up-link',
  'dangling-in',
  'dangling-out',
  'dangling-chain',
  'dangling-through-link',
  'circle',
  'src\\a.ts',
  '..\\outside',
  'ü 😀%41#?.txt',
];

export function makeHostileWorld(): HostileWorld {
  const base = makeTempDir();
  writeFiles(base, {
    'app/src/a.ts': '',
    'app/src/deep/a.ts': '',
    'app/lib/x.ts': '',
    'app/src\\a.ts': '',
    'app/ü 😀%41#?.txt': '',
    'app-evil/a.ts': '',
    'lib/x.ts': '',
    'lib/src/a.ts': '',
    'outside/secret.txt': '',
    'outside/src/a.ts': '',
  });
  const app = join(base, 'app') as AbsPath;
  mkdirSync(join(app, 'empty'));
  for (const [link, target] of [
    ['inner-link', 'src/deep'],
    ['out-link', '../outside'],
    ['out-chain', join(app, 'out-link')],
    ['up-link', '..'],
    ['dangling-in', 'src/new.ts'],
    ['dangling-out', '../outside/new.ts'],
    ['dangling-chain', 'dangling-out'],
    // By its text this leads to `app/none`, for the operating system to `none` beside the roots.
    ['dangling-through-link', 'out-link/../none'],
    ['circle', 'circle-back'],
    ['circle-back', 'circle'],
  ] as const) {
    symlinkSync(target, join(app, link));
  }
  return { base, app, lib: join(base, 'lib') as AbsPath };
}

/**
 * Where a path without `..` leads, by the operating system's own judgement: a file that is not there is made, its
 * real path taken and the file removed. `undefined` in a circle of links. (Only the native `realpath` asks the
 * operating system: Node's own takes `..` behind a link by its text.)
 */
export function whereItLeads(path: string): { real: string; exists: boolean } | undefined {
  try {
    return { real: realpathSync.native(path), exists: true };
  } catch (error) {
    if (errorCode(error) === 'ELOOP') return undefined;
  }
  try {
    closeSync(openSync(path, 'a'));
    const real = realpathSync.native(path);
    rmSync(real);
    return { real, exists: false };
  } catch (error) {
    if (errorCode(error) === 'ELOOP') return undefined;
    const parent = whereItLeads(dirname(path));
    return parent && { real: join(parent.real, basename(path)), exists: false };
  }
}

export function isWithin(root: string, path: string): boolean {
  return relative(root, path).split('/')[0] !== '..';
}
