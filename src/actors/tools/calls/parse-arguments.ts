import { InvalidParamsError } from '../../protocol/errors.js';
import { parseJson } from '../../protocol/json-depth.js';
import { findJsonError } from './find-json-error.js';
import { quoteValue } from '../text/quote-value.js';

// Enough of the text after an error to recognise the place. Units: UTF-16 units.
const EXCERPT_CHARS = 40;

/**
 * Parses the model's arguments text to an object; a blank text gives an empty object.
 * Errors: `InvalidParamsError`, written for the model: where the text stops being JSON and what was expected there, or
 * that it is nested too deep.
 */
export function parseArguments(tool: string, text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    if (error instanceof RangeError) throw refusal(tool, `must not be ${error.message}`, error);
    throw refusal(tool, `are not valid JSON: ${describeMistake(text)}`, error);
  }
  if (!isRecord(value)) throw refusal(tool, `must be a JSON object, got ${quoteValue(value)}`);
  return value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refusal(tool: string, problem: string, cause?: unknown): InvalidParamsError {
  return new InvalidParamsError(
    `The arguments of ${tool} ${problem}.`,
    { tool, problems: [`the arguments ${problem}`] },
    cause === undefined ? undefined : { cause },
  );
}

function describeMistake(text: string): string {
  const mistake = findJsonError(text);
  if (mistake === undefined) return 'they cannot be read';
  const { index, expected } = mistake;
  if (index >= text.length) {
    return `they end after ${text.length} characters, where ${expected} was expected; perhaps they were cut off`;
  }
  const before = text.slice(0, index);
  const line = before.split('\n').length;
  const column = index - before.lastIndexOf('\n');
  const found = quoteValue(text.slice(index, index + EXCERPT_CHARS));
  return `at character ${index + 1} (line ${line}, column ${column}) stands ${found}, where ${expected} was expected`;
}
