// The names that fences of shell commands have.
const SHELLS = new Set(
  'bash bat batch cmd console fish powershell ps1 pwsh sh shell shell-session shellsession terminal zsh'.split(
    ' ',
  ),
);

// What documentation writes before a command.
const PROMPT = /^(?:\$|>|PS>|%) /;

// A control character might press a key in the terminal.
const CONTROL = /\p{Cc}/u;

/**
 * The command of a code block that is one line of shell, without its prompt; `undefined` for any other. Several lines
 * are never offered: a terminal would run all but the last.
 */
export function findShellLine(code: string, language: string): string | undefined {
  if (!SHELLS.has(language.toLowerCase())) return undefined;
  const line = code.trim().replace(PROMPT, '');
  return line === '' || CONTROL.test(line) ? undefined : line;
}
