/** What nobody has done before in this process: a host from nothing until its index is whole. */
import { performance } from 'node:perf_hooks';
import { replyAndExit } from '../reply-and-exit.js';
import { readyStatus, startTroupe } from '../troupe.js';

const [root = ''] = process.argv.slice(2);
const start = performance.now();
const host = await startTroupe(root);
const { files, scanMs } = await readyStatus(host);
const ms = performance.now() - start;
await host[Symbol.asyncDispose]();
replyAndExit({ files, scanMs, ms });
