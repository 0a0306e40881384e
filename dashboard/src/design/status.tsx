import type { ReactElement } from 'react';
import css from './status.module.css';

export type Tone = 'moving' | 'good' | 'warn' | 'bad' | 'done';

const ICONS: Readonly<Record<Tone, string>> = { moving: '●', good: '✓', warn: '?', bad: '✕', done: '○' };

/** A status by icon, word and colour, so it never depends on colour alone. */
export function Status({ tone, word }: { readonly tone: Tone; readonly word: string }): ReactElement {
  return (
    <span className={`${css.status} ${css[tone] ?? ''}`}>
      <span aria-hidden="true">{ICONS[tone]}</span>
      {word}
    </span>
  );
}
