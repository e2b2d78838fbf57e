import { createHash } from 'node:crypto';

// The longest function name that every model provider accepts.
const MAX_NAME_CHARS = 64;

// 32 bits: names of one server that meet by chance are no concern, and those made to meet get a number.
const HASH_CHARS = 8;

/** The name of the tool with which models find tools of a server that has many. */
export const SEARCH_TOOL = 'search_tools';

/** The name of the tool with which models call those. */
export const CALL_TOOL = 'call_tool';

/**
 * A name for models: `server__tool`, of 1 to 64 letters, digits, `_` and `-`, and none of `taken`. A name that had to be
 * changed or shortened ends with a hash of the original, so that it is the same in each run.
 */
export function nameTool(server: string, tool: string, taken: ReadonlySet<string>): string {
  const plain = `${server}__${tool.replaceAll(/[^a-zA-Z0-9_-]/g, '_')}`;
  const isOwn = tool === SEARCH_TOOL || tool === CALL_TOOL;
  const isKept = plain === `${server}__${tool}` && plain.length <= MAX_NAME_CHARS && !isOwn && tool !== '';
  if (isKept && !taken.has(plain)) return plain;
  for (let attempt = 0; ; attempt += 1) {
    const hash = createHash('sha256')
      .update(`${attempt}\0${server}\0${tool}`)
      .digest('hex')
      .slice(0, HASH_CHARS);
    const name = `${plain.slice(0, MAX_NAME_CHARS - HASH_CHARS - 1)}_${hash}`;
    if (!taken.has(name)) return name;
  }
}
