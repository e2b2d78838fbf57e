import type { ChatCommand } from './command.js';

export const clear: ChatCommand = {
  name: 'clear',
  summary: 'forget the conversation and what was allowed in it',
  async run(_argument, chat) {
    await chat.clear();
    chat.changes.forget();
    await chat.out.line('Started a new conversation.');
  },
};
