import { errorCode } from '../../../actors/protocol/errors/error-code.js';
import { drawProse } from '../draw/draw-prose.js';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { SettingsError } from '../../../actors/protocol/errors.js';
import { toMarkdown } from '../../../actors/threads/exports/to-markdown.js';
import type { ChatCommand } from './command.js';

export const exportCommand: ChatCommand = {
  name: 'export',
  parameter: 'FILE',
  summary: 'write the conversation to a file, as Markdown',
  async run(argument, chat) {
    const setting = 'export';
    if (argument === '') throw new SettingsError('Say where to: /export FILE', { setting });
    if (!chat.hasThread || chat.thread.turns.length === 0)
      throw new SettingsError('Nothing was said yet.', { setting });
    const { thread, directory, out } = chat;
    const path = resolve(directory, argument);
    try {
      await writeFile(path, toMarkdown(thread.branch, thread.title), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      const code = errorCode(error);
      throw new SettingsError(
        code === 'EEXIST'
          ? `${argument} exists already: name another file.`
          : `${argument} cannot be written (${code ?? 'unknown error'}).`,
        { setting },
        { cause: error },
      );
    }
    await out.line(drawProse(`Written to ${argument}.`, out));
  },
};
