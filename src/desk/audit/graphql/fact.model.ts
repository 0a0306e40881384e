import { Field, ObjectType } from '@nestjs/graphql';
import { parseCurrencyCode } from '../../../common/currency.js';
import { inCurrency } from '../../../common/text/currency-amount.js';
import { parseSignedDecimal } from '../../../common/signed-decimal.js';
import type { Facts } from '../audit-entry.js';

@ObjectType('Fact', { description: 'A fact about an object, or a value that would be set.' })
export class FactModel {
  @Field(() => String, { description: 'Name of the fact, such as `amount` or `status`.' })
  name: string;

  @Field(() => String, {
    nullable: true,
    description: 'Value of the fact; null if there is none, or if it is unknown.',
  })
  value: string | null;
}

/** A list becomes one text: its items are ids, scopes and addresses, which contain no comma. */
export function toFacts(facts: Facts | null): FactModel[] {
  return Object.entries(facts ?? {}).map(([name, value]) => ({ name, value: toText(value) }));
}

const AMOUNTS: ReadonlySet<string> = new Set(['amount', 'fromAmount', 'value', 'available', 'reserved', 'figure']);

/**
 * Like `toFacts`, for facts that are not sealed: formats amounts with their currency's digits. Audit entries stay as
 * sealed.
 * @param currency used for amounts if the facts name none
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
