import type { ComponentProps, ReactElement } from 'react';
import css from './button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly tone?: 'plain' | 'primary' | 'danger' | 'quiet' | undefined;
}

export function Button({ tone = 'plain', className = '', type = 'button', ...others }: ButtonProps): ReactElement {
  const own = tone === 'plain' ? '' : css[tone];
  return <button type={type} className={`${css.button} ${own} ${className}`} {...others} />;
}
