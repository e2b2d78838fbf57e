import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { AgentMode } from '../../actors/protocol/agent.js';
import { modelName } from '../../actors/llm/model-name.js';
import { systemClock } from '../../actors/runtime/clock.js';
import { deferred } from '../../actors/runtime/deferred.js';
import { stateDirectory } from '../node/state-directory.js';
import type { Workspace } from '../workspace.js';
import type { Agent, AgentPlan } from './agent.js';
import { chat } from './chat/chat.js';
import { Console, MAX_SUGGESTIONS } from './chat/console.js';
import { InputHistoryFile } from './chat/input-history-file.js';
import type { Session } from './session.js';
import { suggest } from './chat/suggest.js';
import type { Keyboard } from './terminal/keyboard.js';
import { InputHistory } from './terminal/input-history.js';

interface TalkOptions extends Pick<AgentPlan, 'model' | 'secrets'> {
  readonly first: string;
  readonly mode: AgentMode;
  readonly version: string;
  readonly keyboard: Keyboard;
}

/**
 * Runs a chat on a terminal. The person can type before the agent has started. Resolves to the exit code.
 * Errors: those of `start`.
 */
export async function talk(
  { out, interrupts, progress, root }: Session,
  options: TalkOptions,
  start: (work: (agent: Agent) => Promise<number>) => Promise<number>,
): Promise<number> {
  const { first, mode, version, model, keyboard, secrets } = options;
  const file = new InputHistoryFile(join(stateDirectory(), 'history.jsonl'), secrets);
  const past = new InputHistory(await file.load());
  const workspace = deferred<Workspace>();
  const console = new Console({
    out,
    keyboard,
    interrupts,
    clock: systemClock,
    suggest: async (completable, signal) =>
      suggest(completable, () => workspace.promise, { limit: MAX_SUGGESTIONS, signal }),
    remember: (text) => {
      if (!file.isKept(text)) return;
      past.add(text);
      void file.add(text);
    },
    past,
    placeholder: 'Ask about this workspace. /help for more.',
  });
  const name = modelName(model);
  await out.line(
    `${out.style('bold', 'Troupe')} ${version} · ${name} · ${out.sanitize(shortenHome(resolve(root)))}\n`,
  );
  console.open();
  progress.moveTo(console.status.showProgress);
  try {
    return await start((agent) => {
      workspace.resolve(agent.host.workspace);
      const terminal = { out, console, keyboard, interrupts, clock: systemClock };
      return chat({ ...agent, ...terminal, first, mode });
    });
  } finally {
    console.close();
  }
}

function shortenHome(path: string): string {
  const home = homedir();
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
