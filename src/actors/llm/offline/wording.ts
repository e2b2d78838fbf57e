import { fenceText } from '../../protocol/attachments.js';
import type { ReportedLine } from './evidence.js';

/** Says what this provider is, wherever somebody could mistake it for a language model. */
export const SELF = "I am Troupe's built-in search: simple rules, no language model.";

/** The answer to a request for a change in a mode that makes none. */
export const NO_CHANGES_HERE = `In this mode I may not change files; nothing was touched. Use the mode agent for that. ${SELF}`;

/** How to get a language model on the command line. */
export const SET_A_MODEL =
  'To talk with a language model: `OPENAI_API_KEY=... troupe --model NAME`, or `troupe --base-url http://127.0.0.1:11434/v1 --model NAME` for a server of your own.';

// A list in a chat is read, not scrolled.
const MAX_ITEMS = 30;

/** The text between quotation marks. */
export const putInQuotes = (text: string): string => `“${text}”`;

/** The number with its noun: 1 file, 2 files. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** The text as inline code, on one line. */
export function code(text: string): string {
  const shown = text.trim().replace(/\s+/g, ' ');
  if (!shown.includes('`')) return `\`${shown}\``;
  const longest = (shown.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const ticks = '`'.repeat(longest + 1);
  return `${ticks} ${shown} ${ticks}`;
}

/** The text in a fence that nothing in it can close. */
export function block(text: string): string {
  return fenceText(text.replace(/\n+$/, ''));
}

/** The items as a list, with the number of omitted ones. */
export function bullets(items: readonly string[], maxItems = MAX_ITEMS): string {
  const rest = items.length - maxItems;
  const shown = items.slice(0, maxItems).map((item) => `- ${item}`);
  return [...shown, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n');
}

/** Found lines as a list, each after its place. */
export function listPlaces(lines: readonly ReportedLine[], maxItems?: number): string {
  return bullets(
    lines.map(({ path, line, text }) => `${code(`${path}:${line}`)} ${code(text)}`),
    maxItems,
  );
}
