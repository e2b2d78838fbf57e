import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommandResult, ShellCommand } from '../../../../src/actors/protocol/shell.js';
import { type Cage, makeShellWorld, type ShellWorld } from '../../../doubles/shell-world.js';
import { whyUnsandboxed } from '../../../doubles/run-unless.js';
import { until } from '../../../doubles/until.js';
import { type Clock, systemClock } from '../../../../src/actors/runtime/clock.js';

// `GAUNTLET_BYTES=1073741824` prints a gigabyte; the default saves time, and drops as much of what it prints.
const MANY_BYTES = Number(process.env['GAUNTLET_BYTES'] ?? 200_000_000);
const KEPT_CHARS = 100_000;
const NO_CONTROL = /^[^\p{Cc}]*$/u;

interface Case {
  readonly name: string;
  /** SLEEP stands for a sleep that nobody else sleeps. */
  readonly command: string;
  readonly expected: Partial<CommandResult>;
  readonly options?: Partial<ShellCommand>;
  /** What happens once it has printed something, or sleeps. */
  readonly next?: 'cancel' | 'idle' | 'timeout';
  /** Whether it gets all the time that it takes to end once it was asked to. */
  readonly hasTime?: boolean;
  /** Only a kernel can end it all. */
  readonly only?: Cage;
}

// Longer than any command here takes: it is up when the test says so.
const LIMIT_MS = 3_600_000;

/** The clock of the system, but that the limits of commands are up when the test says so. */
class LimitClock implements Clock {
  /** While it stands, the time to end in is not up either. */
  stands = false;
  #passedMs = 0;
  #stoodAtMs = 0;
  readonly #limits = new Set<() => void>();

  now(): number {
    if (!this.stands) this.#stoodAtMs = systemClock.now() + this.#passedMs;
    return this.#stoodAtMs;
  }

  after(delayMs: number, callback: () => void): () => void {
    if (delayMs < LIMIT_MS / 4) return systemClock.after(delayMs, callback);
    this.#limits.add(callback);
    return () => {
      this.#limits.delete(callback);
    };
  }

