import { readLines } from '../read-lines.js';
import type { GrepPeer, ListPeer } from './peer.js';

export const gitFiles: ListPeer = {
  label: 'git ls-files -co --exclude-standard',
  list: (cwd) => readLines('git', ['ls-files', '-coz', '--exclude-standard'], { cwd, separator: '\0' }),
};

export const gitGrep: GrepPeer = {
  label: 'git grep',
  async grep(cwd, pattern, isRegex) {
    const args = ['grep', '--no-color', '-In', '--column', isRegex ? '-Pe' : '-Fe'];
    return (await readLines('git', [...args, pattern], { cwd, separator: '\n' })).length;
  },
};
