import { systemClock, within } from '../../actors/runtime/clock.js';
import type { Host } from '../api.js';
import { notify, type Session } from './session.js';

// It is known within some 30 ms. Units: milliseconds.
const MAX_WAIT_MS = 2000;

/**
 * Tells a person once, at the start, that commands have no sandbox here, what that costs and what brings one. Nothing is
 * told where they have one, or where that is not known: a command waits for the answer then, and says so. Resolves once
 * the notice is printed, or after two seconds; the notice is printed later then.
 */
export async function tellMissingSandbox(
  session: Pick<Session, 'err' | 'questions' | 'interrupts'>,
  host: Pick<Host, 'sandboxState'>,
): Promise<void> {
  await within(systemClock, MAX_WAIT_MS, tell(session, host));
}

async function tell(
  session: Pick<Session, 'err' | 'questions' | 'interrupts'>,
  host: Pick<Host, 'sandboxState'>,
): Promise<void> {
  const state = await host.sandboxState().catch(() => 'sandboxed' as const);
  if (state === 'sandboxed' || session.interrupts.left.aborted) return;
  await notify(
    session,
    // The shares are held by `everyday-lines.test.ts`.
    `commands run without a sandbox here, as you, and of those that only look around seven in ten are asked about; with a sandbox it is one in twenty. ${state.missing}.`,
  );
}
