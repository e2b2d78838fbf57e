import { test as base } from 'vitest';
import { ViewBrowser, type PageOptions, type ViewPage } from './view-page.js';

/** A test with a browser, which the files of a worker share, and with views that are closed when it ends. */
export const test = base
  // oxlint-disable-next-line no-empty-pattern -- vitest reads from the pattern what a fixture needs
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await ViewBrowser.launch();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('openView', ({ browser }, { onCleanup }) => {
    const opened: ViewPage[] = [];
    onCleanup(async () => {
      await Promise.all(opened.map((view) => view.close()));
    });
    return async (options?: PageOptions): Promise<ViewPage> => {
      const view = await browser.open(options);
      opened.push(view);
      return view;
    };
  });
