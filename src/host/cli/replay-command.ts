import type { Command } from 'commander';
import { SettingsError } from '../../actors/protocol/errors.js';
import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import type { ThreadEntry, ThreadId } from '../../actors/protocol/thread.js';
import { replayThread } from '../replay-thread.js';
import { readModelSettings } from './agent.js';
import {
  type AgentOptions,
  autoApproveOption,
  type ModelOptions,
  parseNatural,
  withServerOptions,
} from './agent-options.js';
import type { AutoApproval } from './approvals/auto-approve.js';
import { showJump } from './checkpoints/show-jump.js';
import { makeCopy } from './replay/go-on-in-copy.js';
import { isFileName, readRecorded } from './replay/read-recorded.js';
import { REPLAY_HELP, REPORT_HELP } from './replay/replay-help.js';
import { showReplay } from './replay/show-replay.js';
import { type ReportFlags, writeReport } from './replay/write-report.js';
import { type Session, warn } from './session.js';
import { readThreadEntries } from './threads/change-thread.js';
import { findNewest, findThread } from './threads/find-thread.js';
import { openLibrary } from './threads/open-library.js';
import { withThread } from './with-thread.js';

interface ReplayFlags extends Pick<ModelOptions, 'model' | 'provider' | 'baseUrl' | 'apiKeyFile'> {
  readonly until?: number;
  readonly entries?: boolean;
  readonly from?: number;
  readonly into?: string;
  readonly autoApprove: readonly AutoApproval[];
}

interface ReplayParts {
  readonly session: () => Session;
  /** Commands pass their work to it, which resolves to the exit code. */
  readonly finish: (work: Promise<number>) => Promise<void>;
  /** Goes on with the interrupted turn of a thread. */
  readonly resume: (session: Session, options: AgentOptions) => Promise<number>;
}

/** A thread from wherever. */
interface Recorded {
  readonly id: ThreadId;
  readonly entries: readonly ThreadEntry[];
}

/** Adds `troupe replay`. */
export function registerReplayCommand(program: Command, { session, finish, resume }: ReplayParts): void {
  withServerOptions(
    program
      .command('replay <thread>')
      .description('run a conversation again without a model and without effects, and compare')
      .option('--until <n>', 'stop behind this entry, and list the entries', parseNatural)
      .option('--entries', 'list the entries')
      .option('--from <n>', 'go on behind this entry with a real model, in a copy', parseNatural)
      .option('--into <dir>', 'with --from: the copy of the workspace, a folder that does not exist yet')
      .option('--model <name>', 'with --from: the model, also as PROVIDER/NAME')
      .option('--provider <name>', 'with --from: the provider of the model')
      .addOption(autoApproveOption()),
  )
    .addHelpText('after', REPLAY_HELP)
    .action((thread: string, flags: ReplayFlags) => {
      if ((flags.from === undefined) !== (flags.into === undefined))
        program.error("error: '--from' and '--into' need each other");
      const given = session();
      return finish(
        flags.from === undefined || flags.into === undefined
          ? replay(given, thread, flags)
          : goOn(given, thread, { ...flags, from: flags.from, into: flags.into }, resume),
      );
    });
}

/** Adds `troupe report`, which writes a thread for `troupe replay` elsewhere. */
export function registerReportCommand(
  program: Command,
  { session, version, finish }: Omit<ReplayParts, 'resume'> & { readonly version: string },
): void {
  program
    .command('report [id]')
    .description('write a conversation without its keys to a file, to show it to others')
    .option('-o, --output <file>', 'the file')
    .option('--yes', 'without asking')
    .addHelpText('after', REPORT_HELP)
    .action((id: string | undefined, flags: ReportFlags) => finish(report(session(), id, flags, version)));
}

async function replay(session: Session, thread: string, flags: ReplayFlags): Promise<number> {
  const { out, isJson, interrupts } = session;
  const { entries } = await readThread(session, thread);
  const { until } = flags;
  if (until !== undefined && !entries.some(({ seq }) => seq === until))
    throw new SettingsError(
      `The conversation has no entry ${until}: expected a number from 0 to ${entries.at(-1)?.seq ?? 0}.`,
      { setting: 'until' },
    );
  const steps = replayThread(entries, {
    signal: interrupts.current,
    ...omitUndefined({ until }),
  });
  const hasEntries = flags.entries === true || until !== undefined;
  return showReplay(steps, { out, isJson, hasEntries });
}

/** Copies the workspace as it was at an entry, and goes on there with a real model. */
async function goOn(
  session: Session,
  text: string,
  { from, into, until: _until, entries: _entries, ...options }: ReplayFlags & { from: number; into: string },
  resume: ReplayParts['resume'],
): Promise<number> {
  const { err, progress, interrupts, isJson } = session;
  const { root, thread, start } = await makeCopy(
    { root: session.root, ...(await readThread(session, text)), from, into },
    {
      err,
      progress,
      signal: interrupts.current,
      openLibrary: (folder) => openLibrary(folder, (sentence) => warn(err, sentence)),
    },
  );
  const copied: Session = { ...session, root };
  const exitCode = await withThread(copied, thread, async (context) => {
    const jump = await context.thread.jump(start.id, { scope: 'files', choices: 'restore' });
    if (!isJson) await showJump(jump, { out: err, directory: root, none: '' });
    return 0;
  });
  if (exitCode !== 0) return exitCode;
  return resume(copied, { ...options, resume: thread, mode: 'agent', network: 'ask' });
}

async function report(
  session: Session,
  start: string | undefined,
  flags: ReportFlags,
  version: string,
): Promise<number> {
  await using library = await openLibrary(session.root, (sentence) => warn(session.err, sentence));
  const threads = await library.list();
  const { id } = start === undefined ? findNewest(threads) : findThread(start, threads);
  const entries = await readThreadEntries(library, id);
  const { secrets } = await readModelSettings({}, session.root);
  return await writeReport({ session, id, entries, secrets, version }, flags);
}

async function readThread(session: Session, text: string): Promise<Recorded> {
  if (isFileName(text)) return readRecorded(text, session.interrupts.current);
  await using library = await openLibrary(session.root, (sentence) => warn(session.err, sentence));
  const { id } = findThread(text, await library.list());
  return { id, entries: await readThreadEntries(library, id) };
}
