import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Gives the focus to a list when the row that had it is drawn no more: otherwise the next Tab begins at the top of the page. */
export function useKeptFocus(list: RefObject<HTMLElement | null>): void {
  const isInside = useRef(false);
  useEffect(() => {
    const enter = ({ target }: FocusEvent): void => {
      isInside.current = list.current?.contains(target as Node) ?? false;
    };
    // Nothing else takes the focus of a row that somebody leaves; of one that is gone, nobody left it.
    const leave = ({ target }: FocusEvent): void => {
      if ((target as Node).isConnected) isInside.current = false;
    };
    document.addEventListener('focusin', enter);
    document.addEventListener('focusout', leave);
    return () => {
      document.removeEventListener('focusin', enter);
      document.removeEventListener('focusout', leave);
    };
  }, [list]);
  useLayoutEffect(() => {
    if (isInside.current && document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  });
}
