import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { Readable, Writable } from 'node:stream';
import { isRecord } from '../../protocol/json/json-shape.js';
import { yieldToEventLoop } from '../../runtime/abort.js';
import { DepthLimit } from './depth-limit.js';

// Twice the largest picture that models take, in base64. Units: bytes.
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

// What a server has not read while it works on something fits into a fraction of it. Units: bytes.
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;

// A part of the 8 ms that this thread may be kept, since one message can take some of them by itself.
const SLICE_MS = 3;

const LINE_FEED = 10;

/** The two pipes of a server. */
export interface ServerPipes {
  readonly stdin: Writable;
  readonly stdout: Readable;
}

/**
 * JSON-RPC over the pipes of a process that somebody else starts and ends: one message a line. A server that writes a
 * message of over 16 MB, or one that is nested too deep, is disconnected; one that writes without end is read no faster than its messages are handled.
 */
export class LineTransport implements Transport {
  // The client takes a transport with these two for one of a process, where a silent server may be an old one.
  readonly stderr = null;
  readonly pid = null;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #pipes: ServerPipes;
  readonly #onNoise: (text: string) => void;
  #line: Buffer[] = [];
  #lineBytes = 0;
  readonly #depth = new DepthLimit();
  #isClosed = false;
  #draining: Promise<void> | undefined;

  /** `onNoise` receives lines that are not messages. */
  constructor(pipes: ServerPipes, onNoise: (text: string) => void) {
    this.#pipes = pipes;
    this.#onNoise = onNoise;
  }

  start(): Promise<void> {
    const { stdin, stdout } = this.#pipes;
    stdin.on('error', (error) => this.onerror?.(error));
    stdout.on('error', (error) => this.onerror?.(error));
    void this.#read(stdout);
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { stdin } = this.#pipes;
    if (this.#isClosed || !stdin.writable) throw new Error('The server has closed its standard input.');
    if (stdin.writableLength > MAX_UNREAD_BYTES)
      throw new Error('The server does not read what is sent to it.');
    if (stdin.write(`${JSON.stringify(message)}\n`)) return;
    await this.#drain();
  }

  /** Resolves when the server has read what was sent, or never will. However many wait, they wait together. */
  #drain(): Promise<void> {
    const { stdin } = this.#pipes;
    this.#draining ??= new Promise<void>((resolve) => {
      const settle = (): void => {
        for (const event of ['drain', 'close', 'error']) stdin.off(event, settle);
        this.#draining = undefined;
        resolve();
      };
      for (const event of ['drain', 'close', 'error']) stdin.on(event, settle);
    });
    return this.#draining;
  }

  close(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#isClosed = true;
    this.#line = [];
    this.#pipes.stdin.end();
    this.#pipes.stdout.destroy();
    this.onclose?.();
    return Promise.resolve();
  }

  async #read(stdout: Readable): Promise<void> {
    let sliceFromMs = performance.now();
    try {
      for await (const chunk of stdout as AsyncIterable<Buffer>) {
        for (let from = 0; from < chunk.length && !this.#isClosed;) {
          const end = chunk.indexOf(LINE_FEED, from);
          this.#append(chunk.subarray(from, end === -1 ? chunk.length : end));
          if (end === -1) break;
          from = end + 1;
          const isNotification = this.#finishLine();
          // The client handles a notification a moment after it came, and an answer at once: they keep their order.
          if (!isNotification && performance.now() - sliceFromMs < SLICE_MS) continue;
          await yieldToEventLoop();
          sliceFromMs = performance.now();
        }
      }
    } catch (error) {
      if (!this.#isClosed) this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
    await this.close();
  }

  #append(part: Buffer): void {
    this.#depth.follow(part);
    this.#line.push(part);
    this.#lineBytes += part.length;
    if (this.#lineBytes > MAX_MESSAGE_BYTES)
      throw new Error(`The server wrote a message of over ${MAX_MESSAGE_BYTES / 1024 / 1024} MB.`);
  }

  /** Returns whether the line was a notification. */
  #finishLine(): boolean {
    const text = Buffer.concat(this.#line).toString('utf8').trim();
    this.#line = [];
    this.#lineBytes = 0;
    this.#depth.reset();
    if (text === '') return false;
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      this.#onNoise(text);
      return false;
    }
    // The client checks the shape of what it gets, and reports what is no message.
    this.onmessage?.(message as JSONRPCMessage);
    return isRecord(message) && message['id'] === undefined;
  }
}
