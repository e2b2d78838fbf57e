import { PROVIDER_PRESETS, findHostedPreset, type ProviderPreset } from '../../providers/presets.js';
import type { ProviderRecord } from '../../providers/provider-record.js';
import type { ModelName } from './chosen-model.js';
import type { Row } from '../prompts/prompts.js';
import { SETUP_TEXTS } from '../words/command-words.js';
import { MODEL_TEXTS } from '../words/model-words.js';

/** A model that the editor itself offers to extensions. Shape: `id` is `vendor/id`. */
export interface EditorModel {
  readonly id: string;
  readonly name: string;
  /** Units: tokens. */
  readonly contextWindow?: number;
}

/** What a person may choose first. */
export type Source =
  | { readonly kind: 'recent'; readonly name: ModelName }
  | { readonly kind: 'server'; readonly preset: ProviderPreset }
  /** A provider of the person's file. */
  | { readonly kind: 'record'; readonly record: ProviderRecord }
  /** The person's file again, which could not be read. */
  | { readonly kind: 'file' }
  | { readonly kind: 'editor'; readonly models: readonly EditorModel[] }
  | { readonly kind: 'offline' };

interface KnownSources {
  readonly recent: readonly ModelName[];
  readonly records: readonly ProviderRecord[];
  readonly editorModels: readonly EditorModel[];
  /** Why the file of providers cannot be read, as a sentence. Default: it can, or there is none. */
  readonly fileProblem?: string;
}

/** The rows of the first question, recently used models first. */
export function listSources(known: KnownSources): readonly Row<Source>[] {
  const { recent, records, editorModels, fileProblem } = known;
  const hosted = PROVIDER_PRESETS.filter(({ isOwnServer }) => !isOwnServer);
  const own = PROVIDER_PRESETS.filter(({ isOwnServer }) => isOwnServer);
  const underHeading = (label: string, rows: readonly Row<Source>[]): readonly Row<Source>[] =>
    rows.length === 0 ? [] : [{ label }, ...rows];
  return [
    ...underHeading(
      SETUP_TEXTS.recent,
      recent.map((name) => ({
        label: `$(history) ${name.model}`,
        description:
          name.effort === undefined
            ? describeServer(name)
            : MODEL_TEXTS.withEffort(describeServer(name), name.effort),
        value: { kind: 'recent', name },
      })),
    ),
    ...underHeading(
      SETUP_TEXTS.inEditor,
      editorModels.length === 0
        ? []
        : [
            {
              label: `$(sparkle) ${SETUP_TEXTS.editorModels}`,
              description: listNames(editorModels.map(({ name }) => name)),
              detail: SETUP_TEXTS.editorModelsDetail,
              value: { kind: 'editor', models: editorModels },
            },
          ],
    ),
    ...underHeading(
      SETUP_TEXTS.overNetwork,
      hosted.map((preset) => ({
        label: `$(cloud) ${preset.label}`,
        description: SETUP_TEXTS.needsKey,
        value: { kind: 'server', preset },
      })),
    ),
    ...underHeading(
      SETUP_TEXTS.ownMachine,
      own.map((preset) => ({
        label: `$(server) ${preset.label}`,
        description: preset.baseUrl === '' ? SETUP_TEXTS.compatible : preset.baseUrl,
        value: { kind: 'server', preset },
      })),
    ),
    ...underHeading(
      SETUP_TEXTS.inProviders,
      fileProblem === undefined
        ? records.map((record) => ({
            label: `$(json) ${record.id}`,
            description: record.baseUrl ?? '',
            value: { kind: 'record', record },
          }))
        : [
            {
              label: `$(error) ${SETUP_TEXTS.providersNotRead}`,
              description: SETUP_TEXTS.readAgain,
              detail: fileProblem,
              value: { kind: 'file' },
            },
          ],
    ),
    ...underHeading(SETUP_TEXTS.withoutModel, [
      {
        label: `$(plug) ${SETUP_TEXTS.offline}`,
        description: SETUP_TEXTS.offlineDescription,
        detail: SETUP_TEXTS.offlineDetail,
        value: { kind: 'offline' },
      },
    ]),
  ];
}

/** The server of a model, for people. */
export function describeServer({ provider, baseUrl }: ModelName): string {
  if (provider === 'vscode') return SETUP_TEXTS.thisEditor;
  if (provider !== 'openai') return provider;
  return findHostedPreset(baseUrl)?.label ?? new URL(baseUrl).host;
}

// Fits one line of the list.
const MAX_NAMES = 3;

function listNames(names: readonly string[]): string {
  return names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ', …' : '');
}
