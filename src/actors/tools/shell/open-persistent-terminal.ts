import { z } from 'zod';
import type { AbsPath } from '../../protocol/workspace.js';
import type { Tool } from '../../protocol/tool.js';
import { describeSandbox } from './describe-output.js';
import { WORKING_DIRECTORY_PARAM_NAMES } from '../calls/param-synonyms.js';
import type { TerminalDeps } from './shell-deps.js';
import { buildValidation } from '../calls/validate.js';

const NAME = 'open_persistent_terminal';

const schema = z.strictObject({
  cwd: z.string().min(1).default('.').describe('The directory to open it in. Default: the workspace root.'),
});

export type OpenPersistentTerminalParams = z.output<typeof schema>;

export interface OpenedTerminal {
  readonly id: string;
  readonly cwd: AbsPath;
}

export function createOpenPersistentTerminalTool({
  terminals,
  gate,
  sandbox,
}: TerminalDeps): Tool<OpenPersistentTerminalParams, OpenedTerminal> {
  return {
    name: NAME,
    description:
      'Opens a terminal that stays open until it is killed, for servers, watchers and long builds. ' +
      'Returns its id, for run_persistent_command and kill_persistent_terminal.',
    category: 'Dangerous tools',
    isReadOnly: false,
    ...buildValidation(NAME, schema, { cwd: WORKING_DIRECTORY_PARAM_NAMES }),

    async preview({ cwd }) {
      const { absolute } = await gate.resolve(cwd);
      const notes = describeSandbox(await terminals.sandboxState, sandbox);
      return { kind: 'text', text: [`Opens a terminal in ${absolute}.`, ...notes].join('\n') };
    },

    async run({ cwd }, { signal }) {
      const { absolute } = await gate.resolve(cwd);
      return { id: await terminals.open(absolute, signal), cwd: absolute };
    },

    format: ({ id, cwd }) => `Terminal ${id} is open in ${cwd}.`,
  };
}
