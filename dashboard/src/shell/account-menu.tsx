import { Menu } from '@base-ui/react/menu';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { signOut } from '../api/session.js';
import { Button } from '../design/button.js';
import { useText } from '../text/use-text.js';
import css from './shell.module.css';

export function AccountMenu(): ReactElement {
  const text = useText();
  const navigate = useNavigate();
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button>{text('shell.account')}</Button>} />
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={6}>
          <Menu.Popup className={css.menu}>
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
