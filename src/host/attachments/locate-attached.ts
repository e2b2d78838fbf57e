import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PermissionDeniedError } from '../../actors/protocol/errors.js';
import { type LocatedPath, locate } from '../../actors/tools/gate/locate.js';
import type { AttachmentContext, AttachmentDeps } from './attachment-context.js';
import { parseUrl } from '../../actors/protocol/web/parse-url.js';

/**
 * Finds what a person attached, through the gate of the tools.
 * Errors: those of `locate`; `PermissionDeniedError` when it must not be shown.
 */
export async function locateAttached(
  path: string,
  deps: AttachmentDeps,
  { signal }: Pick<AttachmentContext, 'signal'>,
): Promise<LocatedPath> {
  // Before anybody looks whether it exists.
  const place = await deps.gate.resolve(path);
  await requireShowable([asNamed(path, deps), place.absolute], deps.gate.show(place), deps);
  return locate('attachments', path, deps, { signal });
}

/** Errors: `PermissionDeniedError` when a file or folder of these names must not be shown. */
export async function requireShowable(
  names: readonly string[],
  shown: string,
  { refuse }: Pick<AttachmentDeps, 'refuse'>,
): Promise<void> {
  const reason = await refuse?.(names);
  if (reason !== undefined) throw new PermissionDeniedError(reason, { path: shown });
}

function asNamed(path: string, { roots }: AttachmentDeps): string {
  const isUri = path.startsWith('file:') && parseUrl(path) !== undefined;
  return resolve(roots[0] ?? '', isUri ? fileURLToPath(path) : path);
}
