import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { TURN_TEXTS } from '../../../words/view-words.js';

// A long turn of an agent has some dozens; this many are drawn within a tenth of a second.
const MAX_STEPS = 200;

// While a turn runs, steps go by this many at once, and not with every new one.
const SLIDE = 50;

interface LastSteps<Item> {
  readonly items: readonly Item[];
  /** A button that shows more of the steps before them. */
  readonly showEarlier: ComponentChild;
}

/** The last lines of a turn, steps or runs of them, and on demand those before them. */
export function useLastSteps<Item>(all: readonly Item[]): LastSteps<Item> {
  const [pressed, setPressed] = useState(0);
  const excess = all.length - MAX_STEPS * (pressed + 1);
  const first = excess <= 0 ? 0 : Math.ceil(excess / SLIDE) * SLIDE;
  const showEarlier = first > 0 && (
    <button type="button" class="quiet more" onClick={() => setPressed(pressed + 1)}>
      {TURN_TEXTS.showEarlierSteps(first)}
    </button>
  );
  return { items: first === 0 ? all : all.slice(first), showEarlier };
}
