import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactElement, ReactNode } from 'react';
import { useText } from '../text/use-text.js';
import { Button } from './button.js';
import css from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The confirm button, shown beside Cancel; null for an informational dialog. */
  readonly action: ReactNode;
  /** Whether only the action closes the dialog: no Escape, no click outside, no Cancel. */
  readonly isKeptOpen?: boolean;
}

/** A modal dialog. Closing it never performs the action. */
export function Dialog({ title, isOpen, onClose, children, action, isKeptOpen = false }: DialogProps): ReactElement {
  const text = useText();
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(opened) => {
        if (!opened && !isKeptOpen) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={css.backdrop} />
        <Base.Popup className={css.popup}>
          <Base.Title className={css.title}>{title}</Base.Title>
          {children}
          <div className={css.actions}>
            {isKeptOpen ? null : (
              <Base.Close render={<Button tone="quiet">{text(action ? 'dialog.cancel' : 'dialog.close')}</Button>} />
            )}
            {action}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
