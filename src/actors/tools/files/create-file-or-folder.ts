import { z } from 'zod';
import { FileExistsError } from '../../protocol/errors.js';
import type { FileChange } from '../../protocol/file-changes.js';
import type { CallPreview, Tool } from '../../protocol/tool.js';
import type { AbsPath } from '../../protocol/workspace.js';
import { hashOf } from '../text/content-hash.js';
import { checkShown } from '../gate/check-shown.js';
import { FILE_PARAM_NAMES } from '../calls/param-synonyms.js';
import { applyChanges, checkChanges } from './apply-changes.js';
import type { ChangingToolDeps } from '../gate/tool-deps.js';
import { buildValidation } from '../calls/validate.js';

const NAME = 'create_file_or_folder';

const EMPTY = Buffer.of();

const schema = z.strictObject({
  uri: z.string().min(1).describe('A path or file:// URI. With a / at its end it is a folder.'),
});

type CreateParams = z.output<typeof schema>;

interface CreateResult {
  readonly shown: string;
  readonly absolute: AbsPath;
  readonly isFolder: boolean;
}

/** The tool that creates an empty file or a folder, with missing parent folders. */
export function createCreateFileOrFolderTool(deps: ChangingToolDeps): Tool<CreateParams, CreateResult> {
  return {
    name: NAME,
    description:
      'Creates an empty file or a folder, with missing parent folders. ' +
      'For a file with content call rewrite_file alone.',
    category: 'File edits',
    isReadOnly: false,
    usesFileChanges: true,
    ...buildValidation(NAME, schema, { uri: FILE_PARAM_NAMES }),

    async preview({ uri }) {
      const place = await deps.gate.resolve(uri);
      const shown = deps.gate.show(place);
      const { absolute } = place;
      await requireFree(shown, () =>
        checkChanges(deps.changes, [toCreation(uri, absolute)], [{ absolute, shown }]),
      );
      return previewOf(uri, shown, absolute);
    },

    async run({ uri }, { signal, reads, shown: approved, changes = deps.changes }) {
      const place = await deps.gate.resolve(uri);
      const shown = deps.gate.show(place);
      const path = place.absolute;
      checkShown(NAME, previewOf(uri, shown, path), approved);
      await requireFree(shown, () =>
        applyChanges(changes, [toCreation(uri, path)], [{ absolute: path, shown }], signal),
      );
      if (!isFolder(uri)) reads?.set(path, await hashOf(EMPTY));
      return { shown, absolute: path, isFolder: isFolder(uri) };
    },

    changes: ({ absolute, isFolder: isOne }) => [
      { kind: 'created', path: absolute, ...(isOne ? { isDirectory: true } : {}) },
    ],

    format: ({ shown, isFolder: isOne }) => `Made the ${isOne ? 'folder' : 'empty file'} ${shown}.`,
  };
}

function previewOf(uri: string, shown: string, absolute: AbsPath): CallPreview {
  const text = `Makes the ${isFolder(uri) ? 'folder' : 'empty file'} ${shown}.`;
  return { kind: 'text', text, files: [{ shown, absolute, change: 'create' }] };
}

function toCreation(uri: string, path: AbsPath): FileChange {
  return isFolder(uri)
    ? { kind: 'make directory', path }
    : { kind: 'write', path, bytes: EMPTY, expected: null };
}

/** Runs `change`. Errors: those of `change`; a `FileExistsError` for the path gets a message for the model. */
async function requireFree(shown: string, change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!(error instanceof FileExistsError) || error.details.path !== shown) throw error;
    throw new FileExistsError(
      `${shown} exists already. Nothing was changed.`,
      { path: shown },
      { cause: error },
    );
  }
}

function isFolder(uri: string): boolean {
  return uri.endsWith('/') || (process.platform === 'win32' && uri.endsWith('\\'));
}
