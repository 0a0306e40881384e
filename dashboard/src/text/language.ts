import { i18n } from '@lingui/core';
import english from './en.json';

/** Loads English, so far the only language. Another one needs a file beside `en.json`. */
export function showEnglish(): typeof i18n {
  i18n.load('en', english);
  i18n.activate('en');
  return i18n;
}
