import { detailToShow } from './provider-text.js';

/** A field that Purser has no column for. It is shown, but never used for a decision. */
export interface ProviderDetail {
  /** The path of the field, such as `metadata.utr`. */
  readonly name: string;
  readonly value: string;
}

// About ten fields remain of the documented objects. Many more would not be meant for people.
const MAX_DETAILS = 40;

// As long as a column name can be. A longer name is probably data.
const MAX_NAME_LENGTH = 100;

// 8 KiB per row for data that is rarely read: eight times the documented object.
const MAX_TOTAL_LENGTH = 8_192;

// Recognised by name, because a security code has too few digits to be recognised by value.
const OF_A_CARD = /(?:^|\.)(?:card|cvv|cvc|pan|exp(?:iry|date|month|year))/i;

/**
 * Flattens an object's fields to names and strings, except fields that are stored elsewhere or belong to a card. Drops
 * whatever exceeds the limits and removes card numbers.
 * @param hidden the recipient's values, which are masked
 */
export function detailsOf(
  object: unknown,
  known: ReadonlySet<string>,
  hidden: readonly string[] = [],
): ProviderDetail[] {
  const details: ProviderDetail[] = [];
  let length = 0;
  for (const detail of flatten(object, '')) {
    const [top = ''] = detail.name.split('.');
    if (known.has(top) || OF_A_CARD.test(detail.name) || detail.name.length > MAX_NAME_LENGTH) continue;
    const value = hidden.reduce((text, secret) => text.replaceAll(secret, '[recipient]'), detail.value);
    length += detail.name.length + value.length;
    if (length > MAX_TOTAL_LENGTH || details.length === MAX_DETAILS) break;
    details.push({ name: detail.name, value });
  }
  return details;
}

function* flatten(value: unknown, path: string): Generator<ProviderDetail> {
  if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      yield* flatten(inner, path === '' ? clean(name) : `${path}.${clean(name)}`);
    }
    return;
  }
  const text =
    value === null || value === undefined
      ? null
      : detailToShow(typeof value === 'string' ? value : JSON.stringify(value));
  if (text !== null) yield { name: path, value: text };
}

function clean(name: string): string {
  return detailToShow(name) ?? '?';
}
