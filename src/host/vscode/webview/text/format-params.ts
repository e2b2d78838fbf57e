import { cutText } from './cut-text.js';
import { visibleName } from './visible-text.js';

// A value that takes half of a narrow line; the whole is inside the step.
const MAX_VALUE_CHARS = 80;

/** The parameters of a call on one line: `uri=src/main.ts start_line=10`. */
export function formatParams(params: unknown): string {
  if (params === undefined || params === null) return '';
  if (typeof params !== 'object') return formatValue(params);
  return Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${visibleName(name)}=${formatValue(value)}`)
    .join(' ');
}

function formatValue(value: unknown): string {
  const { shown, restChars } = cutText(written(value), { maxChars: MAX_VALUE_CHARS, maxLines: 1 });
  return visibleName(shown) + (restChars > 0 ? '…' : '');
}

function written(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? String(value);
  // The content of a file can be a value: only what can be shown is looked at.
  const start = value.slice(0, 2 * MAX_VALUE_CHARS);
  return /^[^\s"=]+$/.test(start) ? start : JSON.stringify(start);
}
