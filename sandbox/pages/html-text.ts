const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML that is already safe to embed. */
export class Html {
  constructor(readonly markup: string) {}
}

/**
 * Escapes every value of an HTML template, for text and quoted attributes. Only {@link Html} and lists of it are
 * embedded unchanged. Merchants choose the purpose and ids of an order, so every page must use it.
 */
export function html(literals: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  return new Html(String.raw({ raw: literals }, ...values.map(toMarkup)));
}

function toMarkup(value: string | Html | readonly Html[]): string {
  if (value instanceof Html) return value.markup;
  if (typeof value !== 'string') return value.map(({ markup }) => markup).join('');
  return value.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
