import { systemClock } from '../actors/runtime/clock.js';
import type { FromWatchProcess, ToWatchProcess } from './watch/messages.js';
import { loadParcel } from './watch/parcel.js';
import { createWatchBody } from './watch/watch-body.js';
import { messageOf } from './watch/watch-error.js';

const die = (): void => {
  // At once: an ordinary exit would wait for whatever the addon is in the middle of.
  process.kill(process.pid, 'SIGKILL');
};

const send = (message: FromWatchProcess): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(message, () => {
      resolve();
    });
  });

// Whoever started this process is gone, and nobody else would end it.
process.on('disconnect', die);
if (!process.connected) die();

// A terminal sends these to the whole group; when to end is for the one who started us to say.
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined);

try {
  const body = createWatchBody({ subscribe: await loadParcel(), clock: systemClock, send });
  process.on('message', (message) => {
    body(message as ToWatchProcess);
  });
  await send({ type: 'ready' });
} catch (error) {
  await send({ type: 'unusable', reason: messageOf(error) });
}
