import type { ChatCommand } from './command.js';

export const clear: ChatCommand = {
  name: 'clear',
  summary: 'forget the conversation and what was allowed in it',
  async run(_argument, { engine, changes, out }) {
    engine.clear();
    changes.forget();
    await out.line('Started a new conversation.');
  },
};
