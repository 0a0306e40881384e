import type { ReactElement } from 'react';
import { Dialog } from '../design/dialog.js';
import { COMMAND_KEY } from '../keyboard/command-key.js';
import { useSettings } from '../settings/settings.js';
import { useText } from '../text/use-text.js';
import { useNavigation } from './navigation.js';
import css from './shortcuts-dialog.module.css';

/** Lists the keyboard shortcuts, the most useful first. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const text = useText();
  const { hasShortcuts } = useSettings();
  const pages = useNavigation().flatMap((group) => group.pages);
  const keys = [
    [`${COMMAND_KEY} K`, text('shortcuts.find')],
    ['/', text('shortcuts.search')],
    ['j', text('shortcuts.next')],
    ['k', text('shortcuts.previous')],
    ['Enter', text('shortcuts.open')],
    ['x', text('shortcuts.select')],
    ['a', text('shortcuts.approve')],
    ['d', text('shortcuts.decline')],
    ['Esc', text('shortcuts.close')],
    ['?', text('shortcuts.help')],
    ...pages.map(({ id, key }) => [`g ${key}`, text('shortcuts.go', { page: text(id) })] as const),
  ] as const;
  return (
    <Dialog title={text('shortcuts.title')} isOpen onClose={onClose} action={null}>
      {hasShortcuts ? null : <p>{text('shortcuts.off')}</p>}
      <dl className={css.keys}>
        {keys.map(([key, does]) => (
          <div key={key} className={css.row}>
            <dt>
              {key.split(' ').map((part) => (
                <kbd key={part} className={css.key}>
                  {part}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
