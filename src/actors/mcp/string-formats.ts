import { parseUrl } from '../protocol/web/parse-url.js';

/** A form that a text of a question must have. Source: MCP, Elicitation. */
export type StringFormat = 'email' | 'uri' | 'date' | 'date-time';

// An address is short; a longer text would cost time to judge. Units: UTF-16 units.
const MAX_EMAIL_CHARS = 320;

// Dates as RFC 3339 has them.
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:\d{2})$/;

// Something, an @, a name: the server decides whether it can be reached.
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/;

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

const CHECKS: Readonly<Record<StringFormat, (text: string) => boolean>> = {
  email: (text) => text.length <= MAX_EMAIL_CHARS && EMAIL.test(text),
  uri: (text) => parseUrl(text) !== undefined,
  date: (text) => DATE.test(text) && isDay(text),
  'date-time': (text) => DATE_TIME.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)),
};

/** Whether a schema names one of the formats that are checked. */
export function isStringFormat(format: unknown): format is StringFormat {
  return typeof format === 'string' && Object.hasOwn(CHECKS, format);
}

/** Whether a text has the format. */
export function hasFormat(text: string, format: StringFormat): boolean {
  return CHECKS[format](text);
}

/** The characters of a text as JSON Schema counts them: an emoji is one. */
export function countChars(text: string): number {
  return Array.from(text).length;
}

/** The number that a person has typed in decimal digits; `undefined` when it is none. */
export function readNumber(text: string, isInteger: boolean): number | undefined {
  const value = NUMBER.test(text) ? Number(text) : NaN;
  return (isInteger ? Number.isSafeInteger(value) : Number.isFinite(value)) ? value : undefined;
}

/** Whether the calendar has this day: February has no 30th. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
