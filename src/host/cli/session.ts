import type { Interrupts } from './terminal/interrupts.js';
import type { Output } from './terminal/output.js';
import type { QuestionQueue } from './terminal/question-queue.js';
import type { Progress } from './turn/progress.js';

/** The options that every command takes. */
export interface GlobalOptions {
  /** Default: the working directory. */
  readonly root?: string;
  readonly json?: boolean;
}

/** The output streams of a command, its interrupts, and the questions to its person. */
export interface Session {
  readonly out: Output;
  /** Standard error. */
  readonly err: Output;
  readonly interrupts: Interrupts;
  readonly questions: QuestionQueue;
  readonly progress: Progress;
  readonly isJson: boolean;
  readonly root: string;
}

/** `warn` for what may come at any time: not in the midst of a question. */
export function notify(
  { err, questions }: Pick<Session, 'err' | 'questions'>,
  message: string,
): Promise<void> {
  return questions.tell(() => warn(err, message));
}

/** Prints a message for the person to standard error. */
export function warn(err: Output, message: string): Promise<void> {
  return err.line(`troupe: ${err.sanitize(message)}`);
}
