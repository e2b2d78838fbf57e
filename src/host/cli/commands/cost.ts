import { sumUsage } from '../../../actors/threads/usage/sum-usage.js';
import { describeCacheMisses } from '../draw/describe-cache-misses.js';
import { describeUsage } from '../draw/describe-usage.js';
import { drawColumns } from '../draw/draw-columns.js';
import { drawProse } from '../draw/draw-prose.js';
import type { ChatCommand } from './command.js';

export const costCommand: ChatCommand = {
  name: 'cost',
  summary: 'show what this conversation has used, and what that cost',
  async run(_argument, { hasThread, thread, out }) {
    const { total, lastTurn, models } = sumUsage(hasThread ? thread.entries : []);
    if (total.requests === 0) {
      await out.line(drawProse('Nothing was used, or the model reports no usage.', out));
      return;
    }
    const rows: (readonly [string, string])[] = [['all', describeUsage(total)]];
    if (lastTurn !== undefined && lastTurn.requests < total.requests)
      rows.push(['last turn', describeUsage(lastTurn)]);
    if (models.size > 1)
      for (const [model, used] of models) rows.push([out.sanitize(model), describeUsage(used)]);
    const { cacheMisses = [] } = total;
    if (cacheMisses.length > 0) rows.push(['cache', describeCacheMisses(cacheMisses)]);
    await out.line(drawColumns(rows, out));
  },
};
