import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Notice } from '../design/notice.js';
import { useText } from '../text/use-text.js';

export function NotFound(): ReactElement {
  const text = useText();
  return (
    <Notice>
      <h1>{text('page.unknown')}</h1>
      <Link to="/">{text('overview.title')}</Link>
    </Notice>
  );
}
