import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { AbsPath, RelPath } from '../../../actors/protocol/workspace.js';
import type { FromBackEnd, ToBackEnd } from './messages.js';
import type { WatchBatch, WatchProblem } from './watcher.js';

export interface BackEndRootOptions {
  readonly root: AbsPath;
  readonly ignored: readonly RelPath[];
  /** Delivers a batch; resolves when there is room for the next. Never rejects. */
  readonly onBatch: (batch: WatchBatch) => Promise<void>;
  /** Called when the root becomes completely watched (no problem), or ceases to be. */
  readonly onState: (problem: WatchProblem | undefined) => void;
}

export interface BackEndRoot {
  start(): void;
  /** Replaces the ignored directories. */
  ignore(ignored: readonly RelPath[]): void;
}

interface WatchMessageHandlerOptions {
  readonly open: (options: BackEndRootOptions) => BackEndRoot;
  readonly send: (message: FromBackEnd) => void;
}

/** The message handler of a back end: it watches the roots that messages name until the process or thread ends. */
export function createWatchMessageHandler({
  open,
  send,
}: WatchMessageHandlerOptions): (message: ToBackEnd) => void {
  const roots = new Map<AbsPath, BackEndRoot>();
  const onTaken = new Map<AbsPath, () => void>();

  function watch(root: AbsPath, ignored: readonly RelPath[]): void {
    const known = roots.get(root);
    if (known !== undefined) {
      known.ignore(ignored);
      return;
    }
    const onBatch = (batch: WatchBatch): Promise<void> => {
      send({ type: 'batch', batch });
      return new Promise((resolve) => onTaken.set(root, resolve));
    };
    const onState = (problem: WatchProblem | undefined): void => {
      send({ type: 'state', root, ...omitUndefined({ problem }) });
    };
    const opened = open({ root, ignored, onBatch, onState });
    roots.set(root, opened);
    opened.start();
  }

  return (message) => {
    switch (message.type) {
      case 'watch':
        watch(message.root, message.ignored);
        break;
      case 'taken':
        onTaken.get(message.root)?.();
        break;
      case 'ping':
        send({ type: 'pong' });
        break;
    }
  };
}
