import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ApprovalRule } from '../../../src/actors/protocol/approvals.js';
import { SettingsError } from '../../../src/actors/protocol/errors.js';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { ApprovalFile, findApprovalsFile, openApprovalFile } from '../../../src/host/node/approval-store.js';
import { errorOf } from '../../doubles/error-of.js';
import { makeTempDir, removeTempDir } from '../../doubles/temp-dir.js';

const RULES: readonly ApprovalRule[] = [
  { effect: 'allow', when: { command: ['npm', 'test'] } },
  { effect: 'deny', when: { path: '**/.env', access: 'read' } },
  { effect: 'ask', when: { tool: 'edit_file' } },
  { effect: 'allow', when: { server: 'docs' } },
  { effect: 'allow', when: { line: 'make test | tail', cwd: '/work/app' } },
  { effect: 'allow', when: { host: 'example.com' } },
];

let folder: AbsPath;
let path: string;

beforeEach(() => {
  folder = makeTempDir();
  path = join(folder, 'settings/troupe/approvals.json');
});

afterEach(() => {
  removeTempDir(folder);
});

function write(text: string, mode = 0o600): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
}

describe('rules', () => {
  test('are none where none were kept', async () => {
    expect(await new ApprovalFile(path).load()).toEqual([]);
  });

  test('are kept in the order they came, once each', async () => {
    const file = new ApprovalFile(path);
    await file.add(RULES.slice(0, 2));
    await file.add(RULES);
    expect(await new ApprovalFile(path).load()).toEqual(RULES);
    expect(readdirSync(dirname(path))).toEqual(['approvals.json']);
  });

  test('are forgotten, the others stay in their order', async () => {
    const file = new ApprovalFile(path);
    await file.add(RULES);
    await file.remove([{ when: { access: 'read', path: '**/.env' }, effect: 'deny' }, RULES[0]!]);
    expect(await new ApprovalFile(path).load()).toEqual(RULES.slice(2));
    await file.remove(RULES);
    expect(await new ApprovalFile(path).load()).toEqual([]);
    expect(readdirSync(dirname(path))).toEqual(['approvals.json']);
  });

  test.skipIf(process.platform === 'win32')('can be read and written by their owner alone', async () => {
    await new ApprovalFile(path).add(RULES);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  });

  test.skipIf(process.platform === 'win32').each([0o620, 0o602])(
    'that others may have written (%o) are refused, and stay as they are',
    async (mode) => {
      write(JSON.stringify({ rules: RULES }), mode);
      const before = readFileSync(path, 'utf8');
      expect(await errorOf(() => new ApprovalFile(path).load())).toBeInstanceOf(SettingsError);
      expect(await errorOf(() => new ApprovalFile(path).add(RULES.slice(0, 1)))).toBeInstanceOf(
        SettingsError,
      );
      expect(await errorOf(() => new ApprovalFile(path).remove(RULES))).toBeInstanceOf(SettingsError);
      expect(readFileSync(path, 'utf8')).toBe(before);
    },
  );

  test.each([
    '',
    '{',
    '[]',
    '{"rules":{}}',
    '{"rules":[{"effect":"permit","when":{"tool":"x"}}]}',
    '{"rules":[{"effect":"allow","when":{}}]}',
    '{"rules":[{"effect":"allow","when":{"command":[]}}]}',
    '{"rules":[{"effect":"allow","when":{"tool":"x","command":["y"]}}]}',
    '{"rules":[{"effect":"allow","when":{"path":"x","access":"any"}}]}',
    '{"rules":[{"effect":"allow","when":{"line":"x"}}]}',
  ])('in a damaged file are refused as a whole: %s', async (text) => {
    write(text);
    expect(await errorOf(() => new ApprovalFile(path).load())).toBeInstanceOf(SettingsError);
  });
});

describe('the file', () => {
  test('is in the folder that the system has for settings', () => {
    expect(findApprovalsFile({ XDG_CONFIG_HOME: '/c' }, 'linux')).toBe(join('/c', 'troupe/approvals.json'));
    expect(findApprovalsFile({}, 'linux')).toMatch(/[\\/]\.config[\\/]troupe[\\/]approvals\.json$/);
    expect(findApprovalsFile({ APPDATA: '/d' }, 'win32')).toBe(join('/d', 'troupe/approvals.json'));
  });

  test('is not used where it lies inside a root: a repository must not approve itself', () => {
    const env = { XDG_CONFIG_HOME: join(folder, 'settings'), APPDATA: join(folder, 'settings') };
    expect(openApprovalFile(env, [folder])).toBeUndefined();
    expect(openApprovalFile(env, [join(folder, 'project')])).toBeInstanceOf(ApprovalFile);
  });
});
