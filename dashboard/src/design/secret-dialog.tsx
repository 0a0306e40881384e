import type { ReactElement } from 'react';
import { Dialog } from './dialog.js';
import css from './secret.module.css';

interface SecretDialogProps {
  readonly title: string;
  /** Says what it is and what to do with it. */
  readonly words: string;
  /** In the memory of the page alone, until the dialog is closed. */
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows a secret once. */
export function SecretDialog({ title, words, secret, onClose }: SecretDialogProps): ReactElement {
  return (
    <Dialog title={title} isOpen onClose={onClose} action={null}>
      <p>{words}</p>
      <p className={css.secret}>{secret}</p>
    </Dialog>
  );
}
