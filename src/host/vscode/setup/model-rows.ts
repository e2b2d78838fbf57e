import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { Effort } from '../../../actors/protocol/llm.js';
import type { KnownModel } from '../../providers/known-model.js';
import type { Row } from '../prompts/prompts.js';
import { looksLikeKey } from './looks-like-key.js';
import type { GoTo } from './problem-rows.js';
import { SETUP_TEXTS } from '../words/command-words.js';
import { EFFORT_TEXTS, MODEL_FACT_TEXTS } from '../words/model-words.js';

type Facts = Pick<KnownModel, 'title' | 'contextWindow' | 'largestWindow' | 'prices' | 'capabilities'>;

/** The row of a model. Its name for people and what is known of it can be searched for as well. */
export function toModelRow(model: string, facts: Facts = {}): Row<{ readonly model: string }> {
  const detail = describeFacts(facts);
  return {
    label: model,
    ...omitUndefined({ description: facts.title }),
    ...(detail === '' ? {} : { detail }),
    value: { model },
  };
}

/**
 * The row of a name that was typed. Its label is an icon alone: the editor puts labels that match first, and what a server
 * offers comes before the name. A key that was pasted there becomes neither a name nor visible.
 */
export function toTypedRow(text: string): Row<{ readonly model: string } | GoTo> {
  if (looksLikeKey(text))
    return { label: '$(key)', description: SETUP_TEXTS.looksLikeKey, value: { goTo: 'key' } };
  return { label: '$(edit)', description: SETUP_TEXTS.typedName(text), value: { model: text } };
}

/** The row of a server without a list. */
export const NO_MODELS: Row<GoTo> = {
  label: `$(info) ${SETUP_TEXTS.noModels}`,
  value: { goTo: 'model' },
  isAside: true,
};

/** The address that a person gave, and the one at which that server answers. */
export interface MendedAddress {
  readonly from: string;
  readonly to: string;
}

/** Says that another address is used than the person gave. */
export function toAddressRow({ from, to }: MendedAddress): Row<GoTo> {
  return {
    label: `$(link) ${SETUP_TEXTS.answersAt(to)}`,
    detail: SETUP_TEXTS.notAt(from),
    value: { goTo: 'address' },
    isAside: true,
  };
}

/** The window, the prices and the abilities of a model, as far as they are known. */
function describeFacts({ contextWindow, largestWindow, prices, capabilities = {} }: Facts): string {
  const texts = MODEL_FACT_TEXTS;
  const { tools, images, reasoning } = capabilities;
  const window =
    contextWindow !== undefined && Number.isFinite(contextWindow)
      ? [texts.window(contextWindow)]
      : largestWindow === undefined
        ? []
        : [texts.largestWindow(largestWindow)];
  const price = prices?.long === undefined ? texts.prices : texts.lowestPrices;
  const abilities = [
    ...(tools === undefined ? [] : [tools ? texts.tools : texts.noTools]),
    ...(images === true ? [texts.images] : []),
    ...(reasoning === true ? [texts.reasoning] : []),
  ];
  return [
    ...window,
    ...(prices === undefined ? [] : [price(prices.input, prices.output)]),
    ...(abilities.length === 0 ? [] : [abilities.join(', ')]),
  ].join(' · ');
}

/** The rows of what a model may reason: what it does by itself, and each effort. */
export function toEffortRows(
  efforts: readonly Effort[],
  chosen: Effort | undefined,
): readonly Row<{ readonly effort: Effort | undefined }>[] {
  const mark = (effort: Effort | undefined): object =>
    effort === chosen ? { description: EFFORT_TEXTS.chosen } : {};
  return [
    {
      label: EFFORT_TEXTS.standard,
      detail: EFFORT_TEXTS.standardDescription,
      ...mark(undefined),
      value: { effort: undefined },
    },
    ...efforts.map((effort) => ({ label: effort, ...mark(effort), value: { effort } })),
  ];
}
