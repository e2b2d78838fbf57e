import type { AttachmentRef } from '../protocol/attachment.js';
import { isRecord, readArray, readString } from '../protocol/json/json-shape.js';
import type { McpPromptMessage } from '../protocol/mcp.js';
import { readResult } from './read-result.js';

// More than anybody reads before it is sent; what is longer belongs into a resource, which is attached. Units: UTF-16
// units.
const MAX_TEXT_CHARS = 100_000;

// More than a conversation that somebody has written by hand.
const MAX_MESSAGES = 100;

/**
 * The messages of `prompts/get` as one message of the person: texts follow each other, and where the model speaks in
 * between it is said who does. Pictures and resources are attached; `name` is what they are called.
 */
export function readPrompt(name: string, raw: unknown): McpPromptMessage {
  const messages = (isRecord(raw) ? readArray(raw['messages']) : []).filter(isRecord).slice(0, MAX_MESSAGES);
  const attachments: AttachmentRef[] = [];
  const isDialogue = messages.some(({ role }) => role === 'assistant');
  const texts = messages.map(({ role, content }) => {
    const parts = Array.isArray(content) ? content : [content];
    const read = parts.map((part) => readPart(name, part, attachments)).filter((text) => text !== '');
    if (read.length === 0) return '';
    const said = read.join('\n');
    return isDialogue ? `${role === 'assistant' ? 'Assistant' : 'User'}: ${said}` : said;
  });
  return { text: cut(texts.filter((text) => text !== '').join('\n\n')), attachments };
}

/** The contents of `resources/read` as attachments; `name` is what they are called. */
export function readAttachedResource(name: string, raw: unknown): readonly AttachmentRef[] {
  const contents = isRecord(raw) ? readArray(raw['contents']) : [];
  const attachments: AttachmentRef[] = [];
  const texts = contents
    .slice(0, MAX_MESSAGES)
    .map((resource) => readPart(name, { type: 'resource', resource }, attachments));
  const left = texts.filter((text) => text !== '').join('\n');
  return left === '' ? attachments : [...attachments, { kind: 'output', name, text: left }];
}

/** The text of a part; what is no text of the message is added to the attachments. */
function readPart(name: string, part: unknown, attachments: AttachmentRef[]): string {
  if (!isRecord(part)) return '';
  const { images, text } = readResult({ content: [part] });
  for (const image of images) attachments.push({ kind: 'image', name, ...image });
  const resource = part['type'] === 'resource' && isRecord(part['resource']) ? part['resource'] : undefined;
  const attached = readString(resource?.['text']);
  if (attached === undefined) return text;
  const uri = readString(resource?.['uri']) ?? '';
  attachments.push({
    kind: 'output',
    name: name.endsWith(uri) ? name : `${name} (${uri})`,
    text: attached.toWellFormed(),
  });
  return '';
}

function cut(text: string): string {
  if (text.length <= MAX_TEXT_CHARS) return text.toWellFormed();
  const left = text.slice(0, MAX_TEXT_CHARS).toWellFormed();
  return `${left}\n[... ${text.length - left.length} more characters are left out here ...]`;
}
