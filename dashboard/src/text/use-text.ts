import { useLingui } from '@lingui/react';
import type english from './en.json';

/** Names a text of the catalogue. */
export type TextId = keyof typeof english;

export type Text = (id: TextId, values?: Readonly<Record<string, string | number>>) => string;

/** The texts of the language that the page is shown in. */
export function useText(): Text {
  const { i18n } = useLingui();
  return (id, values) => i18n._(id, values);
}
