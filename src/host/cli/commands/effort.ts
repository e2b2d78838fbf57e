import { SettingsError } from '../../../actors/protocol/errors.js';
import { type Effort, EFFORTS } from '../../../actors/protocol/llm.js';
import { drawProse } from '../draw/draw-prose.js';
import { OFFLINE } from '../../providers/offline.js';
import { checkEffort, listEfforts } from '../../providers/check-effort.js';
import type { ChatCommand } from './command.js';

// What the server does by itself has no name of its own.
const DEFAULT = 'default';

export const effortCommand: ChatCommand = {
  name: 'effort',
  parameter: '[LEVEL]',
  summary: 'show or change how much the model reasons',
  async run(argument, chat) {
    const { out, usedModel, catalog } = chat;
    const { capabilities } = catalog.describe(usedModel);
    if (argument !== '') {
      const wanted = readEffort(argument);
      checkEffort({ ...usedModel, effort: wanted }, capabilities);
      chat.useEffort(wanted);
    }
    const efforts = usedModel.provider === OFFLINE.provider ? [] : listEfforts(capabilities);
    if (efforts.length === 0) {
      await out.line(
        drawProse(`${catalog.nameOf(usedModel)} does not reason: there is no effort to choose.`, out),
      );
      return;
    }
    const current = chat.usedModel.effort ?? DEFAULT;
    for (const level of [DEFAULT, ...efforts]) {
      const isOn = level === current;
      await out.line(out.style(isOn ? 'bold' : 'dim', `${isOn ? '●' : ' '} ${level}`));
    }
    if (capabilities?.efforts === undefined)
      await out.line(
        drawProse('Which of them the model takes is not known: its server says so when it refuses one.', out),
      );
  },
};

/** Errors: `SettingsError`. */
function readEffort(text: string): Effort | undefined {
  if (text === DEFAULT) return undefined;
  const level = EFFORTS.find((known) => known === text);
  if (level !== undefined) return level;
  throw new SettingsError(`There is no effort "${text}": use ${[DEFAULT, ...EFFORTS].join(', ')}.`, {
    setting: 'effort',
  });
}
