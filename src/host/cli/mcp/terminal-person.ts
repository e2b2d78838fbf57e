import { type FieldKind, type FormField, readForm } from '../../../actors/mcp/question-form.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { McpAnswer, McpQuestion } from '../../../actors/protocol/mcp.js';
import type { McpInputQuestion, McpPerson } from '../../mcp/mcp-options.js';
import { escapeHidden } from '../draw/escape-hidden.js';
import type { AnswerKeys } from '../terminal/answer-keys.js';
import { askField } from './ask-field.js';
import { askForm } from './ask-form.js';
import { askOn, type AskingTerminal } from '../terminal/asking-terminal.js';
import { drawForeign } from './draw-foreign.js';
import { readChoice } from '../terminal/read-choice.js';
import { parseUrl } from '../../../actors/protocol/web/parse-url.js';

/** Answers servers by asking the person on a terminal. Nothing is opened, and nothing goes to a server without a yes. */
export function createTerminalPerson(
  terminal: AskingTerminal,
): Required<Pick<McpPerson, 'answer' | 'signIn' | 'input'>> {
  return {
    answer: (question, signal) => askOn(terminal, signal, (keys) => answer(question, keys, terminal)),
    signIn: ({ server, page }, signal) =>
      askOn(terminal, signal, async (keys) => {
        await showHead(`The MCP server ${server} wants you to sign in.`, terminal);
        await showPage(page, terminal);
        const choice = await readChoice(
          'Open this page in a browser on this machine.  [y]es  [n]o',
          ['y', 'n'],
          keys,
          terminal,
        );
        return choice === 'y';
      }),
    input: (input) =>
      askOn(terminal, new AbortController().signal, async (keys) => {
        await showHead(`The MCP server ${input.server} needs a value.`, terminal);
        const { value: preset, isPassword: isHidden } = input;
        const found = await askField({ field: fieldOf(input), preset, isHidden }, keys, terminal);
        return found === undefined || found === 'cancel' ? undefined : String(found.value);
      }),
  };
}

function fieldOf({ id, description: label, options, value }: McpInputQuestion): FormField {
  const preset = omitUndefined({ value });
  const kind: FieldKind =
    options === undefined
      ? { kind: 'text', ...preset }
      : { kind: 'choice', options: options.map((option) => ({ value: option, label: option })), ...preset };
  return { ...kind, name: id, label, description: '', isRequired: false, seemsToAskForSecret: false };
}

async function answer(question: McpQuestion, keys: AnswerKeys, terminal: AskingTerminal): Promise<McpAnswer> {
  const { out } = terminal;
  const { server, message } = question;
  const isPage = question.kind === 'url';
  await showHead(
    isPage ? `The MCP server ${server} wants you to open a page:` : `The MCP server ${server} asks:`,
    terminal,
  );
  if (message.trim() !== '') await out.line(drawForeign(message, out, '    '));
  if (question.kind === 'form') {
    if (question.seemsToAskForSecret)
      await out.line(
        out.style(
          'yellow',
          drawForeign(
            'It seems to ask for a password or a key, which servers must not do. What you type goes to the server as it is.',
            out,
            '  ! ',
          ),
        ),
      );
    const fields = readForm(question.schema);
    if (fields !== undefined) return askForm(server, fields, keys, terminal);
    await out.line('  It asks for more than can be answered here, which was declined.');
    return { action: 'decline' };
  }
  await showPage(question.url, terminal);
  const choice = await readChoice(
    'Nothing is opened by itself. Will you open it?  [y]es  [n]o',
    ['y', 'n'],
    keys,
    terminal,
  );
  if (choice === 'cancel') return { action: 'cancel' };
  return { action: choice === 'y' ? 'accept' : 'decline' };
}

async function showHead(text: string, { out }: AskingTerminal): Promise<void> {
  await out.line(
    `\n${out.style('yellow', '?')} ${out.style('bold', text)} ${out.style('dim', '(Esc cancels)')}`,
  );
}

/** The whole address on a line of its own, so that it can be copied, and what it leads to. */
async function showPage(page: string, { out }: AskingTerminal): Promise<void> {
  const address = parseUrl(page);
  await out.line(`  ${escapeHidden(page)}`);
  if (address?.protocol === 'https:') await out.line(out.style('dim', `  It is a page of ${address.host}.`));
  else {
    const what =
      address === undefined ? 'It is not an address.' : `It is no https address of ${address.host}.`;
    await out.line(out.style('yellow', `  ! ${what}`));
  }
}
