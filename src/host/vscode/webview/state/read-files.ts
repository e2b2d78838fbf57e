import type { AttachmentRef } from '../../../../actors/protocol/attachment.js';
import { MAX_IMAGE_BYTES } from '../../../../actors/protocol/image-part.js';
import { ATTACHMENT_TEXTS } from '../../words/view-words.js';

const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

// More than a model reads of one attachment. Units: bytes.
const MAX_TEXT_BYTES = 400_000;

// How much a data address has before the base64.
const BASE64_START = ';base64,';

/** Files as attachments, and a sentence for each that cannot be one. */
export interface ReadFiles {
  readonly refs: readonly AttachmentRef[];
  readonly refusals: readonly string[];
}

/** Reads files whose paths are not known: those of a clipboard, and those that another program's window gives. */
export async function readFiles(files: readonly File[]): Promise<ReadFiles> {
  const read = await Promise.all(files.map(readFile));
  return {
    refs: read.flatMap((one) => (typeof one === 'string' ? [] : [one])),
    refusals: read.flatMap((one) => (typeof one === 'string' ? [one] : [])),
  };
}

async function readFile(file: File): Promise<AttachmentRef | string> {
  const name = file.name === '' ? 'picture' : file.name;
  try {
    if (IMAGE_TYPES.has(file.type)) return await readImage(file, name);
    if (file.type.startsWith('image/')) return ATTACHMENT_TEXTS.otherImage(name);
    return await readText(file, name);
  } catch {
    return ATTACHMENT_TEXTS.unreadable(name);
  }
}

async function readImage(file: File, name: string): Promise<AttachmentRef | string> {
  if (file.size > MAX_IMAGE_BYTES)
    return ATTACHMENT_TEXTS.largeImage(name, toMegabytes(file.size), toMegabytes(MAX_IMAGE_BYTES));
  const address = await toDataAddress(file);
  const data = address.slice(address.indexOf(BASE64_START) + BASE64_START.length);
  return { kind: 'image', name, mediaType: file.type, data };
}

async function readText(file: File, name: string): Promise<AttachmentRef | string> {
  if (file.size > MAX_TEXT_BYTES) return ATTACHMENT_TEXTS.longText(name);
  const text = await file.text();
  if (text.includes('\0') || text.includes('\ufffd')) return ATTACHMENT_TEXTS.binary(name);
  return { kind: 'output', name, text };
}

function toMegabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1).replace(/\.0$/, '');
}

function toDataAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read.')));
    reader.readAsDataURL(file);
  });
}
