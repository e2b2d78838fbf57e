import type { ChatCommand } from './command.js';

export const clearCommand: ChatCommand = {
  name: 'clear',
  aliases: ['new'],
  summary: 'begin a new conversation; what was allowed in this one is forgotten',
  async run(_argument, chat) {
    await chat.clear();
    await chat.out.line('Started a new conversation.');
  },
};
