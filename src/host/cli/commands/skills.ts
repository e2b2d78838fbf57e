import { drawColumns } from '../draw/draw-columns.js';
import { drawProse } from '../draw/draw-prose.js';
import type { ChatCommand } from './command.js';

export const skillsCommand: ChatCommand = {
  name: 'skills',
  summary: 'instructions for certain tasks that the model can read',
  async run(_argument, { instructions, out }) {
    const { skills: found, problems } = await instructions.listSkills();
    if (found.length === 0)
      await out.line(
        drawProse('There are none: a skill is a folder in .agents/skills with a file SKILL.md.', out),
      );
    else
      await out.line(
        drawColumns(
          found.map(({ name, description, from }) => [
            name,
            `${out.sanitize(description)} (${from === 'person' ? 'your own' : 'of this workspace'})`,
          ]),
          out,
        ),
      );
    for (const problem of problems)
      await out.line(drawProse(out.sanitize(problem), out, `${out.style('yellow', '!')} `));
  },
};
