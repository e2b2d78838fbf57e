import { stripHidden } from '../../text/strip-hidden.js';
import { wholeCharacters } from '../../text/whole-characters.js';
import { htmlToMarkdown } from '../html/html-to-markdown.js';
import { decodePage, type ReadText } from './decode-page.js';

/** What a server says about a body. */
export interface ContentType {
  /** Shape: in lower case, without parameters; `''` when it says nothing that is a type. */
  readonly type: string;
  readonly charset: string | undefined;
}

/** The text of a page. */
export interface PageText {
  /** Line ends are `\n`; characters that a person cannot see are left out. */
  readonly text: string;
  readonly title?: string;
  /** Whether there was more than is read. */
  readonly isCut: boolean;
}

const MEDIA_TYPE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/;

const HTML = /^(?:text\/html|application\/xhtml\+xml)$/;

// Text by another name.
const TEXT =
  /^(?:text\/.*|application\/(?:.*\+(?:json|xml|yaml)|json|jsonl|ndjson|x-ndjson|xml|xml-dtd|javascript|x-javascript|ecmascript|typescript|yaml|x-yaml|toml|graphql|sql|x-sh|x-httpd-php))$/;

/** Reads the value of `content-type`. */
export function readContentType(value = ''): ContentType {
  const [type = '', ...parameters] = value.split(';');
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)/i.exec(parameter)?.[1])
    .find((name) => name !== undefined);
  const name = type.trim().toLowerCase();
  return { type: MEDIA_TYPE.test(name) ? name : '', charset };
}

/** Whether a body of this type may be text. One without a type is looked at. */
export function mayBeText({ type }: ContentType): boolean {
  return type === '' || HTML.test(type) || TEXT.test(type);
}

/**
 * The text of a body: HTML as Markdown, other text as it is. `undefined` when it is binary, whatever its type says.
 * Errors: the signal's reason.
 */
export async function readPageText(
  bytes: Uint8Array,
  { type, charset }: ContentType,
  url: URL,
  signal: AbortSignal,
): Promise<PageText | undefined> {
  const isHtml = HTML.test(type) || (type === '' && looksLikeHtml(bytes));
  const read = await decodePage(bytes, { charset, isHtml }, signal);
  if (read === undefined) return undefined;
  return isHtml
    ? htmlToMarkdown(read(signal), url, signal)
    : { text: await gather(read, signal), isCut: false };
}

function looksLikeHtml(bytes: Uint8Array): boolean {
  return /^\s*(?:<!--|<!doctype html|<html|<head|<body)/i.test(
    Buffer.from(bytes.subarray(0, 512)).toString('latin1'),
  );
}

async function gather(read: ReadText, signal: AbortSignal): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of wholeCharacters(read(signal))) pieces.push(stripHidden(piece));
  return pieces.join('');
}
