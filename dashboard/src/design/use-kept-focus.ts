import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Gives the focus to a list when the row that had it is drawn no more: otherwise the next Tab begins at the top of the page. */
export function useKeptFocus(list: RefObject<HTMLElement | null>): void {
  const focused = useRef<Node>(null);
  useEffect(() => {
    const enter = ({ target }: FocusEvent): void => {
      focused.current = list.current?.contains(target as Node) ? (target as Node) : null;
    };
    // Chromium tells of a row that goes while it is still there; a moment later, only a row that somebody left is.
    const leave = ({ target }: FocusEvent): void => {
      queueMicrotask(() => {
        if (focused.current === target && focused.current?.isConnected) focused.current = null;
      });
    };
    document.addEventListener('focusin', enter);
    document.addEventListener('focusout', leave);
    return () => {
      document.removeEventListener('focusin', enter);
      document.removeEventListener('focusout', leave);
    };
  }, [list]);
  useLayoutEffect(() => {
    if (focused.current?.isConnected === false && document.activeElement === document.body) {
      list.current?.focus({ preventScroll: true });
    }
  });
}
