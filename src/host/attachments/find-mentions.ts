import type { AttachmentRef, UserInput } from '../../actors/protocol/attachment.js';
import { TroupeError } from '../../actors/protocol/errors.js';
import { messageOf } from '../../actors/protocol/errors/message-of.js';
import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import { type MessagePart, parseMentions } from '../../actors/threads/mention-text.js';
import type { FileStat } from '../../actors/protocol/ports.js';
import { locate } from '../../actors/tools/gate/locate.js';
import type { ToolDeps } from '../../actors/tools/gate/tool-deps.js';

type Mention = Extract<MessagePart, { kind: 'mention' }>;

/** A message with what it mentions. */
export interface MentionedInput {
  readonly input: UserInput;
  /** Why something that is certainly meant as a path is not attached, as sentences for the person. */
  readonly notices: readonly string[];
}

/**
 * Reads a resource that is mentioned as `server:uri`; `undefined` when there is no such server, and the mention is
 * something else. Errors: why it cannot be read.
 */
export type ReadMentionedResource = (
  mentioned: string,
  signal: AbortSignal,
) => Promise<readonly AttachmentRef[] | undefined>;

/** What mentions are looked up with. */
export interface MentionDeps extends ToolDeps {
  /** Default: there are no servers with resources. */
  readonly readResource?: ReadMentionedResource;
}

// Nobody writes this for anything but a path: quotes, `./`, `../`, `/`, `~/`, a drive, an address.
const CERTAIN = /^@(?:"|\.{1,2}[/\\]|[/~]|[a-z]:[/\\]|file:)/i;

/**
 * Finds the files, folders and resources of servers that a typed message mentions, and attaches those that exist, once
 * each. Everything else stays text: an `@scope/package`, a user's name. Errors: the signal's reason.
 */
export async function findMentions(
  { text, attachments = [] }: UserInput,
  deps: MentionDeps,
  signal: AbortSignal,
): Promise<MentionedInput> {
  const found: AttachmentRef[] = [];
  const notices: string[] = [];
  const parts = parseMentions(text);
  for (const part of parts) {
    if (part.kind === 'text') continue;
    signal.throwIfAborted();
    const ref = await toRef(part, deps);
    const resources = ref === undefined ? await readResources(part, deps, signal) : [];
    if (ref !== undefined) found.push(ref);
    else if (typeof resources === 'string') notices.push(`${part.source} is not attached: ${resources}`);
    else if (resources !== undefined) for (const item of resources) found.push(item);
    else if (CERTAIN.test(part.source)) {
      const reason = await explainAbsence(part, deps, signal);
      notices.push(`${part.source} is not attached: ${reason}`);
    }
  }
  return {
    input: {
      text: parts.map((part) => (part.kind === 'text' ? part.text : part.source)).join(''),
      attachments: [...uniqueRefs(found), ...attachments],
    },
    notices,
  };
}

function uniqueRefs(refs: readonly AttachmentRef[]): readonly AttachmentRef[] {
  return [...new Map(refs.map((ref) => [JSON.stringify(ref), ref])).values()];
}

async function toRef(
  { path, range }: Mention,
  { gate, files }: ToolDeps,
): Promise<AttachmentRef | undefined> {
  let stat: FileStat;
  try {
    const { absolute } = await gate.resolve(path);
    stat = await files.stat(absolute);
  } catch {
    // Not a path, outside the roots, or missing: text, as far as anybody knows.
    return undefined;
  }
  if (stat.isDirectory && range === undefined) return { kind: 'folder', path };
  return { kind: 'file', path, ...omitUndefined({ range }) };
}

/** The resources that are meant, or why they cannot be read; `undefined` when none is meant. */
async function readResources(
  { path, range, source }: Mention,
  { readResource }: MentionDeps,
  signal: AbortSignal,
): Promise<readonly AttachmentRef[] | string | undefined> {
  // What looks like a range of lines is a part of an address.
  const mentioned = range === undefined || source.startsWith('@"') ? path : source.slice(1);
  try {
    return await readResource?.(mentioned, signal);
  } catch (error) {
    signal.throwIfAborted();
    return messageOf(error);
  }
}

async function explainAbsence({ path }: Mention, deps: ToolDeps, signal: AbortSignal): Promise<string> {
  try {
    await locate('attachments', path, deps, { signal });
    return 'it has only just appeared.';
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TroupeError) return error.message;
    return messageOf(error);
  }
}
