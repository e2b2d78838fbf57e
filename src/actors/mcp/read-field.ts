import type { FormField } from './question-form.js';
import { countChars, hasFormat, readNumber, type StringFormat } from './string-formats.js';

/** What a person may answer to a field. */
export type FieldValue = string | number | boolean | string[];

/** A typed answer, or what is wrong with it, as a sentence. */
export type ReadField = { readonly value: FieldValue } | { readonly problem: string };

const FORMAT_PROBLEMS: Readonly<Record<StringFormat, string>> = {
  email: 'Answer an e-mail address.',
  uri: 'Answer a whole address, such as https://example.com.',
  date: 'Answer a date, such as 2026-07-28.',
  'date-time': 'Answer a date and a time, such as 2026-07-28T12:00:00Z.',
};

const YES = /^(?:y|yes|true|1|on)$/i;
const NO = /^(?:n|no|false|0|off)$/i;

/**
 * Reads what a person has typed into a field. A choice is named by its number, counted from 1, its value or its label;
 * several are separated by commas or spaces. Must not be called for an empty text.
 */
export function readField(field: FormField, typed: string): ReadField {
  switch (field.kind) {
    case 'boolean':
      if (YES.test(typed)) return { value: true };
      return NO.test(typed) ? { value: false } : { problem: 'Answer y or n.' };
    case 'number':
      return readBounded(field, typed);
    case 'choice': {
      const chosen = choose(field.options, typed);
      return chosen === undefined
        ? { problem: `Answer a number from 1 to ${field.options.length}.` }
        : { value: chosen };
    }
    case 'choices':
      return readChoices(field, typed);
    default:
      return readText(field, typed);
  }
}

function readBounded(field: FormField & { readonly kind: 'number' }, typed: string): ReadField {
  const { isInteger, minimum = -Infinity, maximum = Infinity } = field;
  const value = readNumber(typed, isInteger);
  if (value === undefined) return { problem: isInteger ? 'Answer a whole number.' : 'Answer a number.' };
  if (value < minimum) return { problem: `It must be ${minimum} or more.` };
  return value > maximum ? { problem: `It must be ${maximum} or less.` } : { value };
}

function readChoices(field: FormField & { readonly kind: 'choices' }, typed: string): ReadField {
  const { options, minItems = 0, maxItems = Infinity } = field;
  const whole = choose(options, typed);
  const words = whole === undefined ? typed.split(/[\s,]+/).filter((word) => word !== '') : [typed];
  const chosen = words.map((word) => choose(options, word));
  if (chosen.includes(undefined))
    return { problem: `Answer numbers from 1 to ${options.length}, with commas between them.` };
  const value = [...new Set(chosen.flatMap((one) => one ?? []))];
  if (value.length < minItems) return { problem: `Choose ${minItems} or more.` };
  return value.length > maxItems ? { problem: `Choose ${maxItems} or fewer.` } : { value };
}

function choose(
  options: readonly { readonly value: string; readonly label: string }[],
  typed: string,
): string | undefined {
  const named = options.find(({ value, label }) => value === typed || label === typed);
  return (named ?? options[/^\d{1,3}$/.test(typed) ? Number(typed) - 1 : -1])?.value;
}

function readText(field: FormField & { readonly kind: 'text' }, typed: string): ReadField {
  const { format, minLength = 0, maxLength = Infinity } = field;
  const length = countChars(typed);
  if (length < minLength) return { problem: `It must have ${minLength} characters or more.` };
  if (length > maxLength) return { problem: `It must have ${maxLength} characters or fewer.` };
  return format === undefined || hasFormat(typed, format)
    ? { value: typed }
    : { problem: FORMAT_PROBLEMS[format] };
}
