import { performance } from 'node:perf_hooks';
import { createHost, type LLMAdapter, type LLMProvider, type ModelDelta } from '../src/host/api.js';

/** A model that edits a file, block by block, and then says that it is done. */
function editor(file: string, edits: readonly string[]): LLMProvider {
  let turn = 0;
  const adapter: LLMAdapter = {
    provider: 'editor',
    model: 'played',
    // oxlint-disable-next-line require-await -- an adapter is asynchronous, and this one has nothing to wait for
    async *streamComplete(): AsyncGenerator<ModelDelta> {
      const blocks = edits[turn];
      turn += 1;
      if (blocks === undefined) {
        yield { type: 'text', text: 'done' };
        yield { type: 'finish', reason: 'end' };
        return;
      }
      const args = JSON.stringify({ uri: file, search_replace_blocks: blocks });
      yield { type: 'toolCall', index: 0, id: `call_${turn}`, name: 'edit_file', arguments: args };
      yield { type: 'finish', reason: 'toolCalls' };
    },
    complete: () => Promise.resolve('done'),
    estimateTokens: () => 1,
  };
  return {
    name: 'editor',
    createAdapter: () => adapter,
    validateConfig: () => Promise.resolve({ ok: true }),
  };
}

/** How long a turn takes that makes each of some edits to a file. Units: milliseconds. Errors: the turn failed. */
export async function timeEdits(root: string, file: string, edits: readonly string[]): Promise<number> {
  const host = await createHost({
    roots: [root],
    model: { provider: 'editor', model: 'played' },
    providers: [editor(file, edits)],
    approvals: { 'File edits': 'auto' },
    workspace: { watcher: 'none', cacheDirectory: null },
  });
  try {
    await host.workspace.whenReady();
    const start = performance.now();
    const outcome = await host.engine.processMessage('Edit.', 'agent').result();
    if (outcome.type !== 'answer') throw new Error(`The turn ended with ${outcome.type}`);
    return performance.now() - start;
  } finally {
    await host[Symbol.asyncDispose]();
  }
}
