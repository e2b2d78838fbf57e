import { parseDocument } from 'yaml';
import { messageOf } from '../../protocol/errors/message-of.js';
import { isRecord } from '../../protocol/json/json-shape.js';

/** A Markdown file with fields in front of its text. */
export interface FrontMatter {
  /** Empty where there are none, or where they cannot be read. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** Why the fields cannot be read, as a sentence. */
  readonly problem?: string;
}

// What people write fits into a tenth of it, and reading it takes a millisecond. Units: UTF-16 units.
const MAX_CHARS = 16_000;

// Nothing that people write there has aliases; each may multiply what it names.
const MAX_ALIASES = 0;

/** Reads the YAML between the two lines `---` at the beginning of a text. Never throws. */
export function readFrontMatter(text: string): FrontMatter {
  const [, yaml, body] = /^---[ \t]*\n([\s\S]*?)(?<=\n)---[ \t]*(?:\n([\s\S]*))?$/.exec(text) ?? [];
  if (yaml === undefined) return { fields: {}, body: text };
  const rest = (body ?? '').replace(/^\n+/, '');
  if (yaml.length > MAX_CHARS)
    return { fields: {}, body: rest, problem: `Its front matter is longer than ${MAX_CHARS} characters.` };
  try {
    const document = parseDocument(yaml, { logLevel: 'silent' });
    const [error] = document.errors;
    if (error !== undefined) throw error;
    const fields: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    if (fields === null) return { fields: {}, body: rest };
    if (isRecord(fields)) return { fields, body: rest };
    return { fields: {}, body: rest, problem: 'Its front matter is no list of fields.' };
  } catch (error) {
    const [reason = ''] = messageOf(error).split('\n', 1);
    return { fields: {}, body: rest, problem: `Its front matter is no YAML: ${reason.replace(/:?$/, '.')}` };
  }
}
