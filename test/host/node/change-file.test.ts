import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ApprovalRule } from '../../../src/actors/protocol/approvals.js';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { ApprovalFile } from '../../../src/host/node/approval-store.js';
import { McpApprovals } from '../../../src/host/node/mcp/mcp-approvals.js';
import { OwnMcpFile } from '../../../src/host/node/mcp/own-mcp-file.js';
import { McpTokenFile } from '../../../src/host/node/mcp/token-file.js';
import { makeTempDir, removeTempDir } from '../../doubles/temp-dir.js';

interface Store {
  add(name: string): Promise<unknown>;
  remove(name: string): Promise<unknown>;
  list(): Promise<readonly string[]>;
}

const toRule = (tool: string): ApprovalRule => ({ effect: 'allow', when: { tool } });
const toDigest = (name: string): string => name.repeat(64);

function openApprovals(path: string): Store {
  const file = new ApprovalFile(path);
  return {
    add: (name) => file.add([toRule(name)]),
    remove: (name) => file.remove([toRule(name)]),
    list: async () => (await file.load()).map(({ when }) => ('tool' in when ? when.tool : '')),
  };
}

function openMcpApprovals(path: string): Store {
  const file = new McpApprovals(path);
  return {
    add: (name) => file.add(toDigest(name)),
    remove: (name) => file.remove(toDigest(name)),
    list: async () => [...(await file.load())].map((digest) => digest.charAt(0)),
  };
}

function openServers(path: string): Store {
  const file = new OwnMcpFile(path);
  return {
    add: (name) => file.add(name, { command: name }),
    remove: (name) => file.remove(name),
    async list() {
      const names = ['a', 'b', 'c', 'd'];
      const wereThere = await Promise.all(names.map((name) => file.remove(name)));
      return names.filter((_, index) => wereThere[index]);
    },
  };
}

function openTokens(path: string): Store {
  const file = new McpTokenFile(path);
  return {
    add: (name) => file.save(name, name),
    remove: (name) => file.save(name, undefined),
    async list() {
      const texts = await Promise.all(['a', 'b', 'c', 'd'].map((name) => file.load(name)));
      return texts.filter((text) => text !== undefined);
    },
  };
}

let folder: AbsPath;
let path: string;

beforeEach(() => {
  folder = makeTempDir();
  path = join(folder, 'file.json');
});
afterEach(() => {
  removeTempDir(folder);
});

describe.each([
  ['approval rules', openApprovals],
  ['approved servers', openMcpApprovals],
  ['servers', openServers],
  ['tokens', openTokens],
])('a file of %s', (_, open) => {
  test('has all that is added at the same time', async () => {
    const [one, other] = [open(path), open(path)];
    await Promise.all([one.add('a'), one.add('b'), other.add('c')]);
    expect(await one.list()).toEqual(['a', 'b', 'c']);
  });

  test('lacks what is removed while something is added', async () => {
    const [one, other] = [open(path), open(path)];
    await one.add('a');
    await one.add('b');
    await Promise.all([one.remove('a'), one.add('c'), other.add('d')]);
    expect(await one.list()).toEqual(['b', 'c', 'd']);
  });
});

test('a file is changed after a change of it that failed', async () => {
  const file = new OwnMcpFile(path);
  await file.add('a', {});
  const [again, removed] = await Promise.allSettled([file.add('a', {}), file.remove('a')]);
  expect([again.status, removed]).toEqual(['rejected', { status: 'fulfilled', value: true }]);
});
