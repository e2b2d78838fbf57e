import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import type { EntryId, ThreadEntry, ThreadId } from '../../../src/actors/protocol/thread.js';
import { FileThreadStore } from '../../../src/host/node/threads/file-thread-store.js';

// Appends entries to a thread and writes the id of each to the output once it is acknowledged. Arguments: the folder, the
// thread, how many entries, and at which size a file ends.
const [folder = '', thread = '', count = '', maxPlainBytes = ''] = process.argv.slice(2);

const store = new FileThreadStore({
  folder,
  maxPlainBytes: Number(maxPlainBytes),
  onProblem: () => undefined,
});
const id = thread as ThreadId;

let last: ThreadEntry | undefined;
for await (const entry of store.read(id)) last = entry;

const writer = randomUUID().slice(0, 8);
for (let index = 0; index < Number(count); index += 1) {
  const place = {
    id: `${writer}-${index}` as EntryId,
    parent: last?.id ?? null,
    seq: (last?.seq ?? -1) + 1,
    at: Date.now(),
  };
  // Every fourth one must reach the disk.
  const entry: ThreadEntry =
    last === undefined
      ? { ...place, kind: 'thread', version: 2, roots: ['/work'] }
      : index % 4 === 3
        ? { ...place, kind: 'user_message', text: `Message ${index}`, attachments: [] }
        : { ...place, kind: 'notice', message: `Notice ${index}. `.repeat(1 + (index % 50)) };
  await store.append(id, [entry]);
  writeSync(1, `${entry.id}\n`);
  last = entry;
}
await store[Symbol.asyncDispose]();
writeSync(1, 'done\n');
