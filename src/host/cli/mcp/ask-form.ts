import type { FormField } from '../../../actors/mcp/question-form.js';
import type { FieldValue } from '../../../actors/mcp/read-field.js';
import { escapeHidden } from '../draw/escape-hidden.js';
import type { AnswerKeys } from '../terminal/answer-keys.js';
import type { AskingTerminal } from '../terminal/asking-terminal.js';
import { askField } from './ask-field.js';
import { describeValue } from './describe-value.js';
import { readChoice } from '../terminal/read-choice.js';

/** What the person has filled in, by the names of the fields. */
export type FilledForm = Readonly<Record<string, FieldValue>>;

/** What to do with a form. */
export type FormOutcome =
  | { readonly action: 'accept'; readonly content: FilledForm }
  | { readonly action: 'decline' | 'cancel' };

/**
 * Asks for the fields one after the other, shows them, and asks whether they may go to `server`. Esc cancels, and so does
 * nothing in a field that must have something.
 */
export async function askForm(
  server: string,
  fields: readonly FormField[],
  keys: AnswerKeys,
  terminal: AskingTerminal,
): Promise<FormOutcome> {
  const { out } = terminal;
  let filled: FilledForm = {};
  for (;;) {
    for (const field of fields) {
      if (field.seemsToAskForSecret)
        await out.line(out.style('yellow', '  ! This seems to ask for a password or a key.'));
      const preset = valueOf(filled, field.name) ?? defaultOf(field);
      const isHidden = field.seemsToAskForSecret;
      const value = await askField({ field, preset, isHidden }, keys, terminal);
      if (value === 'cancel') return { action: 'cancel' };
      const { [field.name]: _, ...others } = filled;
      filled = value === undefined ? others : { ...others, [field.name]: value.value };
    }
    const rows = fields.flatMap((field) => {
      const value = valueOf(filled, field.name);
      if (value === undefined) return [];
      const shown = field.seemsToAskForSecret ? '(not shown)' : describeValue(field, value);
      return `    ${escapeHidden(field.label)}: ${escapeHidden(shown)}`;
    });
    const what = rows.length === 0 ? 'Nothing but your consent' : 'This';
    await out.line([`  ${what} goes to the MCP server ${server}:`, ...rows].join('\n').replace(/:$/, '.'));
    const isEmpty = fields.length === 0;
    const choice = await readChoice(
      isEmpty ? '[y]es  [n]o' : '[y]es  [n]o  [e]dit',
      isEmpty ? ['y', 'n'] : ['y', 'n', 'e'],
      keys,
      terminal,
    );
    if (choice === 'y') return { action: 'accept', content: filled };
    if (choice !== 'e') return { action: choice === 'n' ? 'decline' : 'cancel' };
  }
}

function defaultOf(field: FormField): FieldValue | undefined {
  return field.kind === 'choices' ? field.value && [...field.value] : field.value;
}

/** A server may name a field like a member that every object has. */
function valueOf(filled: FilledForm, name: string): FieldValue | undefined {
  return Object.hasOwn(filled, name) ? filled[name] : undefined;
}
