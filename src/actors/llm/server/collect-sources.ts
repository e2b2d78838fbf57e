import { isRecord, readString } from '../../protocol/json/json-shape.js';
import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import type { WebSource } from '../../protocol/llm.js';

// As many as a person looks at.
const MAX_SOURCES = 20;

/** The fields by which an API says what a source is. */
export interface SourceFields {
  readonly age?: string;
  readonly excerpt?: string;
}

/**
 * The sources among objects of a server, each address once, with all that any of them says about it. Objects without an
 * address are left out.
 */
export function collectSources(found: readonly unknown[], fields: SourceFields): readonly WebSource[] {
  const sources = new Map<string, WebSource>();
  for (const one of found) {
    const url = isRecord(one) ? readString(one['url']) : undefined;
    if (!isRecord(one) || url === undefined || !/^https?:\/\//i.test(url)) continue;
    const title = readText(one, 'title');
    const age = readText(one, fields.age);
    const excerpt = readText(one, fields.excerpt);
    sources.set(url, {
      ...omitUndefined({ title, age, excerpt }),
      ...sources.get(url),
      url,
    });
  }
  return [...sources.values()].slice(0, MAX_SOURCES);
}

function readText(source: Record<string, unknown>, field: string | undefined): string | undefined {
  const text = field === undefined ? undefined : readString(source[field])?.trim();
  return text === '' ? undefined : text;
}
