import { createInterface } from 'node:readline/promises';

/** The line that a person types after a question on standard error. Errors: the signal's reason. */
export async function askLine(question: string, signal: AbortSignal): Promise<string> {
  // The terminal itself edits the line, so that Ctrl-C is a signal as elsewhere.
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  try {
    return (await lines.question(question, { signal })).trim();
  } finally {
    lines.close();
  }
}
