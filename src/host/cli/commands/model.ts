import { drawProse } from '../draw-prose.js';
import type { ChatCommand } from './command.js';

export const model: ChatCommand = {
  name: 'model',
  parameter: '[NAME]',
  summary: 'show the model, or go on with another',
  async run(argument, chat) {
    if (argument !== '') chat.useModel(argument);
    const { provider, model: name } = chat.engine.adapter;
    await chat.out.line(
      drawProse(
        argument === ''
          ? `${provider}/${name}. Another one of the same server: /model NAME`
          : `${provider}/${name} goes on from here, and asks anew about what was allowed.`,
        chat.out,
      ),
    );
  },
};
