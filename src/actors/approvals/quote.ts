// Enough to recognise the command that a reason names.
const MAX_SHOWN_CHARS = 100;

/** The text of a command on one line, shortened, for a sentence. */
export function quote(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return `\`${line.length > MAX_SHOWN_CHARS ? `${line.slice(0, MAX_SHOWN_CHARS)}…` : line}\``;
}
