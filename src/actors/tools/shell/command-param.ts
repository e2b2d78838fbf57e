import { z } from 'zod';
import { quoteValue } from '../text/quote-value.js';

// Linux accepts 131,071 bytes in one argument. Units: bytes.
const MAX_COMMAND_BYTES = 131_071;

/** The parameter for a command line. */
export const commandParam = z.string().superRefine((command, context) => {
  const message = describeProblem(command);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
});

function describeProblem(command: string): string | undefined {
  if (command.includes('\0')) {
    return `command must not contain a NUL character, got ${quoteValue(command)}`;
  }
  const bytes = Buffer.byteLength(command);
  if (bytes <= MAX_COMMAND_BYTES) return undefined;
  return `command must be at most ${MAX_COMMAND_BYTES} bytes long, got ${bytes}: write a longer one to a file and run that`;
}
