import { LLMAuthError, LLMConnectionError } from '../../../actors/protocol/errors.js';
import { messageOf } from '../../../actors/protocol/errors/message-of.js';
import type { Row } from '../prompts/prompts.js';
import { SETUP_TEXTS } from '../words/command-words.js';
import type { Source } from './provider-rows.js';

/** A question of the set-up, or the request at its end. */
export type SetupStep = 'source' | 'address' | 'key' | 'model' | 'effort' | 'test';

/** A row that leads to another step. */
export interface GoTo {
  readonly goTo: SetupStep;
}

/**
 * What went wrong at a step, and the ways on. The first row leads to the step whose answer is most likely wrong, which is
 * `fix`.
 */
export function listProblemRows(
  error: unknown,
  step: SetupStep,
  source: Source,
): { readonly rows: readonly Row<GoTo>[]; readonly fix: SetupStep; readonly text: string } {
  const text = messageOf(error);
  const isServer = source.kind === 'server';
  const isOwnServer = isServer && source.preset.isOwnServer;
  const fix =
    isServer && error instanceof LLMAuthError
      ? 'key'
      : isOwnServer && error instanceof LLMConnectionError
        ? 'address'
        : step;
  const [first = text, ...rest] = text.split(/(?<=[.:]) /);
  const keyRow: Row<GoTo> = {
    label: `$(key) ${SETUP_TEXTS.changeKey}`,
    value: { goTo: 'key' },
    isAside: true,
  };
  const addressRow: Row<GoTo> = {
    label: `$(link) ${SETUP_TEXTS.changeAddress}`,
    value: { goTo: 'address' },
    isAside: true,
  };
  const wayBack = [...(isServer ? [keyRow] : []), ...(isOwnServer ? [addressRow] : [])];
  const rows: readonly Row<GoTo>[] = [
    {
      label: `$(error) ${first}`,
      ...(rest.length === 0 ? {} : { detail: rest.join(' ') }),
      value: { goTo: fix },
      isAside: true,
    },
    { label: `$(refresh) ${SETUP_TEXTS.tryAgain}`, value: { goTo: step }, isAside: true },
    ...wayBack.filter(({ value }) => value?.goTo === fix),
    ...wayBack.filter(({ value }) => value?.goTo !== fix),
  ];
  return { rows, fix, text };
}
