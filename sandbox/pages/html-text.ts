const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML that may be put into a page as it is. */
export class Html {
  constructor(readonly markup: string) {}
}

/**
 * A template for HTML in which every value is escaped, for text and for quoted attributes; only {@link Html} and lists
 * of it go in as they are. Merchants choose the purpose and the ids of an order, so no page may be built without it.
 */
export function html(literals: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  return new Html(String.raw({ raw: literals }, ...values.map(toMarkup)));
}

function toMarkup(value: string | Html | readonly Html[]): string {
  if (value instanceof Html) return value.markup;
  if (typeof value !== 'string') return value.map(({ markup }) => markup).join('');
  return value.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
