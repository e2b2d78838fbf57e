import { createHash } from 'node:crypto';
import { VersionLostError } from '../../../actors/protocol/errors.js';
import type { FileVersion } from '../../../actors/protocol/file-version.js';
import type { GitSource } from './git/git-source.js';
import type { VersionStore } from './version-store.js';

/** A version with a content. */
export type FileContent = FileVersion & { readonly kind: 'file' };

/** Takes a content, part by part. */
export interface ContentSink {
  /** Discards what has been written: the parts begin anew, from another source. */
  readonly restart: () => Promise<void> | void;
  readonly write: (chunk: Uint8Array) => Promise<void> | void;
}

/** Reads contents from the store and from git, and passes on none that is not the one that was kept. */
export class VersionReader {
  readonly #store: VersionStore;
  readonly #git: GitSource;

  constructor({ store, git }: { readonly store: VersionStore; readonly git: GitSource }) {
    this.#store = store;
    this.#git = git;
  }

  /** Errors: `VersionLostError`. Cost: the whole content in memory. */
  async read(version: FileContent): Promise<Uint8Array> {
    let parts: Uint8Array[] = [];
    await this.copy(version, {
      restart: () => {
        parts = [];
      },
      write: (chunk) => {
        // The next part may be read into the same memory.
        parts.push(Uint8Array.from(chunk));
      },
    });
    return Buffer.concat(parts);
  }

  /**
   * Passes the content to a sink. What the sink has is verified when this resolves.
   * Errors: `VersionLostError` when no source has it; those of the sink.
   */
  async copy(version: FileContent, sink: ContentSink): Promise<void> {
    let lost: unknown;
    for (const read of this.#sourcesOf(version)) {
      const hash = createHash('sha256');
      await sink.restart();
      try {
        const isFound = await read(async (chunk) => {
          hash.update(chunk);
          await sink.write(chunk);
        });
        if (isFound && hash.digest('hex') === version.hash) return;
      } catch (error) {
        if (!(error instanceof VersionLostError)) throw error;
        lost = error;
      }
    }
    throw new VersionLostError(
      `An old content (${version.size} bytes, SHA-256 ${version.hash}) ${reasonOf(version)}. Nothing was changed: restore the file from a backup or from version control.`,
      { hash: version.hash },
      lost === undefined ? undefined : { cause: lost },
    );
  }

  /** The named source first; another one may have the content as well. */
  *#sourcesOf({
    source,
    hash,
  }: FileContent): Iterable<(write: (chunk: Uint8Array) => Promise<void>) => Promise<boolean>> {
    if (source.kind === 'git') yield (write) => this.#git.read(source.repository, source.object, write);
    yield async (write) => {
      for await (const chunk of this.#store.read(hash)) await write(chunk);
      return true;
    };
  }
}

function reasonOf({ source }: FileContent): string {
  switch (source.kind) {
    case 'none':
      return 'was not kept';
    case 'git':
      return `is no longer in the repository ${source.repository}`;
    case 'store':
      return 'is no longer kept, or is damaged';
    default:
      return source satisfies never;
  }
}
