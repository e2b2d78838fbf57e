import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import type * as Api from '../../src/host/api.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';

const BUILT = pathToFileURL(join(import.meta.dirname, '../../dist/api.js')).href;
const DIRECTORIES = 20;

let dir: AbsPath;
let root: string;
beforeEach(() => {
  dir = makeTempDir();
  root = join(dir, 'root');
  for (let at = 0; at < DIRECTORIES; at += 1) {
    mkdirSync(join(root, `src/${at}`), { recursive: true });
    writeFileSync(join(root, `src/${at}/file-${at}.ts`), `needle ${at};\n`);
  }
});
afterEach(() => {
  removeTempDir(dir);
});

async function open(workspace: Api.WorkspaceOptions = {}): Promise<Api.Host> {
  const { createHost } = (await import(BUILT)) as typeof Api;
  return createHost({
    roots: [root],
    workspace: { cacheDirectory: join(dir, 'cache'), ...workspace },
    stateDirectory: join(dir, 'state'),
  });
}

/** How many watches this process has from the kernel. */
function countWatches(): number {
  const texts = readdirSync('/proc/self/fdinfo').map((name) => {
    try {
      return readFileSync(`/proc/self/fdinfo/${name}`, 'utf8');
    } catch {
      // It was closed meanwhile.
      return '';
    }
  });
  return texts
    .join('\n')
    .split('\n')
    .filter((line) => line.startsWith('inotify wd:')).length;
}

async function pathsOf({ workspace }: Api.Host): Promise<string[]> {
  const paths: string[] = [];
  for await (const batch of await workspace.files()) paths.push(...batch.paths);
  return paths;
}

test.skipIf(process.platform !== 'linux')('a host watches nothing before the first request', async () => {
  const before = countWatches();
  await using host = await open();
  await host.workspace.whenReady();
  await host.workspace.status();
  expect(countWatches()).toBe(before);
  await host.workspace.search('file-1');
  while (countWatches() < before + DIRECTORIES) await host.workspace.status();
});

test('whatever has changed before a request is in its answer, though nobody watched', async () => {
  // Each host is asked once: with the second request a watch may be live.
  for (const isKnown of [false, true]) {
    const name = `made-while-known-is-${isKnown}.ts`;
    const content = `content of ${name}`;
    const requests: ((host: Api.Host) => Promise<string>)[] = [
      async (host) => (await pathsOf(host)).join('\n'),
      async ({ workspace }) => (await workspace.search(`1-${name}`)).hits.map(({ path }) => path).join('\n'),
      async ({ workspace }) => (await workspace.tree('src/0')).text,
      async ({ workspace }) => {
        let found = '';
        for await (const { matches } of await workspace.grep(content))
          found += matches.map((m) => m.path).join();
        return found;
      },
    ];
    for (const [at, request] of requests.entries()) {
      await using host = await open(isKnown ? {} : { cacheDirectory: null });
      await host.workspace.whenReady();
      const made = `${at}-${name}`;
      writeFileSync(join(root, 'src/0', made), content);
      expect(await request(host)).toContain(made);
    }
  }
});
