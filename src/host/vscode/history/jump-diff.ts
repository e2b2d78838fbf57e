import { basename } from 'node:path';
import { commands, Uri, workspace } from 'vscode';
import type { FileVersion, JumpFile } from '../../../actors/protocol/file-version.js';
import { ShownTexts } from '../review/shown-texts.js';
import type { CheckpointReader } from './travels.js';
import { CHECKPOINT_TEXTS } from '../words/memory-words.js';

type SinceFile = Pick<JumpFile, 'path' | 'now' | 'target'>;

const SCHEME = 'troupe-version';

/** Shows in one editor what files are, and what they would become. */
export class JumpDiff {
  readonly #texts = new ShownTexts(SCHEME);

  /** Errors: those of the editor and of `readVersion`. */
  async show(files: readonly JumpFile[], versions: CheckpointReader): Promise<void> {
    this.#texts.clear();
    const sides = await Promise.all(
      files.map(async ({ path, now, target }): Promise<[Uri, Uri | undefined, Uri | undefined]> => {
        const uri = Uri.file(path);
        const text = await readText(path, target, versions);
        const after = text === undefined ? undefined : this.#texts.set(path, 'then', text);
        return [uri, now === null ? undefined : uri, after];
      }),
    );
    await commands.executeCommand('vscode.changes', CHECKPOINT_TEXTS.diffTitle, sides);
  }

  /** Shows what a file was, and what it is now, where it can be edited. Errors: as `show`. */
  async showSince({ path, now, target }: SinceFile, versions: CheckpointReader): Promise<void> {
    const text = await readText(path, target, versions);
    const before = this.#texts.set(path, 'before', text ?? '');
    const after = now === null ? this.#texts.set(path, 'nothing', '') : Uri.file(path);
    await commands.executeCommand('vscode.diff', before, after, CHECKPOINT_TEXTS.sinceTitle(basename(path)));
  }

  dispose(): void {
    this.#texts.dispose();
  }
}

/** `undefined` where there was nothing, or nothing that an editor shows. */
async function readText(
  path: string,
  version: FileVersion | null,
  versions: CheckpointReader,
): Promise<string | undefined> {
  if (version?.kind === 'link') return version.target;
  if (version?.kind !== 'file') return undefined;
  if (version.source.kind === 'none') return CHECKPOINT_TEXTS.lostText;
  const bytes = await versions.readVersion(version);
  return workspace.decode(bytes, { uri: Uri.file(path) }).then(undefined, () => CHECKPOINT_TEXTS.binary);
}
