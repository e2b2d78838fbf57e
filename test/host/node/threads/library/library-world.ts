import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ENTRY_VERSION } from '../../../../../src/actors/protocol/thread.js';
import type { EntryId, ThreadEntry, ThreadId } from '../../../../../src/actors/protocol/thread.js';
import type { ThreadStore } from '../../../../../src/actors/protocol/thread-store.js';
import type { FileThreadLibrary } from '../../../../../src/host/node/threads/library/file-thread-library.js';
import { openThreadLibrary } from '../../../../../src/host/node/threads/library/open-thread-library.js';
import { makeTempDir, removeTempDir } from '../../../../doubles/temp-dir.js';

/** Folders for libraries, as several programs or windows open them. */
export class LibraryWorld implements AsyncDisposable {
  readonly dir = makeTempDir();
  readonly problems: string[] = [];
  now = 5_000;
  readonly #libraries: FileThreadLibrary[] = [];
  #ids = 0;

  /** A workspace folder. */
  root(name = 'work'): string {
    const path = join(this.dir, name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  async open(roots = [this.root()], legacyFolders: readonly string[] = []): Promise<FileThreadLibrary> {
    const library = await openThreadLibrary({
      stateDirectory: join(this.dir, 'state'),
      roots,
      legacyFolders,
      onProblem: (sentence) => this.problems.push(sentence),
      now: () => this.now,
      newId: () => `new-${++this.#ids}`,
    });
    this.#libraries.push(library);
    return library;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const library of this.#libraries) await library[Symbol.asyncDispose]();
    removeTempDir(this.dir);
  }
}

/** The entries of a thread with a message and an answer for each text. */
export function talk(roots: readonly string[], texts: readonly string[], at = 1_000): ThreadEntry[] {
  const bodies = [
    { kind: 'thread', version: ENTRY_VERSION, roots } as const,
    ...texts.flatMap((text) => [
      { kind: 'user_message', text, attachments: [] } as const,
      {
        kind: 'reply',
        text: `About ${text}: yes.`,
        reasoning: '',
        toolCalls: [],
        stop: 'end',
        usage: {},
      } as const,
    ]),
  ];
  return bodies.map(
    (body, seq) =>
      ({
        id: `e${seq}` as EntryId,
        parent: seq === 0 ? null : `e${seq - 1}`,
        seq,
        at: at + seq,
        ...body,
      }) as ThreadEntry,
  );
}

export async function entriesIn(
  store: Pick<ThreadStore, 'read'>,
  id: string,
): Promise<readonly ThreadEntry[]> {
  const entries: ThreadEntry[] = [];
  for await (const entry of store.read(id as ThreadId)) entries.push(entry);
  return entries;
}
