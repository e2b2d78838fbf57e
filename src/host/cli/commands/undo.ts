import { SettingsError } from '../../../actors/protocol/errors.js';
import type { JumpChoice } from '../../../actors/protocol/file-version.js';
import { showJump } from '../checkpoints/show-jump.js';
import type { ChatCommand } from './command.js';

const CHOICES: readonly JumpChoice[] = ['keep', 'merge', 'restore'];

export const undoCommand: ChatCommand = {
  name: 'undo',
  parameter: '[keep|merge|restore]',
  summary: 'put files back to before the last turn that changed them; what others changed is kept',
  async run(argument, { thread, directory, out }) {
    const choices = readJumpChoice(argument);
    await showJump(await thread.undo({ choices }), {
      out,
      directory,
      none: 'There is nothing to undo: no turn has changed a file.',
    });
  },
};

export const redoCommand: ChatCommand = {
  name: 'redo',
  parameter: '[keep|merge|restore]',
  summary: 'do again what /undo took back',
  async run(argument, { thread, directory, out }) {
    const choices = readJumpChoice(argument);
    await showJump(await thread.redo({ choices }), { out, directory, none: 'There is nothing to redo.' });
  },
};

/** Errors: `SettingsError`. */
export function readJumpChoice(text: string): JumpChoice {
  const choice = CHOICES.find((known) => known === (text === '' ? 'keep' : text));
  if (choice !== undefined) return choice;
  throw new SettingsError(`There is no choice "${text}": use ${CHOICES.join(', ')}.`, { setting: 'choices' });
}
