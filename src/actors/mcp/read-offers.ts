import { isRecord, readArray, readString } from '../protocol/json/json-shape.js';
import type { McpPromptInfo, McpResourceInfo } from '../protocol/mcp.js';

// A line in a list. Units: UTF-16 units.
const MAX_NAME_CHARS = 200;
const MAX_DESCRIPTION_CHARS = 500;

// Nobody types more.
const MAX_ARGUMENTS = 20;

// Longer than any address that a person would pick from a list. Units: UTF-16 units.
const MAX_URI_CHARS = 1_000;

/** The prompts of `prompts/list`, the first of each name. What has no name is left out. */
export function readPrompts(items: readonly Record<string, unknown>[]): readonly McpPromptInfo[] {
  const prompts = new Map<string, McpPromptInfo>();
  for (const item of items) {
    const name = readString(item['name']) ?? '';
    if (name === '' || name.length > MAX_NAME_CHARS || prompts.has(name)) continue;
    prompts.set(name, {
      name,
      description: readLine(item['description'] ?? item['title']),
      arguments: readArray(item['arguments']).slice(0, MAX_ARGUMENTS).flatMap(readArgument),
    });
  }
  return [...prompts.values()];
}

/** The resources of `resources/list`, the first of each address. */
export function readResources(items: readonly Record<string, unknown>[]): readonly McpResourceInfo[] {
  const resources = new Map<string, McpResourceInfo>();
  for (const item of items) {
    const uri = readString(item['uri']) ?? '';
    if (uri === '' || uri.length > MAX_URI_CHARS || resources.has(uri)) continue;
    resources.set(uri, { uri, name: readLine(item['title'] ?? item['name']) });
  }
  return [...resources.values()];
}

function readArgument(raw: unknown): McpPromptInfo['arguments'] {
  const name = isRecord(raw) ? readString(raw['name']) : undefined;
  if (!isRecord(raw) || name === undefined || name === '' || name.length > MAX_NAME_CHARS) return [];
  return [{ name, description: readLine(raw['description']), isRequired: raw['required'] === true }];
}

/** A text on one line, and not too long. */
function readLine(raw: unknown): string {
  return (readString(raw) ?? '')
    .slice(0, MAX_DESCRIPTION_CHARS)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toWellFormed();
}
