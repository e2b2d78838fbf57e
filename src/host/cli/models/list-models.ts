import { toJsonLine } from '../draw/to-json-line.js';
import { countOf } from '../../../actors/tools/text/count-of.js';
import { findProvidersFile } from '../../node/providers-file.js';
import { ExitCode, exitCodeOfError } from '../terminal/exit-codes.js';
import { drawModels } from './draw-models.js';
import { findModels } from './find-models.js';
import type { ModelsContext } from './models-context.js';

/**
 * Prints the models of all providers, or of the named ones, whose names have all words. A provider that cannot be asked is
 * named on standard error, and decides the exit code when no other fault does.
 */
export async function listAllModels(
  { catalog, out, isJson, signal, warn }: ModelsContext,
  { words, providers }: { readonly words: readonly string[]; readonly providers: readonly string[] },
): Promise<number> {
  const servers = catalog.servers(providers);
  if (servers.length === 0) {
    await warn(
      `there is no provider of models yet: set OPENAI_API_KEY or ANTHROPIC_API_KEY, add --base-url with the address of a server, or name providers in ${findProvidersFile(process.env)} (see docs/providers.md)`,
    );
    return ExitCode.badInput;
  }
  const lists = await Promise.all(servers.map((server) => catalog.list(server, signal)));
  const all = lists.flatMap(({ models }) => models);
  const found = findModels(all, words);
  const lines = isJson ? found.map((model) => toJsonLine(model)) : drawModels(found, out);
  if (found.length > 0) for (const line of lines) await out.line(line);
  for (const { provider, models, error, answersAt } of lists) {
    if (answersAt !== undefined)
      await warn(`${provider}: its server answers at ${answersAt}: say --base-url ${answersAt}`);
    if (error !== undefined) await warn(`${provider}: ${error.message}`);
    else if (models.length === 0) await warn(`${provider}: its server has no list of models`);
  }
  if (found.length === 0 && words.length > 0)
    await warn(
      `no model has ${words.map((word) => `"${word}"`).join(' and ')} in its name, of ${countOf(all.length, 'model')}`,
    );
  const failed = lists.find(({ error }) => error !== undefined);
  if (failed !== undefined) return exitCodeOfError(failed.error);
  return found.length === 0 ? ExitCode.nothingFound : ExitCode.ok;
}
