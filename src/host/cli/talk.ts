import { join, resolve } from 'node:path';
import type { AgentMode } from '../../actors/protocol/agent.js';
import { systemClock } from '../../actors/runtime/clock.js';
import { deferred } from '../../actors/runtime/deferred.js';
import { wayInside } from '../../actors/runtime/paths/is-inside.js';
import { findHomeFolder } from '../../workers/disk/home-folder.js';
import { stateDirectory } from '../node/state-directory.js';
import type { Workspace } from '../workspace.js';
import type { Thread } from '../engine/thread.js';
import type { AgentPlan } from './agent.js';
import type { StartAgent } from './start-agent.js';
import { chat } from './chat/chat.js';
import { Console, MAX_SUGGESTIONS } from './chat/console.js';
import { InputHistoryFile } from './chat/input-history-file.js';
import type { Session } from './session.js';
import { suggest, type SuggestSources } from './chat/suggest.js';
import type { Keyboard } from './terminal/keyboard.js';
import { InputHistory } from './terminal/input-history.js';
import { optionsToContinue } from './threads/options-to-continue.js';

interface TalkOptions extends Pick<AgentPlan, 'model' | 'catalog' | 'secrets'> {
  readonly first: string;
  /** Whether the person chooses an older conversation to continue. */
  readonly choosesThread: boolean;
  readonly mode: AgentMode;
  readonly version: string;
  readonly keyboard: Keyboard;
}

/**
 * Runs a chat on a terminal. The person can type before the agent has started. Resolves to the exit code.
 * Errors: those of `start`.
 */
export async function talk(
  { out, err, interrupts, questions, progress, root }: Session,
  options: TalkOptions,
  start: StartAgent,
): Promise<number> {
  const { first, choosesThread, mode, version, model, catalog, keyboard, secrets } = options;
  const file = new InputHistoryFile(join(stateDirectory(), 'history.jsonl'), secrets);
  const past = new InputHistory(await file.load());
  const workspace = deferred<Workspace>();
  // Until the host has started, nobody knows the rest.
  let sources: SuggestSources = { loadWorkspace: () => workspace.promise };
  const console = new Console({
    out,
    others: [err],
    keyboard,
    interrupts,
    clock: systemClock,
    suggest: async (completable, signal) => suggest(completable, sources, { limit: MAX_SUGGESTIONS, signal }),
    remember: (text) => {
      if (!file.isKept(text)) return;
      past.add(text);
      void file.add(text);
    },
    past,
    placeholder: 'Ask about this workspace. /help for more.',
  });
  const name = catalog.nameOf(model);
  await out.line(
    `${out.style('bold', 'Troupe')} ${version} · ${out.sanitize(name)} · ${out.sanitize(shortenHome(resolve(root)))}\n`,
  );
  console.open();
  const asking = { out, interrupts, keyboard, questions };
  let thread: Thread | undefined;
  let isStored = false;
  progress.moveTo(console.status.showProgress);
  try {
    return await start((agent) => {
      workspace.resolve(agent.host.workspace);
      // What was suggested before came from a part of the index.
      agent.host.workspace.whenReady().then(
        () => {
          console.suggestAgain();
        },
        () => undefined,
      );
      const { instructions, mcp } = agent.host;
      sources = {
        ...sources,
        loadOwnCommands: async () => (await instructions.listCommands()).commands,
        loadModelNames: () => catalog.knownNames(),
        listResources: () =>
          mcp
            .list()
            .map(({ name }) => ({ server: name, resources: mcp.offers(name).resources }))
            .filter(({ resources }) => resources.length > 0),
      };
      isStored = agent.library !== undefined;
      const terminal = { ...asking, console, keyboard, clock: systemClock };
      const onThread = (current: Thread | undefined): void => {
        thread = current;
      };
      return chat({ ...agent, ...terminal, first, mode, choosesThread, onThread });
    }, asking);
  } finally {
    await keyboard.leave();
    console.close();
    if (isStored && thread !== undefined && thread.turns.length > 0) {
      await out.line(out.style('dim', `To continue: troupe ${optionsToContinue(thread.id, root)}`));
    }
  }
}

function shortenHome(path: string): string {
  const home = findHomeFolder();
  if (home === undefined) return path;
  const way = wayInside(home, path);
  return way === undefined ? path : join('~', way);
}
