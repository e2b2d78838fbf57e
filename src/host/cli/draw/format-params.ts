// Parameters that name the subject of a call: shown first, without their name.
const SUBJECTS: ReadonlySet<string> = new Set(['uri', 'command', 'query', 'path']);

// Parameters with the new content of a file, which is shown as a diff.
const CONTENTS: ReadonlySet<string> = new Set(['search_replace_blocks', 'new_content']);

// A longer value is content, of which only the size is shown. Units: UTF-16 units.
const MAX_SHOWN_CHARS = 200;

/** The parameters of a call on one line: the subject first, then the others; long texts by their size. */
export function formatParams(params: unknown): string {
  if (typeof params !== 'object' || params === null) return String(params);
  const entries = Object.entries(params as Record<string, unknown>).filter(
    ([name, value]) => value !== undefined && value !== false && !CONTENTS.has(name),
  );
  const subject = entries.find(
    ([name, value]) => SUBJECTS.has(name) && typeof value === 'string' && value !== '',
  );
  const rest = entries.filter((entry) => entry !== subject);
  return [
    ...(subject === undefined ? [] : [String(subject[1]).replaceAll(/\s*\n\s*/g, ' ⏎ ')]),
    ...rest.map(([name, value]) => `${name}=${formatValue(value)}`),
  ].join(' ');
}

function formatValue(value: unknown): string {
  if (typeof value === 'string' && (value.includes('\n') || value.length > MAX_SHOWN_CHARS)) {
    const lines = value.replace(/\n$/, '').split('\n').length;
    return lines > 1 ? `(${lines} lines)` : `(${value.length} characters)`;
  }
  return JSON.stringify(value) ?? String(value);
}
