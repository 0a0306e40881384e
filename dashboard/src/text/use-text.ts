import { useLingui } from '@lingui/react';
import english from './en.json';

/** Names a text of the catalogue. */
export type TextId = keyof typeof english;

/** Whether the catalogue has a text of this name. */
export function isTextId(id: string): id is TextId {
  return Object.hasOwn(english, id);
}

export type Text = (id: TextId, values?: Readonly<Record<string, string | number>>) => string;

/** The texts of the language that the page is shown in. */
export function useText(): Text {
  const { i18n } = useLingui();
  return (id, values) => i18n._(id, values);
}
