import type { Command } from 'commander';
import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import { planAgent, readModelSettings } from './agent.js';
import { type ModelOptions, withServerOptions } from './agent-options.js';
import { checkOneModel } from './models/check-one-model.js';
import { listAllModels } from './models/list-models.js';
import { ModelCatalog } from './models/model-catalog.js';
import { MODELS_HELP } from './help-texts.js';
import type { ModelsContext } from './models/models-context.js';
import { type Session, warn } from './session.js';

interface ListOptions extends Pick<ModelOptions, 'baseUrl' | 'apiKeyFile'> {
  readonly provider: readonly string[];
}

/** Adds `troupe models`, which lists models, and checks one. Commands pass their work to `finish`. */
export function registerModelsCommand(
  program: Command,
  session: () => Session,
  finish: (work: Promise<number>) => Promise<void>,
): void {
  const models = program
    .command('models')
    .description('the models that you can choose, with what is known of each; check one')
    .addHelpText('after', MODELS_HELP);
  withServerOptions(
    models
      .command('list [words...]', { isDefault: true })
      .description('list the models of all providers whose names contain all words')
      .option(
        '--provider <name>',
        'only those of this provider; may be given again',
        (name: string, earlier: readonly string[]) => [...earlier, name],
        [],
      ),
  ).action((words: readonly string[], options: ListOptions) => finish(list(session(), words, options)));
  withServerOptions(
    models
      .command('check [name]')
      .description('find out whether a model can be used, and what to do if not')
      .option('--provider <name>', 'the provider of the model'),
  ).action((model: string | undefined, options: Omit<ModelOptions, 'model'>) =>
    finish(check(session(), { ...options, ...omitUndefined({ model }) })),
  );
}

async function list(
  session: Session,
  words: readonly string[],
  { provider: providers, ...options }: ListOptions,
): Promise<number> {
  const catalog = new ModelCatalog({ ...(await readModelSettings(options, session.root)), env: process.env });
  return listAllModels(contextOf(session, catalog), { words, providers });
}

async function check(session: Session, options: ModelOptions): Promise<number> {
  const plan = await planAgent(options, session.root);
  return checkOneModel(contextOf(session, plan.catalog), plan.model);
}

function contextOf({ out, err, isJson, interrupts }: Session, catalog: ModelCatalog): ModelsContext {
  return { catalog, out, isJson, signal: interrupts.current, warn: (sentence) => warn(err, sentence) };
}
