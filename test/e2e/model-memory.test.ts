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

const MB = 1024 * 1024;
// What one server may make of this process, with what it takes without one. Units: MB.
const MAX_RSS_MB = 300;
const PRINTED = /peak: (\d+) MB/;
const PRINT_PEAK = `data:text/javascript,${encodeURIComponent(
  `import { isMainThread } from 'node:worker_threads';
   import { writeSync } from 'node:fs';
   if (isMainThread) process.on('exit', () => writeSync(2, 'peak: ' + Math.round(process.resourceUsage().maxRSS / 1024) + ' MB'));`,
)}`;

const event = (delta: object): string => `data: ${JSON.stringify(chunk(delta))}\n\n`;

function* repeat(piece: string, mb: number, beginning = ''): Generator<Buffer> {
  if (beginning !== '') yield Buffer.from(beginning);
  const block = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
  for (let sent = 0; sent < mb * MB; sent += block.length) yield block;
}

/** Sends the pieces as long as the client takes them, and says how many bytes that were before they were packed. */
function send({ response }: Received, pieces: Generator<Buffer>, isPacked: boolean): { readonly mb: number } {
  let bytes = 0;
  const source = Readable.from(
    (function* () {
      for (const piece of pieces) {
        bytes += piece.length;
        yield piece;
      }
    })(),
  );
  const packer: Gzip | PassThrough = isPacked ? createGzip({ level: 9 }) : new PassThrough();
  for (const stream of [source, packer]) stream.on('error', () => undefined);
  response.on('close', () => {
    source.destroy();
    packer.destroy();
  });
  source.pipe(packer).pipe(response);
  return {
    get mb() {
      return bytes / MB;
    },
  };
}

test.each<[string, number, string, () => Generator<Buffer>, { isPacked: boolean; mostMb: number }]>([
  [
    'a failure of 1.4 GB, packed',
    400,
    'application/json',
    () => repeat('A', 1_400),
    { isPacked: true, mostMb: 64 },
  ],
  ['a failure of 100 MB', 400, 'text/plain', () => repeat('A', 100), { isPacked: false, mostMb: 32 }],
  [
    'a stream of 400 MB, packed',
    200,
    'text/event-stream',
    () => repeat(event({ content: 'hello world ' }), 400),
    { isPacked: true, mostMb: 420 },
  ],
  [
    'empty lines of data, packed',
    200,
    'text/event-stream',
    () => repeat('data:\n', 400),
    { isPacked: true, mostMb: 64 },
  ],
  [
    'an answer at once of the shortest objects, packed',
    200,
    'application/json',
    () => repeat('{},', 400, '{"choices":['),
    { isPacked: true, mostMb: 64 },
  ],
])(
  'takes less than 300 MB for %s, and closes the connection',
  async (_what, status, type, pieces, { isPacked, mostMb }) => {
    let sent: { readonly mb: number } | undefined;
    server.handle = (received) => {
      const coding = isPacked ? { 'content-encoding': 'gzip' } : {};
      received.response.writeHead(status, { 'content-type': type, ...coding });
      sent = send(received, pieces(), isPacked);
    };
    const { exitCode, stderr } = await troupe(['run', '--base-url', server.url, '--model', 'm', 'Hi'], {
      cwd: dir,
      env: { NODE_OPTIONS: `--import=${PRINT_PEAK}` },
    });
    expect(exitCode).toBe(4);
    expect(Number(PRINTED.exec(stderr)?.[1])).toBeLessThan(MAX_RSS_MB);
    await server.received[0]?.closed;
    expect(server.received).toHaveLength(1);
    expect(sent?.mb).toBeLessThan(mostMb);
  },
);
