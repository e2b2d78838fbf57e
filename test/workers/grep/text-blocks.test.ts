import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TextBlocks } from '../../../src/workers/grep/text-blocks.js';
import { TempTree } from '../walk/temp-tree.js';

let tree: TempTree;
beforeEach(() => {
  tree = new TempTree();
});
afterEach(() => {
  tree.remove();
});

const SMALL = { startBytes: 4, blockBytes: 8, maxBytes: 64 };

function read(content: string | Uint8Array, contextLines = 0, sizes = SMALL): unknown[] {
  const path = tree.write('file', content);
  return Array.from(new TextBlocks(sizes).read(path, contextLines), ({ bytes, ...block }) => ({
    text: bytes.toString('utf8'),
    firstLine: block.firstLine,
    linesBefore: block.linesBefore,
    linesAfter: block.linesAfter,
  }));
}

const whole = (text: string): unknown[] => [{ text, firstLine: 1, linesBefore: 0, linesAfter: 0 }];

function utf16be(text: string): Buffer {
  return Buffer.from(`\u{FEFF}${text}`, 'utf16le').swap16();
}

describe('TextBlocks', () => {
  it.each(['', 'a', 'a\nb', 'a\nb\n', 'é\r\n'])('reads %j at once', (text) => {
    expect(read(text)).toEqual(whole(text));
  });

  it('reads a larger file in blocks of whole lines', () => {
    expect(read('1\n22\n333\n4444\n5')).toEqual([
      { text: '1\n22\n', firstLine: 1, linesBefore: 0, linesAfter: 0 },
      { text: '333\n', firstLine: 3, linesBefore: 0, linesAfter: 0 },
      { text: '4444\n5', firstLine: 4, linesBefore: 0, linesAfter: 0 },
    ]);
  });

  it('repeats the lines around a cut for context', () => {
    expect(read('1\n2\n3\n4\n5\n6\n7\n', 1)).toEqual([
      { text: '1\n2\n3\n4\n', firstLine: 1, linesBefore: 0, linesAfter: 1 },
      { text: '3\n4\n5\n6\n', firstLine: 4, linesBefore: 1, linesAfter: 1 },
      { text: '5\n6\n7\n', firstLine: 6, linesBefore: 1, linesAfter: 0 },
    ]);
  });

  it.each([
    ['1\n2\n', 0, [0]],
    ['1\n22\n333\n4444\n5', 0, [0, 5, 9]],
    ['1\n2\n3\n4\n5\n6\n7\n', 1, [0, 4, 8]],
  ])('says where the blocks of %j are in it', (text, contextLines, expected) => {
    const path = tree.write('file', text);
    const places = Array.from(new TextBlocks(SMALL).read(path, contextLines), ({ offset }) => offset);
    expect(places).toEqual(expected);
  });

  it('makes room for a line that is longer than a block', () => {
    const long = 'x'.repeat(50);
    expect(read(`1\n${long}\n2\n`)).toEqual([
      { text: '1\n', firstLine: 1, linesBefore: 0, linesAfter: 0 },
      { text: `${long}\n2\n`, firstLine: 2, linesBefore: 0, linesAfter: 0 },
    ]);
  });

  it('refuses a line for which there is no room', () => {
    expect(() => read('x'.repeat(65))).toThrow(RangeError);
    expect(read(`${'x'.repeat(62)}\n`)).toHaveLength(1);
  });

  it('removes the byte order mark of UTF-8', () => {
    expect(read('\u{FEFF}a\nb')).toEqual(whole('a\nb'));
    expect(read('\u{FEFF}')).toEqual(whole(''));
  });

  it('turns UTF-16 of both orders into UTF-8', () => {
    const text = 'aé日😀\nb\r\n';
    expect(read(Buffer.from(`\u{FEFF}${text}`, 'utf16le'), 0, { ...SMALL, startBytes: 64 })).toEqual(
      whole(text),
    );
    expect(read(utf16be(text), 0, { ...SMALL, startBytes: 64 })).toEqual(whole(text));
  });

  it('keeps a character of UTF-16 whole that is read in two pieces', () => {
    const text = '😀'.repeat(40_000);
    const sizes = { startBytes: 1 << 18, blockBytes: 1 << 18, maxBytes: 1 << 18 };
    expect(read(utf16be(text), 0, sizes)).toEqual(whole(text));
  });

  it('reads UTF-16 in blocks as it reads UTF-8', () => {
    const text = Array.from({ length: 20_000 }, (_, line) => `${String(line)} é😀`).join('\n');
    const sizes = { startBytes: 1 << 10, blockBytes: 1 << 12, maxBytes: 1 << 16 };
    expect(read(utf16be(text), 2, sizes)).toEqual(read(text, 2, sizes));
  });

  it('reads nothing of a file with NUL near its start', () => {
    const sizes = { startBytes: 1 << 14, blockBytes: 1 << 14, maxBytes: 1 << 14 };
    expect(read(`${'x'.repeat(8191)}\0`, 0, sizes)).toEqual([]);
    expect(read(`${'x'.repeat(8192)}\0`, 0, sizes)).toHaveLength(1);
  });

  it('gives nothing of a file that was read at once and does not matter', () => {
    const blocks = new TextBlocks(SMALL);
    const asked: string[] = [];
    const linesOf = (content: string | Uint8Array): unknown[] => [
      ...blocks.read(tree.write('file', content), 0, (bytes) => {
        asked.push(bytes.toString('latin1'));
        return false;
      }),
    ];
    expect(linesOf('abc')).toEqual([]);
    expect(linesOf('a\nbc\nd')).toHaveLength(1);
    expect(linesOf(Buffer.from('\u{FEFF}a', 'utf16le'))).toHaveLength(1);
    expect(asked).toEqual(['abc']);
  });

  it('reads file after file into the same buffer, also when it was left early', () => {
    const blocks = new TextBlocks(SMALL);
    const [first, second] = [tree.write('a', '1\n2\n3\n4\n5\n6\n'), tree.write('b', 'b\n')];
    for (const { bytes } of blocks.read(first, 0)) {
      expect(bytes.toString()).toBe('1\n2\n3\n4\n');
      break;
    }
    expect([...blocks.read(second, 0)].map(({ bytes }) => bytes.toString())).toEqual(['b\n']);
  });

  it('gives back what a large file needed', () => {
    const blocks = new TextBlocks(SMALL);
    const sizeAfter = (content: string): number | undefined =>
      [...blocks.read(tree.write('file', content), 0)].at(-1)?.bytes.buffer.byteLength;
    const sizes = [sizeAfter('x'.repeat(50)), sizeAfter('x'.repeat(5)), sizeAfter('x')];
    blocks.shrink();
    expect([...sizes, sizeAfter('x'.repeat(5))]).toEqual([64, 64, 4, 8]);
  });

  it.each([
    ['a link', 'ELOOP', (path: string) => symlinkSync(tree.write('elsewhere', 'x'), path)],
    ['a directory', 'EISDIR', (path: string) => mkdirSync(path)],
    ['nothing', 'ENOENT', () => undefined],
  ])('refuses %s', (_, code, make) => {
    const path = join(tree.root, 'path');
    make(path);
    expect(() => [...new TextBlocks().read(path, 0)]).toThrow(expect.objectContaining({ code }));
  });

  it('does not wait at a pipe', () => {
    const path = join(tree.root, 'pipe');
    execFileSync('mkfifo', [path]);
    expect(() => [...new TextBlocks().read(path, 0)]).toThrow(expect.objectContaining({ code: 'ESPIPE' }));
  });
});
