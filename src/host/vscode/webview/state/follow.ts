/** The measures of a scrolling box. Units: CSS pixels. */
interface ScrollBox {
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
}

// Browsers round scroll positions, so the end is reached within a pixel.
const ROUNDING_PX = 1;

export function isAtEnd({ scrollTop, scrollHeight, clientHeight }: ScrollBox): boolean {
  return scrollHeight - clientHeight - scrollTop <= ROUNDING_PX;
}

/**
 * Whether the view follows new text after a scroll from `lastTop`: yes at the end, no after scrolling up, and
 * otherwise, when only the text has grown, as before.
 */
export function isFollowing(wasFollowing: boolean, lastTop: number, box: ScrollBox): boolean {
  if (isAtEnd(box)) return true;
  return box.scrollTop < lastTop ? false : wasFollowing;
}
