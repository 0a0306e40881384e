import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useWaitingCount } from '../live/waiting-changes.js';
import { useText } from '../text/use-text.js';
import css from './sidebar.module.css';
import { useNavigation } from './navigation.js';

interface SidebarProps {
  readonly id: string;
  /** Whether the sidebar is open on a screen that is too narrow to show it beside the page. */
  readonly isOpen: boolean;
  readonly onLeave: () => void;
}

/** Links to all pages that the user may see. */
export function Sidebar({ id, isOpen, onLeave }: SidebarProps): ReactElement {
  const text = useText();
  const groups = useNavigation();
  const waiting = useWaitingCount();
  return (
    <nav id={id} className={`${css.nav} ${isOpen ? css.open : ''}`} aria-label={text('shell.main')}>
      {groups.map(({ title, pages }) => (
        <div key={title}>
          <p id={title} className={css.title}>
            {text(title)}
          </p>
          <ul aria-labelledby={title}>
            {pages.map((page) => (
              <li key={page.to}>
                <Link
                  to={page.to}
                  className={css.link}
                  activeOptions={{ exact: page.to === '/', includeSearch: false }}
                  onClick={onLeave}
                >
                  {text(page.id)}
                  {page.to === '/approvals' && waiting > 0 ? (
                    <span className={css.badge} title={text('nav.waitingChanges', { count: waiting })}>
                      {waiting}
                    </span>
                  ) : null}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
