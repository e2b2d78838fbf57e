import { posix } from 'node:path';
import { window } from 'vscode';
import {
  InvalidParamsError,
  FileNotFoundError,
  WorkspaceBoundaryError,
} from '../../../actors/protocol/errors.js';
import type { FileAccess } from '../../../actors/protocol/ports.js';
import { isMissing } from '../../../actors/tools/gate/is-missing.js';
import type { Place } from '../../markdown/read-place.js';
import type { Workspace } from '../../workspace.js';
import { openAttached } from '../mentions/open-attached.js';
import { choosePlace } from './choose-place.js';
import { findFiles } from './find-files.js';
import { PLACE_TEXTS } from '../words/command-words.js';

export interface PlaceContext {
  readonly workspace: Pick<Workspace, 'roots' | 'search' | 'grep'>;
  readonly files: FileAccess;
}

/**
 * Opens a place that a message names. If its path leads nowhere, looks for files with that name: opens the only one, and
 * lets the person choose among several. Tells the person when there is none, or when it is outside of the workspace.
 * Errors: those of `openAttached` besides these.
 */
export async function openPlace(place: Place, context: PlaceContext): Promise<void> {
  const { workspace, files } = context;
  const { roots } = workspace;
  try {
    await openAttached(place, { roots, files });
    return;
  } catch (error) {
    if (error instanceof WorkspaceBoundaryError) {
      void window.showInformationMessage(PLACE_TEXTS.outside(place.path));
      return;
    }
    if (!isNowhere(error)) throw error;
  }
  const found = await findFiles(place.path, workspace);
  if (found.length === 0) {
    void window.showInformationMessage(PLACE_TEXTS.missing(place.path));
    return;
  }
  const path = await choosePlace(
    PLACE_TEXTS.which(posix.basename(place.path)),
    found.map((hit) => ({
      label: posix.basename(hit.path),
      description: roots.length > 1 ? `${hit.root}/${posix.dirname(hit.path)}` : posix.dirname(hit.path),
      value: `${hit.root}/${hit.path}`,
    })),
  );
  if (path !== undefined) await openAttached({ ...place, path }, { roots, files });
}

function isNowhere(error: unknown): boolean {
  return error instanceof FileNotFoundError || error instanceof InvalidParamsError || isMissing(error);
}
