import { isRecord } from '../protocol/json/json-shape.js';
import type { JsonSchema } from '../protocol/json/json-schema.js';

// The parameters of real tools have up to some hundred parts; a model pays for each in every request.
const MAX_NODES = 2_000;

// Deeper than any real tool, and within what every model provider accepts.
const MAX_DEPTH = 16;

// A description is a few sentences; a longer one is cut.
const MAX_TEXT_CHARS = 2_000;

// About 5,000 tokens, ten times as much as a large tool of today. Units: UTF-16 units of JSON.
const MAX_SCHEMA_CHARS = 20_000;

/** What models need of a schema. References, dialects and identifiers are not among it: they can expand without end. */
const KEYWORDS: ReadonlySet<string> = new Set(
  [
    'type description title enum const default format examples',
    'properties required additionalProperties items prefixItems anyOf oneOf allOf',
    'minimum maximum minLength maxLength minItems maxItems uniqueItems nullable',
  ].flatMap((line) => line.split(' ')),
);

const ANYTHING: JsonSchema = { type: 'object', properties: {} };

/** A schema that is safe to send, and what was done to it, as phrases. */
export interface SanitizedSchema {
  readonly schema: JsonSchema;
  readonly problems: readonly string[];
}

/**
 * The schema of a stranger's tool as a model may get it: an object schema of bounded size and depth, with only
 * well-known keywords, local references replaced by what they name, and none that leads to itself.
 * Cost: at most 2,000 parts are looked at.
 */
export function sanitizeSchema(raw: unknown): SanitizedSchema {
  if (!isRecord(raw) || raw['type'] !== 'object')
    return { schema: ANYTHING, problems: ['its schema does not describe an object'] };
  const walk = new Walk(raw);
  const found = walk.visit(raw, 0, []);
  const schema = isRecord(found) ? { properties: {}, ...found } : ANYTHING;
  if (JSON.stringify(schema).length > MAX_SCHEMA_CHARS)
    return { schema: ANYTHING, problems: [...walk.problems, 'its schema is too large'] };
  return { schema, problems: [...walk.problems] };
}

class Walk {
  readonly problems = new Set<string>();
  readonly #root: unknown;
  #nodes = 0;

  constructor(root: unknown) {
    this.#root = root;
  }

  /** A sub-schema; `true` in place of one that cannot be sent, which allows anything. `open`: the references around it. */
  visit(raw: unknown, depth: number, open: readonly string[]): unknown {
    if (typeof raw === 'boolean') return raw;
    if (!isRecord(raw)) return true;
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES || depth > MAX_DEPTH) {
      this.problems.add(
        depth > MAX_DEPTH ? 'its schema is nested too deep' : 'its schema has too many parts',
      );
      return true;
    }
    const reference = raw['$ref'];
    if (typeof reference === 'string') {
      const target = this.#resolve(reference);
      if (target === undefined || open.includes(reference)) {
        this.problems.add(
          target === undefined ? 'its schema refers to what is not in it' : 'its schema contains itself',
        );
        return true;
      }
      const found = this.visit(target, depth + 1, [...open, reference]);
      const description = raw['description'];
      return isRecord(found) && typeof description === 'string'
        ? { ...found, description: cut(description) }
        : found;
    }
    const kept: [string, unknown][] = [];
    for (const [keyword, value] of Object.entries(raw)) {
      if (!KEYWORDS.has(keyword)) continue;
      const clean = this.#visitKeyword(keyword, value, depth, open);
      if (clean !== undefined) kept.push([keyword, clean]);
    }
    return Object.fromEntries(kept);
  }

  #visitKeyword(keyword: string, value: unknown, depth: number, open: readonly string[]): unknown {
    switch (keyword) {
      case 'properties':
        return isRecord(value)
          ? Object.fromEntries(
              Object.entries(value)
                .slice(0, MAX_NODES)
                .map(([name, part]) => [name, this.visit(part, depth + 1, open)]),
            )
          : undefined;
      case 'items':
      case 'additionalProperties':
        return this.visit(value, depth + 1, open);
      case 'prefixItems':
      case 'anyOf':
      case 'oneOf':
      case 'allOf':
        return Array.isArray(value) && value.length > 0
          ? value.slice(0, MAX_NODES).map((part) => this.visit(part, depth + 1, open))
          : undefined;
      case 'required':
        return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : undefined;
      case 'type':
        return typeof value === 'string' || Array.isArray(value) ? this.#plain(value, depth) : undefined;
      case 'enum':
        return Array.isArray(value) && value.length > 0 ? this.#plain(value, depth) : undefined;
      case 'title':
      case 'description':
      case 'format':
        return typeof value === 'string' ? cut(value) : undefined;
      default:
        return this.#plain(value, depth);
    }
  }

  /** Plain data, such as a default; `undefined` for what is nested too deep. */
  #plain(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return cut(value);
    if (typeof value !== 'object' || value === null) return value;
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES || depth > MAX_DEPTH) {
      this.problems.add('its schema has too many parts');
      return undefined;
    }
    if (Array.isArray(value)) return value.slice(0, MAX_NODES).map((item) => this.#plain(item, depth + 1));
    return Object.fromEntries(
      Object.entries(value)
        .slice(0, MAX_NODES)
        .map(([name, item]) => [name, this.#plain(item, depth + 1)]),
    );
  }

  /** What `#/a/b` names in the schema itself. Nothing is fetched. */
  #resolve(reference: string): unknown {
    if (reference !== '#' && !reference.startsWith('#/')) return undefined;
    let found = this.#root;
    for (const part of reference.split('/').slice(1)) {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      if (!isRecord(found) || !Object.hasOwn(found, key)) return undefined;
      found = found[key];
    }
    return found;
  }
}

function cut(text: string): string {
  return text.length <= MAX_TEXT_CHARS ? text : `${text.slice(0, MAX_TEXT_CHARS - 1).toWellFormed()}…`;
}
