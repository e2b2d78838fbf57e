import type { AnswerKeys } from './answer-keys.js';
import type { Interrupts } from './interrupts.js';
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
  ask: (keys: AnswerKeys) => Promise<Answer>,
): Promise<Answer> {
  return questions.ask(async () => {
    const keys = keyboard.keys(signal);
    try {
      return await ask(keys);
    } finally {
      keys.close();
    }
  });
}

/** Draws the end of a question, and a mark behind it from the moment on at which keys answer it. */
export async function drawPrompt(keys: AnswerKeys, out: Output, prompt: string): Promise<void> {
  await keys.ask(() => out.write(`${prompt} `));
  await out.write('› ');
}
