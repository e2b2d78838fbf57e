import type { BodyOf } from '../../../actors/protocol/thread.js';
import { drawProse } from '../draw/draw-prose.js';
import { escapeHidden } from '../draw/escape-hidden.js';
import type { Output } from '../terminal/output.js';
import { describeChanges, nameIn } from './describe-jump.js';

interface JumpDrawing {
  readonly out: Output;
  /** The folder that names of files are relative to. */
  readonly directory: string;
  /** What is said when there was nothing to go to. */
  readonly none: string;
}

/** Prints what a jump has done. */
export async function showJump(
  jump: BodyOf<'jump'> | undefined,
  { out, directory, none }: JumpDrawing,
): Promise<void> {
  if (jump === undefined) {
    await out.line(drawProse(none, out));
    return;
  }
  for (const line of describeChanges(jump.changes, directory)) await out.line(`  ${escapeHidden(line)}`);
  const kept = (jump.choices ?? []).filter(({ choice }) => choice === 'keep');
  for (const { path } of kept)
    await out.line(
      out.style('yellow', `  ${escapeHidden(nameIn(directory, path))} kept: somebody else has changed it`),
    );
  if (jump.scope !== 'files') await out.line(drawProse('The conversation goes on from there.', out));
  else if (jump.changes.length === 0 && kept.length === 0)
    await out.line(drawProse('No file had to be changed.', out));
}
