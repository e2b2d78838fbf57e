import { markFormat } from './mark-scanner.js';

// A terminal takes 4,095 bytes in a line and throws away the rest. Units: bytes of input as escaped below.
const LINE_BYTES = 1000;
// What needs no escape between $' and '; not even history expansion looks at these.
const PLAIN_BYTE = /[A-Za-z0-9 _./,:=+@%-]/;

/**
 * The program of a terminal: bash without a person's start-up files, so that a command means what it says, and without
 * line editing and echo, so that what comes back is what commands print.
 */
export function terminalProgram(bash: string): readonly [string, ...string[]] {
  return [bash, '-c', 'stty -echo; exec "$BASH" --noprofile --norc --noediting -i'];
}

/**
 * The first lines a terminal gets: no prompts, and a mark with the number of a run and its exit code when its command
 * has ended, whatever it did to the terminal. Nothing of it is left in the environment of commands.
 */
export function setUpInput(token: string): string {
  return [
    'PS1= PS2=; unset -v HISTFILE; set +H; declare +x PS1 PS2 PROMPT_COMMAND',
    'TROUPE_LAST=',
    `PROMPT_COMMAND='TROUPE_LAST=$?; if [[ -n "\${TROUPE_RUN-}" ]]; then command -p stty -echo; builtin printf '\\''${markFormat(token)}'\\'' "$TROUPE_RUN" "$TROUPE_LAST"; TROUPE_RUN=; fi'`,
    'TROUPE_RUN=0',
    '',
  ].join('\n');
}

/**
 * The lines that run a command, whatever is in it: it arrives as a string in short escaped pieces, and is run as a whole.
 * A quote that is not closed is an error of the command then, not a shell that waits for more.
 */
export function commandInput(command: string, run: number): string {
  const lines: string[] = [];
  let line = '';
  for (const byte of Buffer.from(command)) {
    const char = String.fromCharCode(byte);
    line += PLAIN_BYTE.test(char) ? char : `\\${byte.toString(8).padStart(3, '0')}`;
    if (line.length >= LINE_BYTES) {
      lines.push(line);
      line = '';
    }
  }
  return [
    'TROUPE_INPUT=',
    ...[...lines, line].map((piece) => `TROUPE_INPUT+=$'${piece}'`),
    `TROUPE_RUN=${run}; eval "$TROUPE_INPUT"`,
    '',
  ].join('\n');
}
