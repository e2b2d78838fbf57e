import { cutText } from './cut-text.js';
import { toVisibleName } from '../../../markdown/visible-text.js';

// Half of a narrow line; the whole value is inside the step. Units: UTF-16 units.
const MAX_VALUE_CHARS = 80;

/**
 * The parameters of a call on one line: `src/main.ts start_line=10`. The first one is the subject, and is shown without
 * its name.
 */
export function formatParams(params: unknown): string {
  if (params === undefined || params === null) return '';
  if (typeof params !== 'object') return formatValue(params);
  return Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .map(([name, value], index) =>
      index === 0 && typeof value === 'string' && value.trim() !== ''
        ? firstLine(value)
        : `${toVisibleName(name)}=${formatValue(value)}`,
    )
    .join(' ');
}

/** The parameters of a call on separate lines, with texts unquoted. */
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
  return toVisibleName(shown) + (restChars > 0 ? '…' : '');
}

function formatValue(value: unknown): string {
  const { shown, restChars } = cutText(written(value), { maxChars: MAX_VALUE_CHARS, maxLines: 1 });
  return toVisibleName(shown) + (restChars > 0 ? '…' : '');
}

function written(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? String(value);
  // A value may be the content of a file, so only the part that can be shown is processed.
  const start = value.slice(0, 2 * MAX_VALUE_CHARS);
  return /^[^\s"=]+$/.test(start) ? start : JSON.stringify(start);
}
