import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { FileThreadLibrary } from './file-thread-library.js';
import { nameOfWorkspace, resolveRootLinks } from './workspace-folder.js';

interface OpenOptions {
  /** The system's folder for the state of Troupe. */
  readonly stateDirectory: string;
  /** The workspace folders. Their order does not matter. */
  readonly roots: readonly string[];
  /** Older folders of threads of this workspace, such as an editor's storage. Default: none. */
  readonly legacyFolders?: readonly string[];
  /** Reports what could not be read, as a sentence, each once. */
  readonly onProblem: (sentence: string) => void;
  /** Default: the system's clock. Units: milliseconds since 1970. */
  readonly now?: () => number;
  /** Returns an id that nothing else has. Default: a random UUID. */
  readonly newId?: () => string;
}

/**
 * The threads of these workspace folders, the same for every program that opens them. Makes no file until a thread is
 * stored. Dispose of it to let other programs write to the threads.
 */
export async function openThreadLibrary({
  stateDirectory,
  roots: given,
  legacyFolders = [],
  onProblem,
  now = Date.now,
  newId = randomUUID,
}: OpenOptions): Promise<FileThreadLibrary> {
  const roots = await resolveRootLinks(given);
  const base = join(stateDirectory, 'threads');
  const folder = join(base, nameOfWorkspace(roots));
  return new FileThreadLibrary({ base, folder, roots, legacyFolders, onProblem, now, newId });
}
