import { formatCount } from './format-count.js';

/** How a conversation became shorter for the model. */
export const COMPACTION_TEXTS = {
  causes: {
    full: 'Compacted: the model’s window was nearly full',
    refused: 'Compacted: the chat was too long for the model',
    person: 'Compacted',
  },
  tokens: (before: number, after: number) =>
    `${formatCount(before, 'token')} became ${formatCount(after, 'token')}`,
  how: {
    shortened: (messages: number) =>
      `Old results of tools were shortened for the model, ${formatCount(messages, 'message')} in all.`,
    summarised: (messages: number) =>
      `For the model, this summary stands for ${formatCount(messages, 'message')} now:`,
    cut: (messages: number) =>
      `Long texts were shortened for the model and its oldest messages left out, ${formatCount(messages, 'message')} in all.`,
  },
  kept: 'Nothing of this chat is lost: you still see all of it.',
} as const;

/** How full the model's window is. */
export const WINDOW_TEXTS = {
  fills: (percent: number, usedTokens: number, windowTokens: number) =>
    `This chat fills ${percent}% of what the model can read at once: ${formatCount(usedTokens, 'token')} of ${formatCount(windowTokens, 'token')}.`,
} as const;
