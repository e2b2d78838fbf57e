import { PassThrough, Readable } from 'node:stream';
import { createGzip, type Gzip } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { chunk, ModelServer, type Received } from '../actors/llm/model-server.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';
import { troupe } from './troupe.js';

let dir: AbsPath;
let server: ModelServer;
beforeEach(async () => {
  dir = makeTempDir();
  server = await ModelServer.start();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  removeTempDir(dir);
});

// What one server may make of this process, with what it takes without one. Units: MB.
const MAX_RSS_MB = 300;
const PRINTED = /peak: (\d+) MB/;
const PRINT_PEAK = `data:text/javascript,${encodeURIComponent(
  `import { isMainThread } from 'node:worker_threads';
   import { writeSync } from 'node:fs';
   if (isMainThread) process.on('exit', () => writeSync(2, 'peak: ' + Math.round(process.resourceUsage().maxRSS / 1024) + ' MB'));`,
)}`;

const event = (delta: object): string => `data: ${JSON.stringify(chunk(delta))}\n\n`;

/** The same without an end: how much a client takes before it leaves also depends on what lies in buffers. */
function* repeat(piece: string, beginning = ''): Generator<Buffer> {
  if (beginning !== '') yield Buffer.from(beginning);
  const block = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
  for (;;) yield block;
}

/** Sends the pieces for as long as the client takes them. */
function send({ response }: Received, pieces: Generator<Buffer>, isPacked: boolean): void {
  const source = Readable.from(pieces);
  const packer: Gzip | PassThrough = isPacked ? createGzip({ level: 9 }) : new PassThrough();
  for (const stream of [source, packer]) stream.on('error', () => undefined);
  response.on('close', () => {
    source.destroy();
    packer.destroy();
  });
  source.pipe(packer).pipe(response);
}

test.each<[what: string, status: number, type: string, pieces: () => Generator<Buffer>, isPacked: boolean]>([
  ['a failure without an end, packed', 400, 'application/json', () => repeat('A'), true],
  ['a failure without an end', 400, 'text/plain', () => repeat('A'), false],
  [
    'a stream without an end, packed',
    200,
    'text/event-stream',
    () => repeat(event({ content: 'hello world ' })),
    true,
  ],
  ['empty lines of data, packed', 200, 'text/event-stream', () => repeat('data:\n'), true],
  [
    'an answer at once of the shortest objects, packed',
    200,
    'application/json',
    () => repeat('{},', '{"choices":['),
    true,
  ],
])(
  'takes less than 300 MB for %s, and closes the connection',
  async (_what, status, type, pieces, isPacked) => {
    server.handle = (received) => {
      const coding = isPacked ? { 'content-encoding': 'gzip' } : {};
      received.response.writeHead(status, { 'content-type': type, ...coding });
      send(received, pieces(), isPacked);
    };
    const { exitCode, stderr } = await troupe(['run', '--base-url', server.url, '--model', 'm', 'Hi'], {
      cwd: dir,
      env: { NODE_OPTIONS: `--import=${PRINT_PEAK}` },
    });
    expect(exitCode).toBe(4);
    expect(Number(PRINTED.exec(stderr)?.[1])).toBeLessThan(MAX_RSS_MB);
    await server.received[0]?.closed;
    expect(server.received).toHaveLength(1);
  },
);
