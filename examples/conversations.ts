// Keeps a conversation in a folder, and goes on with it in another host, as after a restart.
//
//   node conversations.js FOLDER
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv } from 'node:process';
import { createHost, openThreadStore } from 'troupe';
import { says, ScriptedModel, scriptedProvider } from 'troupe/testing';

// Outside of the workspace, where no tool writes.
const folder = await mkdtemp(join(tmpdir(), 'conversations-'));

/** Sends a message, in a new conversation or in the one with this id, and resolves to its id. */
async function say(text: string, id?: string): Promise<string> {
  const model = new ScriptedModel([says(`You said: ${text}`)]);
  await using store = openThreadStore(folder);
  await using host = await createHost({
    roots: [argv[2] ?? '.'],
    providers: [scriptedProvider(model)],
    // A real one takes `temperature` and `effort` here as well.
    model: { provider: model.provider, model: model.model },
    instructions: { text: 'Answer in one sentence.' },
    threadStore: store,
    checkpoints: false,
  });
  const thread = id === undefined ? host.engine.createThread() : await host.engine.openThread(id);
  const turn = await thread.send(text, { signal: AbortSignal.timeout(60_000) });
  const end = await turn.result();
  console.log(end.type === 'answer' ? end.content : end.message);
  console.log(`${thread.turns.length} so far`);
  return thread.id;
}

// The id may come from a database: it is text.
await say('Hello again!', await say('Hello!'));
