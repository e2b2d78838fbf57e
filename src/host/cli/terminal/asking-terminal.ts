import type { Interrupts } from './interrupts.js';
import type { Key } from './key.js';
import type { Keyboard } from './keyboard.js';
import type { Output } from './output.js';
import type { QuestionQueue } from './question-queue.js';

/** A terminal on which a person can be asked. */
export interface AskingTerminal {
  readonly out: Output;
  readonly interrupts: Interrupts;
  readonly keyboard: Pick<Keyboard, 'keys' | 'isPlain'>;
  readonly questions: QuestionQueue;
}

/**
 * Asks the person, after all other questions, and gives `ask` the keys for as many answers as it wants. Errors: those of
 * `ask`.
 */
export function askOn<Answer>(
  { keyboard, questions }: AskingTerminal,
  signal: AbortSignal,
  ask: (keys: AsyncIterable<Key>) => Promise<Answer>,
): Promise<Answer> {
  return questions.ask(async () => {
    const keys = keyboard.keys(signal);
    // A loop that is left closes what it reads from, and a question has several loops.
    const shared = { [Symbol.asyncIterator]: () => ({ next: () => keys.next() }) };
    try {
      return await ask(shared);
    } finally {
      await keys.return();
    }
  });
}
