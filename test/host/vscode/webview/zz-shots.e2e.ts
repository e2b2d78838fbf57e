import type { AgentEvent } from '../../../../src/actors/protocol/agent.js';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { test } from './browser-test.js';
import { Story } from './state/story.js';
import { DARK, HIGH_CONTRAST, LIGHT } from './themes.js';
import * as themes from './themes.js';

const all: readonly [string, typeof DARK][] = [['dark', DARK], ['light', LIGHT], ['hc', HIGH_CONTRAST]];
const more = Reflect.get(themes, 'HIGH_CONTRAST_LIGHT') as typeof DARK | undefined;
const THEMES = more === undefined ? all : [...all, ['hclight', more] as const];

for (const [name, theme] of THEMES)
  for (const width of [300, 600])
    test(`${name} ${width}`, async ({ openView }) => {
      const view = await openView({ theme, width, height: 1500 });
      await view.start();
      const story = new Story();
      const call = (callId: string, tool: string, params: object): AgentEvent => ({ type: 'action', callId, tool, params });
      const obs = (callId: string, output: string, rest: object = {}): AgentEvent => ({
        type: 'observation', callId, tool: 'x', result: { outcome: 'success', success: true, output, ...rest },
      });
      const hunk = { oldStart: 3, oldLines: 1, newStart: 3, newLines: 2, lines: [' a', '-const old = 1;', '+const fresh = 2;', '+const more = 3;', ' b'] };
      const changes = [{ kind: 'modified', path: '/w/src/cart.js' as AbsPath, addedLines: 2, removedLines: 1, hunks: [hunk] }];
      const printed = Array.from({ length: 30 }, (_, i) => `line ${i} of the test`).join('\n');
      const ev: AgentEvent[] = [
        { type: 'thought', content: 'I look at the cart first.', reasoning: 'They want *tests*.' },
        call('1', 'read_file', { uri: 'src/cart.js' }), call('2', 'read_file', { uri: 'src/shop/order.js' }), call('3', 'search_for_files', { query: 'Cart' }),
        obs('1', 'x'), obs('2', 'x'), obs('3', 'Matching lines: 5\nsrc/cart.js:3: class Cart {\nsrc/shop/order.js:9: new Cart()'),
        { type: 'thought', content: 'The total in `src/cart.js:12` is wrong, so I change it.', reasoning: '' },
        call('4', 'edit_file', { uri: 'src/cart.js' }), obs('4', 'Changed.', { changes }),
        call('5', 'run_command', { command: 'npm test -- --run cart' }), obs('5', `Exit code 1, after 2.3 s.\nstdout:\n${printed}\nstderr: (empty)`),
        call('6', 'create_file_or_folder', { uri: 'a.ts' }), obs('6', 'x'),
        call('7', 'edit_file', { uri: 'src/very/long/path/that/has/a-very-long-name-of-a-file.component.ts' }), obs('7', 'The block was not found in the file: read it again and copy the lines exactly as they are.', { outcome: 'tool_error', success: false, error: 'TOOL_EXECUTION' }),
        call('8', 'ls_dir', { uri: 'src' }), obs('8', 'src: 4 entries\na'),
      ];
      await view.tell({ type: 'events', events: [...story.begin({ text: 'Why does the total fail?', attachments: [] }), ...story.tell(ev)] });
      await view.page.locator('[data-tool=edit_file] > summary').first().click({ position: { x: 8, y: 8 } });
      await view.page.locator('[data-tool=run_command] > summary').first().click({ position: { x: 8, y: 8 } });
      const answer = '## Done\n\nThe total in `Cart.total` was wrong; see src/cart.js:12 and [the notes](docs/notes.md).\n\n```bash\nnpm test\n```\n\n```ts\nexport const a = 1;\n```';
      await view.tell({ type: 'events', events: story.tell([{ type: 'answer', content: answer }, { type: 'usage', usage: { inputTokens: 12_400, outputTokens: 310 } }]) }, { type: 'events', events: story.end() });
      await view.tell({ type: 'events', events: [...story.begin({ text: 'And now?', attachments: [] }), ...story.tell([call('9', 'run_command', { command: 'make all' })]), ...story.tell([{ type: 'tool_output', callId: '9', stream: 'stdout', text: 'cc -o a a.c\ncc -o b b.c\n' }])] });
      await view.page.screenshot({ path: `/tmp/troupe/shots/steps/${name}-${width}.png` });
      const error = { name: 'LLMAuthError', code: 'LLM_AUTH', message: 'The server refused the key (401).', partial: '' } as const;
      await view.tell({ type: 'events', events: story.tell([{ type: 'error', ...error }]) });
      await view.tell({ type: 'events', events: story.begin({ text: 'And now?', attachments: [] }) });
      await view.page.screenshot({ path: `/tmp/troupe/shots/steps/${name}-${width}-end.png` });
    });
