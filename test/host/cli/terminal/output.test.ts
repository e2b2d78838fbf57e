import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { leavesCursorLine, Output } from '../../../../src/host/cli/terminal/output.js';

function terminal(): PassThrough & { isTTY: boolean } {
  return Object.assign(new PassThrough(), { isTTY: true });
}

test('foreign text cannot act on a terminal', () => {
  const out = new Output(terminal(), { hasColor: true });
  expect(out.sanitize('a\u001b[31mred\u001b[0m\b\rb\u202Ec\td\n')).toBe('ared\\u0008\\u000db\\u202ec\td\n');
});

test('foreign text hides nothing behind a control sequence', () => {
  const out = new Output(terminal(), { hasColor: true });
  expect(out.sanitize('a\u001b[31mrm -rf /\u0007b\u001b]0;title\u0007')).toBe(
    'arm -rf /\\u0007b\\u001b]0;title\\u0007',
  );
});

test.each([
  ['a control sequence', 'a\u001b[31mb', 'ab'],
  ['one in a single character', 'a\u009b31mb', 'ab'],
  ['a title', 'a\u001b]0;title\u0007b', 'a\\u001b]0;title\\u0007b'],
  ['a carriage return', 'shown\rhidden', 'shown\\u000dhidden'],
  ['a bidirectional override', 'a\u202eb', 'a\\u202eb'],
  ['tabs and line ends', 'a\tb\r\nc\n', 'a\tb\nc\n'],
])('foreign text brings no controls into a pipe: %s', (_what, text, shown) => {
  expect(new Output(new PassThrough(), { hasColor: true }).sanitize(text)).toBe(shown);
});

test('colour appears only on a terminal that wants it', () => {
  expect(new Output(terminal(), { hasColor: true }).style('red', 'x')).toBe('\u001b[31mx\u001b[39m');
  expect(new Output(terminal(), { hasColor: false }).style('red', 'x')).toBe('x');
  expect(new Output(new PassThrough(), { hasColor: true }).style('red', 'x')).toBe('x');
});

test('a write waits for a slow reader', async () => {
  const stream = new PassThrough({ highWaterMark: 4 });
  const out = new Output(stream, { hasColor: false });
  let isWritten = false;
  const writing = out.write('123456789').then(() => {
    isWritten = true;
  });
  await new Promise(setImmediate);
  expect(isWritten).toBe(false);
  stream.resume();
  await writing;
  expect(isWritten).toBe(true);
});

test('a closed pipe is noticed and written to no more', async () => {
  let writes = 0;
  const stream = new Writable({
    write(_chunk, _encoding, done) {
      writes += 1;
      done(Object.assign(new Error('broken pipe'), { code: 'EPIPE' }));
    },
  });
  const out = new Output(stream, { hasColor: false });
  await out.write('a');
  await new Promise(setImmediate);
  expect(out.isGone).toBe(true);
  await out.write('b');
  expect(writes).toBe(1);
});

test.each(['ENOSPC', 'EDQUOT', 'EFBIG', 'EPIPE'])(
  'a stream that fails with %s keeps the first reason, and ends a wait for it',
  async (code) => {
    const stream = new Writable({
      write(_chunk, _encoding, done) {
        done(Object.assign(new Error('no'), { code }));
      },
    });
    const out = new Output(stream, { hasColor: false });
    void out.write('a');
    await out.flush();
    expect(out.failure).toMatchObject({ code });
    await out.write('b');
    await out.flush();
    expect(out.failure).toMatchObject({ code });
  },
);

test.each([
  [{ columns: 0, rows: 0 }, [80, 24]],
  [{}, [80, 24]],
  [{ columns: 1, rows: 1 }, [1, 1]],
])('a terminal that reports the size %j has %j', (size, expected) => {
  const out = new Output(Object.assign(new PassThrough(), size), { hasColor: false });
  expect([out.columns, out.rows]).toEqual(expected);
});

test.each([
  [{ TERM_PROGRAM: 'vscode', TERM: 'xterm-256color' }, true],
  [{ TERM: 'xterm', XTERM_VERSION: 'XTerm(390)' }, true],
  [{ TERM: 'linux' }, true],
  [{ TERM_PROGRAM: 'iTerm.app' }, false],
  [{ TERM: 'xterm-kitty' }, false],
  [{ TERM_PROGRAM: 'vscode', TMUX: '/tmp/tmux-1000/default,1,0' }, false],
  [{ XTERM_VERSION: 'XTerm(390)', STY: '1.pts-0.here' }, false],
  [{}, false],
])('the terminal of %j leaves the line of the cursor: %j', (env, expected) => {
  expect(leavesCursorLine(env)).toBe(expected);
});
