import { createInterface, type Interface } from 'node:readline/promises';
import type { AgentMode } from '../../actors/protocol/agent.js';
import type { AgentEngine } from '../engine.js';
import { ExitCode, exitCodeOfTurn } from './exit-codes.js';
import type { Interrupts } from './interrupts.js';
import type { Output } from './output.js';
import { askOnTerminal, canAsk } from './ask-approval.js';
import { runTurn } from './run-turn.js';

const HELP = `  /clear   forget this conversation
  /help    show this
  /exit    leave (Ctrl-D as well; Ctrl-C interrupts, twice leaves)`;

/**
 * Talks with a person on a terminal until they leave; without a terminal answers `first`, or each line of standard
 * input, in plain text.
 */
export async function chat(
  engine: AgentEngine,
  options: {
    readonly first: string;
    readonly mode: AgentMode;
    readonly out: Output;
    readonly interrupts: Interrupts;
    readonly greeting: string;
  },
): Promise<number> {
  const { out, interrupts } = options;
  const isTerminal = canAsk(out);
  await out.line(options.greeting);
  let exitCode: number = ExitCode.ok;
  /** `isTyped`: the message stands on the screen already. */
  const answer = async (message: string, isTyped = false): Promise<void> => {
    if (!isTyped) await out.line(`\n${out.style('bold', '›')} ${message}`);
    await out.line();
    const outcome = await runTurn(engine, message, {
      mode: options.mode,
      isJson: false,
      out,
      signal: interrupts.next(),
      ...(isTerminal ? { askPerson: askOnTerminal(out, interrupts) } : {}),
    });
    exitCode = exitCodeOfTurn(outcome);
  };

  if (options.first !== '') await answer(options.first);
  if (!isTerminal) {
    if (options.first !== '') return exitCode;
    for await (const line of createInterface({ input: process.stdin })) {
      if (line.trim() !== '') await answer(line.trim());
      if (interrupts.current.aborted) break;
    }
    return exitCode;
  }

  await out.line();
  await out.line(out.style('dim', 'Ask about this workspace. /help for more.'));
  for (;;) {
    const line = await prompt(interrupts);
    if (line === undefined || line === '/exit') return ExitCode.ok;
    if (line === '') continue;
    if (line === '/help') await out.line(HELP);
    else if (line === '/clear') {
      engine.clear();
      await out.line('Forgotten.');
    } else await answer(line, true);
  }
}

/** A line the person typed, trimmed; `undefined` when they leave. */
async function prompt(interrupts: Interrupts): Promise<string | undefined> {
  const lines: Interface = createInterface({ input: process.stdin, output: process.stdout });
  const leaving = new AbortController();
  const leave = (): void => {
    leaving.abort();
  };
  interrupts.left.addEventListener('abort', leave, { once: true });
  lines.on('SIGINT', () => {
    if (!interrupts.current.aborted) process.stdout.write('\n(Ctrl-C again to leave)\n');
    interrupts.press();
    if (!leaving.signal.aborted) lines.prompt(true);
  });
  lines.on('close', leave);
  try {
    return (await lines.question('› ', { signal: leaving.signal })).trim();
  } catch (error) {
    if (leaving.signal.aborted) return undefined;
    throw error;
  } finally {
    interrupts.left.removeEventListener('abort', leave);
    lines.off('close', leave);
    lines.close();
  }
}
