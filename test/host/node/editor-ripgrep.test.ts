import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findEditorRipgrep } from '../../../src/host/node/editor-ripgrep.js';

const platform = `${process.platform}-${process.arch}`;
const program = process.platform === 'win32' ? 'rg.exe' : 'rg';

let appRoot: string;
beforeEach(() => {
  appRoot = mkdtempSync(join(tmpdir(), 'troupe-editor-'));
});
afterEach(() => {
  rmSync(appRoot, { recursive: true });
});

function write(path: string, mode = 0o755): string {
  const whole = join(appRoot, path, program);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, '');
  chmodSync(whole, mode);
  return whole;
}

describe('findEditorRipgrep', () => {
  it.each([
    'node_modules/@vscode/ripgrep/bin',
    `node_modules/@vscode/ripgrep-${platform}/bin`,
    `node_modules/@vscode/ripgrep-universal/bin/${platform}`,
    'node_modules.asar.unpacked/@vscode/ripgrep/bin',
    `node_modules.asar.unpacked/@vscode/ripgrep-universal/bin/${platform}`,
  ])('finds the program in %s', async (path) => {
    expect(await findEditorRipgrep(appRoot)).toBeUndefined();
    const whole = write(path);
    expect(await findEditorRipgrep(appRoot)).toBe(whole);
  });

  it.runIf(process.platform !== 'win32')('passes over a file that cannot be run', async () => {
    write('node_modules/@vscode/ripgrep/bin', 0o644);
    expect(await findEditorRipgrep(appRoot)).toBeUndefined();
    const other = write('node_modules.asar.unpacked/@vscode/ripgrep/bin');
    expect(await findEditorRipgrep(appRoot)).toBe(other);
  });
});
