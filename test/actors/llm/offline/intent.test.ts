import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Intent, readIntent } from '../../../../src/actors/llm/offline/intent.js';

const find = (query: string): Intent => ({ kind: 'findFiles', query });
const search = (query: string, more: Partial<Extract<Intent, { kind: 'search' }>> = {}): Intent => ({
  kind: 'search',
  query,
  isRegex: false,
  scope: '',
  isDefinition: false,
  ...more,
});
const definition = (query: string): Intent => search(query, { isDefinition: true });
const show = (path: string, firstLine?: number, lastLine?: number): Intent => ({
  kind: 'show',
  path,
  ...(firstLine === undefined ? {} : { firstLine }),
  ...(lastLine === undefined ? {} : { lastLine }),
});
const question: Intent = { kind: 'question' };
const change: Intent = { kind: 'change' };
const overview: Intent = { kind: 'show', path: 'README.md', firstLine: 1, lastLine: 30 };
const greet: Intent = { kind: 'greet' };

test.each<[string, Intent]>([
  // Greetings and questions about itself.
  ['Hi!', greet],
  ['Hello there', greet],
  ['help', greet],
  ['Who are you?', greet],
  ['What can you do?', greet],
  ['Thanks!', greet],
  ['', greet],
  // The project as a whole.
  ['What is this project?', overview],
  ["What's this project about?", overview],
  ['What does this repository do?', overview],
  ['Summarize the repo', overview],
  // Changes.
  ['Fix the bug in src/a.ts', change],
  ['Please add a test for retry.ts.', change],
  ['Can you rename foo to bar?', change],
  ['run the tests', change],
  ['Replace `foo` with `bar` in all files', change],
  ['write a function that sorts', change],
  // Directories.
  ['list src', show('src')],
  ['ls', show('')],
  ['ls src/actors/', show('src/actors')],
  ['Show me all files in `src/host`', show('src/host')],
  // Files.
  ['Show package.json', show('package.json')],
  ['show me src/actors/llm/retry.ts please', show('src/actors/llm/retry.ts')],
  ['Could you open the README?', show('README')],
  ['cat src/a.ts:10-20', show('src/a.ts', 10, 20)],
  ['read src/a.ts:7', show('src/a.ts', 7, 7)],
  ['show src', show('src')],
  ['Show @src/a.ts', show('src/a.ts')],
  ['search for TODO in @src', search('TODO', { scope: 'src' })],
  ['open file:///work/a.ts', show('file:///work/a.ts')],
  // Files by name.
  ['find *.test.ts', find('*.test.ts')],
  ['Find all files named retry', find('retry')],
  ['Where is retry.ts?', find('retry.ts')],
  ['Where is the file call-model.ts', find('call-model.ts')],
  ['which files are called index?', find('index')],
  ['locate src/**/*.ts', find('src/**/*.ts')],
  // Contents.
  ['Search for TODO', search('TODO')],
  ['grep callModel', search('callModel')],
  ['find "hello world"', search('hello world')],
  ['Find all usages of `callModel`', search('callModel')],
  ['find references to decideRetry in src/actors', search('decideRetry', { scope: 'src/actors' })],
  ['search for "a b" in src/a.ts', search('a b', { scope: 'src/a.ts' })],
  ['search for /re(try|start)/ in src/', search('re(try|start)', { isRegex: true, scope: 'src' })],
  ['search for /re(try|start)/', search('re(try|start)', { isRegex: true })],
  ['Where is callModel defined?', definition('callModel')],
  ['where is `decideRetry()` implemented', definition('decideRetry')],
  ['where is callModel used?', search('callModel')],
  ['Who calls decideRetry?', search('decideRetry')],
  ['What uses `Clock`?', search('Clock')],
  // Questions.
  ['How does Troupe restart the index worker after it crashes?', question],
  ['Where is the retry policy for rate limits?', question],
  ['Why is the watcher a child process?', question],
  ['find out how the index is filled', question],
  ['find the code that handles cancellation', question],
  ['Find where errors are redacted', question],
  ['show me how streaming works', question],
  ['What does the mailbox do?', question],
  ['Explain property 15', question],
  ['What does the scan pool of this project do with symlinks?', question],
  ['How do I add a tool?', question],
])('readIntent takes %j for %j', (request, expected) => {
  expect(readIntent(request)).toEqual(expected);
});

test('readIntent finds an intent in any text, in little time', () => {
  const words = fc.constantFrom(
    'find',
    'show',
    'all',
    'files',
    'in',
    'the',
    'src/',
    '`',
    '"',
    '/',
    '*',
    'where is',
    'regex',
    'lines',
    '10',
    ' ',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(words, { maxLength: 300 }).map((all) => all.join(' ')),
      ),
      (text) => {
        expect(readIntent(text).kind).toMatch(/^\w+$/);
      },
    ),
    { numRuns: 300 },
  );
});
