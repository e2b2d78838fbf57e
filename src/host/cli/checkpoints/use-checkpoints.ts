import { toJsonLine } from '../draw/to-json-line.js';
import type { Checkpoint } from '../../../actors/checkpoints/ledger.js';
import { SettingsError } from '../../../actors/protocol/errors.js';
import type { JumpChoice, JumpFile, JumpPlan, JumpScope } from '../../../actors/protocol/file-version.js';
import type { FileChoice } from '../../engine/jump-options.js';
import type { Thread } from '../../engine/thread.js';
import { canAsk } from '../approvals/can-ask.js';
import { askAlone } from '../terminal/ask-alone.js';
import { drawDiff } from '../draw/draw-diff.js';
import { escapeHidden } from '../draw/escape-hidden.js';
import { ExitCode } from '../terminal/exit-codes.js';
import { describeJumpPlan, diffOfPlan, nameIn } from './describe-jump.js';
import { drawCheckpoints } from './draw-checkpoints.js';
import { showJump } from './show-jump.js';
import type { CheckpointsContext } from './checkpoints-context.js';

// What a person reads before answering; "troupe checkpoints diff" shows all of it. Units: lines.
const MAX_DIFF_LINES = 200;

/** The options of `troupe checkpoints jump`. */
export interface JumpFlags {
  readonly files?: boolean;
  readonly conversation?: boolean;
  readonly both?: boolean;
  readonly choose?: JumpChoice;
  readonly yes?: boolean;
}

export async function listCheckpoints({ session, thread }: CheckpointsContext): Promise<number> {
  const { out, isJson } = session;
  const { checkpoints } = thread;
  if (isJson) for (const checkpoint of checkpoints) await out.line(toJsonLine(checkpoint));
  else
    await out.line(
      checkpoints.length === 0 ? 'This conversation has no checkpoints.' : drawCheckpoints(checkpoints, out),
    );
  return ExitCode.ok;
}

export async function diffCheckpoint(
  { session, thread, root }: CheckpointsContext,
  checkpoint: string,
  file: string | undefined,
): Promise<number> {
  const { out, isJson } = session;
  const plan = await thread.planJump(findCheckpoint(thread, checkpoint).entry);
  if (isJson) {
    for (const planned of plan.files)
      if (file === undefined || nameIn(root, planned.path) === file || planned.path === file)
        await out.line(toJsonLine(planned));
    return ExitCode.ok;
  }
  const diff = await diffOfPlan(plan, root, (version) => thread.readVersion(version), file);
  if (diff !== '') await out.line(drawDiff(diff, out).join('\n'));
  else await out.line('Nothing would change.');
  return ExitCode.ok;
}

export async function jumpToCheckpoint(
  context: CheckpointsContext,
  checkpoint: string,
  flags: JumpFlags,
): Promise<number> {
  const { session, thread, root } = context;
  const { out, err, isJson } = session;
  const { entry } = findCheckpoint(thread, checkpoint);
  const scope = readScope(flags);
  const isAskable = canAsk(err) && !isJson && flags.yes !== true;
  let choices: JumpChoice | readonly FileChoice[] = flags.choose ?? 'keep';
  if (scope !== 'conversation') {
    const plan = await thread.planJump(entry);
    if (!isJson) await showPlan(context, plan);
    const conflicts = plan.files.filter(({ action }) => action === 'conflict');
    if (flags.choose === undefined && isAskable) choices = await chooseEach(context, conflicts);
    else if (flags.choose === undefined && conflicts.length > 0 && !isJson)
      await err.line('Files that somebody else has changed are kept: --choose says otherwise.');
  }
  if (flags.yes !== true) {
    if (!isAskable)
      throw new SettingsError('This changes files or the conversation: say --yes to do so.', {
        setting: 'yes',
      });
    const answer = await askAlone(session, `Go to checkpoint ${checkpoint}? [y]es  [n]o`, ['y', 'n']);
    if (answer !== 'y') return ExitCode.denied;
  }
  const jump = await thread.jump(entry, { scope, choices });
  if (isJson) await out.line(toJsonLine(jump));
  else await showJump(jump, { out, directory: root, none: '' });
  return ExitCode.ok;
}

/** Errors: `SettingsError`. */
export function findCheckpoint({ checkpoints }: Pick<Thread, 'checkpoints'>, text: string): Checkpoint {
  const found = checkpoints.find(({ seq, entry }) => String(seq) === text || entry === text);
  if (found !== undefined) return found;
  throw new SettingsError(`There is no checkpoint ${JSON.stringify(text)}: give a number of the list.`, {
    setting: 'checkpoint',
  });
}

function readScope({ files, conversation, both }: JumpFlags): JumpScope {
  if ([files, conversation, both].filter((given) => given === true).length > 1)
    throw new SettingsError('Say one of --files, --conversation and --both.', { setting: 'scope' });
  return files === true ? 'files' : conversation === true ? 'conversation' : 'both';
}

async function showPlan(
  { session: { err }, thread, root }: CheckpointsContext,
  plan: JumpPlan,
): Promise<void> {
  const diff = await diffOfPlan(plan, root, (version) => thread.readVersion(version));
  if (diff !== '') await err.line(drawDiff(diff, err, MAX_DIFF_LINES).join('\n'));
  for (const line of describeJumpPlan(plan, root)) await err.line(`  ${escapeHidden(line)}`);
  if (diff === '') await err.line('No file would change.');
}

async function chooseEach(
  { session, root }: CheckpointsContext,
  conflicts: readonly JumpFile[],
): Promise<readonly FileChoice[]> {
  const chosen: FileChoice[] = [];
  for (const { path, choices = [] } of conflicts) {
    const keys = choices.map((choice) => `[${choice[0]}]${choice.slice(1)}`).join('  ');
    const name = escapeHidden(nameIn(root, path));
    const letters = choices.map(([letter = '']) => letter);
    const answer = await askAlone(session, `${name} was changed by somebody else: ${keys}`, letters);
    const choice = choices.find(([letter]) => letter === answer);
    // No answer changes nothing.
    chosen.push({ path, choice: choice ?? 'keep' });
  }
  return chosen;
}
