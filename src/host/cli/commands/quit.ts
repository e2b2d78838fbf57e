import type { ChatCommand } from './command.js';

export const quit: ChatCommand = {
  name: 'quit',
  aliases: ['exit'],
  summary: 'leave (Ctrl-D as well; Ctrl-C interrupts, twice leaves)',
  run: () => Promise.resolve('leave'),
};
