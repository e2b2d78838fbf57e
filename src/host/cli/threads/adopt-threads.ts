import { toJsonLine } from '../draw/to-json-line.js';
import { resolve } from 'node:path';
import { SettingsError } from '../../../actors/protocol/errors.js';
import type { OrphanedThreads } from '../../../actors/protocol/thread-store.js';
import { countOf } from '../../../actors/tools/text/count-of.js';
import { formatAge } from '../draw/format-age.js';
import { ExitCode } from '../terminal/exit-codes.js';
import type { Output } from '../terminal/output.js';
import type { ThreadsContext } from './threads-context.js';

export async function listOrphans({ session: { out, isJson }, library }: ThreadsContext): Promise<number> {
  const orphans = await library.listOrphans();
  for (const orphan of orphans) await out.line(isJson ? toJsonLine(orphan) : drawOrphan(orphan, out));
  if (orphans.length === 0 && !isJson) await out.line('No conversation has lost its folder.');
  return ExitCode.ok;
}

/** Errors: `SettingsError` when the old folder is not clear. */
export async function adoptThreads(
  { session: { out, isJson }, library }: ThreadsContext,
  oldRoot: string | undefined,
): Promise<number> {
  const orphans = await library.listOrphans();
  const isMeant = ({ roots, isLikely }: OrphanedThreads): boolean =>
    oldRoot === undefined ? isLikely : roots.includes(resolve(oldRoot));
  const [orphan, ...others] = orphans.filter(isMeant);
  if (orphan === undefined || others.length > 0) {
    const known = orphans.map(({ roots }) => roots.join(', ')).join('; ');
    throw new SettingsError(
      known === ''
        ? 'There is nothing to adopt: no conversation has lost its folder.'
        : `Say from where: troupe threads adopt OLD_ROOT. Folders that are gone: ${known}.`,
      { setting: 'adopt' },
    );
  }
  const adopted = await library.adopt(orphan.roots);
  await out.line(
    isJson
      ? toJsonLine({ done: 'adopted', roots: orphan.roots, ids: adopted })
      : `Adopted ${countOf(adopted.length, 'conversation')} of ${out.sanitize(orphan.roots.join(', '))}.`,
  );
  return ExitCode.ok;
}

function drawOrphan({ roots, threads, changedAt, isLikely }: OrphanedThreads, out: Output): string {
  const mark = isLikely ? ' (looks like this folder: troupe threads adopt)' : '';
  const when = formatAge(changedAt, Date.now());
  return `${out.sanitize(roots.join(', '))}  ${countOf(threads, 'conversation')}, ${when}${mark}`;
}
