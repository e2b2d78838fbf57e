import { rgPath } from '@vscode/ripgrep';
import { readLines } from '../read-lines.js';
import type { GrepPeer, ListPeer } from './peer.js';

export const rgFiles: ListPeer = {
  label: 'rg --files --hidden -j8',
  list: (cwd) =>
    readLines(rgPath, ['--no-config', '--files', '--hidden', '-0', '-g', '!.git', '-j8'], {
      cwd,
      separator: '\0',
    }),
};

export const rgGrep: GrepPeer = {
  label: 'rg',
  async grep(cwd, pattern, isRegex) {
    const args = [
      '--no-config',
      '--hidden',
      '-g',
      '!.git',
      '--no-heading',
      '-n',
      '--column',
      isRegex ? '-e' : '-Fe',
    ];
    return (await readLines(rgPath, [...args, pattern, '.'], { cwd, separator: '\n' })).length;
  },
};
