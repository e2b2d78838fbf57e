import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import type { McpQuestion } from '../../../../src/actors/protocol/mcp.js';
import { createTerminalPerson } from '../../../../src/host/cli/mcp/terminal-person.js';
import type { AnswerKeys } from '../../../../src/host/cli/terminal/answer-keys.js';
import { Interrupts } from '../../../../src/host/cli/terminal/interrupts.js';
import type { Key } from '../../../../src/host/cli/terminal/key.js';
import { Output } from '../../../../src/host/cli/terminal/output.js';
import { QuestionQueue } from '../../../../src/host/cli/terminal/question-queue.js';
import { pressedKeys } from '../../../doubles/pressed-keys.js';

const ENTER: Key = { type: 'key', id: 'enter' };
const ESCAPE: Key = { type: 'key', id: 'escape' };

/** The keys of lines that are typed, each with Enter. */
function lines(...typed: readonly string[]): readonly Key[] {
  return typed.flatMap((text): readonly Key[] => (text === '' ? [ENTER] : [{ type: 'text', text }, ENTER]));
}

/** Somebody at a terminal who presses these keys, and then none. */
function sitting(pressed: readonly Key[], isPlain = false) {
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 100, rows: 24 });
  const out = new Output(stream, { hasColor: false });
  const interrupts = new Interrupts();
  onTestFinished(() => {
    interrupts.close();
  });
  const left = [...pressed];
  function* press(): Generator<Key, void> {
    for (let key = left.shift(); key !== undefined; key = left.shift()) yield key;
  }
  const keys = (signal: AbortSignal): AnswerKeys => pressedKeys(press(), signal);
  const questions = new QuestionQueue();
  const person = createTerminalPerson({ out, interrupts, keyboard: { keys, isPlain }, questions });
  return { person, interrupts, left, screen: () => String(stream.read() ?? '') };
}

const { signal } = new AbortController();

const FORM: McpQuestion = {
  kind: 'form',
  server: 'github',
  message: 'About you\u001b[2J\u202e',
  schema: {
    properties: {
      name: { type: 'string', title: 'Your name', minLength: 2 },
      age: { type: 'integer', minimum: 0, default: 30 },
      colour: { type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'] },
      news: { type: 'boolean', default: false },
      note: { type: 'string' },
    },
    required: ['name', 'colour'],
  },
  seemsToAskForSecret: false,
};

test('a form is asked field by field, shown, and sent after a yes', async () => {
  const { person, screen } = sitting([...lines('A', 'Ada', '', '2', 'y', ''), { type: 'text', text: 'y' }]);
  expect(await person.answer(FORM, signal)).toEqual({
    action: 'accept',
    content: { name: 'Ada', age: 30, colour: 'g', news: true },
  });
  expect(screen()).toBe(
    [
      '',
      '? The MCP server github asks: (Esc cancels)',
      '    About you\\u{1b}[2J\\u{202e}',
      '  Your name (Enter: cancel) › A',
      '  It must have 2 characters or more.',
      '  Your name (Enter: cancel) › Ada',
      '  age (a number; Enter: 30) › ',
      '    1  Red',
      '    2  Green',
      '  colour (the number of one; Enter: cancel) › 2',
      '  news (y or n; Enter: no) › y',
      '  note (Enter: leave it out) › ',
      '  This goes to the MCP server github:',
      '    Your name: Ada',
      '    age: 30',
      '    colour: Green',
      '    news: yes',
      '  [y]es  [n]o  [e]dit › y',
      '',
    ].join('\n'),
  );
});

test('a field may be named like a member that every object has', async () => {
  const { person } = sitting([...lines('', ''), { type: 'text', text: 'y' }]);
  const schema = { properties: JSON.parse('{ "constructor": {}, "__proto__": {} }') };
  expect(await person.answer({ ...FORM, schema }, signal)).toEqual({ action: 'accept', content: {} });
});

test('a form of a thousand fields is declined, and says so', async () => {
  const { person, screen } = sitting([]);
  const properties = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`f${at}`, {}]));
  expect(await person.answer({ ...FORM, schema: { properties } }, signal)).toEqual({ action: 'decline' });
  expect(screen()).toContain('It asks for more than can be answered here, which was declined.');
});

test('a form that is filled in can be changed before it is sent, and what was typed stays', async () => {
  const keys = [
    ...lines('Ada', '', '1', '', ''),
    { type: 'text', text: 'e' } as const,
    ...lines('', '31', '', '', 'Hi'),
    { type: 'text', text: 'y' } as const,
  ];
  const { person } = sitting(keys);
  expect(await person.answer(FORM, signal)).toEqual({
    action: 'accept',
    content: { name: 'Ada', age: 31, colour: 'r', news: false, note: 'Hi' },
  });
});

test.each<[what: string, keys: readonly Key[], action: string]>([
  ['Esc in a field', [...lines('Ada'), ESCAPE], 'cancel'],
  ['nothing in a field that must have something', lines(''), 'cancel'],
  ['the end of the keys', lines('Ada'), 'cancel'],
  ['a no at the end', [...lines('Ada', '', '1', '', ''), { type: 'text', text: 'n' }], 'decline'],
  ['Esc at the end', [...lines('Ada', '', '1', '', ''), ESCAPE], 'cancel'],
])('%s sends nothing', async (_what, keys, action) => {
  const { person } = sitting(keys);
  expect(await person.answer(FORM, signal)).toEqual({ action });
});

