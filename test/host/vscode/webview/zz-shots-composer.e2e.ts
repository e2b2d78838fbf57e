import { mkdirSync } from 'node:fs';
import { test } from './browser-test.js';
import { hit } from './state/hits.js';
import { Story } from './state/story.js';
import * as themes from './themes.js';
import { STATUS } from './view-page.js';

const OUT = '/tmp/troupe/shots/composer';
mkdirSync(OUT, { recursive: true });
const { offersSetup: _n, ...REST } = STATUS;
const MODEL = { ...REST, provider: 'openai', model: 'qwen3-coder-480b-a35b-instruct', host: 'localhost:1234' };

for (const [name, theme] of Object.entries(themes).filter(([, value]) => typeof value === 'object' && 'bodyClass' in (value as object)))
  for (const width of [200, 300, 600])
    test(`${name} ${width}`, async ({ openView }) => {
      const shot = (v: Awaited<ReturnType<typeof openView>>, what: string) => v.page.screenshot({ path: `${OUT}/${what}-${name}-${width}.png` });
      const open = () => openView({ theme: theme as never, width, height: 640 });
      const welcome = await open();
      await welcome.start();
      await shot(welcome, 'welcome');
      const file = await open();
      await file.start({ status: { ...MODEL, activeFile: '/w/src/cart.js', isTrusted: false, mode: 'gather' } });
      await file.button(/^Mode/).click();
      await shot(file, 'menu');
      const view = await open();
      await view.start({ status: { ...MODEL, context: { usedTokens: 40_000, windowTokens: 128_000 } } });
      const story = new Story();
      await view.tell({ type: 'events', events: [
        ...story.begin({ text: 'What does the cart do?', attachments: [] }),
        ...story.tell([{ type: 'action', callId: '1', tool: 'read_file', params: { uri: 'src/cart.js' } }]),
        story.add({ kind: 'user_message', text: 'And also look at the tests, please, and at everything around them', attachments: [] }),
        story.add({ kind: 'user_message', text: 'Short', attachments: [] }),
      ] });
      await view.tell({ type: 'attach', ref: { kind: 'selection', path: '/w/src/cart.js', range: { startLine: 3, endLine: 9 }, text: 'x' } });
      await view.tell({ type: 'attach', ref: { kind: 'image', name: 'image.png', mediaType: 'image/png', data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==' } });
      await view.message.pressSequentially('Compare with @');
      await view.tell(
        { type: 'mentionOffers', id: 1, offers: [
          { kind: 'file', path: '/w/src/cart.js', shown: 'src/cart.js', isOpen: true },
          { kind: 'file', path: '/w/src/very/long/folder/of/the/shop/open.ts', shown: 'src/very/long/folder/of/the/shop/open.ts', isOpen: true },
          { kind: 'file', path: '/w/a.md', shown: 'a.md', isOpen: false },
          { kind: 'content', content: 'selection', detail: 'lines 3 to 9 of cart.js' },
          { kind: 'content', content: 'problems', detail: '3 in open files' },
          { kind: 'content', content: 'changes', detail: '4 not committed' },
          { kind: 'symbols' },
        ] },
        { type: 'mentionHits', id: 1, hits: [hit('src', { isDir: true }), hit('test', { isDir: true }), hit('README.md')] },
      );
      await shot(view, 'at');
      await view.message.press('Escape');
      await shot(view, 'running');
      await view.message.fill('/');
      await shot(view, 'slash');
      const broken = await open();
      await broken.start({ status: { ...MODEL, problem: 'No folder is open. Open one: Troupe works on the files in it.', remedy: 'openFolder', index: { phase: 'degraded', files: 3, reason: 'The watcher stopped.' } } });
      await shot(broken, 'problem');
    });
