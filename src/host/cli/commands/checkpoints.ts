import { SettingsError } from '../../../actors/protocol/errors.js';
import type { JumpScope } from '../../../actors/protocol/file-version.js';
import { drawCheckpoints } from '../checkpoints/draw-checkpoints.js';
import { showJump } from '../checkpoints/show-jump.js';
import { findCheckpoint } from '../checkpoints/use-checkpoints.js';
import { drawProse } from '../draw/draw-prose.js';
import type { ChatCommand } from './command.js';
import { readJumpChoice } from './undo.js';

const SCOPES: readonly JumpScope[] = ['files', 'conversation', 'both'];

export const checkpointsCommand: ChatCommand = {
  name: 'checkpoints',
  parameter: '[NUMBER [files|conversation|both] [keep|merge|restore]]',
  summary: 'the moments of this conversation; with a number, go back to one, or forth',
  async run(argument, { thread, directory, out }) {
    const [number = '', ...words] = argument.split(/\s+/);
    if (number === '') {
      const known = thread.checkpoints;
      await out.line(
        known.length === 0 ? drawProse('There are none yet.', out) : drawCheckpoints(known, out),
      );
      return;
    }
    const { entry } = findCheckpoint(thread, number);
    const scope = SCOPES.find((name) => name === words[0]);
    const [choice = '', ...rest] = scope === undefined ? words : words.slice(1);
    if (rest.length > 0)
      throw new SettingsError(`Expected at most a scope and a choice behind ${number}.`, {
        setting: 'checkpoint',
      });
    const jump = await thread.jump(entry, { scope: scope ?? 'both', choices: readJumpChoice(choice) });
    await showJump(jump, { out, directory, none: '' });
  },
};
