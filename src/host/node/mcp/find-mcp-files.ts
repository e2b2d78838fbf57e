import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../../actors/protocol/errors/error-code.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import { isWritableByOthers } from '../is-writable-by-others.js';
import { liesInside } from '../lies-inside.js';
import { settingsDirectory } from '../settings-directory.js';

/** Where editors and agents look for servers of a project, below its folder; the first that defines a name wins. */
export const WORKSPACE_MCP_FILES: readonly string[] = ['.mcp.json', '.vscode/mcp.json', '.cursor/mcp.json'];

// A hundred servers fit into a tenth of it. Units: bytes.
const MAX_BYTES = 1024 * 1024;

/** A file that defines servers. */
export interface McpFile {
  readonly path: string;
  /** The root that it lies in; absent for the person's own. */
  readonly root?: string;
  /** What it says; `undefined` when it cannot be used, as `problem` says. */
  readonly text: string | undefined;
  readonly problem?: string;
}

/** This person's own file of servers. It may not exist. */
export function findOwnMcpFile(env: Readonly<Record<string, string | undefined>>): string {
  return join(settingsDirectory(env), 'mcp.json');
}

/** The files that define servers and exist: the person's own first, then those of each root. Never rejects. */
export async function findMcpFiles(
  env: Readonly<Record<string, string | undefined>>,
  roots: readonly string[],
): Promise<readonly McpFile[]> {
  const own = findOwnMcpFile(env);
  const places = roots.flatMap((root) =>
    WORKSPACE_MCP_FILES.map((name) => ({ path: join(root, name), root })),
  );
  // Inside of a root, where the agent may write, the person's own file is no proof of what the person wants.
  const isOwn = !liesInside(own, roots);
  const files = await Promise.all([
    ...(isOwn ? [readMcpFile(own, undefined)] : []),
    ...places.map(({ path, root }) => readMcpFile(path, root)),
  ]);
  return files.flatMap((file) => file ?? []);
}

async function readMcpFile(path: string, root: string | undefined): Promise<McpFile | undefined> {
  const file = { path, ...omitUndefined({ root }) };
  try {
    const found = await stat(path);
    if (root === undefined && isWritableByOthers(found))
      return {
        ...file,
        text: undefined,
        problem: `Others can write it: run "chmod 600 ${path}" if you trust it.`,
      };
    if (found.size > MAX_BYTES) return { ...file, text: undefined, problem: 'It is larger than 1 MB.' };
    return { ...file, text: await readFile(path, 'utf8') };
  } catch (error) {
    const code = errorCode(error) ?? String(error);
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? undefined
      : { ...file, text: undefined, problem: `It cannot be read (${code}).` };
  }
}
