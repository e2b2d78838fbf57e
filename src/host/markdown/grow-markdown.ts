import type { Block } from './markdown-node.js';
import { plainBlock, safeMarkdown } from './safe-markdown.js';

/** A Markdown text and its blocks. */
export interface ParsedMarkdown {
  readonly text: string;
  /** Whether the text was parsed in one piece. */
  readonly isWhole: boolean;
  readonly hasDefinitions: boolean;
  readonly blocks: readonly Block[];
}

export const NO_MARKDOWN: ParsedMarkdown = { text: '', isWhole: true, hasDefinitions: false, blocks: [] };

// Longer than an answer of any model. What comes behind it is shown as it was written.
const MAX_PARSED_CHARS = 100_000;

// More than a message of that length has, unless it was made to be slow to draw.
const MAX_BLOCKS = 2_000;

/**
 * The blocks of a text that grows: those of `previous` that can no longer change are kept as the same objects, and
 * only what is behind them is parsed. A link whose definition is elsewhere may be text until `isWhole`: then all is
 * parsed once more, and a block that comes out the same is kept.
 * Cost: while it grows, that of what is behind the last empty line but one or so.
 */
export function growMarkdown(previous: ParsedMarkdown, text: string, isWhole: boolean): ParsedMarkdown {
  if (previous.text === text && (previous.isWhole || !isWhole)) return previous;
  const kept = isWhole ? [] : closedBlocks(previous, text);
  const keptChars = kept.reduce((sum, { raw }) => sum + raw.length, 0);
  const tail = safeMarkdown(text.slice(keptChars, MAX_PARSED_CHARS));
  const hasDefinitions = tail.hasDefinitions || (kept.length > 0 && previous.hasDefinitions);
  // Where definitions are about, the same Markdown can mean another link.
  const fresh = hasDefinitions ? tail.blocks : reuse(previous.blocks.slice(kept.length), tail.blocks);
  return { text, isWhole, hasDefinitions, blocks: bound([...kept, ...fresh], text) };
}

/** The blocks of `previous` that are the same in a text which goes on behind it. */
function closedBlocks({ text: before, blocks }: ParsedMarkdown, text: string): readonly Block[] {
  if (!text.startsWith(before)) return [];
  return before.length > MAX_PARSED_CHARS ? blocks.slice(0, -1) : blocks.slice(0, countClosed(blocks));
}

/**
 * How many of the first blocks no text behind them can change: those before a block that starts after an empty line
 * and whose first line has ended. Without the empty line it could be a part of the block above, as long as the line
 * grows even after one: a list goes on.
 */
export function countClosed(blocks: readonly Block[]): number {
  const isStart = ({ raw }: Block, index: number): boolean =>
    raw.includes('\n') && /\n[ \t]*\n$/.test(blocks[index - 1]?.raw ?? '');
  return Math.max(0, blocks.findLastIndex(isStart));
}

/** The new blocks; in the place of one that was there before, the old object: it need not be drawn again. */
function reuse(old: readonly Block[], blocks: readonly Block[]): readonly Block[] {
  return blocks.map((block, index) => {
    const before = old[index];
    return before?.raw === block.raw ? before : block;
  });
}

/** As many blocks as may be drawn; what is behind them, and what was not parsed, is one block of text. */
function bound(blocks: readonly Block[], text: string): readonly Block[] {
  if (text.length <= MAX_PARSED_CHARS && blocks.length <= MAX_BLOCKS) return blocks;
  const drawn = blocks.slice(0, MAX_BLOCKS);
  const drawnChars = drawn.reduce((sum, { raw }) => sum + raw.length, 0);
  return [...drawn, plainBlock(text.slice(drawnChars))];
}
