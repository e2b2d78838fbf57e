import type { FromBackEnd, ToBackEnd } from './messages.js';

/** A process or a thread that watches, seen from the thread that started it. */
export interface BackEnd {
  /** Never throws: who is gone hears nothing. */
  send(message: ToBackEnd): void;
  /** `stop` asks, `kill` does not. Either way `onEnd` follows. */
  end(how: 'stop' | 'kill'): void;
}

/** How a back end ended. */
export interface BackEndEnd {
  /** A sentence. */
  readonly reason: string;
  /** Whether it was its own doing: what fails to load by itself will fail to load again. */
  readonly isOwnDoing: boolean;
  /** Whether the system had no files or memory left to start it with: whatever it is, it may start later. */
  readonly isResourceShortage: boolean;
}

export interface BackEndHandlers {
  readonly onMessage: (message: FromBackEnd) => void;
  /** Called once, last, and not before the starter has returned. */
  readonly onEnd: (end: BackEndEnd) => void;
}

/** Starts a back end. Errors: never throws; what cannot be started has ended. */
export type StartBackEnd = (handlers: BackEndHandlers) => BackEnd;
