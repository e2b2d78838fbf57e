import { resolve } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  FileNotFoundError,
  InvalidParamsError,
  TroupeError,
  WorkspaceBoundaryError,
} from '../../../src/actors/protocol/errors.js';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { WorkspaceGate, type WorkspacePath } from '../../../src/actors/tools/gate/workspace-gate.js';
import { nodeFiles } from '../../../src/host/node/files.js';
import { removeTempDir } from '../../doubles/temp-dir.js';
import { anyHostilePath as hostile, writePath } from './hostile-path.js';
import { type HostileWorld, isWithin, makeHostileWorld, whereItLeads } from './hostile-world.js';

let world: HostileWorld;

beforeAll(() => {
  world = makeHostileWorld();
});

afterAll(() => {
  removeTempDir(world.base);
});

async function ask(gate: WorkspaceGate, uri: string): Promise<WorkspacePath | TroupeError> {
  return gate.resolve(uri).catch((error: unknown) => {
    if (error instanceof TroupeError) return error;
    throw error;
  });
}

/**
 * **Feature: vscode-agent, property 11: the workspace boundary holds**
 */
describe('property 11', () => {
  test('the gate lets in what lies inside the root, refuses what does not, and says where it is', async () => {
    const gate = new WorkspaceGate([world.app], nodeFiles);
    const seen = { inside: 0, outside: 0, circle: 0 };
    await fc.assert(
      fc.asyncProperty(hostile, async (wish) => {
        const { path, uri } = writePath(world, wish);
        const answer = await ask(gate, uri);
        if (path === '') {
          expect(answer).toBeInstanceOf(InvalidParamsError);
          return;
        }
        const asIs = whereItLeads(resolve(world.app, path));
        const slashed = whereItLeads(resolve(world.app, path.replaceAll('\\', '/')));
        const expected = asIs?.exists !== true && slashed?.exists === true ? slashed : asIs;
        if (expected === undefined) {
          seen.circle += 1;
          expect(answer).toBeInstanceOf(
            isWithin(world.app, resolve(world.app, path)) ? FileNotFoundError : WorkspaceBoundaryError,
          );
        } else if (isWithin(world.app, expected.real)) {
          seen.inside += 1;
          expect(answer).toEqual({
            root: world.app,
            path: expected.real.slice(world.app.length + 1),
            absolute: expected.real,
          });
        } else {
          seen.outside += 1;
          expect(answer).toBeInstanceOf(WorkspaceBoundaryError);
        }
      }),
      { numRuns: 1_500 },
    );
    expect(Math.min(seen.inside, seen.outside)).toBeGreaterThan(300);
    expect(seen.circle).toBeGreaterThan(5);
  });

  test('the gate lets in nothing outside several roots, and prints what it lets in so that it comes back', async () => {
    const roots = [world.app, world.lib];
    const gate = new WorkspaceGate(roots, nodeFiles);
    const text = fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 40 }));
    await fc.assert(
      fc.asyncProperty(text, async (wish) => {
        const answer = await ask(gate, typeof wish === 'string' ? wish : writePath(world, wish).uri);
        if (answer instanceof TroupeError) return;
        expect(roots).toContain(answer.root);
        expect(answer.absolute).toBe(answer.path === '' ? answer.root : `${answer.root}/${answer.path}`);
        expect(whereItLeads(answer.absolute)?.real).toBe(answer.absolute);
        if (whereItLeads(answer.absolute)?.exists === true) {
          expect(await gate.resolve(gate.show(answer))).toEqual(answer);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('the gate tells a root from a folder whose name only starts like it', async () => {
    const segment = fc.constantFrom('a', 'ab', 'b', 'bb', '.a', '..a');
    const path = fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`);
    const files = { ...nodeFiles, realpath: async (asked: string) => asked as AbsPath };
    await fc.assert(
      fc.asyncProperty(path, path, async (root, asked) => {
        const answer = await ask(new WorkspaceGate([root as AbsPath], files), asked);
        const isInside = asked === root || asked.startsWith(root === '/' ? '/' : `${root}/`);
        expect(answer instanceof WorkspaceBoundaryError).toBe(!isInside);
      }),
      { numRuns: 1_000 },
    );
  });
});
