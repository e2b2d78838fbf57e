import { isTooDeep } from '../protocol/json/json-depth.js';
import { isRecord, readArray, readString } from '../protocol/json/json-shape.js';
import type { ImagePart } from '../protocol/image-part.js';

// More than the window of most models. The engine shows the share of a result, and keeps the rest to be read in pages;
// taking secrets out of a longer text would keep this thread for over 8 ms. Units: UTF-16 units.
const MAX_TEXT_CHARS = 1_000_000;

// More parts than anybody reads one by one.
const MAX_PARTS = 1_000;

/** The result of a call for a model. */
export interface McpResult {
  readonly text: string;
  readonly images: readonly ImagePart[];
  /** Whether the server says that the call failed. */
  readonly isError: boolean;
}

/**
 * Reads the result of `tools/call`: texts, images, resources and structured content. Sounds and other bytes are
 * described in words, and unknown parts left out with a note.
 * Cost: linear in at most 1,000,000 characters; the rest is cut off, and a note says so.
 */
export function readResult(raw: unknown): McpResult {
  const result = isRecord(raw) ? raw : {};
  const images: ImagePart[] = [];
  const texts: string[] = [];
  const parts = readArray(result['content']);
  for (const part of parts.slice(0, MAX_PARTS)) {
    const image = readImage(part);
    if (image === undefined) texts.push(describePart(part));
    else images.push(image);
  }
  if (parts.length > MAX_PARTS)
    texts.push(`(${parts.length - MAX_PARTS} more parts of this result are left out.)`);
  const structured = result['structuredContent'];
  // Servers repeat structured content as text, for clients that do not read it.
  if (structured !== undefined && !isTooDeep(structured) && !texts.some((text) => text !== ''))
    texts.push(toJson(structured));
  return {
    text: cut(texts.filter((text) => text !== '').join('\n')),
    images,
    isError: result['isError'] === true,
  };
}

/** Reads the contents of a resource. */
export function readContents(raw: unknown): McpResult {
  const contents = isRecord(raw) ? readArray(raw['contents']) : [];
  return readResult({ content: contents.map((resource) => ({ type: 'resource', resource })) });
}

function readImage(part: unknown): ImagePart | undefined {
  if (!isRecord(part)) return undefined;
  if (part['type'] === 'image') return toImage(part['mimeType'], part['data']);
  const resource = part['type'] === 'resource' ? part['resource'] : undefined;
  return isRecord(resource) ? toImage(resource['mimeType'], resource['blob']) : undefined;
}

function toImage(type: unknown, data: unknown): ImagePart | undefined {
  const isImage = typeof type === 'string' && type.startsWith('image/') && typeof data === 'string';
  return isImage ? { mediaType: type, data } : undefined;
}

function describePart(part: unknown): string {
  if (!isRecord(part)) return '';
  switch (part['type']) {
    case 'text':
      return readString(part['text']) ?? '';
    case 'resource_link':
      return `(A resource: ${[part['uri'], part['title'] ?? part['name'], part['description']].filter((text) => typeof text === 'string').join(', ')})`;
    case 'resource':
      return describeResource(part['resource']);
    case 'audio':
      return `(A sound, ${readString(part['mimeType']) ?? 'of an unknown type'}, is left out.)`;
    default:
      return '(A part of an unknown kind is left out.)';
  }
}

function describeResource(resource: unknown): string {
  if (!isRecord(resource)) return '';
  const uri = readString(resource['uri']) ?? 'a resource';
  const text = readString(resource['text']);
  if (text !== undefined) return `${uri}:\n${text}`;
  const bytes = Math.floor(((readString(resource['blob']) ?? '').length * 3) / 4);
  return `(${uri}: ${bytes} bytes, ${readString(resource['mimeType']) ?? 'of an unknown type'}, are left out.)`;
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function cut(text: string): string {
  if (text.length <= MAX_TEXT_CHARS) return text;
  const left = text.slice(0, MAX_TEXT_CHARS).toWellFormed();
  return `${left}\n[... ${text.length - left.length} more characters are left out here: ask the tool for less at once ...]`;
}
