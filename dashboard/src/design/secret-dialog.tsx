import type { ReactElement } from 'react';
import { useText } from '../text/use-text.js';
import { Button } from './button.js';
import { CopyButton } from './copy-button.js';
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

/** Shows a secret that cannot be shown again. It closes only once the user says that they stored it. */
export function SecretDialog({ title, words, secret, onClose }: SecretDialogProps): ReactElement {
  const text = useText();
  return (
    <Dialog
      title={title}
      isOpen
      isKeptOpen
      onClose={onClose}
      action={
        <Button tone="primary" onClick={onClose}>
          {text('secret.stored')}
        </Button>
      }
    >
      <p>{words}</p>
      <p className={css.secret}>{secret}</p>
      <CopyButton value={secret} word={text('secret.copy')} />
    </Dialog>
  );
}
