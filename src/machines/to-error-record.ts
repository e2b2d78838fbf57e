import { causeOf } from '../actors/protocol/cause-of.js';
import { ActorLostError, TroupeError } from '../actors/protocol/errors.js';
import { messageOf } from '../actors/protocol/errors/message-of.js';
import { joinSentences } from '../actors/protocol/sentences.js';
import type { ErrorRecord } from '../actors/protocol/thread.js';

/** Whatever was thrown, in the form in which a thread stores it. */
export function toErrorRecord(thrown: unknown): ErrorRecord {
  const error =
    thrown instanceof TroupeError
      ? thrown
      : new ActorLostError(
          joinSentences(`The agent loop failed: ${messageOf(thrown)}`),
          { actor: 'agent' },
          { cause: thrown },
        );
  const { name, code, message } = error;
  return { name, code, message, ...causeOf(error) };
}
