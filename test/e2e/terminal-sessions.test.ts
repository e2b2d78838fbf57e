/*
 * Long conversations on a real terminal, whose person types, pastes, resizes, answers, interrupts and kills at random. What
 * was said stands there once and in its order, the model gets what was meant, and nothing runs that nobody has approved.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { createRandom } from '../../bench/make-tree.js';
import { SEED } from '../doubles/seed.js';
import { SteeredModel, type SteeredReply } from '../doubles/steered-model.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';
import { endTerminals, KEY, paste, Terminal } from './terminal.js';

// `TROUPE_TERMINAL_STEPS=2500` takes an hour.
const STEPS = Number(process.env['TROUPE_TERMINAL_STEPS'] ?? 12);
const PATIENCE_MS = 120_000 + STEPS * 60_000;
const SIZES = [
  [80, 24],
  [40, 20],
] as const;
const WORDS = ['plain', 'größe', '日本語', 'x'.repeat(50), 'a-b_c', '"quoted"', '𝒳', 'tab'] as const;

let dir: AbsPath;
let state: AbsPath;
let model: SteeredModel;
beforeEach(async () => {
  dir = makeTempDir();
  state = makeTempDir();
  model = new SteeredModel();
  await model.start();
});
afterEach(async () => {
  await endTerminals();
  await model.stop();
  removeTempDir(dir);
  removeTempDir(state);
});

const random = createRandom(SEED);

/** A conversation that goes on through kills of the program. */
class Session {
  #terminal!: Terminal;
  #count = 0;
  readonly done: string[] = [];

