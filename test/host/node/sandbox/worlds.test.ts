import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createSocket } from 'node:dgram';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { findSandbox } from '../../../../src/host/node/sandbox/find-sandbox.js';
import { writeFiles } from '../../../doubles/temp-dir.js';
import { SECRET_FILES, TOKENS } from './secrets.js';
import { makeTriedWorld, type World } from './try-world.js';
import { describeUnless, testUnless, whyUnsandboxed } from '../../../doubles/run-unless.js';

const SECRET = 'token = "the-secret-of-the-home"';
const { state } = await findSandbox({ roots: [] });

const keyFile = join(mkdtempSync('/var/tmp/troupe-'), 'key');
const tried = makeTriedWorld(TOKENS, { secrets: [keyFile] });
const { home, root, base, run } = tried;
writeFiles(home, {
  ...Object.fromEntries(SECRET_FILES.map((path) => [path, SECRET])),
  '.unknown/thing': SECRET,
  '.gitconfig': `[user]\n\tname = a\n[github]\n\t${SECRET}\n`,
  '.nvm/versions/node/bin/tool': '#!/bin/sh\necho tool\n',
  '.cargo/registry/cache/crate': 'crate',
  'bin/own': '#!/bin/sh\necho own\n',
  '.local/share/pnpm/x': 'x',
});
chmodSync(join(home, '.nvm/versions/node/bin/tool'), 0o755);
writeFiles(keyFile.slice(0, -4), { key: SECRET });
writeFiles(root, { 'a.txt': 'a', 'bin/ls': '#!/bin/sh\necho planted\n' });
chmodSync(join(root, 'bin/ls'), 0o755);
const WORLDS: readonly (readonly [name: string, world: World])[] = [
  ['looking', 'looking'],
  ['working', {}],
];

afterAll(async () => {
  await tried[Symbol.asyncDispose]();
  rmSync(keyFile.slice(0, -4), { recursive: true });
});

