import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { FileNotFoundError, ToolExecutionError } from '../../../../src/actors/protocol/errors.js';
import type { TerminalEvent, TerminalOutput } from '../../../../src/actors/protocol/shell.js';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { deferred } from '../../../../src/actors/runtime/deferred.js';
import { withoutSandbox } from '../../../../src/host/node/sandbox/sandbox.js';
import { LocalTerminals } from '../../../../src/host/node/terminals/local-terminals.js';
import { errorOf } from '../../../doubles/error-of.js';
import { type Cage, makeShellWorld, request, type ShellWorld } from '../../../doubles/shell-world.js';
import { whyUnsandboxed } from '../../../doubles/run-unless.js';
import { untilEqual } from '../../../doubles/until-equal.js';
import { until } from '../../../doubles/until.js';

// A command that ends says so at once.
const LONG_MS = 60_000;
// A command that goes on is read again.
const SHORT_MS = 300;

interface Opened {
  readonly world: ShellWorld;
  readonly terminals: LocalTerminals;
  readonly id: string;
  readonly run: (command: string, timeoutMs?: number, signal?: AbortSignal) => Promise<TerminalOutput>;
}

const worlds: AsyncDisposable[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0).reverse()) await world[Symbol.asyncDispose]();
});

async function open(cage: Cage = 'none'): Promise<Opened> {
  const world = await makeShellWorld();
  const { sandbox, environment } = world;
  const terminals = new LocalTerminals({
    sandbox: () => Promise.resolve(sandbox),
    environment,
  });
  worlds.push(world, terminals);
  const id = await terminals.open(world.cwd, request(cage));
  return {
    world,
    terminals,
    id,
    run: (command, timeoutMs = LONG_MS, signal = new AbortController().signal) =>
      terminals.run(id, command, { signal, timeoutMs }),
  };
}

/** Runs a command that goes on, and reads it until it has printed `words`. Resolves to all that was read. */
async function runUntil(words: string, run: Opened['run'], command: string): Promise<TerminalOutput> {
  const first = await run(command, SHORT_MS);
  let { text } = first;
  return until(async () => {
    if (text.includes(words)) return { ...first, text };
    text += (await run('', SHORT_MS)).text;
    return undefined;
  }, `the command has printed “${words}”`);
}

const finished = (text: string, exitCode = 0): TerminalOutput => ({
  text,
  droppedChars: 0,
  state: 'finished',
  exitCode,
});

