import { drawProse } from '../draw/draw-prose.js';
import { isOffered } from '../../../machines/tool-info.js';
import { drawColumns } from '../draw/draw-columns.js';
import type { ChatCommand } from './command.js';

export const toolsCommand: ChatCommand = {
  name: 'tools',
  summary: 'what the model can use in this mode',
  async run(_argument, { tools: all, mode, out }) {
    const offered = all.filter((tool) => isOffered(tool, mode));
    if (offered.length === 0) {
      await out.line(drawProse(`In the mode ${mode} the model has no tools: /mode agent gives it all.`, out));
      return;
    }
    const rows = offered.map(({ name, description }) => [name, firstSentence(description)] as const);
    await out.line(drawColumns(rows, out));
    const left = all.length - offered.length;
    if (left > 0) await out.line(out.style('dim', `  ${left} more in the mode agent`));
  },
};

function firstSentence(text: string): string {
  return text.split(/(?<=\.)\s/, 1)[0] ?? '';
}
