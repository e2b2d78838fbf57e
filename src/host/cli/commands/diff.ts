import { drawDiff } from '../draw-diff.js';
import type { ChatCommand } from './command.js';

export const diff: ChatCommand = {
  name: 'diff',
  summary: 'what the files that the model edited in this conversation have become',
  async run(_argument, { changes, out }) {
    const text = await changes.diff();
    if (text === '') {
      await out.line(
        'Nothing: the model has edited no file, or all are as they were. (What commands changed is not in it.)',
      );
      return;
    }
    await out.line(drawDiff(text, out).join('\n'));
  },
};
