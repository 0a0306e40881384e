import type { ReactElement } from 'react';
import { Dialog } from './dialog.js';
import css from './secret.module.css';

interface SecretDialogProps {
  readonly title: string;
  /** Explains the secret and how to use it. */
  readonly words: string;
  /** Kept in memory only, until the dialog closes. */
  readonly secret: string;
  readonly onClose: () => void;
}

export function SecretDialog({ title, words, secret, onClose }: SecretDialogProps): ReactElement {
  return (
    <Dialog title={title} isOpen onClose={onClose} action={null}>
      <p>{words}</p>
      <p className={css.secret}>{secret}</p>
    </Dialog>
  );
}
