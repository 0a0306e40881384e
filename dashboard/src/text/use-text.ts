import { useLingui } from '@lingui/react';
import english from './en.json';

export type TextId = keyof typeof english;

export function isTextId(id: string): id is TextId {
  return Object.hasOwn(english, id);
}

export type Text = (id: TextId, values?: Readonly<Record<string, string | number>>) => string;

export function useText(): Text {
  const { i18n } = useLingui();
  return (id, values) => i18n._(id, values);
}
