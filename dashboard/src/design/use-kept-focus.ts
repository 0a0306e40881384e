import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Focuses the list if its focused row is unmounted. Otherwise the next Tab would start at the top of the page. */
export function useKeptFocus(list: RefObject<HTMLElement | null>): void {
  const focused = useRef<Node>(null);
  useEffect(() => {
    const enter = ({ target }: FocusEvent): void => {
      focused.current = list.current?.contains(target as Node) ? (target as Node) : null;
    };
    // Chromium fires `focusout` before it removes a row. A row still connected a microtask later lost focus normally.
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
