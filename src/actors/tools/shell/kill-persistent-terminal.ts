import { z } from 'zod';
import type { Tool } from '../../protocol/tool.js';
import { missingTerminalError } from './missing-terminal-error.js';
import type { TerminalDeps } from './shell-deps.js';
import { buildValidation } from '../calls/validate.js';

const NAME = 'kill_persistent_terminal';

const schema = z.strictObject({
  persistent_terminal_id: z.string().min(1).describe('The id of the terminal.'),
});

type KillPersistentTerminalParams = z.output<typeof schema>;

export function createKillPersistentTerminalTool({
  terminals,
}: Pick<TerminalDeps, 'terminals'>): Tool<KillPersistentTerminalParams, undefined> {
  return {
    name: NAME,
    description: 'Ends a persistent terminal and everything that runs in it.',
    category: 'Dangerous tools',
    isReadOnly: false,
    ...buildValidation(NAME, schema, { persistent_terminal_id: ['terminal_id'] }),

    async preview({ persistent_terminal_id: id }) {
      if (!terminals.has(id)) throw missingTerminalError(id, terminals.list());
      return { kind: 'text', text: `Ends terminal ${id} and everything that runs in it.` };
    },

    async run({ persistent_terminal_id }) {
      await terminals.kill(persistent_terminal_id);
      return undefined;
    },

    format: (_, { persistent_terminal_id: id }) => `Terminal ${id} and all that ran in it are ended.`,
  };
}
