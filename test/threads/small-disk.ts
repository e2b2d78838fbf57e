import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { BuiltEntries } from './build-entries.js';

const API = pathToFileURL(join(import.meta.dirname, '../../dist/api.js')).href;
const MOUNT = 'mount -t tmpfs -o size=2m tmpfs "$1"';

/** What came of opening a folder and of editing a file in it. */
export interface Trial {
  readonly phase: string | undefined;
  readonly snapshot: string | undefined;
  readonly files: readonly string[];
  readonly filesOfGit: readonly string[];
  readonly edit: { readonly outcome: string; readonly error?: string; readonly output: string } | undefined;
  /** What the file holds afterwards. */
  readonly needle: string;
  /** The files on the disk that hold something else than before, have come or have gone. */
  readonly changed: readonly string[];
}

/** What a host makes of a disk that is full or read-only. */
export interface SmallDiskReport {
  /** With the folder for state on that disk, and with it elsewhere. */
  readonly inTrouble: readonly [Trial, Trial];
  /** The files that are left in the folder for state elsewhere. */
  readonly leftElsewhere: readonly string[];
  /** With the folder for state on that disk once it is as it should be. */
  readonly afterwards: Trial;
}

/** Why no disk of our own can be mounted here; `undefined` where it can. */
export function whyNoDisk(): string | undefined {
  const { status, stderr, error } = spawnSync('unshare', ['-Urm', 'sh', '-c', MOUNT, 'sh', '/mnt'], {
    encoding: 'utf8',
  });
  return status === 0 ? undefined : `No disk can be mounted here: ${error?.message ?? stderr.trim()}`;
}

/** Runs a host on a disk of 2 MB that nobody else sees. Errors: those of `runOnDisk`. */
export async function tryDisk(entries: BuiltEntries, top: string, trouble: string): Promise<SmallDiskReport> {
  const [disk, elsewhere] = [join(top, 'disk'), join(top, 'elsewhere')];
  for (const folder of [disk, elsewhere]) mkdirSync(folder);
  return runOnDisk(entries.url('small-disk.entry'), disk, [API, disk, elsewhere, trouble]);
}

/**
 * Runs an entry in a process that alone sees a disk of 2 MB at a folder. Resolves to the report that it prints as JSON.
 * Errors: what it wrote beside its report.
 */
export async function runOnDisk<Report>(entry: URL, disk: string, args: readonly string[]): Promise<Report> {
  const command = `${MOUNT} && shift && exec "$@"`;
  const script = [process.execPath, fileURLToPath(entry), ...args];
  return readReport('unshare', ['-Urm', 'sh', '-c', command, 'sh', disk, ...script]);
}

/** Runs a program. Resolves to the report that it prints as JSON. Errors: what it wrote beside its report. */
export async function readReport<Report>(program: string, args: readonly string[]): Promise<Report> {
  const child = spawn(program, args);
  let [output, complaints] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
  const exitCode = await new Promise((resolve) => child.on('close', resolve));
  if (exitCode !== 0 || complaints !== '')
    throw new Error(`It ended with ${String(exitCode)}: ${complaints}`);
  return JSON.parse(output) as Report;
}
