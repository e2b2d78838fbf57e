import type { FromView, ToView } from '../../../actors/protocol/ui.js';
import type { SavedView } from './state/saved-view.js';

/** The view's only connection to the outside. */
export interface ViewPort {
  send(message: FromView): void;
  /** Calls `listener` for each message. */
  onMessage(listener: (message: ToView) => void): void;
  /** The value last passed to `setState`, even before a reload; `undefined` the first time. */
  getState(): unknown;
  setState(state: SavedView): void;
}

declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

/** Opens the port that VS Code provides to a webview. May be called only once. */
export function openPort(): ViewPort {
  const api = acquireVsCodeApi();
  return {
    send: (message) => {
      api.postMessage(message);
    },
    onMessage: (listener) => {
      window.addEventListener('message', (event: MessageEvent<ToView>) => {
        listener(event.data);
      });
    },
    getState: () => api.getState(),
    setState: (state) => {
      api.setState(state);
    },
  };
}
