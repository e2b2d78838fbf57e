import type { ErrorCode } from '../../../../actors/protocol/errors.js';
import type { ViewCommand } from '../../../../actors/protocol/ui.js';

/** A command that helps, and the text of its button. */
interface Help {
  readonly label: string;
  readonly command: ViewCommand;
}

const LOG: Help = { label: 'Show log', command: 'showOutput' };

const HELP: Partial<Readonly<Record<ErrorCode, Help>>> = {
  LLM_AUTH: { label: 'Set API key', command: 'setApiKey' },
  LLM_REQUEST: { label: 'Select model', command: 'selectModel' },
  LLM_RESPONSE: { label: 'Select model', command: 'selectModel' },
  LLM_CONNECTION: { label: 'Open settings', command: 'openSettings' },
  SETTINGS: { label: 'Open settings', command: 'openSettings' },
  PATTERN_SYNTAX: { label: 'Open settings', command: 'openSettings' },
  ACTOR_LOST: { label: 'Restart index', command: 'restartIndex' },
};

const ADVICE: Partial<Readonly<Record<ErrorCode, string>>> = {
  LLM_AUTH: 'Set the key that the model server asks for, then try again.',
  LLM_REQUEST: 'Choose another model or put the request in other words.',
  LLM_RESPONSE: 'Try again, or choose another model.',
  LLM_CONNECTION: 'Check the network and the address of the model server, then try again.',
  LLM_RATE_LIMIT: 'Wait a moment, then try again.',
  MAX_ITERATIONS: 'Send “continue” to go on, or ask for less at once.',
  SETTINGS: 'Change the setting, then try again.',
  PATTERN_SYNTAX: 'Change the pattern in the settings, then try again.',
  ENGINE_BUSY: 'Wait for the answer that is being written, or stop it.',
  ACTOR_LOST: 'Try again; if that does not help, restart the index.',
};

/** What a person can do about an error of this kind, as a sentence. */
export function adviseOnError(code: ErrorCode): string {
  return ADVICE[code] ?? 'Try again; the log says more.';
}

/** The command that helps with an error of this kind. */
export function findErrorHelp(code: ErrorCode): Help {
  return HELP[code] ?? LOG;
}
