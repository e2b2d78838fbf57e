import { basename } from 'node:path';
import { type Uri, window, workspace } from 'vscode';
import type { AttachmentRef } from '../../../actors/protocol/attachment.js';
import { MAX_IMAGE_BYTES } from '../../../actors/protocol/image-part.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import { checkImageBytes, refuseLarge } from '../../../actors/runtime/images/check-image.js';
import { pathOf } from './recent-files.js';
import { ATTACH_TEXTS } from '../words/editor-words.js';

const IMAGE = /\.(?:png|jpe?g|gif|webp)$/i;

/**
 * Asks for files to attach; none if the person chooses none. An image from outside of the workspace is read at once.
 * Errors: why a file cannot be attached, as a sentence.
 */
export async function pickFiles(): Promise<readonly AttachmentRef[]> {
  const defaultUri = workspace.workspaceFolders?.[0]?.uri;
  const chosen = await window.showOpenDialog({
    title: ATTACH_TEXTS.title,
    openLabel: ATTACH_TEXTS.button,
    canSelectMany: true,
    ...omitUndefined({ defaultUri }),
  });
  return Promise.all((chosen ?? []).map(toAttachment));
}

async function toAttachment(uri: Uri): Promise<AttachmentRef> {
  const path = pathOf(uri);
  if (path !== undefined) return { kind: 'file', path };
  const name = basename(uri.fsPath);
  if (!IMAGE.test(name)) throw new Error(ATTACH_TEXTS.notInWorkspace(name));
  const { size } = await workspace.fs.stat(uri);
  const checked =
    size > MAX_IMAGE_BYTES ? refuseLarge(size) : checkImageBytes(await workspace.fs.readFile(uri));
  if ('problem' in checked) throw new Error(ATTACH_TEXTS.refused(name, checked.problem));
  return { kind: 'image', name, ...checked.image };
}
