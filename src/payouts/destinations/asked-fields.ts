import { PAYOUT_EXTRA_FIELDS } from '../../provider/profile/payout-destination.js';
import type { ProviderProfileValues } from '../../provider/profile/provider-profile.schema.js';
import { recipientField } from './recipient-table.js';
import { type Destination, type DestinationField, fieldsFor, type PayoutRoute } from './table/destination.js';
import type { PhoneFormat } from './wire/wire-phone.js';

/** What the profile changes in the destination table, for a destination or a service. */
export type ServiceRules = Pick<
  ProviderProfileValues,
  'payoutExtraFields' | 'payoutRequiredFields' | 'payoutPhoneFormats'
> & {
  /** Profile keys for which the provider's word is not set yet. */
  readonly unsetWords?: readonly string[];
};

export interface ServiceRoute extends PayoutRoute {
  readonly serviceId: number | null;
}

/** Returns the fields to ask for: those of the destination, with the profile's changes for the service. */
export function askedFields(rules: ServiceRules, destination: Destination, route: ServiceRoute): DestinationField[] {
  return fieldsFor(withRules(rules, destination, route.serviceId), route);
}

/**
 * Returns the destination with the fields that the profile adds or requires, for the destination or for the service.
 */
export function withRules(rules: ServiceRules, destination: Destination, serviceId: number | null = null): Destination {
  const keys = keysOf(destination, serviceId);
  const required = new Set<string>(keys.flatMap((key) => rules.payoutRequiredFields[key] ?? []));
  const wanted = new Set([...keys.flatMap((key) => rules.payoutExtraFields[key] ?? []), ...required]);
  const own = destination.fields;
  const extra = PAYOUT_EXTRA_FIELDS.filter((name) => wanted.has(name) && !own.some((field) => field.name === name)).map(
    (name) => recipientField(name),
  );
  const fields = [...own, ...extra].map((field): DestinationField =>
    required.has(field.name) ? { ...field, presence: 'REQUIRED' } : field,
  );
  return { ...destination, fields };
}

/** Returns how a service expects phone numbers: the profile's format for the service, or else for the destination. */
export function phoneFormatOf(rules: ServiceRules, destination: Destination, serviceId: number | null): PhoneFormat {
  const [format = 'with-plus'] = keysOf(destination, serviceId).flatMap((key) => rules.payoutPhoneFormats[key] ?? []);
  return format;
}

// The service comes first, because its rules are more specific.
function keysOf({ id }: Destination, serviceId: number | null): string[] {
  return serviceId === null ? [id] : [String(serviceId), id];
}
