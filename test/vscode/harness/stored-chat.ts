import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  ENTRY_VERSION,
  type EntryBody,
  type EntryId,
  type ThreadEntry,
  type ThreadId,
  type TurnId,
} from '../../../src/actors/protocol/thread.js';
import { FileThreadStore } from '../../../src/host/node/threads/file-thread-store.js';
import { LastThread } from '../../../src/host/node/threads/last-thread.js';
import type { CodeWindow } from './code-window.js';

export interface StoredTurn {
  readonly question: string;
  readonly answer: string;
}

/**
 * Stores a conversation with Troupe's own store. The window shows it after its next reload. Something must have been asked
 * in the window, since that makes the storage.
 */
export async function storeChat(window: CodeWindow, turns: readonly StoredTurn[]): Promise<void> {
  const storage = findStorage(window);
  const id = randomUUID() as ThreadId;
  const store = new FileThreadStore({
    folder: join(storage, 'threads'),
    onProblem(sentence) {
      throw new Error(sentence);
    },
  });
  await store.append(id, listEntries(window.workspace, turns));
  await store[Symbol.asyncDispose]();
  await new LastThread(join(storage, 'last-thread')).write(id);
}

function findStorage(window: CodeWindow): string {
  const folder = join(window.server.profile.userData, 'User/globalStorage/troupe.troupe/workspaces');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const last = names.find((name) => name.endsWith('/last-thread'));
  if (last === undefined)
    throw new Error(`Nothing has been asked yet: ${folder} has only ${names.join(', ')}.`);
  return dirname(join(folder, last));
}

function listEntries(root: string, turns: readonly StoredTurn[]): readonly ThreadEntry[] {
  const limits = { maxIterations: 50, maxTokens: 1_000_000, maxTimeMs: 600_000 };
  const usage = { inputTokens: 1, outputTokens: 1 };
  const bodies: (EntryBody & { readonly turn?: TurnId })[] = [
    { kind: 'thread', version: ENTRY_VERSION, roots: [root] },
  ];
  for (const { question, answer } of turns) {
    const turn = randomUUID() as TurnId;
    bodies.push(
      { turn, kind: 'user_message', text: question, attachments: [] },
      { turn, kind: 'turn_began', mode: 'agent', model: 'offline/rules', limits },
      { turn, kind: 'reply', text: answer, reasoning: '', toolCalls: [], stop: 'end', usage },
      { turn, kind: 'turn_ended', outcome: 'answered' },
    );
  }
  let parent: EntryId | null = null;
  return bodies.map((body, seq): ThreadEntry => {
    const id = randomUUID() as EntryId;
    const entry: ThreadEntry = { id, parent, seq, at: seq, ...body };
    parent = id;
    return entry;
  });
}