  async start(...args: readonly string[]): Promise<void> {
    this.#terminal = new Terminal(['--base-url', model.url, '--model', 'steered', ...args], {
      cwd: dir,
      env: { XDG_STATE_HOME: state, XDG_CONFIG_HOME: state, TROUPE_API_KEY: 'sk-secret-0123456789' },
    });
    await this.#untilIdle();
  }

  async step(): Promise<void> {
    const step = random.pick([
      'message',
      'message',
      'message',
      'draft',
      'interrupt',
      'question',
      'question',
      'queue',
      'command',
      'kill',
    ] as const);
    this.#count += 1;
    this.done.push(`${step} ${this.#count}`);
    await this[step]();
    await this.#untilIdle();
  }

  /** A message, and an answer that comes in pieces. */
  async message(): Promise<void> {
    await this.#answer(await this.#say());
  }

  /** What is typed while the answer comes is still there behind it. */
  async draft(): Promise<void> {
    const reply = await this.#say();
    const draft = `d${this.#count}`;
    this.#terminal.press(draft);
    await this.#answer(reply);
    await this.#terminal.until((lines) => lines.at(-1) === `› ${draft}`);
    this.#terminal.press(KEY.backspace.repeat(draft.length));
  }

  /** What had come stays. */
  async interrupt(): Promise<void> {
    const reply = await this.#say();
    const words = await this.#stream(reply);
    this.#terminal.press(KEY.escape);
    await reply.closed;
    await this.#untilIdle();
    this.#expectWords(words);
  }

  /** A command runs when it was approved, after its question could be read. */
  async question(): Promise<void> {
    const reply = await this.#say();
    const file = `f${this.#count}`;
    const words = await this.#stream(reply);
    this.#maybeResize();
    const early = random.below(3);
    this.#terminal.press('y'.repeat(early));
    reply.call(['run_command', { command: `touch ${file}` }]);
    await this.#terminal.until(() => {
      const last = this.#terminal.unwrapped.at(-1) ?? '';
      return last.includes('[y]es') && last.endsWith('›');
    });
    expect(existsSync(join(dir, file))).toBe(false);
    const answer = random.pick(['y', 'n', KEY.escape] as const);
    this.#terminal.press(answer);
    if (answer === 'n') {
      await this.#terminal.until(() => this.#terminal.unwrapped.at(-1)?.includes('no reason)') === true);
      this.#terminal.press(KEY.enter);
    }
    if (answer !== KEY.escape) {
      const next = await this.#reply();
      expect(existsSync(join(dir, file))).toBe(answer === 'y');
      const more = await this.#stream(next, words.length);
      next.end();
      words.push(...more);
    }
    // What was pressed too early is typed text.
    if (early > 0) await this.#terminal.until((lines) => lines.at(-1) === `› ${'y'.repeat(early)}`);
    this.#terminal.press(KEY.backspace.repeat(early));
    await this.#untilIdle();
    this.#expectWords(words);
    expect(existsSync(join(dir, file))).toBe(answer === 'y');
  }

  /** A message that is entered during a turn is sent after it. */
  async queue(): Promise<void> {
    const reply = await this.#say();
    const queued = `q${this.#count} waits`;
    this.#terminal.press(queued, KEY.enter);
    await this.#terminal.shows(queued);
    const words = await this.#stream(reply);
    reply.end();
    const next = await this.#reply();
    expect(next.lastMessage).toBe(queued);
    words.push(...(await this.#stream(next, words.length)));
    next.end();
    await this.#untilIdle();
    this.#expectWords(words);
  }

  /** A command of the person has the terminal. */
  async command(): Promise<void> {
    const mark = `b${this.#count}x`;
    this.#terminal.press(`!printf '%s\\n' ${mark} done`, KEY.enter);
    await this.#terminal.until((lines) => lines.includes(mark));
    await this.#untilIdle();
    expect(this.#terminal.lines.filter((line) => line === mark)).toHaveLength(1);
  }

  /** The next one goes on with what was said. */
  async kill(): Promise<void> {
    const reply = await this.#say();
    const text = reply.lastMessage;
    await this.#stream(reply);
    this.#terminal.kill('SIGKILL');
    await this.#terminal.exitCode;
    await this.start('--continue');
    this.#count += 1;
    this.#terminal.press(`after ${this.#count}`, KEY.enter);
    const next = await this.#reply();
    expect(next.messages.map(({ content }) => content)).toContain(text);
    await this.#answer(next);
  }

  /** Types or pastes a message. Resolves to the request that has it. */
  async #say(): Promise<SteeredReply> {
    const words = Array.from({ length: 1 + random.below(12) }, () => random.pick(WORDS));
    const isPasted = random.chance(0.4);
    const text = `m${this.#count} ${words.join(isPasted && random.chance(0.5) ? '\n' : ' ')}`;
    if (isPasted)
      this.#terminal.press(
        random.chance(0.5) ? paste(text) : `\u001b[200~${text.replaceAll('\n', '\r\n')}\u001b[201~`,
      );
    else for (const part of text.match(/[^]{1,7}/gu) ?? []) this.#terminal.press(part);
    this.#maybeResize();
    this.#terminal.press(KEY.enter);
    const reply = await this.#reply();
    expect(reply.lastMessage).toBe(text);
    return reply;
  }

  /** The next request of the conversation, which is compacted now and then. */
  async #reply(): Promise<SteeredReply> {
    const reply = await model.reply();
    if (!reply.lastMessage.includes('write a summary that takes the place')) return reply;
    reply.end('The person has said this and that, and was answered.');
    return this.#reply();
  }

  async #answer(reply: SteeredReply): Promise<void> {
    const words = await this.#stream(reply);
    reply.end();
    await this.#terminal.until(() => this.#wordsThere().length >= words.length);
    this.#expectWords(words);
  }

  /** Says words, which tell their places, in pieces, and changes the size of the terminal between some. */
  async #stream(reply: SteeredReply, first = 0): Promise<string[]> {
    const between = random.pick([' ', '\n- ', '\n\n'] as const);
    const words: string[] = [];
    for (let piece = random.below(6); piece >= 0; piece--) {
      const added = Array.from(
        { length: 1 + random.below(30) },
        (_, index) => `w${this.#count}x${first + words.length + index}`,
      );
      words.push(...added);
      reply.say(`${between}${added.join(' ')}`);
      await this.#terminal.until(() => this.#wordsThere().includes(added.at(-1) ?? ''));
      this.#maybeResize();
    }
    return words;
  }

  #maybeResize(): void {
    if (!random.chance(0.3)) return;
    const [columns, rows] = random.pick(SIZES);
    this.#terminal.resize(columns, rows);
  }

  #wordsThere(): readonly string[] {
    return (
      this.#terminal.unwrapped.join(' ').match(new RegExp(String.raw`\bw${this.#count}x\d+\b`, 'g')) ?? []
    );
  }

  #expectWords(words: readonly string[]): void {
    expect(this.#wordsThere(), this.done.join('\n')).toEqual(words);
  }

  async #untilIdle(): Promise<void> {
    await this.#terminal.until(isIdle, `the prompt stands there after ${this.done.at(-1) ?? 'the start'}`);
    expect(this.#terminal.lines.filter((line) => line.startsWith(PROMPT))).toHaveLength(1);
  }
}

// The rest of it is cut on a narrow terminal.
const PROMPT = '› Ask about this workspace.';

function isIdle(lines: readonly string[]): boolean {
  return lines.at(-1)?.startsWith(PROMPT) === true;
}

test(
  'a long conversation on a terminal doubles and loses nothing, and runs what was approved alone',
  async () => {
    const session = new Session();
    await session.start();
    for (let step = 0; step < STEPS; step++) await session.step();
    console.log(`${STEPS} steps on a terminal: nothing doubled, lost, or answered unseen.`);
  },
  PATIENCE_MS,
);
