import { toJsonLine } from '../draw/to-json-line.js';
import { SettingsError } from '../../../actors/protocol/errors.js';
import type { Pruned, PruneOptions } from '../../node/checkpoints/kept-versions.js';
import { countOf } from '../../../actors/tools/text/count-of.js';
import { openVersions } from '../../create-checkpoints.js';
import { checkpointOptionsOf } from '../../node/checkpoints/checkpoint-settings.js';
import { readSettingsFile } from '../../node/settings-file.js';
import { stateDirectory } from '../../node/state-directory.js';
import { canAsk } from '../approvals/can-ask.js';
import { escapeHidden } from '../draw/escape-hidden.js';
import { formatBytes } from '../../../actors/tools/text/format-bytes.js';
import { askAlone } from '../terminal/ask-alone.js';
import { ExitCode } from '../terminal/exit-codes.js';
import type { CheckpointsContext } from './checkpoints-context.js';

type Session = CheckpointsContext['session'];

/** The options of `troupe checkpoints prune`. */
export interface PruneFlags {
  /** Units: days. */
  readonly olderThan?: number;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Prints how much room the old versions of files of all folders take. */
export async function showSize({ out, isJson }: Session): Promise<number> {
  const size = await (await open()).size();
  if (isJson) await out.line(toJsonLine(size));
  else {
    const { usedBytes, quotaBytes, folder } = size;
    const share = Math.round((100 * usedBytes) / quotaBytes);
    await out.line(
      `Old versions of files take ${formatBytes(usedBytes)} of at most ${formatBytes(quotaBytes)} (${share} %), in ${escapeHidden(folder)}`,
    );
  }
  return ExitCode.ok;
}

/** Says what it will free, and asks on a terminal. */
export async function pruneVersions(
  { out, err, isJson, interrupts }: Session,
  { olderThan, dryRun = false, yes = false }: PruneFlags,
): Promise<number> {
  const versions = await open();
  const options: PruneOptions = olderThan === undefined ? {} : { before: Date.now() - olderThan * DAY_MS };
  const plan = await versions.planPrune(options, interrupts.current);
  if (dryRun) {
    if (isJson) await out.line(toJsonLine({ planned: plan }));
    else for (const line of describe(plan, 'planned', olderThan)) await out.line(escapeHidden(line));
    return ExitCode.ok;
  }
  if (plan.removed > 0 && !yes) {
    if (!canAsk(err) || isJson)
      throw new SettingsError(
        `This deletes for good: ${versionsOf(plan.removed)}, ${formatBytes(plan.freedBytes)}. Say --yes to do so, or --dry-run to see more.`,
        { setting: 'yes' },
      );
    for (const line of describe(plan, 'planned', olderThan)) await err.line(escapeHidden(line));
    const prompt = `Delete for good: ${formatBytes(plan.freedBytes)}? [y]es  [n]o`;
    if ((await askAlone({ err, interrupts }, prompt, ['y', 'n'])) !== 'y') return ExitCode.denied;
  }
  const done = await versions.prune(options, interrupts.current);
  if (isJson) await out.line(toJsonLine({ done: 'pruned', ...done }));
  else for (const line of describe(done, 'done', olderThan)) await out.line(escapeHidden(line));
  return ExitCode.ok;
}

/** The folder of versions that all workspaces share. Errors: `SettingsError`. */
async function open(): Promise<ReturnType<typeof openVersions>> {
  // What was kept takes room, whether or not more is kept.
  const settings = { ...(await readSettingsFile(process.env)), checkpoints: true };
  return openVersions({
    stateDirectory: stateDirectory(),
    ...checkpointOptionsOf(settings, stateDirectory()),
  });
}

function describe(
  { removed, freedBytes, unneeded, unneededBytes, kept, keptBytes, threads, problems }: Pruned,
  when: 'planned' | 'done',
  olderThan = 0,
): readonly string[] {
  const isDone = when === 'done';
  const would = removed === 1 ? (isDone ? 'was' : 'would be') : isDone ? 'were' : 'would be';
  const lines = [
    `${versionsOf(removed)} ${would} deleted, which ${isDone ? 'freed' : 'frees'} ${formatBytes(freedBytes)}.`,
  ];
  if (unneeded > 0)
    lines.push(
      `${versionsOf(unneeded)} (${formatBytes(unneededBytes)}) ${unneeded === 1 ? 'belongs' : 'belong'} to no conversation any more: a prune deletes that from a day after this was first seen.`,
    );
  lines.push(`${versionsOf(kept)} (${formatBytes(keptBytes)}) ${kept === 1 ? 'stays' : 'stay'}.`);
  if (threads.length > 0)
    lines.push(
      `Checkpoints older than ${countOf(olderThan, 'day')} ${isDone ? 'can' : 'could'} not be gone back to any more, or not for all files, in:`,
      ...threads.map(
        ({ title, roots }) => `  ${title === '' ? '(no message yet)' : title} (${roots.join(', ')})`,
      ),
    );
  for (const item of problems) lines.push(item);
  if (problems.length > 0)
    lines.push(
      'What these conversations refer to is not known, so no version is deleted. Deleting them for good (troupe threads delete, then purge) frees what is needed by no other.',
    );
  return lines;
}

function versionsOf(count: number): string {
  return countOf(count, 'old version');
}