describe.each<Cage>(['none', 'working'])('a terminal in sandbox %s', (cage) => {
  test('runs one command after the other, directory and variables kept', async () => {
    const { run, world } = await open(cage);
    expect(await run('pwd')).toEqual(finished(`${world.cwd}\n`));
    expect(await run('mkdir sub; cd sub; A=1')).toEqual(finished(''));
    expect(await run('pwd; echo $A; false')).toEqual(finished(`${world.cwd}/sub\n1\n`, 1));
  });

  test('runs whatever is in a command', async () => {
    const { run } = await open(cage);
    expect(await run('for i in 1 2\ndo\n\techo "$i é 😀 !! $HOME" | tail -c 100 | head -c 3\ndone')).toEqual(
      finished('1 \u{FFFD}2 \u{FFFD}'),
    );
    expect(await run("cat << 'END'\na'b\"c\\d!e$f`g`\n\nEND")).toEqual(finished('a\'b"c\\d!e$f`g`\n\n'));
    expect(await run('echo "not closed')).toMatchObject({ state: 'finished', exitCode: 2 });
    expect(await run('echo 1 # a comment')).toEqual(finished('1\n'));
    expect(await run(`printf %s ${'x'.repeat(100_000)} | wc -c`)).toEqual(finished('100000\n'));
  });

  test('is a terminal, and a quiet one', async () => {
    const { run } = await open(cage);
    expect(
      await run('test -t 0 && test -t 1 && echo "$TERM $PAGER"; tput cols 2> /dev/null || stty size'),
    ).toEqual(finished(expect.stringMatching(/^dumb cat\n(?:200|50 200)\n$/) as unknown as string));
    expect(await run('stty sane; printf "\\033[31mred\\033[0m\\r\\n"')).toEqual(finished('red\n'));
    expect(await run('echo again')).toEqual(finished('again\n'));
    expect(await run('env | grep -c -E "^(PROMPT_COMMAND|PS1|TROUPE_(RUN|INPUT))="')).toEqual(
      finished('0\n', 1),
    );
  });

  test('goes on with a command when the time is up, and is read on with an empty one', async () => {
    const { run, terminals, world, id } = await open(cage);
    expect(await runUntil('on\n', run, 'mkfifo fifo; echo on; read -r x < fifo; echo "$x"')).toEqual({
      text: 'on\n',
      droppedChars: 0,
      state: 'running',
      exitCode: null,
    });
    expect(terminals.list()).toEqual([{ id, cwd: world.cwd, isBusy: true }]);
    expect(await errorOf(() => run('echo'))).toBeInstanceOf(ToolExecutionError);
    const reading = run('');
    await world.run('echo off > fifo', 'none');
    expect(await reading).toEqual(finished('off\n'));
    expect(await run('')).toEqual(finished(''));
    expect(terminals.list()).toEqual([{ id, cwd: world.cwd, isBusy: false }]);
  });

  test('interrupts a command with ^C', async () => {
    const { run, world } = await open(cage);
    expect((await runUntil('on\n', run, `echo on; ${world.sleep}`)).state).toBe('running');
    expect(await run('^C')).toMatchObject({ state: 'finished', exitCode: 130 });
    expect(await run('echo on')).toEqual(finished('on\n'));
  });

  test('interrupts what runs when the wait is cancelled', async () => {
    const { run, world, terminals, id } = await open(cage);
    const cancel = new AbortController();
    const reason = new Error('cancelled');
    const waiting = terminals.run(id, `echo on; ${world.sleep}`, {
      signal: cancel.signal,
      timeoutMs: LONG_MS,
      onOutput: () => {
        cancel.abort(reason);
      },
    });
    expect(await errorOf(() => waiting)).toBe(reason);
    expect(await run('')).toMatchObject({ state: 'finished', exitCode: 130 });
  });

  test('is closed by exit, and gone', async () => {
    const { run, terminals, world } = await open(cage);
    expect(await run(`${world.sleep} & exit 3`)).toMatchObject({ state: 'closed', exitCode: 3 });
    expect([terminals.list(), world.left()]).toEqual([[], []]);
    expect(String(await errorOf(() => run('echo')))).toBe(
      'ToolExecutionError: There is no terminal "1": none is open.',
    );
  });

  test('that was ended from elsewhere is closed', async () => {
    const { run, terminals, world } = await open(cage);
    await run(`(until [ -e go ]; do sleep 0.05; done; kill -KILL $$; ${world.sleep}) &`);
    await writeFile(join(world.cwd, 'go'), '');
    await untilEqual(() => terminals.list(), [], 'the terminal is closed');
    expect((await run('echo')).state).toBe('closed');
    expect(world.left()).toEqual([]);
  });

  test('is killed with all that runs in it', async () => {
    const { run, terminals, world, id } = await open(cage);
    const { sleep } = world;
    const command = `${sleep} & nohup ${sleep} & setsid ${sleep} & trap "" TERM HUP; echo on; ${sleep}`;
    await runUntil('on\n', run, command);
    await terminals.kill(id);
    expect([terminals.list(), world.left()]).toEqual([[], []]);
  });

  test('dies with the host', async () => {
    const { run, terminals, world } = await open(cage);
    await terminals.open(world.cwd, request(cage));
    await runUntil('on\n', run, `setsid ${world.sleep} & echo on; ${world.sleep}`);
    await terminals[Symbol.asyncDispose]();
    expect([terminals.list(), world.left()]).toEqual([[], []]);
    expect(await errorOf(() => terminals.open(world.cwd, request('none')))).toBeInstanceOf(
      ToolExecutionError,
    );
  });
});

test('output that nobody reads is kept as its beginning and its end', async () => {
  const { run } = await open();
  const { text, droppedChars } = await run("head -c 3000000 /dev/zero | tr '\\0' x");
  expect([text.length - `\n[... ${droppedChars} characters left out ...]\n`.length, droppedChars]).toEqual([
    100_000, 2_900_000,
  ]);
});

test('terminals are many, each its own, and not too many', async () => {
  const { terminals, world, id } = await open();
  const ids = [id];
  for (let count = 1; count < 20; count += 1) ids.push(await terminals.open(world.cwd, request('none')));
  const wait = () => ({ signal: new AbortController().signal, timeoutMs: LONG_MS });
  const outputs = await Promise.all(ids.map((each) => terminals.run(each, `X=${each}; echo $X`, wait())));
  expect(outputs).toEqual(ids.map((each) => finished(`${each}\n`)));
  expect(String(await errorOf(() => terminals.open(world.cwd, request('none'))))).toContain(
    'There are 20 terminals already',
  );
  expect(String(await errorOf(() => terminals.run('x', '', wait())))).toContain('these are open: 1, 2, 3');
});

