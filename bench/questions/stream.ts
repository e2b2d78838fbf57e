/** How fast an answer passes from the socket to who reads it, and how late the host's thread is meanwhile. */
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI from 'openai';
import { createHost, type Host } from '../../src/host/api.js';
import { readOptions } from '../bench-options.js';
import { startChild } from '../child.js';
import { type LoopDelay, measure } from '../loop-delay.js';
import { ratios, runPaired } from '../paired-runs.js';
import type { Played } from '../played-turns.js';
import { spread } from '../quantile.js';
import { publish } from '../report.js';
import { openScratchFolder } from '../scratch-folder.js';

const ROUNDS = 15;
const DELTAS = 20_000;
const MS_PER_S = 1000;
const SUBSCRIBERS = 3;
const STREAMS = 10;
// As long as a face takes to draw. Units: milliseconds.
const DRAWING_MS = 16;

const SDK = 'the openai package, its stream read';
const SDK_RESPONSES = 'the openai package, responses';
const TURN = 'Troupe, processMessage';
const TURN_RESPONSES = 'Troupe, processMessage, responses';
const TURN_MESSAGES = "Troupe, processMessage, Anthropic's messages";
const THREAD = `Troupe, a thread with ${SUBSCRIBERS} subscribers, one of them slow`;
const MANY = `Troupe, ${STREAMS} threads at once, each with a share of the deltas`;

interface Sample {
  readonly perSecond: number;
  readonly delay: LoopDelay;
}

const { rounds = ROUNDS } = readOptions();
const server = startChild('model-server');
const baseURL = `http://127.0.0.1:${await server.ask<number>()}/v1`;
const root = openScratchFolder(tmpdir());
const host = await createHost({
  roots: [root],
  model: { provider: 'openai', model: 'played', baseUrl: baseURL, apiKey: 'none' },
  workspace: { watcher: 'none', cacheDirectory: null },
});
const engineOf = (api: string): Host['engine'] =>
  host.createEngine({ model: { provider: api, api, model: 'played', baseUrl: baseURL, apiKey: 'none' } });
const [responses, messages] = [engineOf('openai-responses'), engineOf('anthropic')];
const client = new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 });
let samples: ReadonlyMap<string, readonly Sample[]>;
try {
  await host.workspace.whenReady();
  samples = await runPaired<Sample>(
    [
      { label: SDK, run: () => timed(readSdk) },
      { label: SDK_RESPONSES, run: () => timed(readSdkResponses) },
      { label: TURN, run: () => timed(() => readTurn(host.engine)) },
      { label: TURN_RESPONSES, run: () => timed(() => readTurn(responses)) },
      { label: TURN_MESSAGES, run: () => timed(() => readTurn(messages)) },
      { label: THREAD, run: () => timed(() => readThread(host)) },
      { label: MANY, run: () => timed(() => readMany(host), STREAMS) },
    ],
    { rounds, warmUps: 2 },
  );
} finally {
  await host[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
}

/** `streams`: how many requests the deltas are divided among. Errors: not all of the text has come. */
async function timed(read: () => Promise<string>, streams = 1): Promise<Sample> {
  await server.ask<'ready'>({ calls: [], words: DELTAS / streams, pauseMs: 0 });
  const { result, elapsedMs, delay } = await measure(read);
  const { requests } = await server.ask<Played>({ type: 'what was asked' });
  const words = result.split(' ').length - 1;
  if (words !== DELTAS || requests !== streams)
    throw new Error(`Expected ${DELTAS} words of ${streams} requests, got ${words} of ${requests}.`);
  return { perSecond: (DELTAS / elapsedMs) * MS_PER_S, delay };
}

async function readSdk(): Promise<string> {
  let text = '';
  const stream = await client.chat.completions.create({
    model: 'played',
    messages: [{ role: 'user', content: 'Answer.' }],
    stream: true,
  });
  for await (const { choices } of stream) text += choices[0]?.delta.content ?? '';
  return text;
}

async function readSdkResponses(): Promise<string> {
  let text = '';
  const stream = await client.responses.create({ model: 'played', input: 'Answer.', stream: true });
  for await (const event of stream) if (event.type === 'response.output_text.delta') text += event.delta;
  return text;
}

async function readTurn(engine: Host['engine']): Promise<string> {
  engine.clear();
  let text = '';
  for await (const event of engine.processMessage('Answer.', 'ask'))
    if (event.type === 'token') text += event.content;
  return text;
}

async function readThread({ engine }: Host): Promise<string> {
  const thread = engine.createThread();
  const subscribe = async (waitMs: number): Promise<string> => {
    let text = '';
    for await (const event of thread.subscribe()) {
      if (event.type === 'live' && event.event.type === 'token') text += event.event.text;
      if (event.type === 'entry' && event.entry.kind === 'turn_ended') break;
      if (waitMs > 0) await sleep(waitMs);
    }
    return text;
  };
  const fast = Array.from({ length: SUBSCRIBERS - 1 }, () => subscribe(0));
  const slow = subscribe(DRAWING_MS);
  await thread.send({ text: 'Answer.' }, { mode: 'ask' });
  const [text = '', ...others] = await Promise.all(fast);
  if (others.some((other) => other !== text)) throw new Error('Two subscribers have read different texts.');
  // The slow one does not count: it may still draw.
  void slow.then(() => engine.closeThread(thread.id));
  return text;
}

async function readMany({ engine }: Host): Promise<string> {
  const texts = await Promise.all(
    Array.from({ length: STREAMS }, async () => {
      const thread = engine.createThread();
      let text = '';
      const reading = (async () => {
        for await (const event of thread.subscribe()) {
          if (event.type === 'live' && event.event.type === 'token') text += event.event.text;
          if (event.type === 'entry' && event.entry.kind === 'turn_ended') break;
        }
      })();
      await thread.send({ text: 'Answer.' }, { mode: 'ask' });
      await reading;
      await engine.closeThread(thread.id);
      return text;
    }),
  );
  return texts.join('');
}

const of = (label: string, pick: (sample: Sample) => number): readonly number[] =>
  (samples.get(label) ?? []).map(pick);
const speed = ({ perSecond }: Sample): number => perSecond;
publish({
  name: 'stream',
  title: 'An answer of 20,000 deltas, from the socket to who reads it',
  subject: `${rounds} paired rounds, median (min to max)`,
  rows: [...samples.keys()].map((label) => ({
    label,
    cells: {
      'deltas a second': spread(of(label, speed).map(Math.round)),
      'host delay p50, ms': spread(of(label, ({ delay }) => delay.p50)),
      p99: spread(of(label, ({ delay }) => delay.p99)),
      max: spread(of(label, ({ delay }) => delay.max)),
    },
  })),
  goals: [
    [TURN, SDK],
    [TURN_RESPONSES, SDK_RESPONSES],
    [THREAD, SDK],
    [MANY, SDK],
  ].map(([label = '', peer = '']) => ({
    what: `deltas a second, ${label}`,
    measured: ratios(of(label, speed), of(peer, speed)).median,
    unit: 'x the openai package',
    atLeast: 0.9,
  })),
  notes: [
    'All read the same answer of a server on loopback, which sends as fast as it is taken, in one process.',
    "No package of Anthropic's is a dependency: its messages have no peer here.",
    'A round counts if every word has come. The slow subscriber sleeps for a frame after each event; it is not waited for.',
  ],
  samples: Object.fromEntries(samples),
});
