import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EMPTY_DRAFT } from '../../../../../src/host/vscode/webview/state/draft.js';
import { createViewSaver } from '../../../../../src/host/vscode/webview/state/view-saver.js';
import type { SavedView } from '../../../../../src/host/vscode/webview/state/saved-view.js';

const GAP_MS = 100;
const LARGE = 'x'.repeat(100_001);

let leave: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => {
    expect(type).toBe('pagehide');
    leave = listener;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function viewOf(at: number, text: string, image = ''): SavedView {
  const attachments =
    image === '' ? [] : [{ kind: 'image', name: 'a.png', mediaType: 'image/png', data: image } as const];
  return { at, draft: { ...EMPTY_DRAFT, text, attachments }, scroll: { offsetPx: 0, isFollowing: true } };
}

function start() {
  const remembered: string[] = [];
  const kept: string[] = [];
  const save = createViewSaver({
    remember: ({ draft }) => remembered.push(draft.text),
    keep: ({ text }) => kept.push((JSON.parse(text) as { readonly text: string }).text),
  });
  return { save, remembered, kept };
}

test('whoever types on without a pause loses no more than the last moment', () => {
  const { save, remembered, kept } = start();
  for (let at = 1; at <= 30; at += 1) {
    save(viewOf(at, String(at)));
    vi.advanceTimersByTime(GAP_MS);
  }
  expect(remembered).toHaveLength(30);
  expect(kept).toHaveLength(10);
  expect(Number(kept.at(-1))).toBeGreaterThanOrEqual(27);
});

test('a page that scrolls delays nothing, and keeps no draft again', () => {
  const { save, kept } = start();
  for (let times = 0; times < 10; times += 1) {
    save(viewOf(1, 'typed once'));
    vi.advanceTimersByTime(GAP_MS);
  }
  expect(kept).toEqual(['typed once']);
});

test('large attachments wait for a pause, or until the page is left', () => {
  const { save, remembered, kept } = start();
  for (let at = 1; at <= 10; at += 1) {
    save(viewOf(at, String(at), LARGE));
    vi.advanceTimersByTime(GAP_MS);
  }
  expect([remembered, kept]).toEqual([[], []]);
  leave();
  expect([remembered, kept]).toEqual([['10'], ['10']]);
  leave();
  vi.runAllTimers();
  expect(kept).toEqual(['10']);
});
