import { expect } from 'vitest';
import { modelSettings } from './harness/model-requests.js';
import { test } from './harness/test.js';

/** One way to do harm with text, wherever the text comes from. */
interface Hostile {
  readonly what: string;
  readonly text: string;
  /** The same as the name of a file. */
  readonly path: string;
  /** What must be seen instead. */
  readonly shown: string;
}

const HARM = "document.documentElement.dataset.harm='done'";
const ESC = '\u001B';

const ALL: readonly Hostile[] = [
  {
    what: 'script tags',
    text: `Before <script>${HARM}</script> after`,
    path: `<script>${HARM}</script>.txt`,
    shown: `<script>${HARM}</script>`,
  },
  {
    what: 'event handlers',
    text: `Before <img src=x onerror="${HARM}"> after`,
    path: `<img src=x onerror="${HARM}">.txt`,
    shown: `<img src=x onerror="${HARM}">`,
  },
  {
    what: 'command: links',
    text: 'Please [click here](command:workbench.action.closeSidebar) now',
    path: '[click here](command:workbench.action.closeSidebar).txt',
    shown: 'command:workbench.action.closeSidebar',
  },
  {
    what: 'javascript: links',
    text: `Please [click here](javascript:${HARM}) now`,
    path: `[click here](javascript:${HARM}).txt`,
    shown: `javascript:${HARM}`,
  },
  {
    what: 'right-to-left overrides',
    text: 'Run invoice\u202Egnp.exe now',
    path: 'invoice\u202Egnp.txt',
    shown: 'U+202E',
  },
  {
    what: 'lines of 100,000 characters',
    text: `Before ${'x'.repeat(100_000)} after`,
    path: `${'x'.repeat(240)}.txt`,
    shown: 'xxxxxxxxxxxxxxxxxxxx',
  },
  {
    what: 'ANSI escapes',
    text: `Before ${ESC}[31mred${ESC}[0m ${ESC}]8;;command:workbench.action.closeSidebar${ESC}\\link${ESC}]8;;${ESC}\\ after`,
    path: `${ESC}[31mred${ESC}[0m.txt`,
    shown: 'red',
  },
];

test.for(ALL)(
  '$what in model output, tool output and file names are shown as text',
  async (hostile, context) => {
    const { startModel, openWindow } = context;
    const model = await startModel({ chunkSize: 4096 });
    const call = { name: 'read_file', arguments: JSON.stringify({ uri: hostile.path }) };
    model.on({ hasToolResult: false }, { content: hostile.text, toolCalls: [call] });
    model.on({ hasToolResult: true }, { content: hostile.text });
    const window = await openWindow({
      files: { [hostile.path]: `${hostile.text}\n` },
      settings: modelSettings(model.url),
    });
    const refusals: string[] = [];
    window.page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refusals.push(message.text());
    });
    const chat = await window.openChat();

    await chat.typeMention('txt');
    const option = chat.files.getByRole('option').first();
    await option.waitFor();
    await chat.choose(option);
    const turn = await chat.ask('Read it.');
    for (const step of await turn.locator('summary').all()) await step.click();

    await turn.getByText(hostile.shown).first().waitFor();
    expect(await chat.liveParts()).toEqual([]);
    expect(refusals).toEqual([]);
  },
);
