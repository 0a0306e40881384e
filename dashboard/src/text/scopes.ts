import { isTextId, type Text } from './use-text.js';

/** Names what scopes permit. One without a text keeps its name. */
export function scopesText(text: Text, scopes: readonly string[]): string {
  return scopes
    .map((scope) => {
      const id = `scope.${scope}`;
      return isTextId(id) ? text(id) : scope;
    })
    .join('; ');
}
