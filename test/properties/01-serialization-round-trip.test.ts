import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ThreadEntry, ThreadId } from '../../src/actors/protocol/thread.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { runToEnd } from '../../src/actors/runtime/slices.js';
import { fromJson } from '../../src/actors/threads/exports/from-json.js';
import { toJson } from '../../src/actors/threads/exports/to-json.js';
import { conversations, entriesOf } from '../arbitraries/conversation.js';
import { openThreadLibrary } from '../../src/host/node/threads/library/open-thread-library.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';
import { CASES, PATIENCE_MS } from './cases.js';

let dir: AbsPath;
beforeEach(() => {
  dir = makeTempDir();
});
afterEach(() => {
  removeTempDir(dir);
});

/**
 * **Feature: vscode-agent, property 1: serializer round trip**
 */
test(
  'property 1: a conversation that is exported and imported, or stored and read, is the same to the last field',
  async () => {
    let threads = 0;
    const open = () =>
      openThreadLibrary({
        stateDirectory: dir,
        roots: [dir],
        onProblem: (sentence) => expect.fail(sentence),
      });
    await fc.assert(
      fc.asyncProperty(conversations, fc.nat(20), async (happenings, at) => {
        const id = `thread-${++threads}` as ThreadId;
        const entries = entriesOf(happenings);
        if (entries.length === 0) return;
        expect(runToEnd(fromJson(toJson(id, entries)))).toEqual({ id, entries });

        {
          await using library = await open();
          // In two batches, as a program that goes on writes them.
          for (const batch of [entries.slice(0, at), entries.slice(at)])
            if (batch.length > 0) await library.append(id, batch);
        }
        await using library = await open();
        const read: ThreadEntry[] = [];
        for await (const entry of library.read(id)) read.push(entry);
        expect(read).toEqual(entries);
      }),
      { numRuns: CASES },
    );
  },
  PATIENCE_MS,
);
