import type { AgentMode } from '../../protocol/agent.js';
import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import { AGENT_MODES } from '../../protocol/modes/capabilities.js';
import { readFrontMatter } from './front-matter.js';

/** A command of somebody's own, as its file describes it. */
export interface CommandFile {
  /** What it does, as a phrase; the beginning of its text where nothing says so. */
  readonly description: string;
  /** What its arguments are, for the person: `[file]`. */
  readonly argumentHint?: string;
  readonly mode?: AgentMode;
  /** Shape: as a person names a model. */
  readonly model?: string;
  /** The text that is sent, with placeholders for the arguments. */
  readonly body: string;
  /** What of the front matter is not used, as a sentence. */
  readonly problem?: string;
}

// One line of a list. Units: UTF-16 units.
const MAX_DESCRIPTION_CHARS = 200;

/** Reads the file of a command. Never throws: what is wrong with its front matter is a problem, and the rest counts. */
export function readCommandFile(text: string): CommandFile {
  const { fields, body, problem } = readFrontMatter(text);
  const { description, mode, model, 'argument-hint': hint } = fields;
  const known = AGENT_MODES.find((one) => one === mode);
  const problems = [
    problem,
    mode === undefined || known !== undefined
      ? undefined
      : `Its mode must be one of ${AGENT_MODES.join(', ')}, got ${JSON.stringify(mode)}.`,
  ].filter((one) => one !== undefined);
  return {
    description: toLine(typeof description === 'string' ? description : firstLine(body)),
    // YAML takes `[file]` for a list.
    ...(typeof hint === 'string' || Array.isArray(hint) ? { argumentHint: toHint(hint) } : {}),
    ...omitUndefined({ mode: known }),
    ...(typeof model === 'string' && model.trim() !== '' ? { model: model.trim() } : {}),
    body: body.trim(),
    ...(problems.length === 0 ? {} : { problem: problems.join(' ') }),
  };
}

function toHint(hint: string | readonly unknown[]): string {
  return toLine(typeof hint === 'string' ? hint : `[${hint.map(String).join(', ')}]`);
}

function firstLine(body: string): string {
  return (body.split('\n').find((line) => line.trim() !== '') ?? '').replace(/^#+\s*/, '');
}

function toLine(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  return line.length <= MAX_DESCRIPTION_CHARS ? line : `${line.slice(0, MAX_DESCRIPTION_CHARS - 1)}…`;
}
