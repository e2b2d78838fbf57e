import type { Dispatch } from './action.js';
import { readFiles } from './read-files.js';

/** Attaches files that were pasted or dropped, and says which could not be. Never rejects. */
export async function attachFiles(files: readonly File[], dispatch: Dispatch): Promise<void> {
  const { refs, refusals } = await readFiles(files);
  if (refs.length > 0) dispatch({ type: 'attachRead', refs });
  if (refusals.length > 0) dispatch({ type: 'refused', reason: refusals.join(' ') });
}
