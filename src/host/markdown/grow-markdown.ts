import type { Block } from './markdown-node.js';
import { createPlainBlock, parseSafeMarkdown } from './parse-safe-markdown.js';

/** A Markdown text and its blocks. */
export interface ParsedMarkdown {
  readonly text: string;
  /** Whether the text was complete when it was parsed. */
  readonly isWhole: boolean;
  readonly hasDefinitions: boolean;
  readonly blocks: readonly Block[];
}

export const NO_MARKDOWN: ParsedMarkdown = { text: '', isWhole: true, hasDefinitions: false, blocks: [] };

// Longer than any model's answer. The rest is shown as plain text. Units: UTF-16 units.
const MAX_PARSED_CHARS = 100_000;

// More than a message of that length has, unless it was crafted to be slow to draw.
const MAX_BLOCKS = 2_000;

/**
 * Parses a growing text: blocks of `previous` that can no longer change are kept as the same objects, and only the text
 * after them is parsed. A link may stay plain text until `isWhole`, because its definition may come later: then the
 * text is parsed again, and blocks that come out the same are kept.
 * Cost: while it grows, that of the text after about the last empty line but one.
 */
export function growMarkdown(previous: ParsedMarkdown, text: string, isWhole: boolean): ParsedMarkdown {
  if (previous.text === text && (previous.isWhole || !isWhole)) return previous;
  const kept = isWhole ? [] : closedBlocks(previous, text);
  const keptChars = kept.reduce((sum, { raw }) => sum + raw.length, 0);
  const tail = parseSafeMarkdown(text.slice(keptChars, MAX_PARSED_CHARS));
  const hasDefinitions = tail.hasDefinitions || (kept.length > 0 && previous.hasDefinitions);
  // With link definitions, the same Markdown may mean another link.
  const fresh = hasDefinitions ? tail.blocks : reuse(previous.blocks.slice(kept.length), tail.blocks);
  return { text, isWhole, hasDefinitions, blocks: bound([...kept, ...fresh], text) };
}

/** The blocks of `previous` that stay the same in a text that continues it. */
function closedBlocks({ text: before, blocks }: ParsedMarkdown, text: string): readonly Block[] {
  if (!text.startsWith(before)) return [];
  return before.length > MAX_PARSED_CHARS ? blocks.slice(0, -1) : blocks.slice(0, countClosed(blocks));
}

/**
 * The number of leading blocks that no appended text can change: those before a block that starts after an empty line
 * and whose first line is complete. A block without an empty line before it could be part of the one above, and an
 * incomplete line even after one: a list continues.
 */
export function countClosed(blocks: readonly Block[]): number {
  const isStart = ({ raw }: Block, index: number): boolean =>
    raw.includes('\n') && /\n[ \t]*\n$/.test(blocks[index - 1]?.raw ?? '');
  return Math.max(0, blocks.findLastIndex(isStart));
}

/** The new blocks, with each unchanged one replaced by its old object, which need not be drawn again. */
function reuse(old: readonly Block[], blocks: readonly Block[]): readonly Block[] {
  return blocks.map((block, index) => {
    const before = old[index];
    return before?.raw === block.raw ? before : block;
  });
}

/** At most as many blocks as may be drawn; the rest, and text that was not parsed, becomes one block of text. */
function bound(blocks: readonly Block[], text: string): readonly Block[] {
  if (text.length <= MAX_PARSED_CHARS && blocks.length <= MAX_BLOCKS) return blocks;
  const drawn = blocks.slice(0, MAX_BLOCKS);
  const drawnChars = drawn.reduce((sum, { raw }) => sum + raw.length, 0);
  return [...drawn, createPlainBlock(text.slice(drawnChars))];
}
