import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import { findNewBeginning, type NewBeginning } from '../../../actors/threads/requests/find-new-beginning.js';
import type { ContextUsage } from '../../engine/window/request-window.js';
import { drawColumns } from '../draw/draw-columns.js';
import { drawProse } from '../draw/draw-prose.js';
import type { Output } from '../terminal/output.js';
import { describeCompaction } from '../turn/describe-compaction.js';
import type { ChatContext, ChatCommand } from './command.js';
import { groupDigits } from '../../../actors/tools/text/group-digits.js';

const CAUSES: Readonly<Record<NewBeginning['cause'], string>> = {
  compaction: 'the conversation was compacted',
  model: 'another model was asked',
  tools: 'the first turn with tools began',
  moved: 'the folders of the workspace had moved',
};

const PARTS: readonly (readonly [part: keyof ContextUsage['parts'], meaning: string])[] = [
  ['system', 'system prompt'],
  ['tools', 'tools'],
  ['instructions', 'instructions of the workspace'],
  ['messages', 'messages'],
  ['results', 'results of tools'],
];

export const contextCommand: ChatCommand = {
  name: 'context',
  summary: "show what fills the model's window",
  async run(_argument, { thread, model, out }) {
    await out.line(drawUsage(thread.context(model), out));
    const beginning = findNewBeginning(thread.branch);
    if (beginning !== undefined) await out.line(drawProse(describeBeginning(beginning), out));
  },
};

export const compactCommand: ChatCommand = {
  name: 'compact',
  parameter: '[WHAT TO KEEP]',
  summary: 'have the model summarise the conversation, so that there is room again',
  async run(argument, chat) {
    await chat.out.line(drawProse(await compactChat(argument, chat), chat.out));
  },
};

/** Resolves to what was done, as sentences for the person. Errors: those of `Thread.compact`. */
async function compactChat(instructions: string, chat: ChatContext): Promise<string> {
  if (!chat.hasThread) return 'There is nothing to compact: the conversation has not begun.';
  const { thread, model } = chat;
  return chat.wait(async (signal) => {
    const cancel = (): void => {
      thread.cancel();
    };
    signal.addEventListener('abort', cancel);
    try {
      const report = await thread.compact({
        ...(instructions === '' ? {} : { instructions }),
        ...omitUndefined({ model }),
      });
      return report === undefined
        ? 'There is nothing to compact: the conversation is short already.'
        : describeCompaction(report);
    } catch (error) {
      if (signal.aborted) return 'Interrupted: the conversation is as it was.';
      throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  });
}

function describeBeginning({ cause, requests }: NewBeginning): string {
  const since =
    requests === 1
      ? 'The last request began anew'
      : `The last ${requests} requests extend each other, and the first of them began anew`;
  return `${since}, so that it was in no cache: ${CAUSES[cause]}.`;
}

function drawUsage(
  { windowTokens, isAssumed, fullTokens, tokens, parts }: ContextUsage,
  out: Output,
): string {
  const isLimited = windowTokens !== Infinity;
  const total = isLimited
    ? `About ${groupDigits(tokens)} of ${groupDigits(windowTokens)} tokens (${Math.round((100 * tokens) / windowTokens)} %)${isAssumed ? '; the size of the window is unknown and was assumed' : ''}. The conversation is compacted before it has over ${groupDigits(fullTokens)}.`
    : `About ${groupDigits(tokens)} tokens; the model has no limit.`;
  const rows = PARTS.filter(([part]) => parts[part] > 0).map(
    ([part, meaning]) => [groupDigits(parts[part]), meaning] as const,
  );
  return [drawProse(total, out), drawColumns(rows, out)].join('\n');
}
