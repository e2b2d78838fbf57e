import { readAttachmentRef } from '../../../actors/protocol/attachment.js';
import { isRecord } from '../../../actors/protocol/json/json-shape.js';
import type { UserMessage } from '../../../actors/protocol/ui.js';

/** A message of the person with all its fields; `undefined` for anything else. */
export function readMessage(raw: unknown): UserMessage | undefined {
  if (!isRecord(raw) || typeof raw['text'] !== 'string' || !Array.isArray(raw['attachments']))
    return undefined;
  const refs = raw['attachments'].map(readAttachmentRef);
  const attachments = refs.filter((ref) => ref !== undefined);
  return attachments.length < refs.length ? undefined : { text: raw['text'], attachments };
}
