/** A new process that opens a workspace: when the first search is answered, and when the index is verified. */
import { performance } from 'node:perf_hooks';
import { replyAndExit } from '../reply-and-exit.js';
import { readyStatus, reportedField, startTroupe } from '../troupe.js';

const [root = '', query = '', cacheDirectory = ''] = process.argv.slice(2);
const start = performance.now();
const elapsed = (): number => performance.now() - start;
const host = await startTroupe(root, { cacheDirectory });
const threadMs = elapsed();
const { hits, state } = await host.workspace.search(query, { limit: 10 });
const searchedMs = elapsed();
const status = await readyStatus(host);
const verifiedMs = elapsed();
await host[Symbol.asyncDispose]();
replyAndExit({
  threadMs,
  searchedMs,
  verifiedMs,
  hits: hits.length,
  state,
  snapshot: reportedField(status, 'snapshot'),
});
