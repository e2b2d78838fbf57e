import { checkpointOptionsOf } from '../node/checkpoints/checkpoint-settings.js';
import { readSettingsFile } from '../node/settings-file.js';
import { stateDirectory } from '../node/state-directory.js';
import type { CheckpointsContext } from './checkpoints/checkpoints-context.js';
import { notify, type Session } from './session.js';
import { findNewest, findThread } from './threads/find-thread.js';
import { openLibrary } from './threads/open-library.js';
import { checkFree } from './threads/resume-thread.js';
import { withHost } from './with-host.js';

/** Opens a thread, and runs work on it. Default for `start`, the beginning of its id: the newest thread. */
export async function withThread(
  session: Session,
  start: string | undefined,
  work: (context: CheckpointsContext) => Promise<number>,
): Promise<number> {
  await using library = await openLibrary(session.root, (sentence) => notify(session, sentence));
  const threads = await library.list();
  const { id } = start === undefined ? findNewest(threads) : findThread(start, threads);
  await checkFree(library, id);
  // What was kept can be restored, whether or not more is kept.
  const settings = { ...(await readSettingsFile(process.env)), checkpoints: true };
  const checkpoints = checkpointOptionsOf(settings, stateDirectory());
  return await withHost(
    session,
    { threadStore: library, checkpoints, workspace: { watcher: 'none' } },
    async ({ engine, workspace }) => {
      const thread = await engine.openThread(id);
      return work({ session, thread, root: workspace.roots[0] ?? session.root });
    },
  );
}
