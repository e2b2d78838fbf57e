import type { FromBackEnd, ToBackEnd } from './messages.js';

/** A watching process or thread, as seen by its parent. */
export interface BackEnd {
  /** Never throws: a message to a back end that has ended is dropped. */
  send(message: ToBackEnd): void;
  /** `stop` asks the back end to end, `kill` forces it. `onEnd` follows in both cases. */
  end(how: 'stop' | 'kill'): void;
}

export interface BackEndExit {
  /** The cause, as a sentence. */
  readonly reason: string;
  /** Whether the back end ended by its own fault, as when it fails to load: then it would fail again. */
  readonly isOwnFault: boolean;
  /** Whether it could not start for want of file handles or memory: then it may start later. */
  readonly isResourceShortage: boolean;
}

export interface BackEndHandlers {
  readonly onMessage: (message: FromBackEnd) => void;
  /** Called once, as the last call, and not before `StartBackEnd` has returned. */
  readonly onEnd: (end: BackEndExit) => void;
}

/** Starts a back end. Errors: never throws; a failed start is reported by `onEnd`. */
export type StartBackEnd = (handlers: BackEndHandlers) => BackEnd;