test('a directory that is not there is named', async () => {
  const { terminals } = await open();
  expect(await errorOf(() => terminals.open('/no/such/place' as AbsPath, request('none')))).toBeInstanceOf(
    FileNotFoundError,
  );
});

test('what happens in terminals is told: their opening, commands, output and end', async () => {
  const world = await makeShellWorld();
  const { sandbox, environment } = world;
  const terminals = new LocalTerminals({ sandbox: () => Promise.resolve(sandbox), environment });
  worlds.push(world, terminals);
  const told: TerminalEvent[] = [];
  const leave = terminals.watch((event) => told.push(event));

  const id = await terminals.open(world.cwd, request('none'));
  const signal = new AbortController().signal;
  await terminals.run(id, 'echo one', { signal, timeoutMs: LONG_MS });
  await terminals.kill(id);

  expect(told.filter(({ type }) => type !== 'output')).toEqual([
    { type: 'opened', terminal: { id, cwd: world.cwd, isBusy: false } },
    { type: 'command', id, command: 'echo one' },
    { type: 'closed', id },
  ]);
  expect(told.flatMap((event) => (event.type === 'output' ? [event.text] : [])).join('')).toBe('one\n');
  leave();
  await terminals.open(world.cwd, request('none'));
  expect(told.filter(({ type }) => type === 'opened')).toHaveLength(1);
});

test('a shell that ends by itself is told to be closed, though nobody reads it', async () => {
  const { terminals, world, id, run } = await open();
  const closed = deferred<string>();
  terminals.watch((event) => {
    if (event.type === 'closed') closed.resolve(event.id);
  });
  const waits = await run('until [ -e go ]; do sleep 0.05; done; exit', SHORT_MS);
  expect(waits.state).toBe('running');
  await writeFile(join(world.cwd, 'go'), '');
  expect(await closed.promise).toBe(id);
  expect(terminals.list()).toEqual([]);
});

test('a person interrupts a command, and what reads it is told that it ended', async () => {
  const { terminals, id, run } = await open();
  const begun = deferred<undefined>();
  terminals.watch((event) => {
    if (event.type === 'output' && event.text.includes('begun')) begun.resolve(undefined);
  });
  const running = run('echo begun; sleep 1000');
  await begun.promise;
  terminals.interrupt(id);
  terminals.interrupt('no such terminal');
  expect(await running).toMatchObject({ state: 'finished', exitCode: 130 });
});

test('without a build for the system the error says what to do', async () => {
  const missing = new ToolExecutionError('There are no persistent terminals here', { tool: 'x' });
  const terminals = new LocalTerminals({
    sandbox: () => Promise.resolve(withoutSandbox('a test')),
    load: () => Promise.reject(missing),
  });
  expect(await errorOf(() => terminals.open('/' as AbsPath, request('none')))).toBe(missing);
});

test('a terminal that waits for its sandbox can be cancelled', async () => {
  await using terminals = new LocalTerminals({ sandbox: () => new Promise(() => undefined) });
  const cancel = new AbortController();
  const opening = errorOf(() => terminals.open('/' as AbsPath, request('none'), { signal: cancel.signal }));
  cancel.abort('stop');
  expect(await opening).toBe('stop');
});

describe('a terminal of the working world', () => {
  test('has the walls of a command', async ({ skip }) => {
    const { run, world } = await open('working');
    const missing = whyUnsandboxed(world.sandbox.state);
    skip(missing !== undefined, missing);
    const refused = [
      'touch /var/tmp/x',
      'cat ~/.ssh/id_rsa ~/.aws/credentials ~/.netrc',
      `node -e 'require("net").createServer().listen("s.sock").on("error", () => process.exit(1)).on("listening", () => process.exit(0))'`,
      'unshare -U true',
      'bash -c "exec 9<> /dev/tcp/127.0.0.1/22"',
    ];
    for (const command of refused)
      expect([command, (await run(command)).exitCode === 0]).toEqual([command, false]);
    expect((await run('ls /proc/self/fd | wc -l')).text).toBe('4\n');
  });

  test('says after each command what was undone', async ({ skip }) => {
    const { run, world } = await open('working');
    const missing = whyUnsandboxed(world.sandbox.state);
    skip(missing !== undefined, missing);
    const made = await run('git init -q sub; git -C sub config core.fsmonitor /evil');
    expect(made.repairs).toEqual([expect.stringContaining('core.fsmonitor = /evil')]);
    expect((await run('ls -A sub')).text).toBe('.git.disabled\n');
  });
});
