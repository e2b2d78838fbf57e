/** What long conversations and long answers cost the view and the extension host of a real VS Code. */
import { afterAll } from 'vitest';
import type { CodeWindow } from '../../test/vscode/harness/code-window.js';
import { modelSettings } from '../../test/vscode/harness/model-requests.js';
import { storeChat } from '../../test/vscode/harness/stored-chat.js';
import { test } from '../../test/vscode/harness/test.js';
import { quantile } from '../quantile.js';
import { describeMachine, type Goal, GOAL_HEADINGS, goalCells, printTable } from '../report.js';
import { startAppearanceTimer } from './first-appearance.js';
import { hostAtRest, startHostDelay } from './host-delay.js';
import { SHORTEST_TASK_MS, watchTasks } from './longest-task.js';
import { PromptModel } from './prompt-model.js';

// Enough for a median that another program's burst does not move.
const ASKED = 15;
const ANSWER_BYTES = 5_000_000;
const FILES = { 'a.txt': 'a' };

const goals: Goal[] = [];
const task = (what: string, measured: number): Goal => ({
  what,
  measured,
  unit: 'ms',
  atMost: 100,
  ...(measured === 0 ? { note: `0: every task took less than ${SHORTEST_TASK_MS} ms` } : {}),
});

/** Conversations as people have them: short questions, and answers of some paragraphs with code. */
const turns = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    question: `Where is the function ${index} defined, and what calls it?`,
    answer: `It is in \`src/part-${index}.ts\`.\n\n${'It takes the *path* of a file. '.repeat(8)}\n\n\`\`\`ts\nexport function f${index}(path: string): number {\n  return path.length;\n}\n\`\`\`\n`,
  }));

/** The median time from Enter until the end of a turn is painted. */
async function askOften(window: CodeWindow, name: string): Promise<number> {
  const { chat } = window;
  const times: number[] = [];
  for (let index = 0; index < ASKED; index++) {
    const text = `Question ${name} ${index}?`;
    await chat.message.fill(text);
    const timer = await startAppearanceTimer({
      within: chat.body,
      selector: 'article[data-state="ended"]',
      text,
    });
    await chat.message.press('Enter');
    times.push(await timer.elapsedMs());
  }
  return quantile(times, 0.5);
}

test('a turn after 20 and after 1,000', async ({ openWindow, onTestFinished }) => {
  const model = await PromptModel.start(() => 'Here it is.');
  onTestFinished(() => model.stop());
  const window = await openWindow({ files: FILES, settings: modelSettings(model.url) });
  await window.openChat();
  await window.chat.ask('Hello?');
  await window.kept('"kind":"turn_ended"');
  const costs: number[] = [];
  const memory: number[] = [];
  for (const count of [20, 1_000]) {
    await storeChat(window, turns(count));
    await window.reload();
    await window.chat.ready();
    await hostAtRest(window.host);
    const used = await window.host.evaluate(() => process.memoryUsage());
    memory.push((used.heapUsed + used.external) / 1e6);
    // The first opens the thread in the engine.
    await window.chat.message.fill('First?');
    await window.chat.message.press('Enter');
    await window.chat.turns
      .filter({ hasText: 'First?' })
      .and(window.chat.frame.locator('[data-state="ended"]'))
      .waitFor();
    costs.push(await askOften(window, `after ${count}`));
  }
  const [few = 0, many = 0] = costs;
  goals.push(
    { what: 'a turn after 20 turns', measured: few, unit: 'ms', atMost: Number.POSITIVE_INFINITY },
    { what: 'a turn after 1,000 turns', measured: many, unit: 'ms', atMost: Number.POSITIVE_INFINITY },
    { what: 'a turn after 1,000 turns beside one after 20', measured: many / few, unit: 'x', atMost: 1.2 },
    {
      what: 'memory of the extension host, 20 turns',
      measured: memory[0] ?? 0,
      unit: 'MB',
      atMost: Number.POSITIVE_INFINITY,
    },
    {
      what: 'memory of the extension host, 1,000 turns',
      measured: memory[1] ?? 0,
      unit: 'MB',
      atMost: Number.POSITIVE_INFINITY,
    },
  );
});

test('2,000 messages opened', async ({ openWindow }) => {
  const window = await openWindow({ files: FILES });
  const { chat, page } = window;
  await window.openChat();
  await chat.ask('Hello?');
  await window.kept('"kind":"turn_ended"');
  await storeChat(window, turns(1_000));
  await window.reload();
  await chat.ready();
  await hostAtRest(window.host);
  // The page is destroyed with its view, and made again from the whole conversation.
  await page.getByRole('tab', { name: 'Explorer' }).first().click();
  await chat.body.waitFor({ state: 'detached' });
  const delay = await startHostDelay(window.host);
  const start = performance.now();
  await page.getByRole('tab', { name: 'Troupe' }).click();
  await chat.ready();
  const shownMs = performance.now() - start;
  const tasks = await watchTasks(chat.body);
  await chat.conversation.focus();
  await page.keyboard.press('Home');
  await chat.conversation.getByText('Where is the function 0 defined', { exact: false }).waitFor();
  const { max } = await delay.stop();
  goals.push(
    { what: '2,000 messages: click to painted', measured: shownMs, unit: 'ms', atMost: 500 },
    task('2,000 messages: longest task in the view', await tasks.longestMs()),
    { what: '2,000 messages: longest on the host', measured: max, unit: 'ms', atMost: 16 },
  );
});

test('an answer of 5 MB', async ({ openWindow, onTestFinished }) => {
  const paragraph = 'A paragraph of *some* words, with `code` and a [link](https://example.com).\n\n';
  const answer = `${paragraph.repeat(ANSWER_BYTES / paragraph.length)}The end.`;
  const texts = ['Hello.', answer];
  const model = await PromptModel.start(() => texts.shift() ?? 'Nothing.');
  onTestFinished(() => model.stop());
  const window = await openWindow({ files: FILES, settings: modelSettings(model.url) });
  const { chat, host } = window;
  await window.openChat();
  await chat.ask('Hello?');
  await hostAtRest(host);
  const tasks = await watchTasks(chat.body);
  const delay = await startHostDelay(host);
  await chat.message.fill('All of it?');
  const timer = await startAppearanceTimer({
    within: chat.body,
    selector: 'article[data-state="ended"]',
    text: 'All of it?',
  });
  await chat.message.press('Enter');
  const elapsedMs = await timer.elapsedMs();
  const { max } = await delay.stop();
  goals.push(
    {
      what: '5 MB answer: Enter to its end painted',
      measured: elapsedMs,
      unit: 'ms',
      atMost: Number.POSITIVE_INFINITY,
    },
    task('5 MB answer: longest task in the view', await tasks.longestMs()),
    { what: '5 MB answer: longest on the host', measured: max, unit: 'ms', atMost: 16 },
  );
});

afterAll(() => {
  if (goals.length === 0) return;
  process.stdout.write(`\nLong conversations in VS Code: ${describeMachine()}\n\n`);
  printTable([GOAL_HEADINGS, ...goals.map(cellsOf)]);
  for (const { what, note } of goals) if (note !== undefined) process.stdout.write(`  ${what}: ${note}\n`);
});

/** What has no goal is only printed. */
function cellsOf(goal: Goal): string[] {
  const cells = goalCells(goal);
  return goal.atMost === Number.POSITIVE_INFINITY ? [...cells.slice(0, 2), '', ''] : cells;
}
