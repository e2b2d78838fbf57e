import { systemClock } from '../actors/runtime/clock.js';
import type { FromBackEnd, ToBackEnd } from './watch/back-end/messages.js';
import { loadParcel } from './watch/parcel/parcel.js';
import { createWatchBody } from './watch/back-end/watch-body.js';
import { messageOf } from './watch/back-end/watch-error.js';
import { WatchedRoot } from './watch/parcel/watched-root.js';

const die = (): void => {
  // At once: an ordinary exit would wait for whatever the addon is in the middle of.
  process.kill(process.pid, 'SIGKILL');
};

const send = (message: FromBackEnd): Promise<void> =>
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
  const subscribe = await loadParcel();
  const body = createWatchBody({
    open: (options) => new WatchedRoot({ ...options, subscribe, clock: systemClock }),
    send: (message) => void send(message),
  });
  process.on('message', (message) => {
    body(message as ToBackEnd);
  });
  await send({ type: 'ready' });
} catch (error) {
  await send({ type: 'unusable', reason: messageOf(error) });
}
