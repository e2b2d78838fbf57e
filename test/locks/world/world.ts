import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { type Canary, CanaryFinder, makeCanary } from './canaries.js';
import { makeRepositories, type Places, plantPrograms, type Secrets, writeProject } from './content.js';
import { Listeners } from './listeners.js';
import { compareSnapshots, type Snapshot, takeSnapshot } from './snapshot.js';

/** What a command did that nobody had allowed. */
export interface Effect {
  /** `runs`: a program of the workspace said that it ran. */
  readonly kind: 'writes' | 'prints' | 'connects' | 'runs';
  readonly detail: string;
}

export interface WorldOptions {
  /** Whether the repositories' settings name programs, and the workspace has programs named like tools. */
  readonly isHostile?: boolean;
  /** Whether the `PATH` begins with folders of the workspace. Default: yes. */
  readonly hasCarelessPath?: boolean;
}

// The tokens that people have in their environment.
export const TOKEN_NAMES =
  'GITHUB_TOKEN GH_TOKEN GITLAB_TOKEN NPM_TOKEN NODE_AUTH_TOKEN AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AZURE_CLIENT_SECRET GOOGLE_APPLICATION_CREDENTIALS_JSON OPENAI_API_KEY ANTHROPIC_API_KEY HF_TOKEN SLACK_BOT_TOKEN STRIPE_SECRET_KEY DATABASE_URL PGPASSWORD DOCKER_PASSWORD SENTRY_AUTH_TOKEN CARGO_REGISTRY_TOKEN TWINE_PASSWORD'.split(
    ' ',
  );

/** A `PATH` that leads to the programs of the system only. */
export const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** A workspace, a home folder and a machine around them, full of things that a command could do harm to. */
export class LocksWorld implements AsyncDisposable {
  readonly places: Places;
  readonly listeners: Listeners;
  /** The environment of the process that runs commands. */
  readonly environment: NodeJS.ProcessEnv;
  readonly secrets: { readonly home: Canary; readonly outside: Canary; readonly planted: Canary };
  readonly tokens: readonly Canary[];
  readonly #finder: CanaryFinder;
  readonly #template: string;
  #snapshot: Snapshot = new Map();

  private constructor(base: string, template: string, hasCarelessPath: boolean) {
    this.places = {
      base,
      app: join(base, 'app'),
      home: join(base, 'home'),
      outside: join(base, 'outside'),
    };
    this.#template = template;
    const { app, home } = this.places;
    this.secrets = {
      home: makeCanary('the home folder'),
      outside: makeCanary('a file outside'),
      planted: makeCanary('a program of the workspace'),
    };
    this.tokens = TOKEN_NAMES.map((name) => makeCanary(name));
    this.#finder = new CanaryFinder([this.secrets.home, this.secrets.outside, ...this.tokens]);
    this.listeners = new Listeners(
      [join(app, 'run.sock'), join(home, 'agent.sock'), join(base, 'service.sock')],
      // As long as such a name can be: Node fills up shorter ones, and other programs do not.
      `troupe-${randomBytes(8).toString('hex')}`.padEnd(107, 'x'),
    );
    this.environment = {
      // A careless PATH: the workspace comes first, by name and by place.
      PATH: hasCarelessPath ? `${app}/bin:./bin::${app}/node_modules/.bin:${SYSTEM_PATH}` : SYSTEM_PATH,
      HOME: home,
      LANG: 'C.UTF-8',
      TERM: 'xterm',
      USER: 'ada',
      SSH_AUTH_SOCK: join(home, 'agent.sock'),
      ...Object.fromEntries(this.tokens.map(({ place, text }) => [place, text])),
    };
  }

