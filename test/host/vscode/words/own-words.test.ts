import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findOwnWords, listTexts } from '../../../architecture/find-own-words.js';

const folder = join(import.meta.dirname, '../../../../src/host/vscode');

/** Texts that stand elsewhere, because no person reads them. */
const EXCEPTIONS: readonly { readonly file: string; readonly texts: RegExp; readonly because: string }[] = [
  {
    file: 'webview/steps/read-result.ts',
    texts: /^(?:No line of|No path matches|The editor has no errors or warnings|The command still runs)$/,
    because: 'it recognises the sentences that tools write for the model',
  },
  {
    file: 'setup/test-model.ts',
    texts: /^Reply with the word OK\.$/,
    because: 'it is said to the model',
  },
  {
    file: 'webview/state/read-files.ts',
    texts: /^The file could not be read\.$/,
    because: 'the caller says it in a sentence with the name of the file',
  },
];

interface Place {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

function listOwnWords(): readonly Place[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !file.startsWith('words/'));
  return files.flatMap((file) =>
    findOwnWords(file, readFileSync(join(folder, file), 'utf8')).map((found) => ({ file, ...found })),
  );
}

const isException = ({ file, text }: Place): boolean =>
  EXCEPTIONS.some((exception) => exception.file === file && exception.texts.test(text));

describe('the view and the extension', () => {
  const places = listOwnWords();

  test('take every word that a person reads from src/host/vscode/words', () => {
    const own = places.filter((place) => !isException(place));
    expect(own.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([]);
  });

  test('need every exception', () => {
    const needed = new Set(places.filter(isException).map(({ file }) => file));
    expect(EXCEPTIONS.filter(({ file }) => !needed.has(file))).toEqual([]);
  });
});

describe('the finder of own words', () => {
  test.each<[source: string, words: readonly string[]]>([
    ['<p class="note quiet">Ready</p>', ['Ready']],
    ['<p>{name} files</p>', ['files']],
    ['<b aria-label="Close" class="a b" />', ['Close']],
    ['<b title={isOn ? TEXTS.stop : `Send ${name}`} />', ['Send ${}']],
    ["<Line name={name} detail={'by name'} />", ['by name']],
    ["window.showWarningMessage('Gone', TEXTS.open)", ['Gone']],
    [
      "pick({ placeHolder: 'choose one', kind: 'any', items: [{ label: '$(key) Key' }] })",
      ['choose one', 'Key'],
    ],
    ["item.tooltip = error + ' happened'", ['happened']],
    ['throw new LLMConnectionError(`${name} is silent`)', ['${} is silent']],
    ["const text = 'Nothing is left.'", ['Nothing is left.']],
    ["report('The file is gone', promise)", ['The file is gone']],
    ["this.#options.onProblem('The file is gone', error)", []],
    ['log.info(`Started in ${folder}`)', []],
    ["pick({ label: `$(key) ${TEXTS.key}`, title: TEXTS.title, value: 'any' })", []],
    ["import { a } from 'Some words'; const key = `file ${path}`; type Kind = 'One of many'", []],
  ])('reads %s', (source, words) => {
    expect(findOwnWords('planted.tsx', source).map(({ text }) => text)).toEqual(words);
  });

  test('says the line', () => {
    expect(findOwnWords('planted.tsx', 'const a = 1;\n\nconst b = <i>Go</i>;')).toEqual([
      { line: 3, text: 'Go' },
    ]);
  });
});

test.each(['view-words.ts', 'param-words.ts', 'editor-words.ts', 'command-words.ts'])(
  '%s has no private names and no marks that it does without',
  (file) => {
    const texts = listTexts(file, readFileSync(join(folder, 'words', file), 'utf8'));
    expect(texts.length).toBeGreaterThan(30);
    const odd = /[!—]|\.\.\.|[a-z]_[a-z]| {2}/;
    expect(texts.filter((text) => odd.test(text))).toEqual([]);
  },
);
