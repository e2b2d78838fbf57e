import type { ChatCommand } from './command.js';

export const quitCommand: ChatCommand = {
  name: 'quit',
  aliases: ['exit'],
  summary: 'leave (Ctrl-D as well)',
  run: () => Promise.resolve('leave'),
};
