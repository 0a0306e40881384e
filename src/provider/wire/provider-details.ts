import { detailToShow } from './provider-text.js';

/** A field of a provider's object beyond those that Purser has a place for: shown, never decided upon. */
export interface ProviderDetail {
  /** The path of the field, such as `metadata.utr`. */
  readonly name: string;
  readonly value: string;
}

// The documented objects leave some ten fields; more are an object that nobody meant for people.
const MAX_DETAILS = 40;

// As long as a column's name at most; a longer name is data.
const MAX_NAME_LENGTH = 100;

// 8 KiB of a row for what is rarely looked at, which is eight times the documented object.
const MAX_TOTAL_LENGTH = 8_192;

// By name, since a code has too few digits to be recognised.
const OF_A_CARD = /(?:^|\.)(?:card|cvv|cvc|pan|exp(?:iry|date|month|year))/i;

/**
 * The fields of an object as names and texts, without those that have a place elsewhere or are of a card. Bounded, one
 * line each and without card numbers; what is beyond the bounds is left out.
 *
 * @param hidden texts of a recipient, whom a caller may see masked only
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
