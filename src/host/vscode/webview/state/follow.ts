/** What a scrolling box measures. Units: CSS pixels. */
export interface ScrollBox {
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
}

// Browsers round: the end is within a pixel.
const ROUNDING_PX = 1;

export function isAtEnd({ scrollTop, scrollHeight, clientHeight }: ScrollBox): boolean {
  return scrollHeight - clientHeight - scrollTop <= ROUNDING_PX;
}

/**
 * Whether the reader follows what is written, after a scroll from `lastTop`: who is at the end does, who went up does
 * not, and who only saw the text grow does as before.
 */
export function isFollowing(wasFollowing: boolean, lastTop: number, box: ScrollBox): boolean {
  if (isAtEnd(box)) return true;
  return box.scrollTop < lastTop ? false : wasFollowing;
}
