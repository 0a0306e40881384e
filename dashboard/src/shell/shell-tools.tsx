import { lazy, type ReactElement, Suspense, useContext, useState } from 'react';
import { ViewerContext } from '../api/viewer.js';
import { Button } from '../design/button.js';
import { Icon } from '../design/icon.js';
import { COMMAND_KEY } from '../keyboard/command-key.js';
import { useText } from '../text/use-text.js';
import { AccountMenu } from './account-menu.js';
import css from './shell.module.css';
import { useShellShortcuts } from './use-shell-shortcuts.js';

// Loaded on first use.
const Palette = lazy(async () => ({ default: (await import('./palette.js')).Palette }));
const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.js')).ShortcutsDialog }));

export function ShellTools(): ReactElement {
  const text = useText();
  const viewer = useContext(ViewerContext);
  const [shown, setShown] = useState<'palette' | 'shortcuts' | null>(null);
  const close = (): void => {
    setShown(null);
  };
  const openPalette = (): void => {
    setShown('palette');
  };
  const openHelp = (): void => {
    setShown('shortcuts');
  };
  useShellShortcuts({ openPalette, openHelp });
  return (
    <>
      <Button
        tone="quiet"
        className={css.tool}
        aria-label={text('shell.search')}
        aria-keyshortcuts="Control+K"
        onClick={openPalette}
      >
        <Icon name="search" />
        <span className={css.wide}>{text('shell.search')}</span>
        <span className={`${css.keys} ${css.wide}`} data-keys={`${COMMAND_KEY} K`} />
      </Button>
      <span className={`${css.name} ${css.wide}`}>{viewer?.actor.name}</span>
      <AccountMenu onShortcuts={openHelp} />
      <Suspense>
        {shown === 'palette' ? <Palette onClose={close} /> : null}
        {shown === 'shortcuts' ? <ShortcutsDialog onClose={close} /> : null}
      </Suspense>
    </>
  );
}
