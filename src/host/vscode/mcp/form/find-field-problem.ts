import type { FormField } from '../../../../actors/mcp/question-form.js';
import { countChars, hasFormat, readNumber } from '../../../../actors/mcp/string-formats.js';
import { MCP_QUESTION_TEXTS } from '../../words/mcp-words.js';

/** What is wrong with a typed text, as a sentence; `undefined` when it can be sent. An empty text leaves a field out. */
export function findFieldProblem(
  field: Extract<FormField, { kind: 'text' | 'number' }>,
  typed: string,
): string | undefined {
  const text = typed.trim();
  if (text === '') return field.isRequired ? MCP_QUESTION_TEXTS.needed : undefined;
  return field.kind === 'number' ? findNumberProblem(field, text) : findTextProblem(field, text);
}

function findNumberProblem(
  { isInteger, minimum, maximum }: Extract<FormField, { kind: 'number' }>,
  text: string,
): string | undefined {
  const value = readNumber(text, false);
  if (value === undefined) return MCP_QUESTION_TEXTS.wrongNumber;
  if (isInteger && readNumber(text, true) === undefined) return MCP_QUESTION_TEXTS.wrongInteger;
  if (minimum !== undefined && value < minimum) return MCP_QUESTION_TEXTS.least(minimum);
  return maximum !== undefined && value > maximum ? MCP_QUESTION_TEXTS.most(maximum) : undefined;
}

function findTextProblem(
  { format, minLength, maxLength }: Extract<FormField, { kind: 'text' }>,
  text: string,
): string | undefined {
  const length = countChars(text);
  if (minLength !== undefined && length < minLength) return MCP_QUESTION_TEXTS.shortest(minLength);
  if (maxLength !== undefined && length > maxLength) return MCP_QUESTION_TEXTS.longest(maxLength);
  return format === undefined || hasFormat(text, format) ? undefined : MCP_QUESTION_TEXTS.formats[format];
}

/** What is wrong with the number of chosen values. */
export function findChoicesProblem(
  { isRequired, minItems, maxItems }: Extract<FormField, { kind: 'choices' }>,
  count: number,
): string | undefined {
  if (count === 0 && !isRequired) return undefined;
  const least = Math.max(minItems ?? 0, isRequired ? 1 : 0);
  if (count < least) return MCP_QUESTION_TEXTS.fewest(least);
  return maxItems !== undefined && count > maxItems ? MCP_QUESTION_TEXTS.mostChosen(maxItems) : undefined;
}
