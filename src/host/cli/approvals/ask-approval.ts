import type { RememberScope } from '../../../actors/protocol/approvals.js';
import type { ApprovalAnswer } from '../../approvals.js';
import type { ApprovalRequest, AskPerson } from './ask-person.js';
import type { Interrupts } from '../terminal/interrupts.js';
import type { Output } from '../terminal/output.js';
import { countOf } from '../../../actors/tools/text/count-of.js';
import { describeRest } from './describe-approval.js';
import { readReason } from './read-reason.js';
import type { Key } from '../terminal/key.js';
import type { Keyboard } from '../terminal/keyboard.js';
import { escapeHidden } from '../draw/escape-hidden.js';

const SCOPES = [
  { key: 't', scope: 'thread', label: '[t]his conversation', means: 'until this conversation ends' },
  { key: 'a', scope: 'always', label: '[a]lways', means: 'always: "troupe approvals" takes it back' },
] as const;

/** Whether a person sits at the terminal and can be asked. */
export function canAsk(out: Output): boolean {
  return process.stdin.isTTY && out.isTerminal;
}

/**
 * Asks on the terminal. One key answers, and after "no" a reason can be typed. The caller has shown what the call would
 * do.
 */
export function askOnTerminal(
  out: Output,
  interrupts: Interrupts,
  keyboard: Pick<Keyboard, 'keys'>,
): AskPerson {
  return async (request, signal) => {
    let unseen = describeRest(request, out);
    const prompt = promptFor(request, out);
    // Before the question is shown, so that a key pressed at once counts.
    const keys = keyboard.keys(signal);
    await out.write(prompt);
    for await (const key of keys) {
      const answer = readAnswer(key, request.rememberFor);
      const shown = key.type === 'text' ? key.text : 'n';
      if (answer?.decision === 'deny' && key.type === 'text')
        return await askWhy(shown, keys, out, interrupts);
      if (answer !== undefined) {
        await out.line(shown);
        return answer;
      }
      if (key.type === 'key' && key.id === 'ctrl-c') {
        await out.line('^C');
        interrupts.press();
      } else if (shown === 'm' && unseen.length > 0) {
        // A few rows stay for the lines before and the question.
        const count = Math.max(1, out.rows - 4);
        await out.write(`m\n${unseen.slice(0, count).join('\n')}\n`);
        unseen = unseen.slice(count);
        if (unseen.length > 0)
          await out.line(out.style('dim', `  … ${countOf(unseen.length, 'more line')} …`));
        await out.write(prompt);
      } else if (shown === '?') await out.write(`\n${explain(request, out)}\n${prompt}`);
    }
    // The turn was cancelled, or the terminal closed.
    return { decision: 'deny' };
  };
}

/** Reads the reason for a "no", typed after its key. */
async function askWhy(
  shown: string,
  keys: AsyncIterable<Key>,
  out: Output,
  interrupts: Interrupts,
): Promise<ApprovalAnswer> {
  await out.write(`${shown}\n  ${out.style('bold', 'Why?')} (Enter: no reason) `);
  const reason = await readReason(keys, out, () => {
    interrupts.press();
  });
  if (reason === '') return { decision: 'deny' };
  return { decision: 'deny', reason: `The person denied this call, and says: ${reason}` };
}

/**
 * The answer for a key; `undefined` when the key is not among the offered answers. Several characters at once were
 * pasted or typed ahead, and a pasted character is not a key press: none of them answers.
 */
export function readAnswer(key: Key, offered: readonly RememberScope[] = []): ApprovalAnswer | undefined {
  if (key.type === 'key') return key.id === 'ctrl-d' ? { decision: 'deny' } : undefined;
  const pressed = key.type === 'text' ? key.text.toLowerCase() : '';
  const remembering = SCOPES.find((one) => one.key === pressed && offered.includes(one.scope));
  if (remembering !== undefined) return { decision: 'approve', remember: remembering.scope };
  if (pressed === 'y') return { decision: 'approve' };
  return pressed === 'n' ? { decision: 'deny' } : undefined;
}

function listScopes({ rememberFor = [] }: ApprovalRequest): readonly (typeof SCOPES)[number][] {
  return SCOPES.filter(({ scope }) => rememberFor.includes(scope));
}

function promptFor(request: ApprovalRequest, out: Output): string {
  const offered = listScopes(request);
  const more = describeRest(request, out).length > 0 ? ['[m]ore'] : [];
  const keys = ['[y]es', ...offered.map(({ label }) => label), '[n]o', ...more, '[?]'].join('  ');
  const answers = `  ${out.style('bold', keys)} `;
  if (offered.length === 0) return answers;
  const names = offered.map(({ key }) => key).join(', ');
  return `${out.style('dim', `  ${names}: allow ${escapeHidden(request.rememberAs ?? '')}`)}\n${answers}`;
}

function explain(request: ApprovalRequest, out: Output): string {
  const what = escapeHidden(request.rememberAs ?? '');
  return out.sanitize(
    [
      '  y  do it, this once',
      ...listScopes(request).map(({ key, means }) => `  ${key}  allow ${what} ${means}`),
      ...(describeRest(request, out).length > 0 ? ['  m  show more of the change'] : []),
      '  n  do not; type why, if you like: the model is told, and goes on',
      '  Ctrl-C  end the turn',
    ].join('\n'),
  );
}