  /** Nothing was printed for as long as a limit, or the limit of the whole time is up although something was. */
  passLimit(which: 'idle' | 'timeout'): void {
    if (which === 'idle') this.#passedMs += LIMIT_MS;
    const limits = [...this.#limits];
    this.#limits.clear();
    for (const limit of limits) limit();
  }
}

const exits = (exitCode: number, stdout: unknown = '', stderr: unknown = ''): Partial<CommandResult> =>
  ({ endedBy: 'exit', exitCode, stdout, stderr }) as Partial<CommandResult>;
const ended = (endedBy: CommandResult['endedBy'], stdout: unknown = ''): Partial<CommandResult> =>
  ({ endedBy, exitCode: null, stdout }) as Partial<CommandResult>;

const CASES: readonly Case[] = [
  { name: 'forks into the background', command: 'SLEEP & echo x', expected: exits(0, 'x\n') },
  { name: 'forks with nohup', command: 'nohup SLEEP > /dev/null & echo x', expected: exits(0, 'x\n') },
  { name: 'forks into a session of its own', command: 'setsid SLEEP & echo x', expected: exits(0, 'x\n') },
  {
    name: 'becomes a daemon by two forks',
    command: '(setsid bash -c "SLEEP & disown; exit" < /dev/null > /dev/null 2>&1 &); echo x',
    expected: exits(0, 'x\n'),
  },
  {
    name: 'leaves a child without its environment',
    command: 'env -i /bin/SLEEP & echo x',
    expected: exits(0, 'x\n'),
  },
  {
    name: 'becomes a daemon without its environment',
    command: '(env -i /usr/bin/setsid -f /bin/SLEEP > /dev/null 2>&1); echo x',
    expected: exits(0, 'x\n'),
    only: 'working',
  },
  {
    // The kernel takes a while to end so many.
    name: 'becomes 400 daemons without an environment',
    command: "env -i /bin/bash -c 'for i in {1..400}; do setsid /bin/SLEEP > /dev/null 2>&1 & done'; echo x",
    expected: exits(0, 'x\n'),
    only: 'working',
  },
  {
    name: 'exits while a grandchild holds the pipe',
    command: '(setsid SLEEP &); echo out; echo err >&2; exit 4',
    expected: exits(4, 'out\n', 'err\n'),
  },
  {
    name: 'exits while a grandchild prints on',
    command: '(setsid yes &); exit 5',
    expected: exits(5, expect.any(String)),
  },
  {
    // Nobody finds it; it dies of the pipe that is closed.
    name: 'leaves one that hides and prints on',
    command: 'env -i /usr/bin/setsid -f yes',
    expected: exits(0, expect.any(String)),
    only: 'none',
  },
  {
    name: 'leaves one that hides and holds the pipe',
    command: 'env -i /usr/bin/setsid -f sleep 3; echo x',
    expected: exits(0, 'x\n'),
    only: 'none',
  },
  {
    name: 'leaves 200 children',
    command: 'for i in $(seq 200); do SLEEP & done; echo x',
    expected: exits(0, 'x\n'),
  },
  {
    name: 'ignores SIGTERM, silent',
    command: 'trap "" TERM; SLEEP',
    expected: ended('idle'),
    next: 'idle',
  },
  {
    name: 'ignores SIGTERM, cancelled',
    command: 'trap "" TERM INT HUP; echo on; SLEEP & wait; SLEEP',
    expected: ended('cancel', 'on\n'),
    next: 'cancel',
  },
  {
    name: 'starts another when it is ended',
    command: 'trap "setsid SLEEP & exit" TERM; echo on; while :; do sleep 0.05; done',
    expected: ended('cancel', 'on\n'),
    next: 'cancel',
  },
  {
    name: 'puts its things away when it is ended',
    command: 'trap "echo off; exit" TERM; echo on; while :; do sleep 0.05; done',
    expected: ended('cancel', 'on\noff\n'),
    next: 'cancel',
    hasTime: true,
  },
  { name: 'stops itself', command: 'echo on; kill -STOP $$', expected: ended('idle', 'on\n'), next: 'idle' },
  {
    name: `prints ${MANY_BYTES} bytes`,
    command: `head -c ${MANY_BYTES} /dev/zero | tr '\\0' x`,
    expected: {
      ...exits(0, expect.stringMatching(/^x{50000}\n\[\.\.\. \d+ characters left out \.\.\.\]\nx{50000}$/)),
      droppedChars: { stdout: MANY_BYTES - KEPT_CHARS, stderr: 0 },
      whole: { stdout: expect.stringContaining('characters left out') as string, stderr: '' },
    },
  },
  {
    name: 'prints for ever',
    command: 'yes',
    expected: ended('timeout', expect.stringContaining('y\ny\n')),
    next: 'timeout',
  },
  {
    name: 'prints binary',
    command: "head -c 90000 /dev/urandom | tr -d '\\n\\t\\r'",
    expected: exits(0, expect.stringMatching(NO_CONTROL)),
  },
  { name: 'prints NUL', command: "printf 'a\\0b'", expected: exits(0, 'a\uFFFDb') },
  {
    name: 'colours, moves, names the window',
    command: "printf '\\033[31mred\\033[0m \\033]0;title\\007\\033[2J\\033cend\\b'",
    expected: exits(0, 'red end\uFFFD'),
  },
  { name: 'draws progress over itself', command: "printf '1%%\\r2%%\\r\\n'", expected: exits(0, '1%\n2%\n') },
  {
    name: 'cuts a character in two',
    command: "printf '\\xf0\\x9f'; sleep 0.1; printf '\\x98\\x80'",
    expected: exits(0, '😀'),
  },
  { name: 'cuts a character off', command: "printf 'a\\xf0\\x9f'", expected: exits(0, 'a\uFFFD') },
  { name: 'reads its input', command: 'cat', expected: exits(0) },
  { name: 'asks', command: 'read -r -p "Sure? " answer; echo "$?"', expected: exits(0, '1\n') },
  {
    name: 'asks on the terminal',
    command: 'read -r answer < /dev/tty',
    expected: exits(1, '', expect.stringContaining('/dev/tty')),
  },
  {
    name: 'opens an editor',
    command: 'git init -q repo && cd repo && git -c user.name=a -c user.email=a@b commit --allow-empty',
    expected: exits(1, '', expect.stringContaining('empty commit message')),
  },
  {
    name: 'pages',
    command: 'mkdir log && cd log && git init -q && git --paginate grep --no-index x; echo "$?"',
    expected: exits(0, '1\n'),
  },
  {
    name: 'waits for another',
    command: 'mkfifo fifo && echo on && cat fifo',
    expected: ended('idle', 'on\n'),
    next: 'idle',
  },
  { name: 'prints nothing for long', command: 'SLEEP', expected: ended('idle'), next: 'idle' },
  {
    name: 'closes its output and goes on',
    command: 'exec >&- 2>&-; SLEEP',
    expected: ended('idle'),
    next: 'idle',
  },
  {
    name: 'takes too long',
    command: 'while :; do echo x; sleep 0.1; done',
    expected: ended('timeout', expect.stringContaining('x\n')),
    options: { timeoutMs: LIMIT_MS, idleTimeoutMs: LIMIT_MS / 2 },
    next: 'timeout',
  },
  {
    name: 'is silent for all of its time',
    command: 'SLEEP',
    expected: ended('timeout'),
    options: { timeoutMs: LIMIT_MS, idleTimeoutMs: LIMIT_MS },
    next: 'timeout',
  },
  { name: 'dies of SIGKILL', command: 'kill -KILL $$', expected: exits(137) },
  { name: 'dies of SIGSEGV', command: 'ulimit -c 0; kill -SEGV $$', expected: exits(139) },
  {
    name: 'is not found',
    command: 'no-such-program',
    expected: exits(127, '', expect.stringContaining('not found')),
  },
  {
    name: 'is no shell',
    command: 'echo "',
    expected: exits(2, '', expect.stringContaining('unexpected EOF')),
  },
  { name: 'is empty', command: '', expected: exits(0) },
  {
    name: 'is 100 kB long',
    command: `printf %s ${'x'.repeat(100_000)} | wc -c`,
    expected: exits(0, '100000\n'),
  },
  {
    name: 'has several lines',
    command: 'cat << END\n  one\n\ttwo\nEND\nfor i in 3 4\ndo echo $i\ndone',
    expected: exits(0, '  one\n\ttwo\n3\n4\n'),
  },
  {
    name: 'removes its directory',
    command: 'mkdir gone && cd gone && rmdir "$PWD" && echo still',
    expected: exits(0, 'still\n'),
  },
];

const rows: string[] = [];
const clock = new LimitClock();
let world: ShellWorld;
let roomy: ShellWorld;
beforeAll(async () => {
  world = await makeShellWorld(process.env, clock);
  const large = Object.fromEntries(
    Array.from({ length: 1000 }, (_, i) => [`XDG_LARGE_${i}`, 'x'.repeat(1000)]),
  );
  roomy = await makeShellWorld({ ...process.env, ...large });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await roomy[Symbol.asyncDispose]();
  process.stdout.write(`\n${rows.join('\n')}\n`);
});

for (const cage of ['none', 'working'] as const) {
  describe(cage === 'none' ? 'a command without a sandbox' : 'a command in a sandbox', () => {
    const cases = CASES.filter(({ only }) => only === undefined || only === cage);
    test.for(cases)(
      'that $name ends cleanly',
      async ({ name, command, expected, options, next, hasTime = false }, { skip }) => {
        const missing = whyUnsandboxed(world.sandbox.state);
        skip(cage === 'working' && missing !== undefined, missing);
        const cancel = new AbortController();
        let hasPrinted = false;
        const running = world.run(command.replaceAll('SLEEP', world.sleep), cage, {
          idleTimeoutMs: LIMIT_MS,
          ...(next === 'timeout' ? { timeoutMs: LIMIT_MS } : {}),
          ...options,
          signal: cancel.signal,
          onOutput: () => {
            hasPrinted = true;
          },
        });
        if (next !== undefined)
          await until(() => hasPrinted || world.left().includes(world.sleep), 'the command is at work');
        clock.stands = hasTime;
        if (next === 'cancel') cancel.abort();
        else if (next !== undefined) clock.passLimit(next);
        const result = await running;
        clock.stands = false;
        const left = world.left();
        rows.push(
          [
            cage.padEnd(9),
            name.padEnd(44),
            result.endedBy.padEnd(7),
            `exit ${result.exitCode ?? '-'}`.padEnd(8),
            `${result.durationMs % LIMIT_MS} ms`.padStart(8),
            `${left.length} left`,
          ].join('  '),
        );
        expect(result).toMatchObject(expected);
        expect(left).toEqual([]);
        await world.run('rm -rf repo log fifo', 'none');
      },
    );

    test('that has an environment of a megabyte ends cleanly', async () => {
      const result = await roomy.run('printf %s "$XDG_LARGE_999" | wc -c', cage);
      expect(result).toMatchObject(exits(0, '1000\n'));
      expect(roomy.left()).toEqual([]);
    });
  });
}
