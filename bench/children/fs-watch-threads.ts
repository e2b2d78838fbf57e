/**
 * Watches one folder as whoever keeps an index beside its main thread has to, and does nothing else: a thread hears of a
 * file, tells a second one, that tells the first thread of the process, and this asks the second whether it knows the file.
 */
import { watch } from 'node:fs';
import { join } from 'node:path';
import {
  isMainThread,
  MessageChannel,
  type MessagePort,
  parentPort,
  Worker,
  workerData,
} from 'node:worker_threads';
import { HeardFiles } from '../heard-files.js';

type Role = { readonly folder: string; readonly index: MessagePort } | { readonly watcher: MessagePort };

if (isMainThread) {
  const [folder = ''] = process.argv.slice(2);
  const start = (role: Role, port: MessagePort): Worker =>
    new Worker(new URL(import.meta.url), { workerData: role, transferList: [port] });
  const { port1, port2 } = new MessageChannel();
  const index = start({ watcher: port1 }, port1);
  const watcher = start({ folder, index: port2 }, port2);
  const heard = new HeardFiles();
  index.on('message', ({ changed, known }: { readonly changed?: string; readonly known?: string }) => {
    if (changed !== undefined) index.postMessage({ ask: changed });
    if (known !== undefined) heard.hear(known);
  });
  watcher.once('message', () => {
    heard.serve();
  });
} else {
  const role = workerData as Role;
  if ('folder' in role) {
    watch(role.folder, (_event, name) => {
      if (name !== null) role.index.postMessage(join(role.folder, name));
    });
    parentPort?.postMessage('watching');
  } else {
    const files = new Set<string>();
    role.watcher.on('message', (file: string) => {
      if (files.has(file)) return;
      files.add(file);
      parentPort?.postMessage({ changed: file });
    });
    parentPort?.on('message', ({ ask }: { readonly ask: string }) => {
      if (files.has(ask)) parentPort?.postMessage({ known: ask });
    });
  }
}
