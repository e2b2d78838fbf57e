import { isOffered } from '../../../machines/tool-facts.js';
import { cutToWidth } from '../terminal/text-width.js';
import type { ChatCommand } from './command.js';

export const tools: ChatCommand = {
  name: 'tools',
  summary: 'what the model can use in this mode',
  async run(_argument, { tools: all, mode, out }) {
    const offered = all.filter((tool) => isOffered(tool, mode));
    if (offered.length === 0) {
      await out.line(`In the mode ${mode} the model has no tools: /mode agent gives it all.`);
      return;
    }
    const width = Math.max(...offered.map(({ name }) => name.length)) + 2;
    for (const { name, description } of offered) {
      const [first = ''] = description.split(/(?<=\.)\s/);
      const row = cutToWidth(`${name.padEnd(width)}${first}`, out.columns - 3);
      await out.line(`  ${out.style('bold', row.slice(0, width))}${row.slice(width)}`);
    }
    const left = all.length - offered.length;
    if (left > 0) await out.line(out.style('dim', `  ${left} more in the mode agent`));
  },
};
