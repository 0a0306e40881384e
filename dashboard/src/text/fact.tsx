import type { ReactNode } from 'react';
import { scopesText } from './scopes.js';
import { ExactTime, isInstant } from './time.js';
import { isTextId, type Text, useText } from './use-text.js';

/** Facts whose values other pages show too, with the prefixes of those texts. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  kind: ['limit.kind'],
  status: ['payout.status'],
};

export interface Fact {
  readonly name: string;
  readonly value: string | null;
}

/** Falls back to the API's name, for facts without a text. */
function nameOf(text: Text, name: string): string {
  const id = `fact.${name}`;
  return isTextId(id) ? text(id) : name;
}

/** Translates a value of the API. Unknown values, such as the provider's own words, stay as they are. */
function valueOf(text: Text, { name, value }: Fact): string {
  if (value === null || value === '') return text('change.noValue');
  if (name === 'scopes') return scopesText(text, value.split(', '));
  const ids = [`fact.${name}.${value}`, ...(KINDS[name] ?? []).map((kind) => `${kind}.${value}`)];
  const known = ids.find(isTextId);
  return known ? text(known) : value;
}

/** Translates facts of the API for display. */
export function useFacts(facts: readonly Fact[]): readonly (readonly [name: string, value: ReactNode])[] {
  const text = useText();
  return facts.map((fact) => [
    nameOf(text, fact.name),
    fact.value !== null && isInstant(fact.value) ? <ExactTime key={fact.name} at={fact.value} /> : valueOf(text, fact),
  ]);
}

/** Formats facts on one line. */
export function factWords(text: Text, facts: readonly Fact[]): string {
  return facts.map((fact) => `${nameOf(text, fact.name)} ${valueOf(text, fact)}`).join(', ');
}
