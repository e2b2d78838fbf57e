import { describe, expect, test } from 'vitest';
import { UnencodableTextError } from '../../../../../src/actors/tools/edit/text/encode-text.js';
import type { Splice } from '../../../../../src/actors/tools/edit/text/splice.js';
import {
  readTextFile,
  rewriteTextFile,
  spliceTextFile,
  type TextFile,
} from '../../../../../src/actors/tools/edit/text/text-file.js';
import { splitLines } from '../../../../../src/actors/tools/edit/text/text-lines.js';
import { encode, FORMS, PROSE } from '../files.js';
import { runToEnd } from '../run-to-end.js';

function read(bytes: Uint8Array): TextFile {
  const file = runToEnd(readTextFile(bytes));
  if (typeof file === 'string') throw new Error(file);
  return file;
}

const splice = (file: TextFile, splices: readonly Splice[]): Uint8Array =>
  runToEnd(spliceTextFile(file, splices));

const start = { line: 0, column: 0 };

describe('readTextFile', () => {
  test.each(FORMS)('reads $encoding with BOM $bom', (form) => {
    const text = `${PROSE[form.encoding] ?? 'plain'}\r\n${form.letters.join('')}\nend`;
    const { lines, ends, encoding } = read(encode(text, form));
    expect({ lines, ends, encoding }).toEqual({
      lines: [PROSE[form.encoding] ?? 'plain', form.letters.join(''), 'end'],
      ends: ['\r\n', '\n', ''],
      encoding: form.encoding,
    });
  });

  test.each([
    ['a NUL', [0x61, 0x00, 0x62], 'binary'],
    ['an odd byte of UTF-16', [0xff, 0xfe, 0x61, 0x00, 0x62], 'unknown encoding'],
    ['a BOM of UTF-8 before other bytes', [0xef, 0xbb, 0xbf, 0xff], 'unknown encoding'],
    ['bytes that are no text', [0x81, 0x8d, 0x8f, 0x90, 0x9d, 0xff, 0x80], 'unknown encoding'],
  ] as const)('refuses %s', (_, bytes, problem) => {
    expect(runToEnd(readTextFile(Uint8Array.from(bytes)))).toBe(problem);
  });
});

describe('spliceTextFile', () => {
  test('copies bytes that its own writing would change', () => {
    // One letter that Shift_JIS has two pairs of bytes for.
    const bytes = Buffer.concat([
      encode(`${PROSE['shift_jis'] ?? ''}\n`, FORMS[6]!),
      Buffer.from([0xee, 0xf9, 0x0a, 0x61, 0x0a]),
    ]);
    const spliced = splice(read(bytes), [
      { start: { line: 2, column: 0 }, end: { line: 3, column: 0 }, text: 'b\n' },
    ]);
    expect(Buffer.from(spliced)).toEqual(Buffer.concat([bytes.subarray(0, -2), Buffer.from('b\n')]));
  });

  test('refuses a letter that the encoding has not', () => {
    const file = read(encode(`${PROSE['windows-1252'] ?? ''}\n`, FORMS[4]!));
    expect(() => splice(file, [{ start, end: start, text: 'ok 漢\n' }])).toThrow(UnencodableTextError);
    expect(() => splice(file, [{ start, end: start, text: 'ok 漢\n' }])).toThrow('"漢"');
  });

  test('refuses half a letter', () => {
    expect(() => splice(read(Buffer.from('a\n')), [{ start, end: start, text: '\ud800' }])).toThrow(
      UnencodableTextError,
    );
  });
});

test('rewriteTextFile keeps encoding and BOM', () => {
  const file = read(encode('old', FORMS[3]!));
  expect(Buffer.from(runToEnd(rewriteTextFile(file, splitLines('new'))))).toEqual(encode('new', FORMS[3]!));
});
