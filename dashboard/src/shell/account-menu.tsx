import { Menu } from '@base-ui/react/menu';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { signOut } from '../api/session.js';
import { Button } from '../design/button.js';
import { Icon } from '../design/icon.js';
import { useText } from '../text/use-text.js';
import css from './shell.module.css';

export function AccountMenu({ onShortcuts }: { readonly onShortcuts: () => void }): ReactElement {
  const text = useText();
  const navigate = useNavigate();
  return (
    <Menu.Root>
      <Menu.Trigger
        render={
          <Button tone="quiet" className={css.tool} aria-label={text('shell.account')}>
            <Icon name="person" />
          </Button>
        }
      />
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={6}>
          <Menu.Popup className={css.menu}>
            <Menu.LinkItem className={css.item} closeOnClick render={<Link to="/settings" />}>
              {text('shell.settings')}
            </Menu.LinkItem>
            <Menu.Item className={css.item} onClick={onShortcuts}>
              {text('shell.shortcuts')}
            </Menu.Item>
            <Menu.Item
              className={css.item}
              onClick={() => {
                void signOut().then(() => navigate({ to: '/sign-in' }));
              }}
            >
              {text('shell.signOut')}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
