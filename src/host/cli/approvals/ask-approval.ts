import type { RememberScope } from '../../../actors/protocol/approvals.js';
import type { ApprovalAnswer, ApprovalRequest, AskPerson } from './ask-person.js';
import type { Interrupts } from '../terminal/interrupts.js';
import type { Output } from '../terminal/output.js';
import { readKeys } from './read-keys.js';
import { readReason } from './read-reason.js';
import type { Keyboard } from '../terminal/keyboard.js';
import { escapeHidden } from '../draw/escape-hidden.js';

// What these keys send in raw mode.
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

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
    const prompt = promptFor(request, out);
    // Before the question is shown, so that a key pressed at once counts.
    const keys = readKeys(keyboard, signal);
    await out.write(prompt);
    for await (const key of keys) {
      const answer = readAnswer(key, request.rememberFor);
      if (answer?.decision === 'deny' && key !== CTRL_D) return await askWhy(key, keys, out, interrupts);
      if (answer !== undefined) {
        await out.line(out.sanitize(key === CTRL_D ? 'n' : key));
        return answer;
      }
      if (key === CTRL_C) {
        await out.line('^C');
        interrupts.press();
      } else if (key === '?') await out.write(`\n${explain(request, out)}\n${prompt}`);
    }
    // The turn was cancelled, or the terminal closed.
    return { decision: 'deny' };
  };
}

/** Reads the reason for a "no", typed after its key. */
async function askWhy(
  key: string,
  keys: AsyncIterable<string>,
  out: Output,
  interrupts: Interrupts,
): Promise<ApprovalAnswer> {
  await out.write(`${out.sanitize(key)}\n  ${out.style('bold', 'Why?')} (Enter: no reason) `);
  const reason = await readReason(keys, out, () => {
    interrupts.press();
  });
  if (reason === '') return { decision: 'deny' };
  return { decision: 'deny', reason: `The person denied this call, and says: ${reason}` };
}

/** The answer for a key; `undefined` when the key is not among the offered answers. */
export function readAnswer(key: string, offered: readonly RememberScope[] = []): ApprovalAnswer | undefined {
  const pressed = key.toLowerCase();
  const remembering = SCOPES.find((one) => one.key === pressed && offered.includes(one.scope));
  if (remembering !== undefined) return { decision: 'approve', remember: remembering.scope };
  if (pressed === 'y') return { decision: 'approve' };
  return pressed === 'n' || pressed === CTRL_D ? { decision: 'deny' } : undefined;
}

function listScopes({ rememberFor = [] }: ApprovalRequest): readonly (typeof SCOPES)[number][] {
  return SCOPES.filter(({ scope }) => rememberFor.includes(scope));
}

function promptFor(request: ApprovalRequest, out: Output): string {
  const offered = listScopes(request);
  const keys = ['[y]es', ...offered.map(({ label }) => label), '[n]o', '[?]'].join('  ');
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
      '  n  do not; type why, if you like: the model is told, and goes on',
      '  Ctrl-C  end the turn',
    ].join('\n'),
  );
}
