import { test } from 'vitest';
import { ViewBrowser } from '../view-page.js';
test('shift', async () => {
  const b = await ViewBrowser.launch();
  const v = await b.open({});
  await v.start();
  await v.tell({ type: 'turnStarted', message: { text: 'go', mentions: [] } });
  await v.page.evaluate(() => { const w = window as never as { shifts: unknown[] }; w.shifts = []; new PerformanceObserver((l) => { for (const e of l.getEntries() as never as { value: number; sources: { node: Node; previousRect: DOMRect; currentRect: DOMRect }[] }[]) w.shifts.push([e.value, ...e.sources.map((s) => (s.node?.nodeName+ ' ' + s.node?.textContent?.slice(0, 30)) + ` ${s.previousRect.y}->${s.currentRect.y} h ${s.previousRect.height}->${s.currentRect.height}`)]); }).observe({ type: 'layout-shift' }); });
  const text = 'Some words of an answer that go on.\n\n- item one\n- item two\n\n```ts\nconst a = 1;\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n'.repeat(6);
  for (let i = 0; i < text.length; i += 7) await v.tell({ type: 'events', events: [{ type: 'token', channel: 'answer', content: text.slice(i, i + 7) }] });
  await v.tell({ type: 'events', events: [{ type: 'answer', content: text }] }, { type: 'turnEnded' });
  console.log(JSON.stringify(await v.page.evaluate(() => (window as never as { shifts: unknown[] }).shifts), null, 1));
  await b.close();
}, 120000);
