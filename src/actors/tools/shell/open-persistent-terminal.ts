import { z } from 'zod';
import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import type { AbsPath } from '../../protocol/workspace.js';
import type { CallPreview, Tool } from '../../protocol/tool.js';
import { checkShown } from '../gate/check-shown.js';
import { needsParam, readNeeds } from './needs-param.js';
import { describeSandbox } from './describe-output.js';
import { WORKING_DIRECTORY_PARAM_NAMES } from '../calls/param-synonyms.js';
import type { TerminalDeps } from './shell-deps.js';
import { buildValidation } from '../calls/validate.js';

const NAME = 'open_persistent_terminal';

const schema = z.strictObject({
  cwd: z.string().min(1).default('.').describe('The directory to open it in.'),
  needs: needsParam.describe('What its commands need beyond the sandbox, written as in run_command.'),
});

type OpenPersistentTerminalParams = z.output<typeof schema>;

interface OpenedTerminal {
  readonly id: string;
  readonly cwd: AbsPath;
}

export function createOpenPersistentTerminalTool({
  terminals,
  gate,
  sandbox,
}: TerminalDeps): Tool<OpenPersistentTerminalParams, OpenedTerminal> {
  const preview = async ({ cwd, needs }: OpenPersistentTerminalParams): Promise<CallPreview> => {
    const { absolute } = await gate.resolve(cwd);
    const notes = describeSandbox(await terminals.sandboxState, sandbox);
    const grants = readNeeds(needs);
    const lasting = grants === undefined ? [] : ['What it may access holds for every command in it.'];
    const text = [`Opens a terminal in ${absolute}.`, ...notes, ...lasting].join('\n');
    return { kind: 'text', text, ...omitUndefined({ grants }) };
  };
  return {
    name: NAME,
    description:
      'Opens a terminal that stays open until it is killed, for servers, watchers and long builds, and returns its id.',
    category: 'Dangerous tools',
    isReadOnly: false,
    ...buildValidation(NAME, schema, { cwd: WORKING_DIRECTORY_PARAM_NAMES }),

    preview,

    async run(params, { signal, access = sandbox, shown, thread }) {
      if (shown !== undefined) checkShown(NAME, await preview(params), shown);
      const { absolute } = await gate.resolve(params.cwd);
      const opening = { signal, ...omitUndefined({ thread }) };
      return { id: await terminals.open(absolute, access, opening), cwd: absolute };
    },

    format: ({ id, cwd }) => `Terminal ${id} is open in ${cwd}.`,
  };
}
