import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import { parseMentions } from '../../../actors/threads/mention-text.js';
import type { OwnCommand } from '../../instructions/own-commands.js';
import type { ChatContext } from './command.js';

/** A command of somebody's own, as a line of `/help` and of the completions. */
export function describeOwnCommand({ name, argumentHint, description, from, server }: OwnCommand): {
  readonly usage: string;
  readonly summary: string;
} {
  const whose =
    from === 'person'
      ? 'your own'
      : server === undefined
        ? 'of this workspace'
        : `of the MCP server ${server}`;
  return {
    usage: `/${name}${argumentHint === undefined ? '' : ` ${argumentHint}`}`,
    summary: description === '' ? whose : `${description} (${whose})`,
  };
}

/** Shows and sends the text of a command of somebody's own. Resolves to whether there is one of that name. */
export async function sendOwnCommand(name: string, argument: string, chat: ChatContext): Promise<boolean> {
  const { out, instructions, mode } = chat;
  // A prompt comes from a server, which may be slow.
  const expanded = await chat.wait((signal) =>
    instructions.expandCommand(name, argument, mode, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      return 'interrupted' as const;
    }),
  );
  if (expanded === undefined) return false;
  if (expanded === 'interrupted') {
    await out.line('Interrupted: nothing was sent.\n');
    return true;
  }
  const { text, mode: wanted = mode, model, attachments = [] } = expanded;
  await out.line(out.style('dim', indent(out.sanitize(unescape(text)))));
  await chat.send(text, { mode: wanted, attachments, ...omitUndefined({ model }) });
  return true;
}

/** The text as it is sent: without the backslashes that keep mentions from being attached. */
function unescape(text: string): string {
  return parseMentions(text)
    .map((part) => (part.kind === 'text' ? part.text : part.source))
    .join('');
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
