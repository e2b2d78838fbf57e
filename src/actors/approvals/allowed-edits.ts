import { resolve } from 'node:path';
import { previewFiles } from '../protocol/previews/preview-files.js';
import type { CallPreview, ToolCategory, TouchedPath } from '../protocol/tool.js';
import { isInsideAny } from '../runtime/paths/is-inside.js';

/**
 * The edits that a person allowed for the rest of a conversation: those of certain files, or all. Rules that deny or ask,
 * and protected places, come before it.
 * Shape: absolute paths, compared as they are, so that no character in a name has a meaning.
 */
export type AllowedEdits = ReadonlySet<string> | 'all';

/** The files and folders that an edit says it changes. Empty for any other call, and where nobody knows. */
export function listEditedPaths(
  category: ToolCategory,
  preview: CallPreview | undefined,
): readonly TouchedPath[] {
  return category === 'File edits' ? (previewFiles(preview) ?? []) : [];
}

/** Whether a person may allow edits of these paths for the rest of a conversation: of none outside of the roots. */
export function canAllowEdits(touched: readonly TouchedPath[], roots: readonly string[]): boolean {
  return touched.length > 0 && touched.every(({ absolute }) => isInsideAny(roots, resolve(absolute)));
}

/** Whether these paths can be allowed by name: what else lies in a folder when it is deleted, nobody has been shown. */
export function canAllowByName(touched: readonly TouchedPath[]): boolean {
  return touched.every(({ isTree }) => isTree !== true);
}

/** Whether a person has allowed edits of these paths for the rest of the conversation. */
export function areEditsAllowed(
  touched: readonly TouchedPath[],
  allowedEdits: AllowedEdits | undefined,
  roots: readonly string[],
): boolean {
  if (allowedEdits === undefined || !canAllowEdits(touched, roots)) return false;
  if (allowedEdits === 'all') return true;
  return canAllowByName(touched) && touched.every(({ absolute }) => allowedEdits.has(resolve(absolute)));
}

/** The edits that are allowed once those of these paths are, too. */
export function addAllowedEdits(
  before: AllowedEdits | undefined,
  touched: readonly TouchedPath[],
): AllowedEdits {
  if (before === 'all') return before;
  return new Set([...(before ?? []), ...touched.map(({ absolute }) => resolve(absolute))]);
}
