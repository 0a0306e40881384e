import { type ReactElement, useEffect } from 'react';

interface PageTitleProps {
  readonly children: string;
  readonly className?: string | undefined;
}

/** A page's heading, which also sets the title of the tab and the history entry. */
export function PageTitle({ children, className }: PageTitleProps): ReactElement {
  useEffect(() => {
    document.title = `${children} · Purser`;
  }, [children]);
  return <h1 className={className}>{children}</h1>;
}