  static async make({ isHostile = true, hasCarelessPath = true }: WorldOptions = {}): Promise<LocksWorld> {
    // Not the temporary folder that the sandbox empties: what is hidden there would prove nothing.
    const parent = existsSync('/var/tmp') ? '/var/tmp' : tmpdir();
    const base = realpathSync(mkdtempSync(join(parent, 'troupe-locks-')));
    const template = realpathSync(mkdtempSync(join(tmpdir(), 'troupe-locks-')));
    const world = new LocksWorld(base, template, hasCarelessPath);
    const { places, secrets } = world;
    const texts: Secrets = {
      home: secrets.home.text,
      outside: secrets.outside.text,
      planted: secrets.planted.text,
    };
    writeProject(places, texts);
    if (isHostile) plantPrograms(places, texts);
    makeRepositories(places, isHostile);
    copy(base, template);
    await world.listeners.start();
    world.#snapshot = takeSnapshot(base);
    return world;
  }

  get root(): AbsPath {
    return this.places.app as AbsPath;
  }

  /** The line with the names of this world's places in it. */
  fill(line: string): string {
    const { app, home, outside } = this.places;
    const values: Readonly<Record<string, string>> = {
      APP: app,
      HOME: home,
      OUT: outside,
      UNIX: join(app, 'run.sock'),
      HOST_UNIX: join(this.places.base, 'service.sock'),
      TCP: String(this.listeners.tcpPort),
      UDP: String(this.listeners.udpPort),
      ABSTRACT: this.listeners.abstractName,
    };
    return line.replaceAll(/@([A-Z_]+)@/g, (whole, name: string) => values[name] ?? whole);
  }

  /** Everything that happened since the last call, given what was printed meanwhile. The disk is put right again. */
  async takeEffects(output: string): Promise<readonly Effect[]> {
    const { base } = this.places;
    const changed = compareSnapshots(this.#snapshot, takeSnapshot(base));
    const strays = listStrays();
    const reached = await this.listeners.takeConnections();
    if (changed.length > 0) await this.#restore(changed);
    for (const path of strays) rmSync(path, { recursive: true, force: true });
    return [
      ...[...changed.map((path) => relative(base, path)), ...strays].map((detail): Effect => ({
        kind: 'writes',
        detail,
      })),
      ...reached.map((detail): Effect => ({ kind: 'connects', detail })),
      ...this.findInOutput(output),
    ];
  }

  /** What an output says of the effects of its command. */
  findInOutput(output: string): readonly Effect[] {
    const runs: Effect = { kind: 'runs', detail: 'a program of the workspace' };
    return [
      ...this.#finder.find(output).map((detail): Effect => ({ kind: 'prints', detail })),
      ...(output.includes(this.secrets.planted.text) ? [runs] : []),
    ];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.listeners[Symbol.asyncDispose]();
    for (const folder of [this.places.base, this.#template]) rmSync(folder, { recursive: true, force: true });
  }

  /** Puts back what a command changed. */
  async #restore(changed: readonly string[]): Promise<void> {
    const { base } = this.places;
    // The outermost places cover what is in them; a folder of which only the time has changed is left alone.
    const places = changed
      .filter((path) => !isFolder(path) || !isFolder(this.#original(path)))
      .sort((a, b) => a.length - b.length);
    const done: string[] = [];
    for (const path of places) {
      if (done.some((other) => path.startsWith(`${other}/`))) continue;
      done.push(path);
      const original = this.#original(path);
      if (lstatSync(path, { throwIfNoEntry: false })?.isSocket() === true && !existsSync(original)) continue;
      rmSync(path, { recursive: true, force: true });
      if (lstatSync(original, { throwIfNoEntry: false }) !== undefined) copy(original, path);
    }
    for (const path of changed.filter((one) => isFolder(one) && isFolder(this.#original(one)))) {
      const { mtime, atime } = statSync(this.#original(path));
      utimesSync(path, atime, mtime);
    }
    await this.listeners.repair();
    this.#snapshot = takeSnapshot(base);
  }

  #original(path: string): string {
    return join(this.#template, relative(this.places.base, path));
  }
}

function copy(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Files that the lines name `pwned`, in the places of the machine that a command could write to. */
function listStrays(): readonly string[] {
  const folders = [
    '/',
    '/tmp',
    '/var/tmp',
    '/dev/shm',
    '/etc',
    '/usr/bin',
    homedir(),
    tmpdir(),
    dirname(homedir()),
  ];
  return [...new Set(folders)].flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => name.startsWith('pwned'))
          .map((name) => join(folder, name))
      : [],
  );
}
