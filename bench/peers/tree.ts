import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rgPath } from '@vscode/ripgrep';
import { findProgram } from '../find-program.js';
import type { Absent } from './peer.js';

const label = 'rg --files | tree --fromfile';

/** A drawing of the whole tree as text. */
export interface DrawPeer {
  readonly label: string;
  readonly draw: (root: string) => Promise<string>;
}

export function findTree(): DrawPeer | Absent {
  const tree = findProgram('tree');
  if (tree === undefined) return { label, howToGet: 'apt-get install tree' };
  return {
    label,
    async draw(cwd) {
      const rg = spawn(rgPath, ['--no-config', '--files', '--hidden', '-g', '!.git', '-j8'], {
        cwd,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const drawer = spawn(tree, ['--fromfile', '--charset', 'utf-8', '-a', '.'], {
        cwd,
        stdio: [rg.stdout, 'pipe', 'ignore'],
      });
      const failed = Promise.race([once(rg, 'error'), once(drawer, 'error')]).then(([error]) => {
        throw error as Error;
      });
      const read = async (): Promise<string> => {
        const chunks: Buffer[] = [];
        for await (const chunk of drawer.stdout) chunks.push(chunk as Buffer);
        return Buffer.concat(chunks).toString();
      };
      return Promise.race([read(), failed]);
    },
  };
}
