import { createHash } from 'node:crypto';

// What OpenAI takes as the name of a function. Units: characters.
const MAX_NAME_LENGTH = 64;

// Enough of the old id to recognise it, and of its digest to tell two of them apart. Units: characters.
const KEPT_LENGTH = 20;
const DIGEST_LENGTH = 12;

/**
 * The id of a call in a form that a server takes: the same, or one that follows from it where it has other characters than
 * letters, digits, `_` and `-`, or more than `maxLength`. Ids come from whichever server made the call, and a conversation
 * goes on with other ones.
 */
export function toPortableId(id: string, maxLength: number): string {
  if (id.length <= maxLength && /^[\w-]+$/.test(id)) return id;
  return `${id.replace(/[^\w-]/g, '_').slice(0, KEPT_LENGTH)}_${digestOf(id).slice(0, DIGEST_LENGTH)}`;
}

/** An id of nine letters and digits, for the servers that take no other ones (Mistral). */
export function toNineCharacters(id: string): string {
  return /^[a-zA-Z\d]{9}$/.test(id) ? id : digestOf(id).slice(0, 9);
}

/**
 * The name of a called tool as servers take it. A model may call a tool that does not exist by any name, and a server would
 * refuse every later request of the conversation for that.
 */
export function toPortableName(name: string): string {
  return name.replace(/[^\w-]/g, '_').slice(0, MAX_NAME_LENGTH);
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
