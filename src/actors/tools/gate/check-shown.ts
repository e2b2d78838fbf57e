import { createHash } from 'node:crypto';
import { PreviewChangedError } from '../../protocol/errors.js';
import type { CallPreview } from '../../protocol/tool.js';

/** The digest of a preview, as in `ToolContext.shown`. */
export function digestOf(preview: CallPreview): string {
  return createHash('sha256').update(JSON.stringify(preview)).digest('hex');
}

/**
 * Checks that a call would do what was judged and, if a person was asked, approved: `preview` describes what it is about
 * to do.
 * Errors: `PreviewChangedError`. Source: SPEC T11.
 */
export function checkShown(tool: string, preview: CallPreview, shown: string | undefined): void {
  if (shown === undefined || digestOf(preview) === shown) return;
  throw new PreviewChangedError(
    `${tool} would do something else now than when it was approved, because a file has changed since. Nothing was changed: call it again, and it is looked at anew.`,
    { tool },
  );
}
