import { isRecord } from '../../../../actors/protocol/json/json-shape.js';
import { omitUndefined } from '../../../../actors/protocol/json/omit-undefined.js';
import type { CallStep } from '../../../../actors/threads/turn-view.js';
import { toVisibleName } from '../../../markdown/visible-text.js';
import { clampText } from '../text/clamp-text.js';
import { toPlainWords } from '../text/plain-words.js';
import { readCommandEnd } from './read-result.js';
import type { ObjectPart, Outcome } from './step-line.js';
import { type CallFacts, describeToolCall, isCommand } from './tools.js';
import { SERVER_TOOL_TEXTS } from '../../words/mcp-words.js';
import { OUTCOME_TEXTS } from '../../words/view-words.js';

/** Where a call is, as a person sees it. */
type ShownState = 'running' | 'waiting' | 'done' | 'failed' | 'denied' | 'stopped';

/** A call on one line. */
export interface CallLine {
  readonly state: ShownState;
  /** The name of one of VS Code's codicons. */
  readonly icon: string;
  readonly verb: string;
  readonly object: readonly ObjectPart[];
  readonly outcomes: readonly Outcome[];
  /** When it began to run. Units: milliseconds since 1970. Absent when it does not run. */
  readonly since?: number;
}

// A sentence or two; the whole message is inside the step. Units: UTF-16 units.
const MAX_SENTENCE_CHARS = 200;

/** The line of a call. `isAnswered`: the person has answered the question about it, and no entry says so yet. */
export function describeCall(step: CallStep, isAnswered: boolean): CallLine {
  const state = findState(step, isAnswered);
  const line = describeToolCall(step.tool, toFacts(step));
  const { icon, verbs, object } = line;
  const outcomes = [...(line.outcomes ?? []), ...countImages(step)];
  const { beganAt } = step;
  switch (state) {
    case 'running':
      return {
        state,
        icon: 'loading',
        verb: verbs.running,
        object,
        outcomes: [],
        ...omitUndefined({ since: beganAt }),
      };
    case 'waiting':
      return { state, icon: 'question', verb: verbs.plain, object, outcomes: [] };
    case 'done': {
      const isError = outcomes.some((outcome) => outcome.isError === true);
      return {
        state: isError ? 'failed' : 'done',
        icon: isError ? 'error' : icon,
        verb: verbs.done,
        object,
        outcomes,
      };
    }
    case 'failed':
      return { state, icon: 'error', object, ...describeFailure(step, verbs) };
    case 'denied':
      return { state, icon: 'circle-slash', verb: verbs.plain, object, outcomes: describeDenial(step) };
    default:
      return {
        state,
        icon: 'debug-stop',
        verb: verbs.plain,
        object,
        outcomes: [{ text: OUTCOME_TEXTS.stopped }],
      };
  }
}

function countImages({ images = [] }: CallStep): readonly Outcome[] {
  return images.length === 0 ? [] : [{ text: SERVER_TOOL_TEXTS.images(images.length) }];
}

function findState(step: CallStep, isAnswered: boolean): ShownState {
  switch (step.state) {
    case 'done':
    case 'failed':
    case 'stopped':
      return step.state;
    case 'rejected':
      return step.error === 'CANCELLED' ? 'stopped' : 'denied';
    case 'waiting':
      return isAnswered ? 'running' : 'waiting';
    default:
      return 'running';
  }
}

function toFacts({ params, state, output, changes = [], beganAt, endedAt }: CallStep): CallFacts {
  const isDone = state === 'done';
  return {
    params: isRecord(params) ? params : {},
    output: isDone ? (output ?? '') : undefined,
    changes: isDone ? changes : [],
    durationMs: beganAt === undefined || endedAt === undefined ? undefined : endedAt - beganAt,
  };
}

/** A command that ran too long has run; everything else that failed was not done, and the message says why. */
function describeFailure(
  { tool, output = '', error }: CallStep,
  verbs: { readonly done: string; readonly failed: string },
): Pick<CallLine, 'verb' | 'outcomes'> {
  const end = isCommand(tool) ? readCommandEnd(output) : {};
  if (end.isTimeout === true) {
    const time = end.duration === undefined ? [] : [{ text: end.duration }];
    return { verb: verbs.done, outcomes: [{ text: OUTCOME_TEXTS.timedOut, isError: true }, ...time] };
  }
  const why = error === 'UNKNOWN_TOOL' ? OUTCOME_TEXTS.noSuchTool : firstSentences(toPlainWords(output));
  return { verb: verbs.failed, outcomes: why === '' ? [] : [{ text: why, isError: true }] };
}

/** What the person said about it, or what did not allow it. */
function describeDenial({ answer, output = '', error }: CallStep): readonly Outcome[] {
  const isByPerson = answer?.by === 'person' && answer.decision === 'deny';
  if (error === 'UNKNOWN_TOOL') return [{ text: OUTCOME_TEXTS.notInMode }];
  if (!isByPerson) {
    const why = firstSentences(toPlainWords(answer?.reason ?? output));
    return [{ text: why === '' ? OUTCOME_TEXTS.notAllowed : `${OUTCOME_TEXTS.notAllowed}: ${why}` }];
  }
  const sentence = firstSentences(answer?.reason ?? '');
  return [{ text: sentence === '' ? OUTCOME_TEXTS.denied : `${OUTCOME_TEXTS.denied}: ${sentence}` }];
}

function firstSentences(text: string): string {
  const { shown, restChars } = clampText(text.trim(), { maxChars: MAX_SENTENCE_CHARS, maxLines: 1 });
  return toVisibleName(shown) + (restChars > 0 && shown.length >= MAX_SENTENCE_CHARS ? '…' : '');
}