describeUnless(whyUnsandboxed(state))('in the world of commands', () => {
  test.each(WORLDS)(
    '%s no secret of the home folder and of the environment is readable',
    async (_, world) => {
      expect([SECRET_FILES.length, Object.keys(TOKENS).length]).toEqual([60, 20]);
      const { stdout } = await run(
        `cd "$HOME"; cat ${SECRET_FILES.join(' ')} .unknown/thing ${keyFile}; grep -rs secret-of . ; env; cat /proc/*/environ | tr '\\0' '\\n'`,
        world,
      );
      expect(stdout).not.toContain('the-secret-of-the-home');
      expect(Object.values(TOKENS).filter((token) => token.length > 3 && stdout.includes(token))).toEqual([]);
      expect(Object.keys(TOKENS).filter((name) => stdout.includes(`${name}=`))).toEqual([]);
    },
  );

  test.each(WORLDS)('%s no secret is readable where the home folder is the workspace', async (_, world) => {
    const { stdout } = await run(
      `cat ${SECRET_FILES.join(' ')} ${keyFile}; cat .gitconfig`,
      world,
      home as AbsPath,
    );
    const shown = stdout.split('\n').filter((line) => line === SECRET);
    expect([shown, stdout.includes('name = a')]).toEqual([[], true]);
  });

  test('a file and a variable are readable once they are revealed, and a key file of Troupe is not', async () => {
    const grants = { reveals: ['~/.npmrc', '~/.aws', 'NPM_TOKEN', `~/../${keyFile}`] };
    const { stdout } = await run(
      `cat ~/.npmrc ~/.aws/credentials ${keyFile}; echo "$NPM_TOKEN"; cat ~/.netrc; echo x > ~/.npmrc`,
      grants,
    );
    expect(stdout).toBe(`${SECRET}${SECRET}${TOKENS['NPM_TOKEN'] ?? ''}\n`);
  });

  test.each(WORLDS)('%s tool chains run and cannot be written', async (_, world) => {
    const { stdout } = await run(
      '~/.nvm/versions/node/bin/tool; cat ~/.cargo/registry/cache/crate; for f in ~/.nvm/x ~/.cargo/registry/x ~/bin/own; do echo evil > $f && echo written; done',
      world,
    );
    expect(stdout).toBe('tool\ncrate');
  });

  test('with the network, downloaded packages are not seen and new ones are not kept', async () => {
    const { stdout } = await run(
      'mkdir -p ~/.cargo/registry/cache && echo x > ~/.cargo/registry/cache/crate && echo ok',
      {
        hasNetwork: true,
      },
    );
    expect([stdout, spawnSync('cat', [join(home, '.cargo/registry/cache/crate')]).stdout.toString()]).toEqual(
      ['ok\n', 'crate'],
    );
  });

  test('looking changes nothing but an empty temporary folder of its own', async () => {
    const marker = join(tmpdir(), `troupe-looking-${process.pid}`);
    writeFiles(tmpdir(), { [`troupe-looking-${process.pid}`]: 'outside' });
    const { stdout, refusal } = await run(
      `cat ${marker}; ls -A /tmp; echo x > a.txt; touch new; rm -f a.txt; mkdir d; echo x > /dev/x; echo in > /tmp/t && cat /tmp/t`,
      'looking',
    );
    rmSync(marker);
    expect([stdout, refusal]).toEqual(['in\n', 'write']);
    expect(readdirSync(root).sort()).toEqual(['a.txt', 'bin']);
  });

  test('looking takes no program from the workspace', async () => {
    const sandboxed = makeTriedWorld({ PATH: `${root}/bin:.:${process.env['PATH'] ?? ''}` });
    const { stdout } = await sandboxed.run('ls; echo $PATH', 'looking', root);
    await sandboxed[Symbol.asyncDispose]();
    expect(stdout).toMatch(/^a\.txt\nbin\n/);
    expect(stdout).not.toContain(root);
  });

  test.each<[name: string, command: string]>([
    ['a brace expansion', 'echo {1..99999999} > /dev/null'],
    ['a format', 'printf -v x %999999999d 1; y=$x$x$x'],
    ['a variable that grows', 'x=$(yes | head -c 1000000); for i in {1..12}; do x=$x$x; done; echo ${#x}'],
    ['a file', 'yes > /tmp/file'],
    ['a shared file', 'yes > /dev/shm/file'],
    ['a program', "node -e 'const a = []; for (;;) a.push(Buffer.alloc(1e8, 1))'"],
  ])('looking ends %s that takes too much', async (_, command) => {
    const { endedBy, exitCode } = await run(command, 'looking');
    expect([endedBy, exitCode === 0]).toEqual(['exit', false]);
  });

  test('looking cuts off output without end', async () => {
    const { endedBy, stdout } = await run('yes', 'looking');
    expect(endedBy).toBe('exit');
    expect(stdout).toMatch(/the command was cut off here, after 64 MB of output/);
  });

  // The kernel does not count the processes of root.
  testUnless(process.getuid?.() === 0 ? 'The system counts no processes of root.' : undefined)(
    'looking ends a chain of forks',
    async () => {
      const { stderr } = await run('for i in $(seq 3000); do sleep 20 & done', 'looking');
      expect(stderr).toContain('Resource temporarily unavailable');
    },
  );

  describe('with listeners', () => {
    const servers: Server[] = [];
    const datagrams = createSocket('udp4');
    let heard = 0;
    let port = 0;
    const unix = join(root, 'service.sock');
    const abstract = `\0troupe-${process.pid}`;
    beforeAll(async () => {
      for (const place of [0, unix, abstract]) {
        const server = createServer(() => (heard += 1));
        servers.push(server);
        await new Promise<void>((resolve) => {
          if (place === 0) server.listen(0, '127.0.0.1', resolve);
          else server.listen({ path: String(place) }, resolve);
        });
      }
      const address = servers[0]?.address();
      port = typeof address === 'object' && address !== null ? address.port : 0;
      await new Promise<void>((resolve) => {
        datagrams.on('message', () => (heard += 1)).bind(port, '127.0.0.1', resolve);
      });
    });
    afterAll(() => {
      for (const server of servers) server.close();
      datagrams.close();
    });

    test.each(WORLDS)('%s reaches neither TCP, UDP, nor Unix and abstract sockets', async (_, world) => {
      const program = `
        const net = require('net');
        for (const place of [{ port: ${port}, host: '127.0.0.1' }, { path: '${unix}' }, { path: '\\0troupe-${process.pid}' }])
          net.connect(place).on('error', (e) => console.log(e.code)).on('connect', () => console.log('reached'));
        const s = require('dgram').createSocket('udp4');
        s.send('x', ${port}, '127.0.0.1', (e) => { console.log(e?.code ?? 'sent'); s.close(); });`;
      await run(`node -e "${program.replaceAll('"', '\\"')}"; echo x > /dev/udp/127.0.0.1/${port}`, world);
      expect(heard).toBe(0);
    });

    test('working with the network reaches TCP, and no Unix socket', async () => {
      const command = (place: string): string =>
        `node -e 'require("net").connect(${place}).on("error", (e) => console.log(e.code)).on("connect", () => { console.log("reached"); process.exit(); })'`;
      const grants = { hasNetwork: true };
      const outputs = await Promise.all(
        [`${port}, "127.0.0.1"`, `"${unix}"`, `"\\0troupe-${process.pid}"`].map((place) =>
          run(command(place), grants),
        ),
      );
      expect(outputs.map(({ stdout }) => stdout.trim())).toEqual(['reached', 'EACCES', 'EACCES']);
    });
  });

  test('programs talk to their children', async () => {
    const { stdout } = await run(
      `node -e 'const c = require("child_process").fork("-e", ["process.send(1)"], { execArgv: [] }); c.on("message", () => console.log("heard")); c.on("error", () => 0)' 2>/dev/null; node -p 'require("child_process").execSync("echo child").toString()'`,
      'looking',
    );
    expect(stdout).toContain('child');
  });

  test.each<[what: string, place: (base: string) => string]>([
    ['with a line feed in its name', (at) => join(at, 'a\nb')],
    ['with quotes and blanks in its name', (at) => join(at, ` "a' $(touch x)`)],
    ['in the temporary folder', () => mkdtempSync(join(tmpdir(), 'troupe-'))],
    ['in a hidden folder of the home', (at) => join(at, 'home/.config/gh/project')],
  ])('a root %s is seen, and written in one world only', async (_, place) => {
    const folder = place(base) as AbsPath;
    mkdirSync(folder, { recursive: true });
    writeFiles(folder, { file: 'content' });
    const looked = await run('cat file; echo x > new', 'looking', folder);
    const worked = await run('cat file; echo x > made', {}, folder);
    expect([looked.stdout, worked.stdout, readdirSync(folder).sort()]).toEqual([
      'content',
      'content',
      ['file', 'made'],
    ]);
    rmSync(folder, { recursive: true });
  });

  test('links in the workspace lead to nothing that is hidden', async () => {
    symlinkSync(join(home, '.ssh'), join(root, 'keys'));
    const { stdout } = await run('cat keys/id_ed25519; ls -A keys/', {});
    rmSync(join(root, 'keys'));
    expect(stdout).toBe('');
  });

  test.each(WORLDS)('%s leaves nothing on the disk for its mounts', async (_, world) => {
    const list = (): string => spawnSync('find', [base], { encoding: 'utf8' }).stdout;
    const before = list();
    await run('true', world);
    expect([list(), existsSync(join(root, '.git'))]).toEqual([before, false]);
  });

  test.each<[what: string, command: string]>([
    ['further user namespaces', 'unshare -U true'],
    ['mounts', 'mount -t tmpfs none /mnt'],
    [
      'the keyrings of the kernel',
      `python3 -c 'import ctypes; print(ctypes.CDLL(None).syscall(250, 0, -3, 1)); raise SystemExit(1)'`,
    ],
    ['settings of the kernel', 'cat /proc/sys/vm/swappiness > /proc/sys/vm/swappiness'],
  ])('working has no %s', async (_, command) => {
    const { exitCode } = await run(command, {});
    expect(exitCode).not.toBe(0);
  });
});
