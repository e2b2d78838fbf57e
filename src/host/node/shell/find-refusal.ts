import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import type { SandboxRefusal } from '../../../actors/protocol/sandbox-refusal.js';

/** What a command printed, and what there is outside of its sandbox. */
interface CommandOutcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  /** Where the command ran. */
  readonly cwd?: string;
  /** The environment outside of the sandbox. */
  readonly environment: NodeJS.ProcessEnv;
  /** Whether a file exists outside of the sandbox. Default: asks the disk. */
  readonly exists?: (path: string) => boolean;
}

/** What the sandbox kept a command from, and the line of its output that says so. */
interface FoundRefusal {
  readonly kind: SandboxRefusal;
  readonly line: string;
}

// The ends of lines that programs print for EROFS, and for EBUSY where they remove or replace a locked file.
const WRITE = /read-only file ?system|\bEROFS\b|errno 30\b|device or resource busy|\bEBUSY\b/i;
const NETWORK = [
  // Of the system, in the words of libc: no route, no name server, no interface.
  /network is unreachable|no route to host|network is down|cannot assign requested address/i,
  /could(?: not|n't) resolve|temporary failure (?:in name resolution|resolving)|name or service not known|name resolution/i,
  // Of runtimes: Node, Go, Java, Python, Rust.
  /\b(?:ENETUNREACH|EAI_AGAIN|ENOTFOUND|EHOSTUNREACH)\b|no such host|UnknownHostException|getaddrinfo|failed to lookup address|dns error/,
  // Unix sockets: Docker, an SSH agent, a database.
  /\b(?:socket|connect|listen|bind)\b.*(?:\bEACCES\b|permission denied)/i,
  /(?:\bEACCES\b|permission denied).*(?:\bsocket\b|\.sock\b)/i,
  /(?:docker daemon socket|cannot connect to the docker daemon|ssh_auth_sock|could not open a connection to your authentication agent)/i,
  // Servers of this machine are out of reach as well.
  /(?:localhost|127\.0\.0\.1|\[?::1\]?)\S*.*(?:connection refused|ECONNREFUSED)|(?:connection refused|ECONNREFUSED).*(?:localhost|127\.0\.0\.1|::1)/i,
];
// A key is needed, and none is there.
const KEY =
  /gpg failed to sign the data|permission denied \(publickey|could not read (?:username|password) for/i;
const NOT_FOUND = /(?:^|[\s:])([\w.+@-]+): (?:command )?not found\b|env: ‘?'?([\w.+@-]+)'?’?: No such file/gm;
const MISSING = /no such file or directory|\bENOENT\b|not found|does not exist/i;
// The path of which a line says that it is missing: others in the line may be those of programs and scripts.
const MISSING_PATH =
  /([^\s'"‘’:]+)['"’]?: No such file or directory|no such file or directory, \w+ '([^']+)'/gi;
// Output may be long, and what went wrong stands at its end. Units: characters, lines.
const MAX_CHARS = 20_000;
const MAX_LINE_CHARS = 1000;

/**
 * What the sandbox kept a command from, by what it printed. A command that succeeded is believed, unless its errors say
 * so line by line: what it found in files may say anything.
 */
export function findRefusal(outcome: CommandOutcome): FoundRefusal | undefined {
  const hasFailed = outcome.exitCode !== 0;
  const lines = [outcome.stderr, ...(hasFailed ? [outcome.stdout] : [])].flatMap((text) =>
    text
      .slice(-MAX_CHARS)
      .split('\n')
      .map((line) => line.slice(0, MAX_LINE_CHARS)),
  );
  const tests: readonly (readonly [kind: SandboxRefusal, says: (line: string) => boolean])[] = [
    ['write', (line) => WRITE.test(line)],
    ['network', (line) => NETWORK.some((pattern) => pattern.test(line))],
    ['hidden', (line) => KEY.test(line) || namesHidden(line, outcome)],
  ];
  for (const [kind, says] of tests) {
    const line = lines.find(says);
    if (line !== undefined) return { kind, line };
  }
  return undefined;
}

/** Whether a line says that something is missing which exists outside of the sandbox. */
function namesHidden(line: string, { environment, cwd, exists = existsSync }: CommandOutcome): boolean {
  const programs = [...line.matchAll(NOT_FOUND)].flatMap(([, ...names]) => names.filter(Boolean));
  const folders = (environment['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  if (programs.some((program) => folders.some((folder) => exists(join(folder, program))))) return true;
  if (!MISSING.test(line)) return false;
  const named = [...line.matchAll(MISSING_PATH)].flatMap(([, ...paths]) => paths.filter(Boolean));
  const elsewhere = named
    .filter((path) => isAbsolute(path) || (cwd !== undefined && /^\.\.(?:\/|$)/.test(path)))
    .map((path) => resolve(cwd ?? '/', path));
  if (elsewhere.some((path) => exists(path))) return true;
  const home = environment['HOME'] ?? '';
  if (home.length < 2) return false;
  const paths = line.match(/[^\s'"‘’`:;,()]+/g) ?? [];
  return paths
    .map((path) => (path.startsWith('~/') ? join(home, path.slice(2)) : path))
    .some((path) => path.startsWith(`${home}/`) && exists(path));
}
