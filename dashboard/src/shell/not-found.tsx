import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Notice } from '../design/notice.js';
import { PageTitle } from '../design/page-title.js';
import css from './shell.module.css';
import { useText } from '../text/use-text.js';

export function NotFound(): ReactElement {
  const text = useText();
  return (
    <main className={css.alone}>
      <Notice>
        <PageTitle>{text('page.unknown')}</PageTitle>
        <Link to="/">{text('overview.title')}</Link>
      </Notice>
    </main>
  );
}
