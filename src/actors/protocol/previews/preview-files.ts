import type { CallPreview, TouchedPath } from '../tool.js';

/** The files and folders that a preview says would change; `undefined` where it does not say. */
export function previewFiles(preview: CallPreview | undefined): readonly TouchedPath[] | undefined {
  return preview?.kind === 'diff' || preview?.kind === 'text' ? preview.files : undefined;
}
