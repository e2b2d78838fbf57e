import { modelName } from '../../../actors/llm/model-name.js';
import { drawProse } from '../draw/draw-prose.js';
import { OFFLINE } from '../../providers/offline.js';
import type { ChatCommand } from './command.js';

export const model: ChatCommand = {
  name: 'model',
  parameter: '[NAME]',
  summary: 'show the model, or go on with another',
  async run(argument, chat) {
    if (argument !== '') chat.useModel(argument);
    const { usedModel } = chat;
    const current = modelName(usedModel);
    const shown =
      usedModel.provider === OFFLINE.provider
        ? `${current}: simple rules, no language model. /model NAME goes on with one of OpenAI, or of the server that --base-url named, /model PROVIDER/NAME with one of your file of providers.`
        : `${current}. /model NAME goes on with another one of the same server, /model PROVIDER/NAME with one of another provider, /model offline with the stand-in.`;
    const changed = `${current} goes on from here.`;
    await chat.out.line(drawProse(argument === '' ? shown : changed, chat.out));
  },
};
