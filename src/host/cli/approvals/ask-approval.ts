import type { ApprovalOffer } from '../../../actors/protocol/approvals.js';
import type { ApprovalResponse } from '../../engine/judging/approval-options.js';
import type { ApprovalRequest, AskPerson } from './ask-person.js';
import type { AnswerKeys } from '../terminal/answer-keys.js';
import { type AskingTerminal, askOn, drawPrompt } from '../terminal/asking-terminal.js';
import type { Interrupts } from '../terminal/interrupts.js';
import type { Output } from '../terminal/output.js';
import { countOf } from '../../../actors/tools/text/count-of.js';
import { describeRest } from './describe-approval.js';
import { readTyped } from '../terminal/read-typed.js';
import type { Key } from '../terminal/key.js';
import { drawProse } from '../draw/draw-prose.js';
import { escapeHidden } from '../draw/escape-hidden.js';

const SCOPES = [
  { key: 'f', scope: 'files', label: '[f]iles', means: 'until this conversation ends' },
  { key: 'e', scope: 'edits', label: '[e]dits', means: 'until this conversation ends' },
  { key: 't', scope: 'thread', label: '[t]his conversation', means: 'until this conversation ends' },
  { key: 'a', scope: 'always', label: '[a]lways', means: 'always: "troupe approvals" takes it back' },
] as const;

/**
 * Asks on the terminal. One key answers, and after "no" a reason can be typed. The caller has shown what the call would
 * do.
 */
export function askOnTerminal(terminal: AskingTerminal): AskPerson {
  return (request, signal) => askOn(terminal, signal, (keys) => ask(request, keys, terminal));
}

async function ask(
  request: ApprovalRequest,
  keys: AnswerKeys,
  { out, interrupts }: AskingTerminal,
): Promise<ApprovalResponse> {
  let unseen = describeRest(request, out);
  const prompt = promptFor(request, out);
  await drawPrompt(keys, out, prompt);
  for await (const key of keys) {
    const answer = readAnswer(key, request.offers);
    const shown = key.type === 'text' ? key.text : 'n';
    if (answer?.decision === 'deny' && key.type === 'text') return await askWhy(shown, keys, out, interrupts);
    if (answer !== undefined) {
      await out.line(shown);
      return answer;
    }
    const id = key.type === 'key' ? key.id : '';
    if (id === 'ctrl-c' || id === 'escape') {
      await out.line(id === 'ctrl-c' ? '^C' : '');
      if (id === 'ctrl-c') interrupts.press();
      else interrupts.cancel();
    } else if (shown === 'm' && unseen.length > 0) {
      // A few rows stay for the lines before and the question.
      const count = Math.max(1, out.rows - 4);
      const page = unseen.slice(0, count);
      unseen = unseen.slice(count);
      if (unseen.length > 0) page.push(out.style('dim', `  … ${countOf(unseen.length, 'more line')} …`));
      await drawPrompt(keys, out, `m\n${page.join('\n')}\n${prompt}`);
    } else if (shown === '?') await drawPrompt(keys, out, `\n${explain(request, out)}\n${prompt}`);
  }
  // The turn was cancelled, or the terminal closed.
  return { decision: 'deny' };
}

/** Reads the reason for a "no", typed after its key. */
async function askWhy(
  shown: string,
  keys: AsyncIterable<Key>,
  out: Output,
  interrupts: Interrupts,
): Promise<ApprovalResponse> {
  await out.write(`${shown}\n  ${out.style('bold', 'Why?')} (Enter: no reason) `);
  const onInterrupt = (): void => {
    interrupts.press();
  };
  const reason = (await readTyped(keys, out, { onInterrupt })) ?? '';
  if (reason === '') return { decision: 'deny' };
  return { decision: 'deny', reason };
}

/**
 * The answer for a key; `undefined` when the key is not among the offered answers. Several characters at once were
 * pasted or typed ahead, and a pasted character is not a key press: none of them answers.
 */
export function readAnswer(key: Key, offers: readonly ApprovalOffer[] = []): ApprovalResponse | undefined {
  if (key.type === 'key') return key.id === 'ctrl-d' ? { decision: 'deny' } : undefined;
  const pressed = key.type === 'text' ? key.text.toLowerCase() : '';
  const remembering = listScopes({ offers }).find((one) => one.key === pressed);
  if (remembering !== undefined) return { decision: 'approve', remember: remembering.scope };
  if (pressed === 'y') return { decision: 'approve' };
  return pressed === 'n' ? { decision: 'deny' } : undefined;
}

type OfferedScope = (typeof SCOPES)[number] & Pick<ApprovalOffer, 'description'>;

function listScopes({ offers = [] }: Pick<ApprovalRequest, 'offers'>): readonly OfferedScope[] {
  return SCOPES.flatMap((one) =>
    offers.filter(({ scope }) => scope === one.scope).map(({ description }) => ({ ...one, description })),
  );
}

function promptFor(request: ApprovalRequest, out: Output): string {
  const offered = listScopes(request);
  const more = describeRest(request, out).length > 0 ? ['[m]ore'] : [];
  const keys = ['[y]es', ...offered.map(({ label }) => label), '[n]o', ...more, '[?]'].join('  ');
  const described = new Set(offered.map(({ description }) => description));
  const lines = [...described].map((what) => {
    const same = offered.filter(({ description }) => description === what);
    const names = same.map(({ key }) => key).join(', ');
    // "This conversation" and "always" say for how long, "files" and "edits" do not.
    const until = same.some(({ scope }) => scope === 'files' || scope === 'edits')
      ? ' in this conversation'
      : '';
    return `${out.style('dim', drawProse(`allow ${escapeHidden(what)}${until}`, out, `  ${names}: `))}\n`;
  });
  return `${lines.join('')}  ${out.style('bold', keys)}`;
}

function explain(request: ApprovalRequest, out: Output): string {
  const line = (key: string, text: string): string => drawProse(text, out, `  ${key}  `);
  return [
    line('y', 'do it, this once'),
    ...listScopes(request).map(({ key, description, means }) =>
      line(key, `allow ${escapeHidden(description)} ${means}`),
    ),
    ...(describeRest(request, out).length > 0 ? [line('m', 'show more of the change')] : []),
    line('n', 'do not; type why, if you like: the model is told, and goes on'),
    line('Esc', 'do not, and end the turn'),
  ].join('\n');
}
