/** A model on loopback that plays what the benchmark asks for: it says its port, and then of each message when it was first asked. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Play, type Played, playTurn } from '../played-turns.js';

let play: Play | undefined;
let firstRequestAtMs: number | undefined;
let requests = 0;
let lastRequest = '';

const server = createServer((request, response: ServerResponse) => {
  const atMs = Date.now();
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (piece: string) => (text += piece));
  request.on('end', () => {
    // Agents ask for lists of models and the like beside.
    if (play === undefined || request.method !== 'POST') {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{}');
      return;
    }
    firstRequestAtMs ??= atMs;
    requests += 1;
    lastRequest = text;
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const api = path.endsWith('/responses')
      ? 'responses'
      : path.endsWith('/messages')
        ? 'messages'
        : 'completions';
    void playTurn(response, { play, turn: requests, body: JSON.parse(text) as unknown, api });
  });
});
process.on('message', (next: Play | { readonly type: 'what was asked' }) => {
  if ('type' in next) {
    const results = play?.calls.filter(({ proof }) => lastRequest.includes(proof)).length ?? 0;
    const played: Played = {
      requests,
      results,
      ...(firstRequestAtMs === undefined ? {} : { firstRequestAtMs }),
    };
    process.send?.(played);
    return;
  }
  play = next;
  requests = 0;
  lastRequest = '';
  firstRequestAtMs = undefined;
  process.send?.('ready');
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
