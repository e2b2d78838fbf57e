import { messageOf } from '../actors/protocol/errors/message-of.js';
import { systemClock } from '../actors/runtime/clock.js';
import type { FromBackEnd, ToBackEnd } from './watch/back-end/messages.js';
import { loadParcel } from './watch/parcel/parcel.js';
import { createWatchMessageHandler } from './watch/back-end/watch-message-handler.js';
import { WatchedRoot } from './watch/parcel/watched-root.js';

const die = (): void => {
  // SIGKILL, because an ordinary exit would wait for the native addon to finish its current call.
  process.kill(process.pid, 'SIGKILL');
};

const send = (message: FromBackEnd): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(message, () => {
      resolve();
    });
  });

// The parent process has gone, and nobody else would end this one.
process.on('disconnect', die);
if (!process.connected) die();

// A terminal sends these signals to the whole process group, but the parent decides when this process ends.
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined);

try {
  const subscribe = await loadParcel();
  const body = createWatchMessageHandler({
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
