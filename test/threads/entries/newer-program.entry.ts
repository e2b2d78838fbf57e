import type { ThreadEntry } from '../../../src/actors/protocol/thread.js';
import { openThreadLibrary } from '../../../src/host/node/threads/library/open-thread-library.js';
import { makeEngine } from '../../doubles/make-engine.js';
import { says } from '../../doubles/played-model.js';

// A program of the next version, which is built with a higher `ENTRY_VERSION`, has a conversation in a workspace and adds an
// entry of a kind that only it knows. Prints the id of the conversation. Arguments: the state folder, the workspace.
const [stateDirectory = '', root = ''] = process.argv.slice(2);

await using library = await openThreadLibrary({ stateDirectory, roots: [root], onProblem: console.error });
const { engine } = makeEngine([says('The tests are mended.')], [], { store: library });
const thread = engine.createThread();
await (await thread.send({ text: 'Mend the tests' })).result();
await thread.settled();
const last = thread.entries.at(-1) as ThreadEntry;
const seen = {
  id: 'seen-1',
  parent: last.id,
  seq: last.seq + 1,
  at: last.at + 1,
  kind: 'screen_seen',
  picture: 'A red bar.',
};
await library.append(thread.id, [seen as unknown as ThreadEntry]);
console.log(thread.id);
