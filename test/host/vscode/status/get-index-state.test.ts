import { describe, expect, test } from 'vitest';
import { InvalidRootError } from '../../../../src/actors/protocol/errors.js';
import type { ViewStatus } from '../../../../src/actors/protocol/ui.js';
import type { AbsPath, RootPhase, RootStatus } from '../../../../src/actors/protocol/workspace.js';
import { getIndexState } from '../../../../src/host/vscode/status/get-index-state.js';
import type { HostState } from '../../../../src/host/vscode/engine/lazy-host.js';

const root = (phase: RootPhase, files: number, reason?: string): RootStatus => ({
  root: `/${phase}` as AbsPath,
  phase,
  files,
  directories: 0,
  bytes: 0,
  scanMs: 0,
  leftOut: 0,
  repaired: 0,
  watcherRestarts: 0,
  warnings: [],
  ...(reason === undefined ? {} : { reason }),
});

const open = (
  roots: readonly RootStatus[],
  rest: Partial<Extract<HostState, { status: 'open' }>> = {},
): HostState => ({
  status: 'open',
  life: 'alive',
  roots,
  missing: [],
  ...rest,
});

const missing = new InvalidRootError('The root /b does not exist: check the path.', {
  root: '/b',
  problem: 'missing',
});

describe('the index', () => {
  test.each<[what: string, state: HostState, shown: ViewStatus['index']]>([
    ['is not there before anybody needs it', { status: 'closed' }, { phase: 'none', files: 0 }],
    ['is idle while its thread starts', { status: 'starting' }, { phase: 'idle', files: 0 }],
    [
      'has failed with the reason when there can be no host',
      { status: 'failed', error: missing },
      { phase: 'failed', files: 0, reason: missing.message },
    ],
    ['scans before it has said anything', open([]), { phase: 'scanning', files: 0 }],
    [
      'counts the files of all roots',
      open([root('ready', 3), root('ready', 4)]),
      { phase: 'ready', files: 7 },
    ],
    [
      'scans while one root does',
      open([root('ready', 3), root('scanning', 4)]),
      { phase: 'scanning', files: 7 },
    ],
    [
      'is degraded when one root is, and says why',
      open([root('ready', 3), root('degraded', 4, 'The watcher is lost.')]),
      { phase: 'degraded', files: 7, reason: 'The watcher is lost.' },
    ],
    [
      'is degraded when one of two roots has failed',
      open([root('ready', 3), root('failed', 0, 'The root is gone.')]),
      { phase: 'degraded', files: 3, reason: 'The root is gone.' },
    ],
    [
      'is degraded when a folder is missing',
      open([root('ready', 3)], { missing: [missing] }),
      { phase: 'degraded', files: 3, reason: missing.message },
    ],
    [
      'has failed when all roots have',
      open([root('failed', 0, 'Gone.')]),
      { phase: 'failed', files: 0, reason: 'Gone.' },
    ],
    [
      'restarts between two lives of its thread',
      open([root('ready', 3)], { life: 'restarting' }),
      { phase: 'restarting', files: 3, reason: 'The index stopped and is being started again.' },
    ],
    [
      'has failed when its thread was given up',
      open([root('ready', 3)], { life: 'failed' }),
      {
        phase: 'failed',
        files: 0,
        reason: 'The index stopped too often. Restart it; the log says why.',
      },
    ],
    [
      'is idle when its thread is started again by hand',
      open([root('ready', 3)], { life: 'starting' }),
      { phase: 'idle', files: 0 },
    ],
  ])('%s', (_, state, shown) => {
    expect(getIndexState(state)).toEqual(shown);
  });
});
