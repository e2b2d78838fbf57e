import { cutText } from './cut-text.js';
import { visibleName } from '../../../markdown/visible-text.js';

// A value that takes half of a narrow line; the whole is inside the step.
const MAX_VALUE_CHARS = 80;

/**
 * The parameters of a call on one line: `src/main.ts start_line=10`. The first is what the call is about, and a narrow
 * line has no room for its name.
 */
export function formatParams(params: unknown): string {
  if (params === undefined || params === null) return '';
  if (typeof params !== 'object') return formatValue(params);
  return Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .map(([name, value], index) =>
      index === 0 && typeof value === 'string' && value.trim() !== ''
        ? firstLine(value)
        : `${visibleName(name)}=${formatValue(value)}`,
    )
    .join(' ');
}

/** The parameters of a call, each on lines of its own, texts as they are. */
export function writeParams(params: unknown): string {
  if (params === undefined || params === null) return '';
  if (typeof params !== 'object') return typeof params === 'string' ? params : (JSON.stringify(params) ?? '');
  return Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      if (typeof value !== 'string') return `${name}: ${JSON.stringify(value, null, 2)}`;
      return value.includes('\n') ? `${name}:\n${value}` : `${name}: ${value}`;
    })
    .join('\n');
}

function firstLine(value: string): string {
  const { shown, restChars } = cutText(value.trimStart(), { maxChars: MAX_VALUE_CHARS, maxLines: 1 });
  return visibleName(shown) + (restChars > 0 ? '…' : '');
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
