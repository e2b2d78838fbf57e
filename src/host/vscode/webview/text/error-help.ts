import type { ErrorCode } from '../../../../actors/protocol/errors.js';
import type { ViewCommand } from '../../../../actors/protocol/ui.js';
import { ERROR_TEXTS } from '../../words/view-words.js';

/** A command that helps, and the text of its button. */
interface Help {
  readonly label: string;
  readonly command: ViewCommand;
}

const LOG: Help = { label: ERROR_TEXTS.showLog, command: 'showOutput' };

const HELP: Partial<Readonly<Record<ErrorCode, Help>>> = {
  LLM_AUTH: { label: ERROR_TEXTS.setKey, command: 'setApiKey' },
  LLM_REQUEST: { label: ERROR_TEXTS.selectModel, command: 'selectModel' },
  CONTEXT_OVERFLOW: { label: ERROR_TEXTS.selectModel, command: 'selectModel' },
  LLM_RESPONSE: { label: ERROR_TEXTS.selectModel, command: 'selectModel' },
  LLM_CONNECTION: { label: ERROR_TEXTS.openSettings, command: 'openSettings' },
  SETTINGS: { label: ERROR_TEXTS.openSettings, command: 'openSettings' },
  PATTERN_SYNTAX: { label: ERROR_TEXTS.openSettings, command: 'openSettings' },
  ACTOR_LOST: { label: ERROR_TEXTS.restartIndex, command: 'restartIndex' },
};

const ADVICE: Partial<Readonly<Record<ErrorCode, string>>> = ERROR_TEXTS.advice;

/** What a person can do about an error of this kind, as a sentence; `''` where its message says that. */
export function adviseOnError(code: ErrorCode): string {
  return ADVICE[code] ?? ERROR_TEXTS.otherAdvice;
}

/** The command that helps with an error of this kind. */
export function findErrorHelp(code: ErrorCode): Help {
  return HELP[code] ?? LOG;
}
