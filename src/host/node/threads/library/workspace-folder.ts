import { createHash } from 'node:crypto';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { isRecord } from '../../../../actors/protocol/json/json-shape.js';
import { makeFolder } from '../../../../workers/disk/make-folder.js';
import { replaceFile } from '../../replace-file.js';

const NOTE = 'workspace.json';

// Two sets of folders with the same name never meet by chance. Units: hexadecimal digits.
const HASH_DIGITS = 12;

// Long enough to recognise a folder, short enough for every file system. Units: characters.
const MAX_NAME_CHARS = 40;

// Enough names to recognise a folder that was moved and renamed.
const MAX_NAMES = 64;

/** What a folder of threads says about its workspace. */
export interface WorkspaceNote {
  /** The workspace folders, absolute, links resolved. */
  readonly roots: readonly string[];
  /** Names of files and folders at the top of the workspace, by which it can be found when it has moved. */
  readonly names: readonly string[];
}

/** The roots without links; a root that does not exist is what it was called. */
export function resolveRootLinks(roots: readonly string[]): Promise<readonly string[]> {
  return Promise.all(roots.map((root) => realpath(root).catch(() => resolve(root))));
}

/** The name of the folder for the threads of these roots, whatever their order. `roots`: links resolved. */
export function nameOfWorkspace(roots: readonly string[]): string {
  const sorted = [...new Set(roots)].sort();
  const hash = createHash('sha256').update(sorted.join('\0')).digest('hex').slice(0, HASH_DIGITS);
  const readable = basename(sorted[0] ?? '')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, MAX_NAME_CHARS);
  return `${readable === '' ? 'workspace' : readable}-${hash}`;
}

/** Names at the top of the roots. None for a root that cannot be read. */
export async function listTopNames(roots: readonly string[]): Promise<readonly string[]> {
  const lists = await Promise.all(roots.map((root) => readdir(root).catch(() => [])));
  return [...new Set(lists.flat())].sort().slice(0, MAX_NAMES);
}

/** The note of a folder of threads; `undefined` when it has none that can be read. */
export async function readNote(folder: string): Promise<WorkspaceNote | undefined> {
  try {
    const note: unknown = JSON.parse(await readFile(join(folder, NOTE), 'utf8'));
    if (!isRecord(note)) return undefined;
    const roots = readStrings(note['roots']);
    return roots.length === 0 ? undefined : { roots, names: readStrings(note['names']) };
  } catch {
    return undefined;
  }
}

/** Makes the folder, with its note. Errors: those of the file system. */
export async function writeNote(folder: string, note: WorkspaceNote): Promise<void> {
  await makeFolder(folder);
  const known = await readNote(folder);
  if (JSON.stringify(known) === JSON.stringify(note)) return;
  await replaceFile(join(folder, NOTE), `${JSON.stringify(note, undefined, 2)}\n`);
}

function readStrings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}
