import { Field, ObjectType } from '@nestjs/graphql';
import { parseCurrencyCode } from '../../../common/currency.js';
import { inCurrency } from '../../../common/text/currency-amount.js';
import { parseSignedDecimal } from '../../../common/signed-decimal.js';
import type { Facts } from '../audit-entry.js';

@ObjectType('Fact', { description: 'A named fact about an object, or a value that a change would set.' })
export class FactModel {
  @Field(() => String, { description: 'Name of the fact, such as `amount` or `status`.' })
  name: string;

  @Field(() => String, {
    nullable: true,
    description: 'Value of the fact; null if there is none or if it is unknown.',
  })
  value: string | null;
}

/** Converts facts for the API. Lists are joined to one text, because ids, scopes and addresses contain no commas. */
export function toFacts(facts: Facts | null): FactModel[] {
  return Object.entries(facts ?? {}).map(([name, value]) => ({ name, value: toText(value) }));
}

const AMOUNTS: ReadonlySet<string> = new Set(['amount', 'fromAmount', 'value', 'available', 'reserved', 'figure']);

/**
 * Like `toFacts`, but for facts that are not part of a seal: formats amounts with the number of digits of their
 * currency. Audit entries must be shown as they were sealed.
 * @param currency used for amounts if the facts contain no currency
 */
export function toShownFacts(facts: Facts | null, currency: string | null = null): FactModel[] {
  const named = facts?.['currency'];
  const code = parseCurrencyCode(typeof named === 'string' ? named : (currency ?? ''));
  return toFacts(facts).map(({ name, value }) => ({
    name,
    value: AMOUNTS.has(name) && value !== null && parseSignedDecimal(value) !== null ? inCurrency(value, code) : value,
  }));
}

function toText(value: Facts[string]): string | null {
  if (value === null) return null;
  return typeof value === 'object' ? value.join(', ') : String(value);
}
