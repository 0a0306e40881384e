import { type ReactElement, useEffect } from 'react';

interface PageTitleProps {
  readonly children: string;
  readonly className?: string | undefined;
}

/** The heading of a page, which names its tab and its place in the history too. */
export function PageTitle({ children, className }: PageTitleProps): ReactElement {
  useEffect(() => {
    document.title = `${children} · Purser`;
  }, [children]);
  return <h1 className={className}>{children}</h1>;
}
