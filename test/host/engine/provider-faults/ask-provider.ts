import { vi } from 'vitest';
import type { AgentEvent, TurnOutcome } from '../../../../src/actors/protocol/agent.js';
import type { UserInput } from '../../../../src/actors/protocol/attachment.js';
import type { ThreadEntry } from '../../../../src/actors/protocol/thread.js';
import { TurnFeed } from '../../../../src/actors/threads/turn-feed.js';
import { FakeClock } from '../../../doubles/fake-clock.js';
import { pngPart } from '../../../doubles/images.js';
import { makeEngine } from '../../../doubles/make-engine.js';
import { simpleTool } from '../../../doubles/simple-tool.js';
import type { TestedProvider } from './providers.js';

/** A request as it left this process. */
export interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

/** What became of a message. */
export interface Asked {
  readonly outcome: TurnOutcome;
  readonly events: readonly AgentEvent[];
  readonly entries: readonly ThreadEntry[];
  /** Also those that are redirected. */
  readonly sent: readonly Sent[];
  /** The waits before the requests that were repeated. Units: milliseconds. */
  readonly waits: readonly number[];
  /** Timers that were left. */
  readonly pending: number;
}

/** What the tool `look` finds, with an image. */
export const FOUND = 'what is there';

interface AskOptions {
  /** Called with each event, and the clock. */
  readonly onEvent?: (event: AgentEvent, clock: FakeClock, cancel: () => void) => void;
  /** Called once the message is on its way. */
  readonly onStart?: (clock: FakeClock) => void;
  readonly message?: UserInput;
}

/**
 * Sends a message through the engine to a provider at `url`, with a clock that passes the waits of retries at once and
 * stands still otherwise.
 */
export async function askProvider(
  { home, createAdapter }: TestedProvider,
  url: string,
  { onEvent, onStart, message = { text: 'hello' } }: AskOptions = {},
): Promise<Asked> {
  const sent: Sent[] = [];
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', (input: URL, init: RequestInit) => {
    sent.push({
      url: input.href,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? init.body : '',
    });
    const isHome = home !== undefined && input.origin === home;
    return realFetch(isHome ? new URL(input.pathname + input.search, url) : input, init);
  });
  const clock = new FakeClock();
  try {
    const { engine } = makeEngine(
      [],
      [
        simpleTool('look', { run: () => FOUND }),
        { ...simpleTool('see', { run: () => FOUND }), images: () => [pngPart(3, 3)] },
      ],
      { adapter: createAdapter(`${url}/v1`), clock, random: () => 0.5 },
    );
    const thread = engine.createThread();
    const news = thread.subscribe();
    const turn = await thread.send(message, { mode: 'agent' });
    onStart?.(clock);
    const feed = new TurnFeed(turn.id);
    const events: AgentEvent[] = [];
    const waits: number[] = [];
    for await (const one of news) {
      for (const event of feed.take(one)) {
        events.push(event);
        onEvent?.(event, clock, () => {
          turn.cancel();
        });
        if (event.type !== 'retry') continue;
        waits.push(event.waitMs);
        // The wait begins once its notice was told.
        setImmediate(() => {
          clock.advance(event.waitMs);
        });
      }
      const last = events.at(-1)?.type;
      if (last === 'answer' || last === 'error') break;
    }
    const outcome = await turn.result();
    const { entries } = thread;
    await engine.closeThread(thread.id);
    return { outcome, events, entries, sent, waits, pending: clock.pending };
  } finally {
    vi.unstubAllGlobals();
  }
}
