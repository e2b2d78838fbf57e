import { type Command, Option } from 'commander';
import type { JumpChoice } from '../../actors/protocol/file-version.js';
import type { Session } from './session.js';
import {
  type JumpFlags,
  diffCheckpoint,
  jumpToCheckpoint,
  listCheckpoints,
} from './checkpoints/use-checkpoints.js';
import { withThread } from './with-thread.js';
import { DEFAULT_CHECKPOINT_SETTINGS } from '../node/checkpoints/checkpoint-settings.js';
import { findSettingsFile } from '../node/settings-file.js';
import { parseNatural } from './agent-options.js';
import { type PruneFlags, pruneVersions, showSize } from './checkpoints/prune-versions.js';
import { placeOf } from './draw/place-of.js';

const CHECKPOINTS_HELP = `
Examples:
  troupe checkpoints                 the moments of the newest conversation, each with its number
  troupe checkpoints list ID         those of another one (see troupe threads)
  troupe checkpoints diff 12         what going back to 12 would change
  troupe checkpoints diff 12 a.ts    the same for one file
  troupe checkpoints jump 12         shows that, asks, and goes back: files and conversation
  troupe checkpoints jump 12 --files --choose keep --yes
  troupe checkpoints size            the room that old versions of files take, those of all folders together
  troupe checkpoints prune           frees what no conversation needs any more
  troupe checkpoints prune --older-than 90 --dry-run    what giving up older checkpoints would free, and where

Only files that the conversation has changed are touched. Of those that somebody else has changed since, each is asked
about: keep it, merge (the changes of others stay), or restore it. What is there now can be jumped back to.

By themselves only versions that no conversation refers to are deleted, those in the trash included, and only when the
room is used up. When it is used up by what is needed, the work goes on without new versions, and the conversation says so.
How much room there is, and whether versions are kept at all, stands in ${placeOf(findSettingsFile)}:
  { "checkpoints": true, "checkpointQuotaMb": ${DEFAULT_CHECKPOINT_SETTINGS.checkpointQuotaMb} }
`;

/** Adds `troupe checkpoints`. Commands pass their work, which resolves to the exit code, to `finish`. */
export function registerCheckpointsCommand(
  program: Command,
  session: () => Session,
  finish: (work: Promise<number>) => Promise<void>,
): void {
  const checkpoints = program
    .command('checkpoints')
    .description('the moments of a conversation, going back to one, and the room that takes')
    .addHelpText('after', CHECKPOINTS_HELP);
  checkpoints
    .command('list [thread]', { isDefault: true })
    .description('list them, the oldest first')
    .action((thread: string | undefined) => finish(withThread(session(), thread, listCheckpoints)));
  checkpoints
    .command('diff <checkpoint> [file]')
    .usage('[options] [thread] <checkpoint> [file]')
    .argument('[rest]', 'the file, after a thread and a checkpoint')
    .description('what going back would change')
    .action((...words: readonly (string | undefined)[]) => {
      const [thread, checkpoint, file] = readPlace(words);
      return finish(withThread(session(), thread, (context) => diffCheckpoint(context, checkpoint, file)));
    });
  checkpoints
    .command('jump <checkpoint>')
    .usage('[options] [thread] <checkpoint>')
    .argument('[rest]', 'the checkpoint, after a thread')
    .description('go back to one, or forth')
    .option('--files', 'files alone')
    .option('--conversation', 'the conversation alone')
    .option('--both', 'files and conversation (the default)')
    .addOption(
      new Option('--choose <what>', 'for all files that somebody else has changed').choices([
        'keep',
        'merge',
        'restore',
      ] satisfies readonly JumpChoice[]),
    )
    .option('-y, --yes', 'do not ask')
    .action((first: string, rest: string | undefined, flags: JumpFlags) => {
      const [thread, checkpoint] = readPlace([first, rest]);
      return finish(withThread(session(), thread, (context) => jumpToCheckpoint(context, checkpoint, flags)));
    });
  checkpoints
    .command('size')
    .description('how much room old versions of files take')
    .action(() => finish(showSize(session())));
  checkpoints
    .command('prune')
    .description('free room, after saying how much')
    .option('--older-than <days>', 'versions that only older checkpoints need as well', parseNatural)
    .option('--dry-run', 'only say it')
    .option('-y, --yes', 'do not ask')
    .action((flags: PruneFlags) => finish(pruneVersions(session(), flags)));
}

/** Takes apart `[thread] checkpoint [file]`: a checkpoint is a number, and what comes before it names a thread. */
function readPlace(
  words: readonly unknown[],
): readonly [thread: string | undefined, checkpoint: string, file: string | undefined] {
  const given = words.filter((word) => typeof word === 'string');
  const [first = '', second, third] = given;
  return isNumber(first) || second === undefined ? [undefined, first, second] : [first, second, third];
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text);
}
