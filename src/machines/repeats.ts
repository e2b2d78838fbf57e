import { parseJsonOrText } from '../actors/protocol/json/json-depth.js';
import { isRecord } from '../actors/protocol/json/json-shape.js';
import type { ToolCall } from '../actors/protocol/llm.js';
import type { ToolResult } from '../actors/protocol/tool.js';

// A second call may be a check; a third one no longer is. Source: SPEC A7.
const WARN_AT = 3;

/** A model that still repeats itself after three warnings will not stop by itself. */
export const GIVE_UP_AT = 6;

/** How many times in a row the model has made the same call. */
export interface Streak {
  readonly signature: string;
  readonly length: number;
}

/** The streak before the first call. */
export const NO_STREAK: Streak = { signature: '', length: 0 };

/**
 * The streak with one more call. Two calls are the same when tool and arguments are; the order of keys does not matter.
 */
export function extendStreak(streak: Streak, call: ToolCall): Streak {
  const signature = `${call.name} ${canonical(call.arguments)}`;
  return { signature, length: signature === streak.signature ? streak.length + 1 : 1 };
}

/** The result, with a warning when the model keeps making the same call. */
export function addRepeatWarning(result: ToolResult, streakLength: number): ToolResult {
  return { ...result, output: result.output + repeatWarning(streakLength) };
}

/** The result as it was before `addRepeatWarning`. */
export function removeRepeatWarning(result: ToolResult, streakLength: number): ToolResult {
  const warning = repeatWarning(streakLength);
  return result.output.endsWith(warning)
    ? { ...result, output: result.output.slice(0, result.output.length - warning.length) }
    : result;
}

function repeatWarning(streakLength: number): string {
  if (streakLength < WARN_AT) return '';
  return (
    `\n\nNote: you have made this call ${streakLength} times in a row with the same arguments. ` +
    `Making it again will not tell you more: try something else, or answer with what you know.`
  );
}

/** The arguments with their keys sorted, or the text itself when it is not JSON or nested too deep. */
function canonical(text: string): string {
  return JSON.stringify(parseJsonOrText(text), (_key, value: unknown) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}
