// Enough to recognise the command that a reason names.
const MAX_SHOWN_CHARS = 100;

/**
 * The text of a command on one line, shortened, for a sentence: in backticks, and where it has some itself in more of
 * them, as Markdown has it.
 */
export function quote(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  const shown = line.length > MAX_SHOWN_CHARS ? `${line.slice(0, MAX_SHOWN_CHARS)}…` : line;
  const runs = shown.match(/`+/g);
  if (runs === null) return `\`${shown}\``;
  const fence = '`'.repeat(Math.max(...runs.map(({ length }) => length)) + 1);
  return `${fence} ${shown} ${fence}`;
}
