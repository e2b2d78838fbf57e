import { homedir } from 'node:os';
import { join } from 'node:path';
import type { AgentMode } from '../../actors/protocol/agent.js';
import type { LLMConfig } from '../../actors/protocol/llm.js';
import { systemClock } from '../../actors/runtime/clock.js';
import type { Host } from '../api.js';
import { stateDirectory } from '../node/state-directory.js';
import { chat } from './chat.js';
import { Console, MAX_SUGGESTIONS } from './console.js';
import { PastLinesFile } from './past-lines-file.js';
import type { RecordedChanges } from './recorded-changes.js';
import type { Session } from './session.js';
import { suggest } from './suggest.js';
import type { Keyboard } from './terminal/keyboard.js';
import { PastLines } from './terminal/past-lines.js';

export interface TalkOptions {
  readonly first: string;
  readonly mode: AgentMode;
  readonly version: string;
  readonly keyboard: Keyboard;
  readonly resolveModel: (name: string) => LLMConfig;
  /** Never kept in the file of what was entered. */
  readonly secrets: readonly string[];
}

/** A chat on a terminal, from its first line to its last. The exit code. */
export async function talk(
  { out, interrupts }: Session,
  host: Host,
  changes: RecordedChanges,
  options: TalkOptions,
): Promise<number> {
  const { first, mode, version, keyboard, resolveModel, secrets } = options;
  const file = new PastLinesFile(join(stateDirectory(), 'history.jsonl'), secrets);
  const past = new PastLines(await file.load());
  const console = new Console({
    out,
    keyboard,
    interrupts,
    clock: systemClock,
    suggest: (completable, signal) =>
      suggest(completable, host.workspace, { limit: MAX_SUGGESTIONS, signal }),
    past,
    remember: (text) => {
      if (!file.isKept(text)) return;
      past.add(text);
      void file.add(text);
    },
    placeholder: 'Ask about this workspace. /help for more.',
  });
  const { provider, model } = host.engine.adapter;
  const roots = host.workspace.roots.map(shortenHome).join(', ');
  await out.line(`${out.style('bold', 'Troupe')} ${version} · ${provider}/${model} · ${out.foreign(roots)}`);
  await out.line();
  console.open();
  try {
    return await chat({
      host,
      out,
      console,
      keyboard,
      interrupts,
      changes,
      clock: systemClock,
      first,
      mode,
      resolveModel,
    });
  } finally {
    console.close();
  }
}

function shortenHome(path: string): string {
  const home = homedir();
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
