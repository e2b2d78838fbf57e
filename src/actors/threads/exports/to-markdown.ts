import type { ThreadEntry } from '../../protocol/thread.js';
import { fenceText } from '../../protocol/attachments.js';
import { describeInstructions } from '../instructions/describe-instructions.js';
import { interruptTurns, toTurns } from '../fold-turns.js';
import { titleOf } from '../summarize.js';
import type { CallStep, TurnStep, TurnView } from '../turn-view.js';

// Enough of a tool's output to recognise it; the JSON export contains all of it. Units: UTF-16 units.
const MAX_OUTPUT_CHARS = 2_000;

const CALL_STATES: Readonly<Record<CallStep['state'], string>> = {
  requested: 'not run',
  judging: 'not run',
  waiting: 'not run',
  allowed: 'not run',
  running: 'interrupted',
  done: 'done',
  failed: 'failed',
  rejected: 'rejected',
  stopped: 'interrupted',
};

/**
 * One branch of a thread for people to read. `title`: the name of the thread, which may have been given on another
 * branch. Source: SPEC H1.
 */
export function toMarkdown(branch: readonly ThreadEntry[], title = titleOf(branch)): string {
  const turns = interruptTurns(toTurns(branch)).map(describeTurn);
  return [`# ${title === '' ? 'Conversation' : title}`, ...turns].join('\n\n').concat('\n');
}

function describeTurn({ message, step, steps, error, state }: TurnView): string {
  const parts = steps.map(describeStep);
  if (message !== undefined) {
    const attached = message.attachments.map(({ ref }) =>
      'path' in ref && ref.path !== undefined ? `\`${ref.path}\`` : ref.kind,
    );
    const list = attached.length === 0 ? '' : `\n\nAttached: ${attached.join(', ')}`;
    const heading = step === undefined ? 'You' : 'A step of the plan';
    parts.unshift(`## ${heading}\n\n${message.text}${list}\n\n## Troupe`);
  }
  if (error !== undefined) parts.push(`> ${error.message}`);
  else if (state === 'interrupted') parts.push('> This turn was interrupted before it ended.');
  return parts.join('\n\n');
}

function describeStep(step: TurnStep): string {
  switch (step.kind) {
    case 'text':
      return step.text;
    case 'reasoning':
      return details('Reasoning', step.text);
    case 'message':
      return `**You, meanwhile:** ${step.text}`;
    case 'notice':
      return `> ${step.message}`;
    case 'instructions':
      return `> ${describeInstructions(step)}`;
    case 'compaction': {
      const { tokensBefore, tokensAfter, summary } = step.report;
      const line = `> The conversation was compacted for the model, from about ${tokensBefore} to ${tokensAfter} tokens.`;
      return summary === undefined ? line : `${line}\n\n${details('Summary', summary)}`;
    }
    case 'retry':
      return `> ${step.notice.reason} ${step.notice.model === undefined ? 'Tried again' : `${step.notice.model} went on`}.`;
    case 'jump':
      return `> Went back to an earlier moment${step.files === 0 ? '' : `: ${step.files} files changed`}.`;
    default:
      return describeCall(step);
  }
}

function describeCall({ tool, params, state, question, output = '' }: CallStep): string {
  const preview = question?.preview;
  const shown =
    preview?.kind === 'diff'
      ? fenceText(preview.diff, 'diff')
      : preview?.kind === 'command'
        ? fenceText(preview.command, 'sh')
        : fenceText(JSON.stringify(params, undefined, 2) ?? '', 'json');
  const isLong = output.length > MAX_OUTPUT_CHARS;
  const kept = isLong ? output.slice(0, MAX_OUTPUT_CHARS).replace(/[\uD800-\uDBFF]$/, '') : output;
  const omitted = output.length - kept.length;
  const cut = omitted === 0 ? output : `${kept}\n… ${omitted} more characters`;
  return details(
    `${tool}: ${CALL_STATES[state]}`,
    [shown, ...(cut === '' ? [] : [fenceText(cut)])].join('\n\n'),
  );
}

function details(summary: string, body: string): string {
  return `<details><summary>${escapeHtml(summary)}</summary>\n\n${body}\n\n</details>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
