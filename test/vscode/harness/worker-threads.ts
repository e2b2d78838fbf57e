import type * as inspector from 'node:inspector/promises';
import type { ExtensionHost } from './extension-host.js';

/** The addresses of the scripts that the worker threads of an extension host run. */
export function workerUrls(host: ExtensionHost): Promise<string[]> {
  return host.evaluate(async ({ require }) => {
    const { Session } = require('node:inspector/promises') as typeof inspector;
    const session = new Session();
    session.connect();
    const urls: string[] = [];
    session.on('NodeWorker.attachedToWorker', ({ params }) => urls.push(params.workerInfo.url));
    await session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
    session.disconnect();
    return urls;
  });
}

/** Crashes a worker thread of an extension host from its inside, and resolves once it is gone. */
export function crashWorker(host: ExtensionHost, script: string): Promise<void> {
  return host.evaluate(async ({ require }, script) => {
    const { Session } = require('node:inspector/promises') as typeof inspector;
    const session = new Session();
    session.connect();
    const workers: { readonly sessionId: string; readonly url: string }[] = [];
    session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) =>
      workers.push({ sessionId, url: workerInfo.url }),
    );
    await session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
    const worker = workers.find(({ url }) => url.includes(script));
    if (worker === undefined) throw new Error(`No worker runs ${script}: ${JSON.stringify(workers)}`);
    const gone = new Promise<void>((resolve) => {
      session.on('NodeWorker.detachedFromWorker', ({ params }) => {
        if (params.sessionId === worker.sessionId) resolve();
      });
    });
    const message = JSON.stringify({
      id: 1,
      method: 'Runtime.evaluate',
      params: { expression: 'process.exit(1)' },
    });
    await session.post('NodeWorker.sendMessageToWorker', { sessionId: worker.sessionId, message });
    await gone;
    session.disconnect();
  }, script);
}
