import { expect } from 'vitest';
import { modelSettings } from './harness/model-requests.js';
import { test } from './harness/test.js';

/** One way to do harm with text, wherever the text comes from. */
interface Hostile {
  readonly what: string;
  readonly text: string;
  /** What is to be seen of it. */
  readonly shown: string;
  /** The same as the path of a file. */
  readonly path: string;
  readonly nameShown: string;
}

const HARM = "document.documentElement.dataset.harm='done'";
const HIDE = 'command:workbench.action.closeSidebar';
const ESC = '\u001B';

const ALL: readonly Hostile[] = [
  {
    what: 'a script tag',
    text: `Before <script>${HARM}</script> after`,
    shown: `Before <script>${HARM}</script> after`,
    path: `<script>${HARM}</script>.txt`,
    nameShown: 'script>.txt',
  },
  {
    what: 'an event handler',
    text: `Before <img src=x onerror="${HARM}"> after`,
    shown: `Before <img src=x onerror="${HARM}"> after`,
    path: `<img src=x onerror="${HARM}">.txt`,
    nameShown: `<img src=x onerror="${HARM}">.txt`,
  },
  {
    what: 'a command: link',
    text: `Please [click here](${HIDE}) now`,
    shown: 'click here',
    path: `[click here](${HIDE}).txt`,
    nameShown: `[click here](${HIDE}).txt`,
  },
  {
    what: 'a javascript: link',
    text: `Please [click here](javascript:${HARM}) now`,
    shown: 'click here',
    path: `[click here](javascript:${HARM}).txt`,
    nameShown: `[click here](javascript:${HARM}).txt`,
  },
  {
    what: 'a right-to-left override',
    text: 'Please click here: invoice\u202Egnp.exe',
    shown: 'invoice⟨U+202E⟩gnp.exe',
    path: 'invoice\u202Egnp.txt',
    nameShown: 'invoice⟨U+202E⟩gnp.txt',
  },
  {
    what: 'an ANSI escape',
    text: `Before ${ESC}[31mred${ESC}[0m and ${ESC}]8;;${HIDE}${ESC}\\click here${ESC}]8;;${ESC}\\ after`,
    shown: 'Before red and',
    path: `${ESC}[31mred${ESC}[0m.txt`,
    nameShown: 'red⟨U+001B⟩[0m.txt',
  },
  {
    what: 'a line of 100,000 characters',
    text: `Before ${'x'.repeat(100_000)} after`,
    shown: 'Before xxxxx',
    // The longest name that a file can have.
    path: `${'x'.repeat(251)}.txt`,
    nameShown: `${'x'.repeat(251)}.txt`,
  },
];

// The starts of four long texts, and of nothing whole.
const MAX_SHOWN_CHARS = 60_000;

test('hostile text in model output, tool output and file names is shown as text', async ({
  startModel,
  openWindow,
}) => {
  const model = await startModel({ chunkSize: 1000 });
  for (const { what, text, path } of ALL) {
    const toolCalls = [{ name: 'read_file', arguments: JSON.stringify({ uri: path }) }];
    model.on({ userMessage: `Read ${what}.`, hasToolResult: false }, { content: text, toolCalls });
    model.on({ userMessage: `Read ${what}.`, hasToolResult: true }, { content: text });
  }
  const files = Object.fromEntries(ALL.map(({ path, text }) => [path, `${text}\n`]));
  const window = await openWindow({ files, settings: modelSettings(model.url) });
  const chat = await window.openChat();

  // One window for all of them: starting one takes longer than what is done in it.
  for (const { what, shown, nameShown } of ALL) {
    await window.newChat();
    await chat.typeMention('txt');
    const option = chat.files.getByRole('option', { name: nameShown }).first();
    await option.waitFor();
    await chat.choose(option);
    const turn = await chat.ask(`Read ${what}.`);
    const read = chat.step(turn, 'read_file');
    await chat.openStep(turn, 'read_file');

    await chat.shown(turn.locator(':scope > .markdown').first(), shown).waitFor();
    await chat.shown(read, shown).waitFor();
    await chat.shown(chat.answer(turn), shown).waitFor();
    expect(await chat.liveParts(), what).toEqual([]);
    expect((await chat.body.textContent())?.length, what).toBeLessThan(MAX_SHOWN_CHARS);

    await chat.answer(turn).click();
    await chat.message.fill('The view is still there and takes what is typed.');
    await chat.message.fill('');
  }
});
