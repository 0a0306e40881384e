import type { ReactNode } from 'react';
import { ExactTime, isInstant } from './time.js';
import { isTextId, type Text, useText } from './use-text.js';

/** Where the words of a fact stand that other pages show, too. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  kind: ['limit.kind'],
  status: ['payout.status'],
};

export interface Fact {
  readonly name: string;
  readonly value: string | null;
}

/** One that comes later is shown by its name in the API. */
function nameOf(text: Text, name: string): string {
  const id = `fact.${name}`;
  return isTextId(id) ? text(id) : name;
}

/** A value of the API in a word for people. The provider's own words stay as they are. */
function valueOf(text: Text, { name, value }: Fact): string {
  if (value === null || value === '') return text('change.noValue');
  const ids = [`fact.${name}.${value}`, ...(KINDS[name] ?? []).map((kind) => `${kind}.${value}`)];
  const known = ids.find(isTextId);
  return known ? text(known) : value;
}

/** Facts of the API with names and values for people. */
export function useFacts(facts: readonly Fact[]): readonly (readonly [name: string, value: ReactNode])[] {
  const text = useText();
  return facts.map((fact) => [
    nameOf(text, fact.name),
    fact.value !== null && isInstant(fact.value) ? <ExactTime key={fact.name} at={fact.value} /> : valueOf(text, fact),
  ]);
}

/** The same in one line. */
export function factWords(text: Text, facts: readonly Fact[]): string {
  return facts.map((fact) => `${nameOf(text, fact.name)} ${valueOf(text, fact)}`).join(', ');
}
