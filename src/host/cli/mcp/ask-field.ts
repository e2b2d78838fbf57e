import type { FormField } from '../../../actors/mcp/question-form.js';
import { type FieldValue, readField } from '../../../actors/mcp/read-field.js';
import { escapeHidden } from '../draw/escape-hidden.js';
import type { AnswerKeys } from '../terminal/answer-keys.js';
import { readTyped } from '../terminal/read-typed.js';
import { type AskingTerminal, drawPrompt } from '../terminal/asking-terminal.js';
import { describeValue } from './describe-value.js';
import { drawForeign } from './draw-foreign.js';

interface AskedField {
  readonly field: FormField;
  /** The value that Enter alone takes. */
  readonly preset: FieldValue | undefined;
  /** Whether asterisks are shown in place of what is typed. */
  readonly isHidden: boolean;
}

/** The value of a field, `undefined` where it is left out. */
export async function askField(
  { field, preset, isHidden }: AskedField,
  keys: AnswerKeys,
  { out, interrupts, keyboard }: AskingTerminal,
): Promise<{ readonly value: FieldValue } | undefined | 'cancel'> {
  if (field.description !== '') await out.line(out.style('dim', drawForeign(field.description, out, '  ')));
  if (field.kind === 'choice' || field.kind === 'choices')
    for (const [index, { label }] of field.options.entries())
      await out.line(`    ${index + 1}  ${escapeHidden(label)}`);
  for (;;) {
    const label = out.style('bold', escapeHidden(field.label));
    await drawPrompt(keys, out, promptOf({ field, preset, isHidden }, label));
    const typed = await readTyped(keys, out, {
      isHidden,
      isEchoed: keyboard.isPlain,
      onInterrupt: () => {
        interrupts.press();
      },
    });
    if (typed === undefined) return 'cancel';
    if (typed === '') {
      if (preset !== undefined) return { value: preset };
      return field.isRequired ? 'cancel' : undefined;
    }
    const read = readField(field, typed);
    if ('value' in read) return read;
    await out.line(out.style('yellow', `  ${read.problem}`));
  }
}

function promptOf({ field, preset, isHidden }: AskedField, label: string): string {
  const kind = KINDS[field.kind === 'text' ? (field.format ?? 'text') : field.kind];
  const empty =
    preset === undefined
      ? field.isRequired
        ? 'Enter: cancel'
        : 'Enter: leave it out'
      : `Enter: ${isHidden ? 'as before' : escapeHidden(describeValue(field, preset))}`;
  return `  ${label} (${[kind, empty].filter((part) => part !== '').join('; ')})`;
}

const KINDS = {
  text: '',
  email: 'an e-mail address',
  uri: 'an address',
  date: 'a date',
  'date-time': 'a date and a time',
  number: 'a number',
  boolean: 'y or n',
  choice: 'the number of one',
  choices: 'numbers, with commas between them',
} as const;
