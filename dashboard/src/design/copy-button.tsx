import { type ReactElement, useState } from 'react';
import { useText } from '../text/use-text.js';
import { Button } from './button.js';
import css from './detail.module.css';

interface CopyButtonProps {
  readonly value: string;
  readonly word: string;
}

/** Copies a text to the clipboard and announces it. */
export function CopyButton({ value, word }: CopyButtonProps): ReactElement {
  const text = useText();
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setSaid(text('copy.done'));
    } catch {
      // A browser may deny access to the clipboard.
      setSaid(text('copy.refused'));
    }
  };
  return (
    <span className={css.copy}>
      <Button onClick={() => void copy()}>{word}</Button>
      <span role="status" className={css.faint}>
        {said}
      </span>
    </span>
  );
}
