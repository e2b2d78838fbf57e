import { render } from 'preact';
import { NOTHING_LIVE } from '../../../../../actors/threads/live-state.js';
import type { TurnView } from '../../../../../actors/threads/turn-view.js';
import { TurnArticle } from '../conversation/turn-article.js';
import { listTexts } from './find-text.js';

const NOTHING_ANSWERED: ReadonlySet<string> = new Set();

/** The texts of a turn as it is drawn, for a turn that is not on the page. Cost: one drawing without a layout. */
export function drawTexts(turn: TurnView): readonly string[] {
  const place = document.createElement('div');
  render(
    <TurnArticle
      turn={turn}
      live={NOTHING_LIVE}
      answered={NOTHING_ANSWERED}
      isLast={false}
      canAsk={false}
      dispatch={() => undefined}
    />,
    place,
  );
  const texts = listTexts(place);
  render(null, place);
  return texts;
}
