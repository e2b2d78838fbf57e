import type { TurnView } from '../../../../actors/threads/turn-view.js';
import { formatCount } from './format-count.js';
import { formatDuration, formatSeconds } from './format-duration.js';

/** What is said of a call beside its verb. */
export const CALL_TEXTS = {
  denied: 'Denied',
  notAllowed: 'Not allowed',
  stopped: 'Stopped',
  timedOut: 'timed out',
  noSuchTool: 'There is no such tool',
  notInMode: 'This mode does not allow it',
} as const;

/** What is said of a turn besides what the model says. */
export const TURN_TEXTS = {
  thinking: 'Thinking…',
  working: 'Working…',
  sending: 'Sending…',
  stopped: 'You stopped this turn.',
  interrupted: 'This turn was interrupted: the window closed before it ended.',
  noAnswer: 'The model ended its turn without an answer.',
  brokenStep: 'This step cannot be shown.',
  waitsForStep: 'Waiting: the model reads this at its next step.',
  waitsForMessage: 'The model reads this with your next message.',
} as const;

/** What is said of places, code and output. */
export const ACTION_TEXTS = {
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Copy failed',
  insert: 'Insert at the cursor',
  apply: 'Apply to file',
  runInTerminal: 'Put into a terminal, without running it',
  goOn: 'Go on',
  retry: 'Retry',
  sendAgain: 'Send again',
} as const;

/** Why a request is made again, and when. `attempt` is the number of the next try. */
export function describeRetry(waitMs: number, attempt: number, maxAttempts: number): string {
  return `Trying again in ${Math.ceil(waitMs / 1_000)} s (try ${attempt} of ${maxAttempts}).`;
}

/** That the model has thought, and for how long if that is known and worth a word. Units: milliseconds. */
export function describeThought(durationMs: number | undefined): string {
  const seconds = Math.round((durationMs ?? 0) / 1_000);
  return seconds < 1 ? 'Thought' : `Thought for ${formatSeconds(seconds)}`;
}

// The stand-in counts tokens as models do, and nobody pays for them.
const STAND_IN = 'offline/';

/** The time and the tokens of a turn that has ended: `12 s · 1,200 tokens in, 40 tokens out`. */
export function describeCosts({ model = '', usage, costUsd, beganAt, endedAt }: TurnView): string {
  const { inputTokens, outputTokens } = usage;
  const durationMs = beganAt === undefined || endedAt === undefined ? 0 : endedAt - beganAt;
  return [
    ...(durationMs >= 1_000 ? [formatDuration(durationMs)] : []),
    ...(inputTokens + outputTokens > 0 && !model.startsWith(STAND_IN)
      ? [`${formatCount(inputTokens, 'token')} in, ${formatCount(outputTokens, 'token')} out`]
      : []),
    ...(costUsd === undefined || costUsd === 0 ? [] : [`$${costUsd.toFixed(costUsd < 0.1 ? 4 : 2)}`]),
  ].join(' · ');
}
