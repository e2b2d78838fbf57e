import { z } from 'zod';
import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import type { TerminalOutput } from '../../protocol/shell.js';
import type { CallPreview, Tool } from '../../protocol/tool.js';
import { checkShown } from '../gate/check-shown.js';
import { commandParam } from './command-param.js';
import { describeOutput, describeSandbox } from './describe-output.js';
import { missingTerminalError } from './missing-terminal-error.js';
import { describeScripts } from './scripts/describe-scripts.js';
import type { TerminalDeps } from './shell-deps.js';
import { buildValidation } from '../calls/validate.js';

// Long enough for a server to report that it is up; the model can read more output later. Units: milliseconds.
const WAIT_MS = 5000;

const NAME = 'run_persistent_command';

const schema = z.strictObject({
  command: commandParam.describe(
    'The command line. Empty: read what the last one has printed since. "^C": interrupt it.',
  ),
  persistent_terminal_id: z.string().min(1).describe('The id of the terminal.'),
});

type RunPersistentCommandParams = z.output<typeof schema>;

export function createRunPersistentCommandTool({
  terminals,
  sandbox,
  ...deps
}: TerminalDeps): Tool<RunPersistentCommandParams, TerminalOutput> {
  const preview = async ({
    command,
    persistent_terminal_id: id,
  }: RunPersistentCommandParams): Promise<CallPreview> => {
    if (!terminals.has(id)) throw missingTerminalError(id, terminals.list());
    const cwd = terminals.list().find((terminal) => terminal.id === id)?.cwd;
    const notes = [
      `In terminal ${id}${cwd === undefined ? '' : `, which was opened in ${cwd}`}.`,
      ...(cwd === undefined ? [] : await describeScripts(command, cwd, deps)),
      ...describeSandbox(await terminals.sandboxState, sandbox),
    ];
    return { kind: 'command', command, cwd: cwd ?? '', notes };
  };
  return {
    name: NAME,
    description:
      `Runs a command line in a persistent terminal. One that still runs after ${WAIT_MS / 1000} s goes on in the background. ` +
      'Directory and variables stay as commands leave them.',
    category: 'Dangerous tools',
    isReadOnly: false,
    ...buildValidation(NAME, schema, { command: ['cmd'], persistent_terminal_id: ['terminal_id'] }),

    preview,

    async run(params, { signal, onOutput, shown }) {
      if (shown !== undefined) checkShown(NAME, await preview(params), shown);
      const { command, persistent_terminal_id } = params;
      return await terminals.run(persistent_terminal_id, command, {
        signal,
        timeoutMs: WAIT_MS,
        ...omitUndefined({ onOutput }),
      });
    },

    format({ text, state, exitCode }, { persistent_terminal_id: id }) {
      return `${describeState(state, exitCode, id)}\n${describeOutput('Output', text)}`;
    },
  };
}

function describeState(state: TerminalOutput['state'], exitCode: number | null, id: string): string {
  switch (state) {
    case 'finished':
      return `Exit code ${exitCode ?? 'unknown'}.`;
    case 'closed':
      return `Terminal ${id} is closed${exitCode === null ? '' : `: its shell ended with exit code ${exitCode}`}.`;
    default:
      return `The command still runs in terminal ${id}; an empty command reads on.`;
  }
}
