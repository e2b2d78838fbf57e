import { isRecord, readString } from '../protocol/json/json-shape.js';
import type { McpQuestion } from '../protocol/mcp.js';

// A question is a few sentences. Units: UTF-16 units.
const MAX_MESSAGE_CHARS = 4_000;

const SECRET =
  /passw|passphrase|secret|token|api.?key|access.?key|private.?key|credential|\bpin\b|\botp\b|credit.?card/i;

/** The question that a server asks with `elicitation/create`, safe to show. */
export function readQuestion(server: string, raw: unknown): McpQuestion {
  const params = isRecord(raw) ? raw : {};
  const message = (readString(params['message']) ?? '').slice(0, MAX_MESSAGE_CHARS).toWellFormed();
  const url = readString(params['url']);
  if (params['mode'] === 'url' && url !== undefined) return { kind: 'url', server, message, url };
  const schema = isRecord(params['requestedSchema']) ? params['requestedSchema'] : {};
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const words = Object.entries(properties).map(([name, property]) =>
    isRecord(property)
      ? [name, readString(property['title']), readString(property['description'])].join(' ')
      : name,
  );
  return {
    kind: 'form',
    server,
    message,
    schema,
    seemsToAskForSecret: [message, ...words].some(seemsSecret),
  };
}

/** Whether a text seems to ask for a password or a key. */
export function seemsSecret(text: string): boolean {
  return SECRET.test(text);
}
