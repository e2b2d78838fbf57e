import { SettingsError } from '../../../actors/protocol/errors.js';
import { messageOf } from '../../../actors/protocol/errors/message-of.js';
import { stateDirectory } from '../../node/state-directory.js';
import type { FileThreadLibrary } from '../../node/threads/library/file-thread-library.js';
import { openThreadLibrary } from '../../node/threads/library/open-thread-library.js';

/** Whether and where `chat` and `run` store their thread, and which one they continue. */
export interface ThreadFlags {
  /** `true`: one that the person chooses. */
  readonly resume?: string | true;
  readonly continue?: boolean;
  readonly save?: boolean;
}

/** Prints a sentence for the person, beside the results. */
type Warn = (sentence: string) => Promise<void>;

/** The threads of the root. `warn` gets their problems. */
export function openLibrary(root: string, warn: Warn): Promise<FileThreadLibrary> {
  return openThreadLibrary({
    stateDirectory: stateDirectory(),
    roots: [root],
    onProblem: (sentence) => void warn(sentence),
  });
}

/**
 * The library for a conversation; `undefined` when the person wants none, or when it cannot be written, which is said.
 * Errors: `SettingsError` for options that contradict each other.
 */
export async function openForConversation(
  root: string,
  warn: Warn,
  { resume, continue: isContinued, save }: ThreadFlags,
): Promise<FileThreadLibrary | undefined> {
  const isOld = resume !== undefined || isContinued === true;
  if (resume !== undefined && isContinued === true)
    throw new SettingsError('Say either --resume or --continue.', { setting: 'resume' });
  if (save === false && isOld)
    throw new SettingsError('A conversation that is continued is stored: leave out --no-save.', {
      setting: 'no-save',
    });
  if (save === false) return undefined;
  const library = await openLibrary(root, warn);
  try {
    await library.prepare();
    return library;
  } catch (error) {
    if (isOld) throw error;
    const reason = messageOf(error);
    await warn(`this conversation is not stored and ends with the program. ${reason}`);
    return undefined;
  }
}
