import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../find-program.js';
import { readLines } from '../read-lines.js';
import type { Absent, FindPeer } from './peer.js';

const label = 'fzf --filter --scheme=path';

export function findFzf(): FindPeer | Absent {
  const fzf = findProgram('fzf');
  if (fzf === undefined) return { label, howToGet: 'apt-get install fzf' };
  return {
    label,
    note: 'a process for each query that reads the list anew: that is how a program can ask it',
    prepare(paths) {
      const folder = mkdtempSync(join(tmpdir(), 'troupe-bench-fzf-'));
      process.once('exit', () => {
        rmSync(folder, { recursive: true, force: true });
      });
      const list = join(folder, 'paths');
      writeFileSync(list, paths.join('\0'));
      const args = ['--scheme=path', '--read0', '--print0', '--filter'];
      return async (query, limit) => {
        const stdin = openSync(list, 'r');
        try {
          return (await readLines(fzf, [...args, query], { cwd: folder, separator: '\0', stdin })).slice(
            0,
            limit,
          );
        } finally {
          closeSync(stdin);
        }
      };
    },
  };
}