test('Ctrl-C in a question cancels it, and interrupts what runs', async () => {
  const { person, interrupts } = sitting([{ type: 'key', id: 'ctrl-c' }]);
  expect(await person.answer(FORM, signal)).toEqual({ action: 'cancel' });
  expect(interrupts.current.aborted).toBe(true);
});

test('a question that its server takes back is cancelled', async () => {
  const { person, left } = sitting(lines('Ada'));
  expect(await person.answer(FORM, AbortSignal.abort())).toEqual({ action: 'cancel' });
  expect(left).toHaveLength(2);
});

test('a field that seems to ask for a password warns, and shows nothing of what is typed', async () => {
  const { person, screen } = sitting([...lines('hunter2'), { type: 'text', text: 'y' }]);
  const question: McpQuestion = {
    kind: 'form',
    server: 'github',
    message: 'Sign in',
    schema: { properties: { password: { type: 'string' } } },
    seemsToAskForSecret: true,
  };
  expect(await person.answer(question, signal)).toEqual({
    action: 'accept',
    content: { password: 'hunter2' },
  });
  const shown = screen();
  expect(shown).toContain('which servers must not do');
  expect(shown).toContain('! This seems to ask for a password or a key.');
  expect(shown).toContain('password (Enter: leave it out) › *******');
  expect(shown).toContain('password: (not shown)');
  expect(shown).not.toContain('hunter2');
});

test.each([
  ['y', 'accept'],
  ['n', 'decline'],
])('a page is shown whole, and %s means %s', async (key, action) => {
  const url = `https://pay.example/in?voice=${'7'.repeat(200)}`;
  const { person, screen } = sitting([{ type: 'text', text: key }]);
  expect(await person.answer({ kind: 'url', server: 'pay', message: 'Pay here', url }, signal)).toEqual({
    action,
  });
  const shown = screen();
  expect(shown.split('\n')).toContain(`  ${url}`);
  expect(shown).toContain('It is a page of pay.example.');
});

test.each([
  ['http://pay.example/', 'It is no https address of pay.example.'],
  ['\u202eelpmaxe', 'It is not an address.'],
])('a page that is not encrypted, or no address, is said: %j', async (url, what) => {
  const { person, screen } = sitting([ESCAPE]);
  expect(await person.answer({ kind: 'url', server: 'pay', message: '', url }, signal)).toEqual({
    action: 'cancel',
  });
  expect(screen()).toContain(`! ${what}`);
});

test('the page to sign in at is shown, and only a yes goes on', async () => {
  const page = 'https://login.example/authorize?state=1';
  const yes = sitting([
    { type: 'text', text: 'x' },
    { type: 'paste', text: 'y' },
    { type: 'text', text: 'y' },
  ]);
  await expect(yes.person.signIn({ server: 'far', page }, signal)).resolves.toBe(true);
  expect(yes.screen()).toContain(`  ${page}\n`);
  const no = sitting([ESCAPE]);
  await expect(no.person.signIn({ server: 'far', page }, signal)).resolves.toBe(false);
});

test('an input is asked for, and a password is not shown', async () => {
  const { person, screen } = sitting(lines('s3cret'));
  const input = { id: 'token', server: 'github', description: 'The token of Ada', isPassword: true };
  await expect(person.input(input)).resolves.toBe('s3cret');
  expect(screen()).toContain('The token of Ada (Enter: leave it out) › ******\n');
  await expect(sitting(lines('')).person.input(input)).resolves.toBeUndefined();
});

test('what a plain terminal shows by itself is not shown twice', async () => {
  const { person, screen } = sitting(lines('Berlin'), true);
  await expect(
    person.input({ id: 'town', server: 'maps', description: 'A town', isPassword: false }),
  ).resolves.toBe('Berlin');
  expect(screen()).toMatch(/A town \(Enter: leave it out\) › $/);
});

test('two questions are asked one after the other', async () => {
  const { person, screen } = sitting(lines('one', 'two'));
  const ask = (description: string) =>
    person.input({ id: description, server: 'a', description, isPassword: false });
  await expect(Promise.all([ask('First'), ask('Second')])).resolves.toEqual(['one', 'two']);
  expect(screen()).toMatch(
    /First \(Enter: leave it out\) › one\n[^]*Second \(Enter: leave it out\) › two\n$/,
  );
});

test('an input with options is chosen by its number, and has the value of the file unless the person says otherwise', async () => {
  const input = {
    id: 'mode',
    server: 'maps',
    description: 'How to draw',
    isPassword: false,
    options: ['fine', 'coarse'],
    value: 'coarse',
  };
  await expect(sitting(lines('')).person.input(input)).resolves.toBe('coarse');
  const { person, screen } = sitting(lines('1'));
  await expect(person.input(input)).resolves.toBe('fine');
  expect(screen()).toContain('? The MCP server maps needs a value.');
});
