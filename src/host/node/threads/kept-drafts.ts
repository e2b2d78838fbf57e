import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeptDraft } from '../../../actors/protocol/ui.js';
import { replaceFile } from '../replace-file.js';

/** A page of the chat: in the side bar, or in a tab of the editor. */
export type PageName = 'view' | 'editor';

interface KeptDraftsOptions {
  /** The folder of the files, one for each page. */
  readonly folder: string;
  readonly onProblem: (what: string, error: unknown) => void;
}

/**
 * Keeps what is being written on each page in a file, so that it outlives a window that is killed. Windows of one workspace
 * share the files; the last one wins.
 */
export class KeptDrafts {
  readonly #options: KeptDraftsOptions;
  /** The newest draft of each page, while an older one is written. */
  readonly #waiting = new Map<PageName, KeptDraft>();
  readonly #writing = new Map<PageName, Promise<void>>();

  constructor(options: KeptDraftsOptions) {
    this.#options = options;
  }

  /** Resolves to what was kept last; to `undefined` when nothing can be read. Never rejects. */
  async load(page: PageName): Promise<KeptDraft | undefined> {
    await this.#writing.get(page);
    const content = await readFile(this.#pathOf(page), 'utf8').catch(() => '');
    const end = content.indexOf('\n');
    const at = Number(content.slice(0, Math.max(0, end)));
    return end > 0 && Number.isSafeInteger(at) ? { at, text: content.slice(end + 1) } : undefined;
  }

  /** Writes a draft. Of those that come while one is written, only the newest is. Never rejects. */
  keep(page: PageName, draft: KeptDraft): Promise<void> {
    this.#waiting.set(page, draft);
    const writing = this.#writing.get(page) ?? this.#write(page);
    this.#writing.set(page, writing);
    return writing;
  }

  async #write(page: PageName): Promise<void> {
    try {
      for (;;) {
        const draft = this.#waiting.get(page);
        if (draft === undefined) return;
        this.#waiting.delete(page);
        await replaceFile(this.#pathOf(page), `${draft.at}\n${draft.text}`);
      }
    } catch (error) {
      this.#options.onProblem('What is being written could not be kept', error);
    } finally {
      this.#writing.delete(page);
    }
  }

  #pathOf(page: PageName): string {
    return join(this.#options.folder, `draft-${page}`);
  }
}
