import type { Command } from 'commander';
import { SettingsError } from '../../actors/protocol/errors.js';
import type { ThreadEntry } from '../../actors/protocol/thread.js';
import { listBuiltInTools } from '../built-in-tools.js';
import { replayThread } from '../engine/replay/replay-thread.js';
import { parseNatural } from './agent-options.js';
import { isFileName, readRecorded } from './replay/read-recorded.js';
import { REPLAY_HELP } from './replay/replay-help.js';
import { showReplay } from './replay/show-replay.js';
import { type Session, warn } from './session.js';
import { readEntries } from './threads/change-thread.js';
import { findThread } from './threads/find-thread.js';
import { openLibrary } from './threads/open-library.js';

interface ReplayFlags {
  readonly until?: number;
  readonly entries?: boolean;
}

/** Adds `troupe replay`. Commands pass their work, which resolves to the exit code, to `finish`. */
export function registerReplayCommand(
  program: Command,
  session: () => Session,
  finish: (work: Promise<number>) => Promise<void>,
): void {
  program
    .command('replay <thread>')
    .description('run a conversation again without a model and without effects, and compare')
    .option('--until <n>', 'stop behind this entry, and list the entries', parseNatural)
    .option('--entries', 'list the entries')
    .addHelpText('after', REPLAY_HELP)
    .action((thread: string, flags: ReplayFlags) => finish(replay(session(), thread, flags)));
}

async function replay(session: Session, thread: string, flags: ReplayFlags): Promise<number> {
  const { out, isJson, interrupts } = session;
  const entries = isFileName(thread)
    ? await readRecorded(thread, interrupts.current)
    : await readStored(session, thread);
  const { until } = flags;
  if (until !== undefined && !entries.some(({ seq }) => seq === until))
    throw new SettingsError(
      `The conversation has no entry ${until}: expected a number from 0 to ${entries.at(-1)?.seq ?? 0}.`,
      { setting: 'until' },
    );
  const steps = replayThread(entries, {
    tools: listBuiltInTools(),
    signal: interrupts.current,
    ...(until === undefined ? {} : { until }),
  });
  const hasEntries = flags.entries === true || until !== undefined;
  return showReplay(steps, { out, isJson, hasEntries });
}

async function readStored(session: Session, start: string): Promise<readonly ThreadEntry[]> {
  await using library = await openLibrary(session.root, (sentence) => warn(session.err, sentence));
  const { id } = findThread(start, await library.list());
  return await readEntries(library, id);
}
