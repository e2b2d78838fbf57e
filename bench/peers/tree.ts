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
      const isOver = new AbortController();
      const failure = { signal: isOver.signal };
      const failed = Promise.race([once(rg, 'error', failure), once(drawer, 'error', failure)]).then(
        ([error]) => {
          throw error as Error;
        },
      );
      const read = async (): Promise<string> => {
        const chunks: Buffer[] = [];
        for await (const chunk of drawer.stdout) chunks.push(chunk as Buffer);
        return Buffer.concat(chunks).toString();
      };
      try {
        return await Promise.race([read(), failed]);
      } finally {
        // A promise that never settles would keep the text.
        isOver.abort();
      }
    },
  };
}
