import { isTooDeep } from '../protocol/json/json-depth.js';
import { isRecord } from '../protocol/json/json-shape.js';

const KEY = 'x-mcp-header';

// Names of headers. Source: RFC 9110, section 5.6.2.
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const PRIMITIVES = new Set(['string', 'integer', 'boolean']);

/**
 * Whether every `x-mcp-header` of a tool's schema is allowed: on a text, an integer or a truth value, that is reached by
 * `properties` alone, and each name once whatever its case. A tool with others must not be called.
 * Source: MCP 2026-07-28, Transports.
 */
export function hasValidHeaders(inputSchema: unknown): boolean {
  return isTooDeep(inputSchema) || areValid(inputSchema, true, new Set());
}

function areValid(value: unknown, isReachable: boolean, names: Set<string>): boolean {
  if (Array.isArray(value)) return value.every((item) => areValid(item, false, names));
  if (!isRecord(value)) return true;
  return Object.entries(value).every(([key, item]) => {
    if (key === KEY) return false;
    if (key !== 'properties' || !isReachable || !isRecord(item)) return areValid(item, false, names);
    return Object.values(item).every((property) => isProperty(property, names));
  });
}

function isProperty(property: unknown, names: Set<string>): boolean {
  if (!isRecord(property) || !Object.hasOwn(property, KEY)) return areValid(property, true, names);
  const { [KEY]: name, ...rest } = property;
  if (typeof name !== 'string' || !TOKEN.test(name) || names.has(name.toLowerCase())) return false;
  names.add(name.toLowerCase());
  return PRIMITIVES.has(String(rest['type'])) && areValid(rest, false, names);
}
