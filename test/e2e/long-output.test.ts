import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { chunk, ModelServer, type Received } from '../actors/llm/model-server.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';
import { type Ended, troupe, turnEvents } from './troupe.js';

const LINES = 100_000;
// Five million characters.
const OUTPUT = Array.from(
  { length: LINES },
  (_, index) => `line ${String(index + 1).padStart(8, '0')} of what a long build says in its log\n`,
).join('');
const COMMAND = `seq -f 'line %08g of what a long build says in its log' 1 ${LINES}`;
const NOTE = /\n\(Page (\d+) of (\d+) of the result(?:: ask for page_number \d+ to read on)?\.\)$/;
const PAGES_AT_ONCE = 3;

let dir: AbsPath;
let state: AbsPath;
let server: ModelServer;
beforeEach(async () => {
  dir = makeTempDir();
  state = makeTempDir();
  server = await ModelServer.start();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  removeTempDir(dir);
  removeTempDir(state);
});

interface Message {
  readonly role: string;
  readonly content: string;
  readonly tool_call_id?: string;
}

/** A model that runs the build, and reads pages of its output while there are some that it wants. */
class Reader {
  readonly pages = new Map<number, string>();
  pageCount = Infinity;
  firstResult = '';
  wasCompacted = false;
  /** The pages to read next; none at the end. */
  wants: () => readonly number[] = () => [];

  readonly handle = (received: Received): void => {
    const messages = received.body['messages'] as readonly Message[];
    if (JSON.stringify(messages.at(-1)).includes('write a summary that takes the place')) {
      this.#say(received, 'The build ran as call c_build; its log is being read page by page.');
      return;
    }
    for (const { role, tool_call_id: id = '', content } of messages)
      if (role === 'tool') this.#take(id, content);
    if (this.firstResult === '')
      this.#call(received, [{ id: 'c_build', name: 'run_command', args: { command: COMMAND } }]);
    else {
      const wanted = this.wants().filter((page) => !this.pages.has(page) && page <= this.pageCount);
      if (wanted.length === 0) this.#say(received, `Read ${this.pages.size} pages.`);
      else
        this.#call(
          received,
          wanted.slice(0, PAGES_AT_ONCE).map((page) => ({
            id: `p${page}`,
            name: 'read_earlier_result',
            args: { call_id: 'c_build', page_number: page },
          })),
        );
    }
  };

  #take(id: string, content: string): void {
    if (id === 'c_build') {
      this.wasCompacted ||= this.firstResult !== '' && content !== this.firstResult;
      this.firstResult ||= content;
      return;
    }
    const [note, page, count] = NOTE.exec(content) ?? [];
    // A compaction cuts what was read before.
    if (note === undefined || id !== `p${page}` || this.pages.has(Number(page))) return;
    this.pages.set(Number(page), content.slice(0, -note.length));
    this.pageCount = Number(count);
  }

  #say({ send, done }: Received, text: string): void {
    send(chunk({ content: text }, 'stop'));
    done();
  }

  #call(
    { send, done }: Received,
    calls: readonly { readonly id: string; readonly name: string; readonly args: object }[],
  ): void {
    const tool_calls = calls.map(({ id, name, args }, index) => ({
      index,
      id,
      function: { name, arguments: JSON.stringify(args) },
    }));
    send(chunk({ tool_calls }));
    send(chunk({}, 'tool_calls'));
    done();
  }
}

test(
  'an output of 5 MB is read in pages, also after a compaction and a restart',
  { timeout: 300_000 },
  async () => {
    const reader = new Reader();
    server.handle = reader.handle;
    const run = (...args: readonly string[]): Promise<Ended> =>
      troupe(
        ['run', '--json', '--auto-approve', 'commands', '--base-url', server.url, '--model', 'm', ...args],
        { cwd: dir, env: { XDG_STATE_HOME: state, XDG_CONFIG_HOME: state, TROUPE_CONTEXT_WINDOW: '128000' } },
      );

    // The beginning, until a while after a compaction.
    reader.wants = () => {
      const next = Array.from({ length: PAGES_AT_ONCE }, (_, at) => reader.pages.size + 1 + at);
      return reader.wasCompacted && reader.pages.size >= 12 ? [] : next;
    };
    const first = await run('Build it.');
    expect([first.exitCode, first.stderr]).toEqual([0, '']);
    expect(reader.firstResult).toContain(
      'read_earlier_result with call_id "c_build" has all of it, in pages.',
    );
    expect(reader.firstResult.length).toBeLessThan(110_000);
    expect(reader.firstResult).toContain(`line ${String(LINES).padStart(8, '0')}`);
    const events = turnEvents(first);
    expect(events.filter(({ type }) => type === 'compaction').length).toBeGreaterThan(0);
    // What stands in the thread for the model alone is told to nobody else.
    const observed = events.find((event) => event.type === 'observation' && event.callId === 'c_build');
    expect(observed).not.toHaveProperty('result.whole');
    const begun = reader.pages.size;

    // Another process, a page of the middle, and the end.
    const count = reader.pageCount;
    reader.wants = () => [50, count - 1, count, 51];
    const second = await run('--continue', 'Read the end.');
    expect([second.exitCode, second.stderr]).toEqual([0, '']);
    expect(reader.pages.size).toBe(begun + 4);

    const read = (...pages: readonly number[]): string =>
      pages.map((page) => reader.pages.get(page) ?? '(not read)').join('');
    const whole = `stdout:\n${OUTPUT}stderr: (empty)`;
    const beginning = read(...Array.from({ length: begun }, (_, at) => at + 1)).replace(
      /^Exit code 0, .*\n/,
      '',
    );
    expect(beginning.length).toBeGreaterThan(300_000);
    expect(whole.startsWith(beginning)).toBe(true);
    expect(whole.includes(read(50, 51))).toBe(true);
    expect(whole.endsWith(read(count - 1, count))).toBe(true);
  },
);
