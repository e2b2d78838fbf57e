import { findProgram } from '../find-program.js';
import { readLines } from '../read-lines.js';
import type { Absent, ListPeer } from './peer.js';

const label = 'fd --hidden -j8';

export function findFd(): ListPeer | Absent {
  const fd = findProgram('fdfind', 'fd');
  if (fd === undefined) return { label, howToGet: 'apt-get install fd-find' };
  const args = [
    '--hidden',
    '--no-global-ignore-file',
    '--exclude',
    '.git',
    '--type',
    'f',
    '--type',
    'l',
    '-0',
    '-j8',
    '.',
  ];
  return { label, list: (cwd) => readLines(fd, args, { cwd, separator: '\0' }) };
}
