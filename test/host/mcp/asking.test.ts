import { expect, test } from 'vitest';
import type { McpAnswer, McpQuestion } from '../../../src/actors/protocol/mcp.js';
import { deferred } from '../../../src/actors/runtime/deferred.js';
import { CallClock } from '../../../src/host/mcp/call-clock.js';
import { RunningCalls } from '../../../src/host/mcp/running-calls.js';
import { FakeClock } from '../../doubles/fake-clock.js';
import { fake, startServers } from './start-servers.js';
import { untilEqual } from '../../doubles/until-equal.js';

// An hour of thinking, in which a call of ten seconds would have ended. Units: milliseconds.
const HOUR_MS = 3_600_000;

test('a call whose server waits for the person does not run out of time, and neither does its turn', async () => {
  const clock = new FakeClock();
  const asked = deferred<McpQuestion>();
  const answered = deferred<McpAnswer>();
  const { call } = await startServers(
    [fake('asks', { timeoutMs: 10_000 })],
    {
      answer: (question) => {
        asked.resolve(question);
        return answered.promise;
      },
    },
    clock,
  );
  const pauses: string[] = [];
  const pauseTurn = (): (() => void) => {
    pauses.push('paused');
    return () => void pauses.push('goes on');
  };
  const calling = call('asks__echo', { text: 'a' }, { pauseTurn });
  await asked.promise;
  clock.advance(HOUR_MS);
  expect(pauses).toEqual(['paused']);
  answered.resolve({ action: 'accept', content: { password: 'x' } });
  await expect(calling).resolves.toMatchObject({
    success: true,
    output: '{"action":"accept","content":{"password":"x"}}',
  });
  expect(pauses).toEqual(['paused', 'goes on']);
});

test('a call that is cancelled while its server asks lets the turn go on', async () => {
  const asked = deferred<undefined>();
  const { call } = await startServers([fake('asks')], {
    answer: () => {
      asked.resolve(undefined);
      return new Promise(() => undefined);
    },
  });
  let isPaused = false;
  const stop = new AbortController();
  const calling = call(
    'asks__echo',
    { text: 'a' },
    {
      signal: stop.signal,
      pauseTurn: () => {
        isPaused = true;
        return () => (isPaused = false);
      },
    },
  );
  await asked.promise;
  expect(isPaused).toBe(true);
  stop.abort(new Error('enough'));
  await expect(calling).rejects.toThrow('enough');
  expect(isPaused).toBe(false);
});

test('the silence of a server counts from its last sign of life, and an hour is the end in any case', () => {
  const clock = new FakeClock();
  const time = new CallClock({ clock, timeoutMs: 1_000 });
  for (let passedMs = 0; passedMs < 3_599_100; passedMs += 900) {
    clock.advance(900);
    expect(time.signal.aborted).toBe(false);
    time.noteProgress();
  }
  clock.advance(900);
  expect(time.signal.reason).toEqual(new Error('The server did not answer in time.'));
  time.stop();
  expect(clock.pending).toBe(0);
});

test('calls that begin while their server asks stand still as well', async () => {
  const clock = new FakeClock();
  const calls = new RunningCalls();
  const answered = deferred<undefined>();
  const asking = calls.whileAsking(() => answered.promise);
  const time = new CallClock({ clock, timeoutMs: 1_000 });
  const done = deferred<undefined>();
  const running = calls.run(time, () => done.promise);
  clock.advance(10_000);
  expect(time.signal.aborted).toBe(false);
  answered.resolve(undefined);
  await asking;
  clock.advance(999);
  expect(time.signal.aborted).toBe(false);
  clock.advance(1);
  expect(time.signal.aborted).toBe(true);
  done.resolve(undefined);
  await running;
  expect(clock.pending).toBe(0);
});

test('a server that asks fifty questions at once has five of them asked, and the others declined', async () => {
  const answers: ((answer: McpAnswer) => void)[] = [];
  const { servers, call } = await startServers([fake('asks-often')], {
    answer: () => new Promise((resolve) => answers.push(resolve)),
  });
  await expect(call('asks-often__echo', { text: 'a' })).resolves.toMatchObject({
    output: '{"action":"decline"}',
  });
  await untilEqual(() => answers.length, 5, 'five questions wait for a person');
  const declined = servers.log('asks-often').filter(({ text }) => text.includes('too many questions'));
  expect(declined).toHaveLength(45);
  for (const answer of answers) answer({ action: 'decline' });
});
