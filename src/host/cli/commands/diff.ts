import { drawProse } from '../draw/draw-prose.js';
import { drawDiff } from '../draw/draw-diff.js';
import type { ChatCommand } from './command.js';

export const diff: ChatCommand = {
  name: 'diff',
  summary: 'what the model has edited in this conversation',
  async run(_argument, { changes, out }) {
    const text = await changes.diff();
    if (text === '') {
      await out.line(
        drawProse(
          'Nothing: the model has edited no file, or all are as they were. What commands changed is not in it.',
          out,
        ),
      );
      return;
    }
    await out.line(drawDiff(text, out).join('\n'));
  },
};
