import { render } from 'preact';
import { App } from './components/app.js';
import { playSound } from './play-sound.js';
import { guardComposition } from './lib/guard-composition.js';
import type { ViewPort } from './port.js';
import type { Action, LocalAction } from './state/action.js';
import { NO_DRAFTS } from './state/chat-drafts.js';
import { listMessages } from './state/list-messages.js';
import { reduce } from './state/reduce.js';
import { readSavedView, type ScrollPosition } from './state/saved-view.js';
import { EMPTY_STATE, type State } from './state/state.js';
import { createViewSaver } from './state/view-saver.js';

/**
 * Runs the view in `body`: renders messages from the port, at most once a frame, and sends it the person's actions.
 * Sets `data-ready` of the body to `true` once the first state is rendered.
 */
export function startView(port: ViewPort, body: HTMLElement): void {
  const saved = readSavedView(port.getState());
  const save = createViewSaver({
    remember: (view) => {
      port.setState(view);
    },
    keep: (draft) => {
      port.send({ type: 'keepDraft', draft });
    },
  });
  let { at, scroll } = saved;
  let state: State = { ...EMPTY_STATE, draft: saved.draft, drafts: saved.drafts ?? NO_DRAFTS };
  let drawn: State | undefined;
  let isFrameDue = false;
  let isDrawing = false;

  guardComposition(document);
  const root = document.createElement('div');
  body.append(root);

  const saveNow = (): void => {
    const { draft, drafts } = state;
    save({ at, draft, drafts, scroll });
  };
  const change = (action: Action): void => {
    const before = state;
    state = reduce(before, action);
    for (const message of listMessages(before, action, state)) port.send(message);
    if (state.draft === before.draft && state.drafts === before.drafts) return;
    if (state.draft !== before.draft) at = action.type === 'keptDraft' ? action.draft.at : Date.now();
    saveNow();
  };
  // Renders the person's actions at once, so that the next key meets an up-to-date message box. Actions during a
  // render, such as a moving focus, wait for the next frame.
  const dispatch = (action: LocalAction): void => {
    change(action);
    if (isDrawing) drawSoon();
    else draw();
  };
  const onScrollEnd = (position: ScrollPosition): void => {
    scroll = position;
    saveNow();
  };
  const draw = (): void => {
    if (state === drawn) return;
    drawn = state;
    isDrawing = true;
    try {
      render(<App state={state} start={saved.scroll} dispatch={dispatch} onScrollEnd={onScrollEnd} />, root);
    } finally {
      isDrawing = false;
    }
    if (state.status !== undefined && body.dataset.ready === undefined) body.dataset.ready = 'true';
  };
  const drawSoon = (): void => {
    if (isFrameDue) return;
    isFrameDue = true;
    requestAnimationFrame(() => {
      isFrameDue = false;
      draw();
    });
  };

  draw();
  port.onMessage((message) => {
    if (message.type === 'sound') playSound(message.sound);
    // What the editor has remembered, or the person has typed since, is newer.
    if (message.type === 'keptDraft' && message.draft.at <= at) return;
    change(message);
    drawSoon();
  });
  port.send({ type: 'ready' });
  const tellFocus = (): void => {
    port.send({ type: 'focused', isFocused: document.hasFocus() });
  };
  window.addEventListener('focus', tellFocus);
  window.addEventListener('blur', tellFocus);
  if (document.hasFocus()) tellFocus();
}
