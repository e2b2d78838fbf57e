import { diffVersions } from '../draw/diff-versions.js';
import { drawProse } from '../draw/draw-prose.js';
import { drawDiff } from '../draw/draw-diff.js';
import { nameIn } from '../checkpoints/describe-jump.js';
import type { ChatCommand } from './command.js';

export const diffCommand: ChatCommand = {
  name: 'diff',
  summary: 'what this conversation has changed, by edits and by commands',
  async run(_argument, chat) {
    const { hasThread, thread, directory, out } = chat;
    const [first] = hasThread ? thread.entries : [];
    const { files } = first === undefined ? { files: [] } : await thread.planJump(first.id);
    const diffs: string[] = [];
    for (const { path, target, now } of files)
      diffs.push(
        await diffVersions(nameIn(directory, path), target, now, (version) => thread.readVersion(version)),
      );
    const text = diffs.join('');
    if (text === '') await out.line(drawProse('Nothing: no file was changed, or all are as they were.', out));
    else await chat.showLong(drawDiff(text, out).join('\n'));
  },
};
