import { errorCode } from '../../actors/protocol/errors/error-code.js';
import { messageOf } from '../../actors/protocol/errors/message-of.js';

/** What is wrong with a file of this person's that cannot be read, and what to do, to follow its path in a sentence. */
export function describeUnreadable(error: unknown): string {
  const code = errorCode(error);
  const what = `cannot be read (${code ?? messageOf(error)})`;
  switch (code) {
    case 'ENOTDIR':
      return `${what}: on the way to it is a file where a folder should be. Check HOME and XDG_CONFIG_HOME`;
    case 'EACCES':
    case 'EPERM':
      return `${what}: allow yourself to read it, and to enter the folders above it`;
    case 'EISDIR':
      return `${what}: a folder is in its place. Move it away`;
    case 'ELOOP':
      return `${what}: its links lead in a circle. Remove them`;
    default:
      return what;
  }
}
