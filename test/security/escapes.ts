import type { GauntletWorld } from './gauntlet-world.js';

/**
 * `refused`: every tool must refuse it. `inside`: it names a place in the workspace, however it looks, or nothing at all;
 * whatever a tool does, it does it there.
 */
export type Verdict = 'refused' | 'inside';

/** One way out that somebody may try. */
export type Escape = readonly [name: string, uri: (world: GauntletWorld) => string, verdict: Verdict];

const encodeAll = (text: string): string =>
  Buffer.from(text).reduce((all, byte) => `${all}%${byte.toString(16).padStart(2, '0')}`, '');

/** To try another way out, add a line. Source: SPEC T2, property 11. */
export const ESCAPES: readonly Escape[] = [
  // Dots.
  ['the parent', () => '..', 'refused'],
  ['the parent with a slash', () => '../', 'refused'],
  ['a file beside the root', () => '../outside/secret.txt', 'refused'],
  ['dots behind a folder', () => 'src/../../outside/secret.txt', 'refused'],
  ['dots behind a folder that is missing', () => 'none/../../outside/secret.txt', 'refused'],
  ['dots behind a file', () => 'a.ts/../../outside/secret.txt', 'refused'],
  ['many dots', () => `${'../'.repeat(40)}etc/passwd`, 'refused'],
  ['dots with single dots between', () => './.././outside/./secret.txt', 'refused'],
  ['dots with doubled slashes', () => '..//outside//secret.txt', 'refused'],
  ['dots at the end', () => 'src/..//..', 'refused'],
  ['dots with backslashes', () => '..\\outside\\secret.txt', 'inside'],
  ['dots with mixed slashes', () => 'src\\..\\../../outside/secret.txt', 'inside'],
  ['three dots', () => '.../outside/secret.txt', 'inside'],
  ['dots with a blank', () => '.. /outside/secret.txt', 'inside'],
  ['full-width dots', () => '\uFF0E\uFF0E/outside/secret.txt', 'inside'],
  ['a two dot leader', () => '\u2025/outside/secret.txt', 'inside'],
  ['a full-width slash', () => '..\uFF0Foutside\uFF0Fsecret.txt', 'inside'],
  ['a division slash', () => '..\u2215outside\u2215secret.txt', 'inside'],
  ['dots with a zero-width joiner', () => '.\u200D./outside/secret.txt', 'inside'],

  // Absolute paths.
  ['the root of the disk', () => '/', 'refused'],
  ['a file of the system', () => '/etc/passwd', 'refused'],
  ['a file beside the root, absolute', ({ outside }) => `${outside}/secret.txt`, 'refused'],
  ['a folder beside the root', ({ outside }) => outside, 'refused'],
  ['a root that ours is a prefix of', ({ app }) => `${app}-evil/secret.txt`, 'refused'],
  ['that root by dots', () => '../app-evil/secret.txt', 'refused'],
  ['the root and dots', ({ app }) => `${app}/../outside/secret.txt`, 'refused'],
  ['the base of the root', ({ base }) => base, 'refused'],
  ['doubled slashes at the start', ({ outside }) => `/${outside}/secret.txt`, 'refused'],
  ['a prefix of the root', ({ app }) => app.slice(0, -1), 'refused'],
  ['the temporary folder', () => '/tmp', 'refused'],

  // Links.
  ['a link to a file', () => 'out-file', 'refused'],
  ['a link to a folder', () => 'out-dir', 'refused'],
  ['a file behind a link', () => 'out-dir/secret.txt', 'refused'],
  ['a new file behind a link', () => 'out-dir/new.txt', 'refused'],
  ['a new folder behind a link', () => 'out-dir/new/', 'refused'],
  ['a chain of links', () => 'chain/secret.txt', 'refused'],
  ['an absolute link', () => 'absolute-link/secret.txt', 'refused'],
  ['a link to the parent', () => 'up-link/outside/secret.txt', 'refused'],
  ['dots behind a link', () => 'deep-link/../../outside/secret.txt', 'refused'],
  ['a dangling link', () => 'dangling-out', 'refused'],
  ['a chain of dangling links', () => 'dangling-chain', 'refused'],
  ['a file below a dangling link', () => 'dangling-out/x', 'refused'],
  ['a dangling link through another', () => 'dangling-through', 'refused'],
  ['a link to the root of the disk', () => 'disk-link/etc/passwd', 'refused'],
  ['a link through /proc', () => 'proc-link/etc/passwd', 'refused'],
  ['a circle of links', () => 'circle', 'refused'],
  ['a file below a circle', () => 'circle/../../outside/secret.txt', 'refused'],
  ['a link by a file URI', ({ app }) => `file://${app}/out-file`, 'refused'],

  // What the system offers.
  ['the root of the process', () => '/proc/self/root/etc/passwd', 'refused'],
  ['the root of the process and back', ({ outside }) => `/proc/self/root${outside}/secret.txt`, 'refused'],
  ['the working directory of the process', () => '/proc/self/cwd/package.json', 'refused'],
  ['the environment of the process', () => '/proc/self/environ', 'refused'],
  ['an open file', () => '/dev/fd/0', 'refused'],
  ['standard input', () => '/dev/stdin', 'refused'],
  ['a device', () => '/dev/zero', 'refused'],
  ['a device of Windows', () => 'CON', 'inside'],
  ['a device path of Windows', () => '\\\\.\\C:\\secret.txt', 'inside'],
  ['a long path of Windows', () => '\\\\?\\C:\\secret.txt', 'inside'],
  ['a share', () => '\\\\server\\share\\secret.txt', 'inside'],
  ['a share with slashes', () => '//server/share/secret.txt', 'refused'],
  ['a drive', () => 'C:\\secret.txt', 'inside'],
  ['another stream of a file', () => 'a.ts:stream', 'inside'],

  // What a shell would make of it.
  ['home', () => '~/secret.txt', 'inside'],
  ['the home of somebody', () => '~root/secret.txt', 'inside'],
  ['a variable', () => '$HOME/secret.txt', 'inside'],
  ['a variable with braces', () => '${HOME}/secret.txt', 'inside'],
  ['a variable of Windows', () => '%USERPROFILE%\\secret.txt', 'inside'],
  ['a command', () => '$(cat /etc/passwd)', 'inside'],
  ['a glob', () => '../*/secret.txt', 'refused'],

  // URIs.
  ['a file URI', ({ outside }) => `file://${outside}/secret.txt`, 'refused'],
  ['a file URI with dots', ({ app }) => `file://${app}/../outside/secret.txt`, 'refused'],
  ['a file URI with encoded dots', ({ app }) => `file://${app}/%2e%2e/outside/secret.txt`, 'refused'],
  ['a file URI with encoded slashes', ({ app }) => `file://${app}%2f..%2foutside%2fsecret.txt`, 'refused'],
  [
    'a file URI all encoded',
    ({ outside }) => `file:///${encodeAll(`${outside}/secret.txt`).slice(3)}`,
    'refused',
  ],
  ['a file URI encoded twice', ({ app }) => `file://${app}/%252e%252e/outside/secret.txt`, 'inside'],
  ['a file URI of localhost', ({ outside }) => `file://localhost${outside}/secret.txt`, 'refused'],
  ['a file URI of another host', () => 'file://server/share/secret.txt', 'refused'],
  ['a file URI in capitals', ({ outside }) => `FILE://${outside}/secret.txt`, 'refused'],
  ['a file URI with one slash', ({ outside }) => `file:${outside}/secret.txt`, 'inside'],
  ['a file URI with a NUL', ({ app }) => `file://${app}/a.ts%00.txt`, 'refused'],
  ['a file URI with bad bytes', ({ app }) => `file://${app}/%c0%ae%c0%ae/outside`, 'refused'],
  ['a remote URI', ({ outside }) => `vscode-remote://wsl+Ubuntu${outside}/secret.txt`, 'refused'],
  ['a web address', () => 'https://example.org/secret.txt', 'refused'],
  ['a data URI', () => 'data://text/plain,secret', 'refused'],
  ['encoded dots without a URI', () => '%2e%2e/outside/secret.txt', 'inside'],
  ['an encoded slash without a URI', () => '..%2foutside%2fsecret.txt', 'inside'],

  // Odd characters.
  ['a NUL', () => 'a.ts\0../outside', 'refused'],
  ['a NUL at the end', () => '../outside/secret.txt\0.ts', 'refused'],
  ['a line feed before dots', () => '\n../outside/secret.txt', 'inside'],
  ['dots behind a line feed', () => 'src\n/../../outside/secret.txt', 'refused'],
  ['a carriage return', () => '..\r/outside/secret.txt', 'inside'],
  ['an escape sequence', () => '\u001b[2J../outside', 'inside'],
  ['a name that turns the text round', () => '\u202Etxt.terces/..', 'inside'],
  ['a blank name and dots', () => ' /../../outside/secret.txt', 'refused'],
  ['a very long name', () => 'x'.repeat(5_000), 'inside'],
  ['a very long way out', () => `${'src/../'.repeat(2_000)}../outside/secret.txt`, 'refused'],
  ['a path longer than any', () => `${'a/'.repeat(20_000)}..`, 'refused'],
  ['the root in capitals', ({ app }) => `${app.toUpperCase()}/../outside/secret.txt`, 'refused'],
  ['another case of what is outside', () => '../OUTSIDE/SECRET.TXT', 'refused'],
  ['a composed name outside', () => '../\u00FC/secret.txt', 'refused'],
  ['a decomposed name outside', () => '../u\u0308/secret.txt', 'refused'],
  ['a composed link', () => '\u00FC-link/secret.txt', 'refused'],
  ['a decomposed form of that link', () => 'u\u0308-link/secret.txt', 'inside'],
  ['the name of the root', () => 'app/../../outside/secret.txt', 'refused'],
];
