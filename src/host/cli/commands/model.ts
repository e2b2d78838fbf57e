import { SettingsError } from '../../../actors/protocol/errors.js';
import { drawProse } from '../draw/draw-prose.js';
import { drawModels } from '../models/draw-models.js';
import { findModels } from '../models/find-models.js';
import { OFFLINE } from '../../providers/offline.js';
import type { ChatContext, ChatCommand } from './command.js';

export const modelCommand: ChatCommand = {
  name: 'model',
  parameter: '[NAME|N]',
  summary: 'show the model, or go on with another; N is a number of /models',
  async run(argument, chat) {
    if (argument !== '') await chat.useModel(readNumber(argument, chat) ?? argument);
    const { usedModel, catalog, out } = chat;
    const { effort, fallback } = usedModel;
    const name = out.sanitize(catalog.nameOf(usedModel));
    const withEffort = effort === undefined ? '' : ` (effort ${effort})`;
    const other =
      fallback === undefined ? '' : `When it cannot be reached, ${catalog.nameOf(fallback)} goes on. `;
    if (argument !== '') {
      await out.line(drawProse(`${name}${withEffort} goes on from here. ${other}`.trimEnd(), out));
      return;
    }
    // Alone on its line, it can be copied as it is typed.
    await out.line(out.style('bold', name) + withEffort);
    const others = '/models lists all that you can choose.';
    const meaning =
      usedModel.provider === OFFLINE.provider
        ? `Simple rules, no language model. /model NAME goes on with one of OpenAI, or of the server that --base-url named, /model PROVIDER/NAME with one of your file of providers; ${others}`
        : `${other}/model NAME goes on with another one of the same server, /model PROVIDER/NAME with one of another provider, /model offline with the stand-in; ${others}`;
    await out.line(drawProse(meaning, out));
  },
};

// A longer list scrolls what was said before out of sight.
const MOST_LISTED = 40;

export const modelsCommand: ChatCommand = {
  name: 'models',
  parameter: '[WORDS]',
  summary: 'list the models that you can choose, whose names contain the words',
  async run(argument, chat) {
    const { out, catalog } = chat;
    const lists = await chat.wait((signal) =>
      Promise.all(catalog.servers().map((server) => catalog.list(server, signal))),
    );
    const words = argument.split(/\s+/).filter((word) => word !== '');
    const found = findModels(
      lists.flatMap((list) => list.models),
      words,
    );
    const shown = found.slice(0, MOST_LISTED);
    chat.listedModels = shown;
    for (const line of shown.length === 0 ? [] : drawModels(shown, out, { first: 1 })) await out.line(line);
    for (const { provider, error } of lists)
      if (error !== undefined)
        await out.line(drawProse(`${provider}: ${error.message}`, out, `${out.style('yellow', '!')} `));
    await out.line(out.style('dim', describeList(found.length, shown.length)));
  },
};

/** The name behind a number of the last list; `undefined` for what is no number. Errors: `SettingsError`. */
function readNumber(argument: string, { listedModels }: ChatContext): string | undefined {
  if (!/^\d+$/.test(argument)) return undefined;
  const chosen = listedModels[Number(argument) - 1];
  if (chosen !== undefined) return chosen.name;
  throw new SettingsError(
    listedModels.length === 0
      ? 'There is no list with numbers yet: /models shows one.'
      : `The last list has the numbers 1 to ${listedModels.length}, got ${argument}.`,
    { setting: 'model' },
  );
}

function describeList(found: number, shown: number): string {
  if (found === 0) return '  There is none. /models without words lists all of them.';
  const more =
    found > shown ? ` ${found - shown} more: /models WORDS lists those that contain the words.` : '';
  return `  /model N goes on with one.${more}`;
}
