import { buildMarkFormat } from './mark-scanner.js';

// A terminal accepts 4,095 bytes in a line and drops the rest. Units: bytes of input, as escaped below.
const LINE_BYTES = 1000;
// Characters that need no escape between $' and '; not even history expansion changes them.
const PLAIN_BYTE = /[A-Za-z0-9 _./,:=+@%-]/;

/**
 * The program of a terminal: bash without the person's start-up files, so that commands are not redefined, and without
 * line editing and echo, so that its output is only that of commands.
 */
export function buildTerminalProgram(bash: string): readonly [string, ...string[]] {
  return [bash, '-c', 'stty -echo; exec "$BASH" --noprofile --norc --noediting -i'];
}

/**
 * The first lines that a terminal gets. They remove prompts, and make the shell print a mark with the number and the
 * exit code of each command that ends. Commands see none of it in their environment.
 */
export function buildSetupInput(token: string): string {
  return [
    'PS1= PS2=; unset -v HISTFILE; set +H; declare +x PS1 PS2 PROMPT_COMMAND',
    'TROUPE_LAST=',
    `PROMPT_COMMAND='TROUPE_LAST=$?; if [[ -n "\${TROUPE_RUN-}" ]]; then command -p stty -echo; builtin printf '\\''${buildMarkFormat(token)}'\\'' "$TROUPE_RUN" "$TROUPE_LAST"; TROUPE_RUN=; fi'`,
    'TROUPE_RUN=0',
    '',
  ].join('\n');
}

/**
 * The lines that run any command: it is sent as a string in short escaped pieces and run as a whole. An unclosed quote
 * is then an error of the command and does not make the shell wait for more.
 */
export function buildCommandInput(command: string, run: number): string {
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
