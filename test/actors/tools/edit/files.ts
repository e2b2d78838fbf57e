import fc from 'fast-check';
import iconv from 'iconv-lite';

/** How a file is written. */
export interface FileForm {
  readonly encoding: string;
  readonly bom: readonly number[];
  /** Letters that the encoding has, and that tell it from others. */
  readonly letters: readonly string[];
}

export const FORMS: readonly FileForm[] = [
  { encoding: 'utf-8', bom: [], letters: ['é', '漢', '🎉', 'ß'] },
  { encoding: 'utf-8', bom: [0xef, 0xbb, 0xbf], letters: ['é', '漢', '🎉'] },
  { encoding: 'utf-16le', bom: [0xff, 0xfe], letters: ['é', '漢', '🎉', '\u0a0d', '\u0d0a'] },
  { encoding: 'utf-16be', bom: [0xfe, 0xff], letters: ['é', '漢', '🎉', '\u0a0d', '\u0d0a'] },
  { encoding: 'windows-1252', bom: [], letters: ['é', 'à', 'ç', 'ü'] },
  { encoding: 'gb18030', bom: [], letters: ['你', '好', '世', '界', '的'] },
  { encoding: 'shift_jis', bom: [], letters: ['こ', 'ん', 'ソ', '表', 'の'] },
];

/** Enough of its language that a file's encoding can be told. */
export const PROSE: Readonly<Record<string, string>> = {
  'windows-1252':
    'Où est le café ? Voilà une façade très étroite, là-bas, près de la fenêtre à côté du théâtre.',
  gb18030: '这是一个测试文件，用来检查编码是否正确。我们的程序会读取这些文字，然后写回去。',
  shift_jis: 'これはテストのファイルです。文字コードが正しいかどうかを調べるために使います。',
};

export function encode(text: string, { encoding, bom }: FileForm): Buffer {
  const body =
    encoding === 'utf-16be'
      ? Buffer.from(text, 'utf16le').swap16()
      : iconv.encode(text, encoding, { addBOM: false });
  return Buffer.concat([Buffer.from(bom), body]);
}

export function decode(bytes: Uint8Array, { encoding, bom }: FileForm): string {
  const body = Buffer.from(bytes).subarray(bom.length);
  return encoding === 'utf-16be'
    ? Buffer.from(body).swap16().toString('utf16le')
    : iconv.decode(body, encoding, { stripBOM: false });
}

/** One line, its end included. */
export interface Line {
  readonly text: string;
  readonly end: string;
}

/** A file of lines that repeat themselves, in some form, with some line ends. */
export interface TestFile {
  readonly form: FileForm;
  readonly lines: readonly Line[];
}

const CODE = [
  '{',
  '}',
  '',
  'return x;',
  '>return x;',
  'if (a) {',
  '>call(a, b);',
  '>>call(a, b);',
  'a',
  'b',
  '// note',
];

export const anyFile: fc.Arbitrary<TestFile> = fc
  .record({
    form: fc.constantFrom(...FORMS),
    ends: fc.constantFrom('\n', '\r\n', 'mixed'),
    indent: fc.constantFrom('\t', '  ', '    '),
    picks: fc.array(fc.nat({ max: 999 }), { minLength: 1, maxLength: 40 }),
    isClosed: fc.boolean(),
  })
  .map(({ form, ends, indent, picks, isClosed }) => {
    const texts = picks.map((pick) => {
      const code = CODE[pick % 16]?.replaceAll('>', indent);
      return code ?? `${form.letters[pick % form.letters.length] ?? ''}${pick % 7}`;
    });
    const prose = PROSE[form.encoding];
    const all = prose === undefined ? texts : [`// ${prose}`, ...texts];
    // Equal lines end alike: which of two neighbours went, nobody can tell.
    const endOf = (text: string): string => (ends !== 'mixed' ? ends : text.length % 2 === 0 ? '\r\n' : '\n');
    const lines = all.map((text) => ({ text, end: endOf(text) }));
    return { form, lines: isClosed ? lines : [...lines, { text: 'the end', end: '' }] };
  });

export function bytesOf({ form, lines }: TestFile): Buffer {
  return encode(lines.map(({ text, end }) => text + end).join(''), form);
}
