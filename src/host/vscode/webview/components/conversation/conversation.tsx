import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isAtEnd, isFollowing } from '../../state/follow.js';
import type { ScrollPosition } from '../../state/saved-view.js';

interface Props {
  /** The scroll position from the last time the view was open. */
  readonly start: ScrollPosition;
  /** Called when the reader stops scrolling. */
  readonly onScrollEnd: (position: ScrollPosition) => void;
  readonly children: ComponentChildren;
}

/** The scrolling conversation. Follows new text while the reader is at the end, and otherwise never moves. */
export function Conversation({ start, onScrollEnd, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const follows = useRef(start.isFollowing);
  const lastTop = useRef(0);
  const [isAway, setIsAway] = useState(false);

  const settle = useCallback((isStillFollowing: boolean): void => {
    if (box.current === null) return;
    follows.current = isStillFollowing;
    lastTop.current = box.current.scrollTop;
    setIsAway(!isStillFollowing && !isAtEnd(box.current));
  }, []);
  const goToEnd = useCallback((): void => {
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight;
    settle(true);
  }, []);

  useLayoutEffect(() => {
    if (box.current === null || start.isFollowing) return;
    box.current.scrollTop = start.top;
    settle(isAtEnd(box.current));
  }, []);
  // After each render: the text may have grown, or the conversation may be another one.
  useLayoutEffect(() => {
    if (box.current !== null && (follows.current || isAtEnd(box.current))) goToEnd();
  });
  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => {
      if (follows.current) goToEnd();
    });
    observer.observe(current);
    // A reader who opens a step wants to read it, not to be at the end. The event does not bubble.
    const onToggle = (): void => settle(isAtEnd(current));
    current.addEventListener('toggle', onToggle, { capture: true });
    return () => {
      observer.disconnect();
      current.removeEventListener('toggle', onToggle, { capture: true });
    };
  }, []);

  const onScroll = (): void => {
    if (box.current !== null) settle(isFollowing(follows.current, lastTop.current, box.current));
  };
  const handleScrollEnd = (): void => {
    if (box.current !== null) onScrollEnd({ top: box.current.scrollTop, isFollowing: follows.current });
  };
  const jump = (): void => {
    goToEnd();
    // The button disappears, so the focus moves to the conversation.
    box.current?.focus();
  };
  return (
    <div class="conversation">
      <div
        ref={box}
        class="log"
        role="log"
        aria-label="Conversation"
        aria-live="polite"
        tabIndex={0}
        onScroll={onScroll}
        onScrollEnd={handleScrollEnd}
      >
        {children}
      </div>
      {isAway && (
        <button type="button" class="primary jump" onClick={jump}>
          Jump to end
        </button>
      )}
    </div>
  );
}
