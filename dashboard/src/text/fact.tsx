import type { ReactNode } from 'react';
import { ExactTime } from './time.js';
import { type Text, useText } from './use-text.js';

/** The facts of change requests and discrepancies. One that comes later is shown by its name in the API. */
const NAMES = [
  ...([
    'absentSince',
    'accountId',
    'accountIds',
    'action',
    'allowedAddresses',
    'amount',
    'approvers',
    'attemptId',
  ] as const),
  ...([
    'available',
    'blockedAt',
    'createdAt',
    'currency',
    'end',
    'expiresAt',
    'figure',
    'fromAmount',
    'isOpen',
    'issuer',
    'kind',
    'name',
  ] as const),
  ...(['prefix', 'providerPayoutId', 'providerStatus', 'requisites', 'resend', 'reserved', 'roles'] as const),
  ...(['scopes', 'status', 'value', 'wasSetAt'] as const),
] as const;

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

export interface Fact {
  readonly name: string;
  readonly value: string | null;
}

function nameOf(text: Text, name: string): string {
  const known = NAMES.find((one) => one === name);
  return known ? text(`fact.${known}`) : name;
}

/** Facts of the API with names for people. */
export function useFacts(facts: readonly Fact[]): readonly (readonly [name: string, value: ReactNode])[] {
  const text = useText();
  return facts.map(({ name, value }) => [
    nameOf(text, name),
    value === null || value === '' ? (
      text('change.noValue')
    ) : TIME.test(value) ? (
      <ExactTime key={name} at={value} />
    ) : (
      value
    ),
  ]);
}

/** The same in one line. */
export function factWords(text: Text, facts: readonly Fact[]): string {
  return facts.map(({ name, value }) => `${nameOf(text, name)} ${value ?? text('change.noValue')}`).join(', ');
}
