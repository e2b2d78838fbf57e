import { SettingsError } from '../../../actors/protocol/errors.js';
import { readArguments } from '../../../actors/protocol/json/read-arguments.js';
import type { EntryOf, ThreadEntry } from '../../../actors/protocol/thread.js';
import { changesToDiff } from '../draw/changes-to-diff.js';
import { drawDiff } from '../draw/draw-diff.js';
import { formatParams } from '../draw/format-params.js';
import type { Output } from '../terminal/output.js';
import type { ChatContext, ChatCommand } from './command.js';

export const outputCommand: ChatCommand = {
  name: 'output',
  parameter: '[N]',
  summary: 'show all that the last call of a tool brought, or call N, in your $PAGER if it is long',
  async run(argument, chat) {
    const { out, directory } = chat;
    const call = findCall(argument, chat);
    const observed = chat.thread.branch.findLast(
      (entry) => entry.kind === 'observation' && entry.callId === call.callId,
    );
    if (observed?.kind !== 'observation')
      throw new SettingsError(`The call of ${call.tool} has brought nothing yet.`, { setting: 'output' });
    const { tool, callId, params } = call;
    // Defaults and other names of parameters would only make it longer to read.
    const written = chat.thread.branch
      .flatMap((entry) => (entry.kind === 'reply' ? entry.toolCalls : []))
      .findLast(({ id }) => id === callId);
    const shown = written === undefined ? params : readArguments(written.arguments);
    await chat.showLong(drawCall({ tool, params: shown }, observed, out, directory));
  },
};

/** The number of a call for `/output`; `undefined` for a call that the conversation does not have. */
export function numberOfCall(branch: readonly ThreadEntry[], callId: string): number | undefined {
  const index = listCalls(branch).findIndex((call) => call.callId === callId);
  return index < 0 ? undefined : index + 1;
}

function listCalls(branch: readonly ThreadEntry[]): readonly EntryOf<'call'>[] {
  return branch.filter((entry) => entry.kind === 'call');
}

/** Errors: `SettingsError`. */
function findCall(argument: string, { hasThread, thread }: ChatContext): EntryOf<'call'> {
  const calls = hasThread ? listCalls(thread.branch) : [];
  const call =
    argument === '' ? calls.at(-1) : /^\d+$/.test(argument) ? calls[Number(argument) - 1] : undefined;
  if (call !== undefined) return call;
  throw new SettingsError(
    calls.length === 0
      ? 'No tool was called in this conversation yet.'
      : `There is no call ${JSON.stringify(argument)}: expected a number from 1 to ${calls.length}, the last one.`,
    { setting: 'output' },
  );
}

/** The call, all of its result, and what it has changed. */
function drawCall(
  { tool, params }: Pick<EntryOf<'call'>, 'tool' | 'params'>,
  { result }: EntryOf<'observation'>,
  out: Output,
  directory: string,
): string {
  const { output: shortened, whole = shortened, changes = [] } = result;
  const diff = changesToDiff(changes, directory);
  const title = `${out.style('bold', out.sanitize(tool))} ${out.sanitize(formatParams(params))}`;
  return [
    `${out.style('cyan', '→')} ${title.trimEnd()}`,
    out.sanitize(whole.trimEnd()),
    ...(diff === '' ? [] : drawDiff(diff, out)),
  ].join('\n');
}
